"""Typed events: what happened at the table, in the order it happened.

Seats, piles and companies count from 0, rounds from 1, money is in $K. An event with ``private_to`` set is seen by that
seat alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.contract import EVERYONE
from engine.stockpile.edition import Edition
from engine.stockpile.events import EventKind
from engine.stockpile.faces import ACTION_CARDS, card_of_kind
from engine.stockpile.table_view import ActionCard, Card


@dataclass(frozen=True)
class RoundStarted:
    """A round begins; ``first_seat`` holds the First Player Token."""

    round_number: int
    first_seat: int


@dataclass(frozen=True)
class PairSeen:
    """Information: a seat's own pair (private), or the public one (``seat`` is None)."""

    seat: int | None
    company: int
    forecast: str
    private_to: int | None


@dataclass(frozen=True)
class PileSeeded:
    """Supply: the market deck starts a pile with a card face up."""

    pile: int
    card: Card


@dataclass(frozen=True)
class CardDealt:
    """Supply: a hand card from the market deck (private)."""

    seat: int
    card: Card
    private_to: int | None


@dataclass(frozen=True)
class PlacedFaceUp:
    """Supply: a seat puts a card face up on a pile."""

    seat: int
    pile: int
    card: Card


@dataclass(frozen=True)
class PlacedFaceDown:
    """Supply: a seat puts a card face down on a pile."""

    seat: int
    pile: int


@dataclass(frozen=True)
class BidPlaced:
    """Demand: a bid; ``outbid`` is the seat that takes its meeple back, None if there is none."""

    seat: int
    pile: int
    amount: int
    outbid: int | None


@dataclass(frozen=True)
class BidPaid:
    """Demand: the winner of a pile pays."""

    seat: int
    pile: int
    amount: int


@dataclass(frozen=True)
class PileTaken:
    """Demand: the winner takes a pile of so many cards."""

    seat: int
    pile: int
    cards: int


@dataclass(frozen=True)
class CardTaken:
    """Demand: a card of the pile goes to the portfolio; cards that lay face down are seen by the taker only."""

    seat: int
    card: Card
    private_to: int | None


@dataclass(frozen=True)
class FeeShown:
    """Demand: a trading fee of the pile is laid open before its new owner."""

    seat: int
    amount: int


@dataclass(frozen=True)
class FeePaid:
    """A trading fee is paid and discarded."""

    seat: int
    amount: int


@dataclass(frozen=True)
class ActionPlayed:
    """Action: a seat uses an action card on a company."""

    seat: int
    action: ActionCard
    company: int


@dataclass(frozen=True)
class NoActionsLeft:
    """Action: a seat holds no action card, so its face-down cards are all stock."""

    seat: int


@dataclass(frozen=True)
class PriceMoved:
    """A price marker moves by so many spaces; prices in $K before and after, splits and bankruptcy included."""

    company: int
    spaces: int
    price_before: int
    price_after: int


@dataclass(frozen=True)
class StockSplit:
    """A company's stock splits."""

    company: int


@dataclass(frozen=True)
class SplitBonus:
    """Stock Split: a seat is paid for the cards it had in its Split Portfolio already."""

    seat: int
    company: int
    cards: int
    money: int


@dataclass(frozen=True)
class SharesSplit:
    """Stock Split: a seat shows its normal cards of the company and moves them to its Split Portfolio."""

    seat: int
    company: int
    cards: int


@dataclass(frozen=True)
class Bankruptcy:
    """A company goes bankrupt."""

    company: int


@dataclass(frozen=True)
class SharesLost:
    """Bankruptcy: a seat discards all its cards of the company."""

    seat: int
    company: int
    normal: int
    split: int


@dataclass(frozen=True)
class CardShown:
    """A seat turns up a card: one it sells, claims a dividend for, or holds at the end of the game."""

    seat: int
    card: Card


@dataclass(frozen=True)
class Sold:
    """Selling: a seat sells cards of one company."""

    seat: int
    company: int
    normal: int
    split: int
    money: int


@dataclass(frozen=True)
class PairRevealed:
    """Movement: a pair is turned up; ``seat`` is its holder, None for one on or beside the board."""

    seat: int | None
    company: int
    forecast: str


@dataclass(frozen=True)
class DividendPaid:
    """Movement: a seat is paid a dividend for the cards it shows."""

    seat: int
    company: int
    normal: int
    split: int
    money: int


@dataclass(frozen=True)
class NoneHeld:
    """Movement: a seat has shown all its cards of the company, so its face-down cards are of others."""

    seat: int
    company: int


@dataclass(frozen=True)
class MajorityBonus:
    """End of Game: a majority shareholder's bonus; split cards count as two of the ``shares``."""

    seat: int
    company: int
    money: int
    shares: int


@dataclass(frozen=True)
class Liquidated:
    """End of Game: a seat sells all its cards of a company."""

    seat: int
    company: int
    normal: int
    split: int
    money: int


@dataclass(frozen=True)
class FeeLapsed:
    """End of Game: a trading fee that could not be paid lapses."""

    seat: int
    amount: int


