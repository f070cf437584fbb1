"""What the rules fix at a moment of the game: cards dealt, placed and in hand, faces ruled out, pairs revealed."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.stockpile.cards import ACTION_KINDS, COMPANIES, FEE_KINDS, KINDS, STARTING_STOCK, STOCK_KINDS
from engine.stockpile.information import pair_owner
from engine.stockpile.movement import pair_to_reveal
from engine.stockpile.state import STATE_DTYPE
from engine.stockpile.table_view import ForecastPair, PortfolioCard, TablePhase, TableView


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


def faces_excluded(card: PortfolioCard) -> int:
    """The ``excluded`` bits of a portfolio card: a fee is never face down, an action card only when just taken."""
    if card.starting_stock:
        excluded = STARTING_STOCK | (((1 << KINDS) - 1) ^ STOCK_KINDS)
    else:
        excluded = FEE_KINDS if card.taken_this_round else FEE_KINDS | ACTION_KINDS
    for company in card.cannot_be:
        excluded |= 1 << company
    return excluded


def pair_code(pair: ForecastPair) -> int:
    """Whose pair it is, as :func:`engine.stockpile.information.pair_owner` says it."""
    if pair.owner is not None:
        return pair.owner
    return -2 if pair.beside_board else -1


def pairs_in_places(rules: Any, view: TableView) -> dict[int, ForecastPair]:
    """The pairs of a view by their place 0..5; among the pairs of one owner the view's order counts."""
    waiting = list(view.pairs)
    places = {}
    for place in range(COMPANIES):
        owner = pair_owner(rules, place)
        shown = next((pair for pair in waiting if pair_code(pair) == owner), None)
        if shown is not None:
            waiting.remove(shown)
            places[place] = shown
    return places


def pairs_revealed(rules: Any, view: TableView) -> list[int]:
    """The places of the pairs turned up in this Movement Phase, in order; the last one is being resolved."""
    if view.phase is not TablePhase.MOVEMENT:
        return []
    record = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    record.first_seat = view.first_seat
    return [int(pair_to_reveal(rules, record, index)) for index in range(view.revealed_pairs + 1)]
