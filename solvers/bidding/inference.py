"""How likely the standing bids make each world: rivals bid by what they know.

A seat that saw a good card in a pile bids for it, so worlds in which the bids make sense are the likelier ones. A bid
is weighed as a noisy choice (McFadden's multinomial logit) among the lowest bids the seat had on the piles.

A view keeps the standing bids only, not how they came about. Where a seat's alternatives stood when it bid is taken
from the turn order: piles led by seats that bid before it in the round cost one step more than the standing bid, those
led by later seats the standing step itself, and piles without a bid the lowest step. In the first turn around the table
that is exactly so, unless somebody has been outbid; later on it is off by few steps. Bids that have been outbid say
nothing here.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solvers.bidding.position import AuctionPosition

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class InferenceOptions:
    """How much is read from bids.

    Attributes:
        temperature: $K of surplus by which a bid must be better to be e times as likely, above 0.
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


def equal_weights(worlds: int) -> WorldWeights:
    """Nothing inferred: all worlds are equally likely."""
    return WorldWeights(np.full(worlds, 1.0 / worlds), float(worlds))


def weigh_worlds(position: AuctionPosition, believed: Floats, seat: int, options: InferenceOptions) -> WorldWeights:
    """Weights of the worlds as ``seat`` infers them from the others' standing bids.

    Args:
        position: the auction as it stands.
        believed: ``[worlds, seats, piles]``, what each seat expects of the piles in each world, $K.
        seat: the seat that infers; its own bids say nothing new to it.
        options: how much is read from bids.
    """
    logs = np.zeros(len(believed))
    for pile in range(position.piles):
        bidder = int(position.owners[pile])
        if bidder not in (-1, seat):
            chance = _chance_of_bid(position, believed[:, bidder], pile, options)
            logs += np.log(np.maximum(chance, 1e-300))
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    return WorldWeights(weights, float(1.0 / (weights @ weights)))


def _chance_of_bid(position: AuctionPosition, values: Floats, pile: int, options: InferenceOptions) -> Floats:
    """How likely the standing bid on ``pile`` was its bidder's choice, ``[worlds]``; ``values[worlds, piles]``."""
    bidder = int(position.owners[pile])
    place = _place_in_turn_order(position, bidder)
    money = position.purse(bidder) + int(position.amounts[position.levels[pile]])
    piles = [pile]
    steps = [int(position.levels[pile])]
    for other in range(position.piles):
        leader = int(position.owners[other])
        if leader == bidder:
            continue
        step = max(0, int(position.levels[other]))
        if leader >= 0 and _place_in_turn_order(position, leader) < place:
            step += 1
        if step < len(position.amounts) and position.amounts[step] <= money:
            piles.append(other)
            steps.append(step)
    surplus = (values[:, piles] - position.amounts[steps]) / options.temperature
    likelihood = np.exp(surplus - surplus.max(axis=1, keepdims=True))
    chosen: Floats = likelihood[:, 0] / likelihood.sum(axis=1)
    return (1.0 - options.floor) * chosen + options.floor / len(piles)


def _place_in_turn_order(position: AuctionPosition, seat: int) -> int:
    return (seat - position.first_seat) % position.seats
