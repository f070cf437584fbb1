"""Every legal bid tried in every world: its result when all play on from there."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solvers.bidding.position import AuctionPosition, Ints

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BidEstimates:
    """Estimates of the bids, in the order of their codes.

    Attributes:
        bids: ``[moves, 2]``, pile and step.
        values: ``[moves]``, weighted mean in $K of own result minus ``rival_weight`` times the rivals' mean result.
        own: ``[moves]``, the part of it that is the seat's own surplus.
        deficits: ``[moves]``, how much worse the bid is than the best one, 0 or more.
        standard_errors: ``[moves]``, of ``deficits``: paired over the worlds, 0 for the best bid.
        results: ``[moves, worlds]``, the value of each bid in each world.
        best: the index of the best bid; among equals the one that costs least in the mean, then the first.
    """

    bids: Ints
    values: Floats
    own: Floats
    deficits: Floats
    standard_errors: Floats
    results: Floats
    best: int


def enumerate_bids(
    position: AuctionPosition,
    beliefs: Floats,
    own: Floats,
    weights: Floats,
    caps: Ints,
    rival_weight: float,
    bids: Ints | None = None,
) -> BidEstimates:
    """Try every legal bid of the seat to bid in every world.

    Args:
        position: where the auction stands.
        beliefs: ``[worlds, seats, piles]``, what each seat bids by; see :func:`solvers.bidding.auction.play_on`.
        own: ``[worlds, seats, piles]``, what the piles are worth to whom, $K.
        weights: ``[worlds]``, adding up to 1.
        caps: ``[piles]``, how the seat bids on afterwards; :func:`solvers.bidding.auction.no_caps` for plain
            straightforward bidding.
        rival_weight: what $1K of the rivals' mean counts in own $K.
        bids: ``[moves, 2]``, the bids to try; all legal ones if None.
    """
    raise NotImplementedError
