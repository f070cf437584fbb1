"""How likely the standing bids make each world: rivals bid by what they know."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solvers.bidding.position import AuctionPosition

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class InferenceOptions:
    """How much is read from bids.

    Attributes:
        temperature: $K of surplus by which a bid must be better to be e times as likely.
        floor: the chance that a bid had other reasons than its surplus, and says nothing; 1 reads nothing at all.
    """

    temperature: float = 1.5
    floor: float = 0.1


@dataclass(frozen=True)
class WorldWeights:
    """The worlds' weights.

    Attributes:
        weights: ``[worlds]``, adding up to 1.
        effective: the effective sample size, 1 / sum of squared weights (Kish, "Survey Sampling", 1965).
    """

    weights: Floats
    effective: float


def weigh_worlds(position: AuctionPosition, believed: Floats, seat: int, options: InferenceOptions) -> WorldWeights:
    """Weights of the worlds as ``seat`` infers them from the others' standing bids.

    Args:
        position: the auction as it stands.
        believed: ``[worlds, seats, piles]``, what each seat expects of the piles in each world, $K.
        seat: the seat that infers; its own bids say nothing new to it.
        options: how much is read from bids.
    """
    raise NotImplementedError
