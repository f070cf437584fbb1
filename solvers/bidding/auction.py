"""The rest of an auction as straightforward bidders would play it, world by world.

A straightforward bidder, when its turn comes, makes the lowest possible bid on the pile with the greatest surplus
(value minus amount) that it can pay for. It never passes, as nobody can: where every surplus is negative it takes the
smallest loss. Among equals it takes the first pile. Milgrom, "Putting Auction Theory to Work: The Simultaneous
Ascending Auction", Journal of Political Economy 108(2), 2000.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from solvers.bidding.position import AuctionPosition, Ints, next_bidder, purse

Floats = npt.NDArray[np.float64]

ANY_MONEY = 10_000
"""More $K than any bids can cost."""


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


def beliefs_with_own(believed: Floats, own: Floats, weights: Floats, seat: int) -> Floats:
    """A copy of ``believed`` in which ``seat`` expects the weighted mean of ``own`` in every world.

    Args:
        believed: ``[worlds, seats, piles]``.
        own: ``[worlds, seats, piles]``.
        weights: ``[worlds]``, adding up to 1.
        seat: whose row is replaced.
    """
    beliefs = np.array(believed, np.float64, order="C")
    beliefs[:, seat] = weights @ own[:, seat]
    return beliefs


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
    owners = np.tile(position.owners, (len(beliefs), 1))
    steps = np.tile(position.levels, (len(beliefs), 1))
    play_worlds(position.amounts, position.meeples, position.money, position.turn, beliefs, seat, caps, steps, owners)
    return Outcomes(owners, steps)


def clearing_steps(position: AuctionPosition, beliefs: Floats) -> Ints:
    """For the seat to bid, the lowest step at which a bid placed now would stand to the end, in each world.

    Args:
        position: where the auction stands.
        beliefs: ``[worlds, seats, piles]``, what each seat bids by.

    Returns:
        ``[worlds, piles]``; the number of steps of the track where no bid would stand, or the seat leads already.
        Cash is not looked at: what the seat cannot pay for is told as well.
    """
    out = np.empty((len(beliefs), position.piles), np.int64)
    find_clearing_steps(
        position.amounts, position.meeples, _unlimited(position), position.levels, position.owners, position.turn,
        beliefs, out,
    )  # fmt: skip
    return out


def fought_steps(position: AuctionPosition, beliefs: Floats) -> Ints:
    """For the seat to bid, the step at which it gets a pile that it fights for by lowest bids, on that pile alone.

    Args:
        position: where the auction stands.
        beliefs: ``[worlds, seats, piles]``, what each seat bids by.

    Returns:
        ``[worlds, piles]``; the number of steps of the track where a rival gets it at the top of the track, or the
        seat leads already. Cash is not looked at.
    """
    out = np.empty((len(beliefs), position.piles), np.int64)
    find_fought_steps(
        position.amounts, position.meeples, _unlimited(position), position.levels, position.owners, position.turn,
        beliefs, out,
    )  # fmt: skip
    return out


def _unlimited(position: AuctionPosition) -> Ints:
    """The purses, with more than enough in that of the seat to bid."""
    money = position.money.copy()
    money[position.turn] = ANY_MONEY
    return money


@kernel
def lowest_best_bid(amounts, levels, owners, seat, left, values, caps, capped):
    """The pile on which the lowest bid has the greatest surplus for ``seat``; -1 if it can make none.

    ``left`` is what it can spend; ``caps`` count if ``capped``.
    """
    best = -1
    best_surplus = 0.0
    for pile in range(len(levels)):
        step = levels[pile] + 1
        if owners[pile] == seat or step >= len(amounts) or amounts[step] > left or (capped and step > caps[pile]):
            continue
        surplus = values[pile] - amounts[step]
        if best < 0 or surplus > best_surplus:
            best = pile
            best_surplus = surplus
    return best


@kernel
def open_piles(owners):
    """How many piles have no bid."""
    count = 0
    for pile in range(len(owners)):
        if owners[pile] < 0:
            count += 1
    return count


@kernel
def play_to_end(amounts, meeples, money, levels, owners, turn, values, seat, caps, kept):
    """Play an auction in place until no pile is without a bid, or ``kept`` (a pile, or -1) is no longer ``seat``'s.

    ``values[seats, piles]`` is what each seat bids by; ``seat`` keeps to ``caps``.
    """
    left_open = open_piles(owners)
    while left_open > 0:
        left = purse(amounts, levels, owners, money, turn)
        pile = -1
        if turn == seat:
            pile = lowest_best_bid(amounts, levels, owners, turn, left, values[turn], caps, True)
        if pile < 0:
            pile = lowest_best_bid(amounts, levels, owners, turn, left, values[turn], caps, False)
        if pile < 0:
            return  # no money for even the lowest step: a track that does not start at 0
        if owners[pile] < 0:
            left_open -= 1
        levels[pile] += 1
        owners[pile] = turn
        if pile == kept and turn != seat:
            return
        if left_open > 0:
            turn = next_bidder(owners, len(money), meeples, turn)


@kernel
def play_worlds(amounts, meeples, money, turn, beliefs, seat, caps, levels, owners):
    """Play the auction of each world in place: ``levels`` and ``owners`` are ``[worlds, piles]``."""
    for world in range(len(beliefs)):
        play_to_end(amounts, meeples, money, levels[world], owners[world], turn, beliefs[world], seat, caps, -1)


@kernel
def place_and_play(
    amounts, meeples, money, levels, owners, turn, pile, step, values, caps, kept, end_levels, end_owners
):
    """Copy the auction, have the seat to bid make this bid, and play the copy to the end."""
    for other in range(len(levels)):
        end_levels[other] = levels[other]
        end_owners[other] = owners[other]
    end_levels[pile] = step
    end_owners[pile] = turn
    if open_piles(end_owners) > 0:
        following = next_bidder(end_owners, len(money), meeples, turn)
        play_to_end(amounts, meeples, money, end_levels, end_owners, following, values, turn, caps, kept)


@kernel
def find_clearing_steps(amounts, meeples, money, levels, owners, turn, beliefs, out):
    """See :func:`clearing_steps`."""
    caps = np.full(len(levels), len(amounts) - 1)
    end_levels = np.empty(len(levels), np.int64)
    end_owners = np.empty(len(levels), np.int64)
    for world in range(len(beliefs)):
        for pile in range(len(levels)):
            out[world, pile] = len(amounts)
            if owners[pile] == turn:
                continue
            for step in range(levels[pile] + 1, len(amounts)):
                place_and_play(
                    amounts, meeples, money, levels, owners, turn, pile, step, beliefs[world], caps, pile,
                    end_levels, end_owners,
                )  # fmt: skip
                if end_owners[pile] == turn:
                    out[world, pile] = step
                    break


@kernel
def find_fought_steps(amounts, meeples, money, levels, owners, turn, beliefs, out):
    """See :func:`fought_steps`."""
    caps = np.full(len(levels), -1)
    end_levels = np.empty(len(levels), np.int64)
    end_owners = np.empty(len(levels), np.int64)
    for world in range(len(beliefs)):
        for pile in range(len(levels)):
            out[world, pile] = len(amounts)
            step = levels[pile] + 1
            if owners[pile] == turn or step >= len(amounts):
                continue
            caps[pile] = len(amounts) - 1
            place_and_play(
                amounts, meeples, money, levels, owners, turn, pile, step, beliefs[world], caps, -1,
                end_levels, end_owners,
            )  # fmt: skip
            if end_owners[pile] == turn:
                out[world, pile] = end_levels[pile]
            caps[pile] = -1
