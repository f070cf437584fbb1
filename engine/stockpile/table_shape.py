"""What the rules fix at a moment of the game: cards dealt, placed and in hand, faces ruled out, pairs revealed."""

from dataclasses import dataclass

from engine.stockpile.cards import ACTION_KINDS, FEE_KINDS, KINDS, STARTING_STOCK, STOCK_KINDS
from engine.stockpile.plain_rules import PlainRules
from engine.stockpile.table_view import ForecastPair, PortfolioCard, TablePhase, TableView

_STOCKS_EXCLUDED = FEE_KINDS | ACTION_KINDS
_STARTING_STOCK_EXCLUDED = STARTING_STOCK | (((1 << KINDS) - 1) ^ STOCK_KINDS)


def turn_order(first_seat: int, seats: int) -> tuple[int, ...]:
    """The seats in a round's turn order."""
    return tuple((first_seat + place) % seats for place in range(seats))


def cards_dealt(rules: PlainRules, view: TableView) -> int:
    """How many market cards have left the deck: starting stocks, then every round's seeds and hands."""
    seats = rules.seats
    whole_round = rules.piles + 2 * seats * rules.supply_passes
    before = (seats if rules.starting_stock else 0) + (view.round_number - 1) * whole_round
    if view.phase is TablePhase.SUPPLY:
        return before + rules.piles + 2 * seats * view.supply_pass
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


def placements_of(rules: PlainRules, view: TableView) -> Placements:
    """What the phase, the pass and the turn say about piles and hands.

    Whether the seat to place has laid its face-up card already, only the piles tell: one card more lies face up.
    """
    seats, piles, passes = rules.seats, rules.piles, rules.supply_passes
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
        excluded = _STARTING_STOCK_EXCLUDED
    else:
        excluded = FEE_KINDS if card.taken_this_round else _STOCKS_EXCLUDED
    for company in card.cannot_be:
        excluded |= 1 << company
    return excluded


def pair_code(pair: ForecastPair) -> int:
    """Whose pair it is, as :func:`engine.stockpile.information.pair_owner` says it."""
    if pair.owner is not None:
        return pair.owner
    return -2 if pair.beside_board else -1


def pairs_in_places(rules: PlainRules, view: TableView) -> dict[int, ForecastPair]:
    """The pairs of a view by their place 0..5; among the pairs of one owner the view's order counts."""
    waiting = [(pair_code(pair), pair) for pair in view.pairs]
    places = {}
    for place, owner in enumerate(rules.pair_owners):
        for index, (code, shown) in enumerate(waiting):
            if code == owner:
                places[place] = shown
                del waiting[index]
                break
    return places


def pairs_revealed(rules: PlainRules, view: TableView) -> tuple[int, ...]:
    """The places of the pairs turned up in this Movement Phase, in order; the last one is being resolved."""
    if view.phase is not TablePhase.MOVEMENT:
        return ()
    return rules.reveal_order[view.first_seat][: view.revealed_pairs + 1]
