"""Every legal bid tried in every world: its result when all play on from there.

With straightforward bidding as the continuation this is one step of policy iteration, a rollout (Bertsekas, Tsitsiklis
and Wu, "Rollout Algorithms for Combinatorial Optimization", Journal of Heuristics 3, 1997). Bids are compared over the
same worlds, so that what the worlds have in common cancels out. Bids that jump over steps are tried like all others.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from solvers.bidding.auction import place_and_play
from solvers.bidding.position import AuctionPosition, Ints

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BidEstimates:
    """Estimates of the bids, in the order of their codes.

    Attributes:
        bids: ``[moves, 2]``, pile and step.
        values: ``[moves]``, weighted mean in $K of own result minus ``rival_weight`` times the rivals' mean result;
            a result is what the piles won are worth minus what was bid for them.
        own: ``[moves]``, the part of it that is the seat's own result.
        results: ``[moves, worlds]``, own result minus ``rival_weight`` times the rivals' mean in each world.
        best: the index of the best bid; among equals the lowest step, then the first.
        deficits: ``[moves]``, how much worse the bid is than the best one, 0 or more.
        standard_errors: ``[moves]``, of ``deficits``: paired over the worlds, 0 for the best bid.
    """

    bids: Ints
    values: Floats
    own: Floats
    results: Floats
    best: int
    deficits: Floats
    standard_errors: Floats


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
    tried = position.legal_bids() if bids is None else bids
    mine = np.empty((len(tried), len(beliefs)))
    rivals = np.empty_like(mine)
    try_bids(
        position.amounts, position.meeples, position.money, position.levels, position.owners, position.turn,
        tried, beliefs, own, caps, mine, rivals,
    )  # fmt: skip
    results: Floats = mine - rival_weight * rivals
    values: Floats = results @ weights
    best = _best(values, tried)
    behind = results[best] - results
    deficits: Floats = behind @ weights
    spread = (behind - deficits[:, None]) ** 2
    return BidEstimates(
        bids=tried,
        values=values,
        own=mine @ weights,
        results=results,
        best=best,
        deficits=np.maximum(deficits, 0.0),
        # The variance of a mean with given weights.
        standard_errors=np.sqrt(spread @ weights**2),
    )


def _best(values: Floats, bids: Ints) -> int:
    """The index of the largest value; what rounding cannot tell apart is equal."""
    equal = np.flatnonzero(values >= values.max() - 1e-9)
    return int(equal[np.argmin(bids[equal, 1])])


@kernel
def try_bids(amounts, meeples, money, levels, owners, turn, bids, beliefs, own, caps, mine, rivals):
    """Write the bidder's result and the mean of its rivals' for every bid in every world: ``[moves, worlds]`` each."""
    end_levels = np.empty(len(levels), np.int64)
    end_owners = np.empty(len(levels), np.int64)
    for move in range(len(bids)):
        for world in range(len(beliefs)):
            place_and_play(
                amounts, meeples, money, levels, owners, turn, bids[move, 0], bids[move, 1], beliefs[world], caps, -1,
                end_levels, end_owners,
            )  # fmt: skip
            total = 0.0
            won = 0.0
            for pile in range(len(levels)):
                owner = end_owners[pile]
                result = own[world, owner, pile] - amounts[end_levels[pile]]
                total += result
                if owner == turn:
                    won += result
            mine[move, world] = won
            rivals[move, world] = (total - won) / (len(money) - 1)
