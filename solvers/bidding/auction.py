"""The rest of an auction as straightforward bidders would play it, world by world.

A straightforward bidder, when its turn comes, makes the lowest possible bid on the pile with the greatest surplus
(value minus amount) that it can pay for. It never passes, as nobody can: where every surplus is negative it takes the
smallest loss. Milgrom, "Putting Auction Theory to Work: The Simultaneous Ascending Auction", JPE 108(2), 2000.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solvers.bidding.position import AuctionPosition, Ints

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outcomes:
    """How the auction ends in each world.

    Attributes:
        owners: ``[worlds, piles]``, the seat that gets the pile.
        steps: ``[worlds, piles]``, the step of the bid track it pays.
    """

    owners: Ints
    steps: Ints


def no_caps(position: AuctionPosition) -> Ints:
    """Caps ``[piles]`` that bar no bid: plain straightforward bidding."""
    return np.full(position.piles, len(position.amounts) - 1, np.int64)


def play_on(position: AuctionPosition, beliefs: Floats, seat: int, caps: Ints) -> Outcomes:
    """Play the auction to its end in every world.

    Args:
        position: where it stands; any seat may be to bid.
        beliefs: ``[worlds, seats, piles]`` in $K: what each seat bids by. Put the seat's own expectation, the same
            in all worlds, in its row (see :func:`beliefs_with_own`): it cannot tell the worlds apart.
        seat: the seat that keeps to ``caps``; -1 for none.
        caps: ``[piles]``, the highest step ``seat`` bids on each pile, -1 for none; where they leave it no bid it can
            pay for, it bids as if there were none.
    """
    raise NotImplementedError


def beliefs_with_own(believed: Floats, own: Floats, weights: Floats, seat: int) -> Floats:
    """A copy of ``believed`` in which ``seat`` expects the weighted mean of ``own`` in every world.

    Args:
        believed: ``[worlds, seats, piles]``.
        own: ``[worlds, seats, piles]``.
        weights: ``[worlds]``, adding up to 1.
        seat: whose row is replaced.
    """
    raise NotImplementedError


def clearing_steps(position: AuctionPosition, beliefs: Floats) -> Ints:
    """For the seat to bid, the lowest step at which a bid placed now would stand to the end, in each world.

    Returns:
        ``[worlds, piles]``; the number of steps of the track where no bid would stand, or the seat leads already.
        Cash is not looked at: what the seat cannot pay for is told as well.
    """
    raise NotImplementedError


def fought_steps(position: AuctionPosition, beliefs: Floats) -> Ints:
    """For the seat to bid, the step at which it gets a pile that it fights for by lowest bids, on that pile alone.

    Returns:
        ``[worlds, piles]``; the number of steps of the track where a rival gets it at the top of the track, or the
        seat leads already. Cash is not looked at.
    """
    raise NotImplementedError
