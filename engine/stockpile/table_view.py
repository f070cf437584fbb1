"""A seat's view of the table in typed form: what a frontend with its own referee can say about the game.

Everything a person at the table can see is required; what only a careful card counter would know is optional.
Seats, piles and companies count from 0 in the edition's order, spaces and rounds from 1, money is in $K.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.stockpile.rules import StockpileOptions


class ActionCard(StrEnum):
    """The two action cards."""

    BOOM = "boom"
    BUST = "bust"


class TablePhase(StrEnum):
    """The phases in which a seat decides, and the end."""

    SUPPLY = "supply"
    DEMAND = "demand"
    ACTION = "action"
    SELLING = "selling"
    MOVEMENT = "movement"
    OVER = "over"


@dataclass(frozen=True)
class Card:
    """The face of a market card: exactly one of the three is set."""

    stock: int | None = None
    """A stock of this company."""
    fee: int | None = None
    """A trading fee of this amount."""
    action: ActionCard | None = None


@dataclass(frozen=True)
class PortfolioCard:
    """One card in a Stock Portfolio (not the Split Portfolio).

    Attributes:
        card: its face, None if the viewer has not seen it.
        known_to: the seats that know the face, the holder included. Optional: None means the holder, and the viewer
            if ``card`` is given.
        cannot_be: companies the table knows it is not of, because such shares were all shown since it was taken
            (a split, a bankruptcy, an automatic dividend). Optional.
        starting_stock: it is the stock its holder was dealt at setup. Optional.
        taken_this_round: it was taken this round and the holder has not finished its Action turn, so that the card
            can still be an action card. Only needed in the Action Phase.
    """

    card: Card | None = None
    known_to: tuple[int, ...] | None = None
    cannot_be: tuple[int, ...] = ()
    starting_stock: bool = False
    taken_this_round: bool = False


@dataclass(frozen=True)
class SeatView:
    """What the viewer sees of one seat.

    Attributes:
        money: in $K.
        portfolio: one entry for each card, face known or not.
        split_shares: cards in the Split Portfolio by company (open).
        unpaid_fees: amounts of the fees lying unpaid before the seat.
        starting_stock_shown: the company of the stock it was dealt at setup, once that card is known to have left its
            Stock Portfolio (sold, split, or lost in a bankruptcy). Optional: None means not shown or not noted.
    """

    money: int
    portfolio: tuple[PortfolioCard, ...]
    split_shares: tuple[int, ...]
    unpaid_fees: tuple[int, ...] = ()
    starting_stock_shown: int | None = None


@dataclass(frozen=True)
class PileCard:
    """A card on a pile; ``card`` is None for a face-down card the viewer did not place itself.

    ``placed_by`` is the seat that placed it face down, None for face-up cards.
    """

    card: Card | None
    placed_by: int | None = None


@dataclass(frozen=True)
class PileView:
    """One Stockpile and its Bid Track; ``bidder`` and ``bid`` ($K) are None without a bid."""

    cards: tuple[PileCard, ...]
    bidder: int | None = None
    bid: int | None = None


@dataclass(frozen=True)
class ForecastPair:
    """A company card linked to a forecast card that the viewer has seen this round.

    ``forecast`` is the face: ``+4``, ``-2``, ``$$``. ``owner`` is the seat that holds the pair; None: on the board
    (public). ``beside_board`` marks a pair from beside the board, revealed in the Movement Phase.
    """

    company: int
    forecast: str
    owner: int | None = None
    beside_board: bool = False


@dataclass(frozen=True)
class TableView:
    """Everything one seat can see.

    Attributes:
        viewer: the seat whose view this is.
        phase, round_number (from 1), first_seat (holder of the First Player Token), turn (the seat to move; None
            when the game is over).
        supply_pass: which of the Supply Phase's passes is running, from 1; more than one with two players only.
        spaces: each company's price marker, as a space of its track counted from 1.
        hand: the viewer's market cards still to be placed.
        pairs: the viewer's own pair(s), the public one, and in the Movement Phase those revealed so far.
        revealed_pairs: how many pairs have been resolved in the Movement Phase (dividends by choice only).
        discard: the face-up discard pile as (card, number); None if the frontend does not keep it.
    """

    options: StockpileOptions
    viewer: int
    phase: TablePhase
    round_number: int
    first_seat: int
    turn: int | None
    spaces: tuple[int, ...]
    seats: tuple[SeatView, ...]
    piles: tuple[PileView, ...]
    hand: tuple[Card, ...] = ()
    pairs: tuple[ForecastPair, ...] = ()
    supply_pass: int = 1
    revealed_pairs: int = 0
    discard: tuple[tuple[Card, int], ...] | None = field(default=None)
