"""A seat's view of the table in typed form: what a frontend with its own referee can say about the game.

Seats and companies count from 0 (companies in the edition's order), places in the row from left to right, levels,
rounds, halves and tricks from 1. What follows from the rules is left out: hand sizes, the trump suit, prices.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.stonks.rules import StonksOptions


class TablePhase(StrEnum):
    """What the seat to move decides, and the end."""

    OPENING_PAIR = "opening_pair"
    TRICK = "trick"
    MARKET = "market"
    PICK = "pick"
    OVER = "over"


@dataclass(frozen=True, order=True)
class Card:
    """A market card: its company (suit) and its number, 1 to 13."""

    company: int
    number: int


@dataclass(frozen=True)
class TrickCard:
    """A card of the running trick.

    Attributes:
        card: its face, None for a card led face down by another seat that has not been shown yet.
        speculation: it was played with the speculation card.
    """

    card: Card | None
    speculation: bool = False


@dataclass(frozen=True)
class SeatView:
    """What the viewer sees of one seat.

    Attributes:
        points: in the rounds complete.
        portfolio: this round's open cards; when the game is over, all cards of the last round.
        face_down: one entry for each face-down portfolio card, None if the viewer has not seen it. A seat that has
            chosen its opening pair in an opening phase has its new one among them.
        speculation_card: whether it still has this round's.
        voids: companies of which its hand is known to have no card, because it did not follow suit in this half.
        opening_card: the viewer's card chosen to lie face up, before all have chosen. None for other seats.
        opening_cards_chosen: how many cards of its opening pair it has set aside, 0 to 2; in the opening phase only.
        discarded: the viewer's last hand card of the first half, in the second half. None for other seats.
        discarded_voids: companies its hand was known not to have when the first half ended, in the second half.
    """

    points: int
    portfolio: tuple[Card, ...]
    face_down: tuple[Card | None, ...]
    speculation_card: bool
    voids: tuple[int, ...] = ()
    opening_card: Card | None = None
    opening_cards_chosen: int = 0
    discarded: Card | None = None
    discarded_voids: tuple[int, ...] = ()


@dataclass(frozen=True)
class TableView:
    """Everything one seat can see.

    Attributes:
        viewer: the seat whose view this is.
        phase: what the seat to move decides.
        round_number: from 1.
        half: from 1; 2 only where a round has two.
        trick_number: of this half, from 1; 0 in the opening phase.
        turn: the seat to move, None when the game is over. In the opening phase seats choose from seat 0 on, each both
            cards; nobody sees what others chose.
        row: the companies in play from left to right.
        levels: the tokens' levels in the order of the row, 1 to 5.
        black: companies whose token is black.
        seats: one for each seat.
        hand: the viewer's hand.
        leader: the seat that leads the running trick; in the opening phase of a second half the seat that will lead;
            else None.
        lead_suit: the company led or named; None before the lead.
        turned: the deck card on offer in the running trick.
        trick: the cards played, the leader's first.
        removed: the cards of this round that left the table face up.
    """

    options: StonksOptions
    viewer: int
    phase: TablePhase
    round_number: int
    half: int
    trick_number: int
    turn: int | None
    row: tuple[int, ...]
    levels: tuple[int, ...]
    black: tuple[int, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...]
    leader: int | None = None
    lead_suit: int | None = None
    turned: Card | None = None
    trick: tuple[TrickCard, ...] = ()
    removed: tuple[Card, ...] = ()
