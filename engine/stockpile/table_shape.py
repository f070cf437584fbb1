"""What the rules alone fix at a moment of the game: how many cards have been dealt, placed, and are still in hand."""

from dataclasses import dataclass
from typing import Any

from engine.stockpile.table_view import TablePhase, TableView


def turn_order(first_seat: int, seats: int) -> tuple[int, ...]:
    """The seats in a round's turn order."""
    return tuple((first_seat + place) % seats for place in range(seats))


def cards_dealt(rules: Any, view: TableView) -> int:
    """How many market cards have left the deck: starting stocks, then every round's seeds and hands."""
    seats = int(rules.seats)
    whole_round = int(rules.piles) + 2 * seats * int(rules.supply_passes)
    before = (seats if rules.starting_stock else 0) + (view.round_number - 1) * whole_round
    if view.phase is TablePhase.SUPPLY:
        return before + int(rules.piles) + 2 * seats * view.supply_pass
    return before + whole_round


@dataclass(frozen=True)
class Placements:
    """What must lie on the piles and in the hands.

    Attributes:
        face_up: cards face up on the piles, the seeds included.
        face_down: for each seat, cards it has placed face down.
        cards_in_hand: for each seat, its hand cards still to be placed.
    """

    face_up: int
    face_down: dict[int, int]
    cards_in_hand: dict[int, int]


def placements_of(rules: Any, view: TableView) -> Placements:
    """What the phase, the pass and the turn say about piles and hands.

    Whether the seat to place has laid its face-up card already, only the piles tell: one card more lies face up.
    """
    seats, piles, passes = int(rules.seats), int(rules.piles), int(rules.supply_passes)
    if view.phase is TablePhase.DEMAND:
        return Placements(piles + seats * passes, dict.fromkeys(range(seats), passes), dict.fromkeys(range(seats), 0))
    if view.phase is not TablePhase.SUPPLY:
        return Placements(0, dict.fromkeys(range(seats), 0), dict.fromkeys(range(seats), 0))
    order = turn_order(view.first_seat, seats)
    place = order.index(view.turn) if view.turn is not None else 0
    face_up = piles + seats * (view.supply_pass - 1) + place
    lying_open = sum(card.placed_by is None for pile in view.piles for card in pile.cards)
    half_way = lying_open == face_up + 1
    return Placements(
        face_up=face_up + half_way,
        face_down={seat: view.supply_pass - 1 + (index < place) for index, seat in enumerate(order)},
        cards_in_hand={
            seat: 0 if index < place else 2 if index > place else 2 - half_way for index, seat in enumerate(order)
        },
    )