@dataclass(frozen=True)
class GameEnded:
    """The game is over."""


Event = (
    RoundStarted
    | PairSeen
    | PileSeeded
    | CardDealt
    | PlacedFaceUp
    | PlacedFaceDown
    | BidPlaced
    | BidPaid
    | PileTaken
    | CardTaken
    | FeeShown
    | FeePaid
    | ActionPlayed
    | NoActionsLeft
    | PriceMoved
    | StockSplit
    | SplitBonus
    | SharesSplit
    | Bankruptcy
    | SharesLost
    | CardShown
    | Sold
    | PairRevealed
    | DividendPaid
    | NoneHeld
    | MajorityBonus
    | Liquidated
    | FeeLapsed
    | GameEnded
)


@dataclass(frozen=True)
class _Row:
    """One row of an event log with its audience (None: everyone); the parts are those of :class:`EventKind`."""

    edition: Edition
    audience: int | None
    seat: int
    a: int
    b: int
    c: int
    d: int

    @property
    def someone(self) -> int | None:
        return self.seat if self.seat >= 0 else None

    def card(self, kind: int) -> Card:
        return card_of_kind(self.edition, kind)

    @property
    def forecast(self) -> str:
        return self.edition.forecasts[self.b].name


_MAKERS: dict[EventKind, Callable[[_Row], Event]] = {
    EventKind.ROUND_STARTED: lambda row: RoundStarted(row.a + 1, row.seat),
    EventKind.PAIR_SEEN: lambda row: PairSeen(row.someone, row.a, row.forecast, row.audience),
    EventKind.PILE_SEEDED: lambda row: PileSeeded(row.a, row.card(row.b)),
    EventKind.CARD_DEALT: lambda row: CardDealt(row.seat, row.card(row.a), row.audience),
    EventKind.PLACED_FACE_UP: lambda row: PlacedFaceUp(row.seat, row.a, row.card(row.b)),
    EventKind.PLACED_FACE_DOWN: lambda row: PlacedFaceDown(row.seat, row.a),
    EventKind.BID_PLACED: lambda row: BidPlaced(row.seat, row.a, row.b, row.c if row.c >= 0 else None),
    EventKind.BID_PAID: lambda row: BidPaid(row.seat, row.a, row.b),
    EventKind.PILE_TAKEN: lambda row: PileTaken(row.seat, row.a, row.b),
    EventKind.CARD_TAKEN: lambda row: CardTaken(row.seat, row.card(row.a), row.audience),
    EventKind.FEE_SHOWN: lambda row: FeeShown(row.seat, row.a),
    EventKind.FEE_PAID: lambda row: FeePaid(row.seat, row.a),
    EventKind.ACTION_PLAYED: lambda row: ActionPlayed(row.seat, ACTION_CARDS[row.a], row.b),
    EventKind.NO_ACTIONS_LEFT: lambda row: NoActionsLeft(row.seat),
    EventKind.PRICE_MOVED: lambda row: PriceMoved(row.a, row.b, row.c, row.d),
    EventKind.STOCK_SPLIT: lambda row: StockSplit(row.a),
    EventKind.SPLIT_BONUS: lambda row: SplitBonus(row.seat, row.a, row.b, row.c),
    EventKind.SHARES_SPLIT: lambda row: SharesSplit(row.seat, row.a, row.b),
    EventKind.BANKRUPTCY: lambda row: Bankruptcy(row.a),
    EventKind.SHARES_LOST: lambda row: SharesLost(row.seat, row.a, row.b, row.c),
    EventKind.CARD_SHOWN: lambda row: CardShown(row.seat, row.card(row.a)),
    EventKind.SOLD: lambda row: Sold(row.seat, row.a, row.b, row.c, row.d),
    EventKind.PAIR_REVEALED: lambda row: PairRevealed(row.someone, row.a, row.forecast),
    EventKind.DIVIDEND_PAID: lambda row: DividendPaid(row.seat, row.a, row.b, row.c, row.d),
    EventKind.MAJORITY_BONUS: lambda row: MajorityBonus(row.seat, row.a, row.b, row.c),
    EventKind.LIQUIDATED: lambda row: Liquidated(row.seat, row.a, row.b, row.c, row.d),
    EventKind.FEE_LAPSED: lambda row: FeeLapsed(row.seat, row.a),
    EventKind.GAME_ENDED: lambda row: GameEnded(),
    EventKind.NONE_HELD: lambda row: NoneHeld(row.seat, row.a),
}


def events_of_log(edition: Edition, log: npt.NDArray[np.int16], seat: int | None = None) -> Iterator[Event]:
    """The typed events of an event log: all of them, or with ``seat`` those that this seat sees."""
    for kind, audience, *parts in log[1 : 1 + int(log[0, 0])].tolist():
        if seat is None or audience in (EVERYONE, seat):
            yield _MAKERS[EventKind(kind)](_Row(edition, None if audience == EVERYONE else audience, *parts))
