"""Where an auction stands, in arrays: what the auction model needs of a Stockpile position and no more."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from engine.game import Game
from engine.stockpile.cards import MoveKind, Phase
from engine.stockpile.codes import encode_move, first_part, second_part

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class AuctionPosition:
    """The bid tracks, the purses and whose turn it is. The arrays are never changed.

    Attributes:
        amounts: ``[steps]``, $K at each step of the bid track, ascending from 0.
        meeples: how many bids each seat has to place: 1, or 2 at a table of two.
        levels: ``[piles]``, the step of each pile's standing bid, -1 without a bid.
        owners: ``[piles]``, the seat of each pile's standing bid, -1 without a bid.
        money: ``[seats]``, cash in $K; standing bids are paid at the end of the auction.
        first_seat: the seat that bid first.
        turn: the seat that bids now.
    """

    amounts: Ints
    meeples: int
    levels: Ints
    owners: Ints
    money: Ints
    first_seat: int
    turn: int

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.money)

    @property
    def piles(self) -> int:
        """The number of piles: as many as meeples at the table."""
        return len(self.levels)

    def after(self, pile: int, step: int) -> "AuctionPosition | None":
        """The position after the seat to bid has bid ``step`` on ``pile``; None when that ends the auction."""
        levels = self.levels.copy()
        owners = self.owners.copy()
        levels[pile] = step
        owners[pile] = self.turn
        if (owners >= 0).all():
            return None
        turn = int(next_bidder(owners, self.seats, self.meeples, self.turn))
        return AuctionPosition(self.amounts, self.meeples, levels, owners, self.money, self.first_seat, turn)

    def purse(self, seat: int) -> int:
        """What the seat can still bid in $K: its cash without what its standing bids will cost."""
        return int(purse(self.amounts, self.levels, self.owners, self.money, seat))

    def legal_bids(self) -> Ints:
        """``[moves, 2]``, pile and step of each bid the seat to bid can make, in the order of their codes."""
        left = self.purse(self.turn)
        bids = [
            (pile, step)
            for pile in range(self.piles)
            if self.owners[pile] != self.turn
            for step in range(int(self.levels[pile]) + 1, len(self.amounts))
            if self.amounts[step] <= left
        ]
        return np.array(bids, np.int64).reshape(-1, 2)


def auction_position(game: Game, view: Any) -> AuctionPosition:
    """The auction of a Stockpile position or view in its Demand Phase.

    Raises:
        ValueError: it is not in the Demand Phase.
    """
    if view.phase != Phase.DEMAND:
        raise ValueError("there is no auction outside the Demand Phase")
    rules = game.rules
    piles = int(rules.piles)
    owners = view.bid_seats[:piles].astype(np.int64)
    return AuctionPosition(
        amounts=rules.bid_amounts[: int(rules.bid_steps)].astype(np.int64),
        meeples=int(rules.meeples),
        levels=np.where(owners < 0, -1, view.bids[:piles]).astype(np.int64),
        owners=owners,
        money=view.money[: game.seats].astype(np.int64),
        first_seat=int(view.first_seat),
        turn=int(view.turn),
    )


def code_of_bid(pile: int, step: int) -> int:
    """The move code of a bid."""
    return int(encode_move(MoveKind.BID, pile, step))


def bid_of_code(code: int) -> tuple[int, int]:
    """Pile and step of a bid's move code."""
    return int(first_part(code)), int(second_part(code))


@kernel
def purse(amounts, levels, owners, money, seat):
    """What the seat can still bid in $K."""
    left = int(money[seat])
    for pile in range(len(levels)):
        if owners[pile] == seat:
            left -= amounts[levels[pile]]
    return left


@kernel
def standing_bids(owners, seat):
    """How many piles the seat leads."""
    count = 0
    for pile in range(len(owners)):
        if owners[pile] == seat:
            count += 1
    return count


@kernel
def next_bidder(owners, seats, meeples, seat):
    """The next seat to the left of ``seat`` with a meeple in hand; there must be one, perhaps ``seat`` itself."""
    following = seat + 1 if seat + 1 < seats else 0
    while standing_bids(owners, following) >= meeples:
        following = following + 1 if following + 1 < seats else 0
    return following
