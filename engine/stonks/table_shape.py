"""What the rules alone fix at a moment of the game: hand sizes, cards dealt, cards put away."""

from typing import Any

from engine.stonks.cards import LAST_CARDS, OPENING_CARDS
from engine.stonks.table_view import TablePhase, TableView

TRICK_PHASES = (TablePhase.TRICK, TablePhase.MARKET, TablePhase.PICK)


def tricks_of_half(rules: Any) -> int:
    """The tricks of one half."""
    return int(rules.hand_size) - OPENING_CARDS - LAST_CARDS


def tricks_done(rules: Any, view: TableView) -> int:
    """The tricks of the round that are complete, the first half's included."""
    if view.phase is TablePhase.OVER:
        return int(rules.halves) * tricks_of_half(rules)
    running = view.trick_number - 1 if view.phase in TRICK_PHASES else 0
    return (view.half - 1) * tricks_of_half(rules) + running


def seats_that_played(rules: Any, view: TableView) -> list[int]:
    """The seats of the cards in the running trick, the leader first."""
    leader = view.leader or 0
    return [(leader + place) % int(rules.seats) for place in range(len(view.trick))]


def hand_size(rules: Any, view: TableView, seat: int) -> int:
    """How many cards the seat has in hand."""
    if view.phase is TablePhase.OVER:
        return 0
    if view.phase is TablePhase.OPENING_PAIR:
        return int(rules.hand_size) - view.seats[seat].opening_cards_chosen
    played = seat in seats_that_played(rules, view)
    return int(rules.hand_size) - OPENING_CARDS - (view.trick_number - 1) - played


def cards_dealt(rules: Any, view: TableView) -> int:
    """How many cards have left this round's deck."""
    hands = (
        int(rules.seats) * int(rules.hand_size) * (int(rules.halves) if view.phase is TablePhase.OVER else view.half)
    )
    return hands + tricks_done(rules, view) + (view.phase in TRICK_PHASES)


def cards_face_down(view: TableView, seat: int) -> int:
    """How many face-down cards the seat has in its portfolio."""
    if view.phase is TablePhase.OVER:
        return 0
    if view.phase is TablePhase.OPENING_PAIR:
        return view.half - 1 + (view.seats[seat].opening_cards_chosen == OPENING_CARDS)
    return view.half


def opening_cards_in_sight(rules: Any, view: TableView) -> int:
    """How many of its opening cards of this round each seat has among its open portfolio cards."""
    if view.phase is TablePhase.OVER:
        return int(rules.halves) * OPENING_CARDS
    return view.half - (view.phase is TablePhase.OPENING_PAIR)
