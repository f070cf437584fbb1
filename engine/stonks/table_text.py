"""A position or view as plain text: the market, the trick, and what lies before each seat."""

from collections.abc import Iterable
from typing import Any

from engine.stonks.cards import LEVELS
from engine.stonks.edition import Edition
from engine.stonks.faces import cards_of_sets
from engine.stonks.table_shape import hand_size, seats_that_played
from engine.stonks.table_view import Card, TablePhase, TableView
from engine.stonks.table_view_codec import trump_of_view

_BACK = "?"


def position_text(edition: Edition, rules: Any, state: Any, shown: TableView) -> str:
    """The table drawn as text. ``shown`` is the typed view of the same position."""
    lines = [_headline(rules, state, shown), "", *_market(edition, rules, shown), ""]
    if shown.turned is not None:
        lines += [*_trick(edition, rules, shown), ""]
    for seat in range(len(shown.seats)):
        lines += _seat(edition, rules, state, shown, seat)
    return "\n".join(line.rstrip() for line in lines)


def _headline(rules: Any, state: Any, shown: TableView) -> str:
    if shown.phase is TablePhase.OVER or shown.turn is None:
        return "The game is over"
    seen_by = f", as seat {int(state.viewer) + 1} sees it" if state.viewer >= 0 else ""
    half = f", half {shown.half}" if rules.halves > 1 else ""
    trick = f", trick {shown.trick_number}" if shown.trick_number else ""
    phase = str(shown.phase).replace("_", " ")
    number = f"Round {shown.round_number} of {int(rules.rounds)}{half}{trick}"
    return f"{number}, {phase}{seen_by}: seat {shown.turn + 1} to move"


def _market(edition: Edition, rules: Any, shown: TableView) -> list[str]:
    width = max(len(company) for company in edition.companies)
    trump = trump_of_view(rules, shown)
    lines = []
    for place, company in enumerate(shown.row):
        prices = [int(rules.prices[place, level]) for level in range(LEVELS)]
        marked = [f" {cost} " for cost in prices]
        marked[shown.levels[place] - 1] = f"[{prices[shown.levels[place] - 1]}]"
        notes = ["black"] * (company in shown.black) + ["trump"] * (company == trump)
        lines.append(f"{edition.companies[company]:{width}}  {' '.join(marked)}  {', '.join(notes)}")
    return lines


def _trick(edition: Edition, rules: Any, shown: TableView) -> list[str]:
    lines = [f"On offer: {_card(edition, shown.turned)}"]
    for seat, played in zip(seats_that_played(rules, shown), shown.trick, strict=True):
        suit = edition.companies[shown.lead_suit] if shown.lead_suit is not None else ""
        lines.append(
            f"Seat {seat + 1} plays {_card(edition, played.card)}{f' as {suit}' if played.speculation else ''}"
        )
    return lines


def _seat(edition: Edition, rules: Any, state: Any, shown: TableView, seat: int) -> list[str]:
    lying = shown.seats[seat]
    portfolio = [*(_card(edition, card) for card in lying.portfolio)]
    portfolio += [f"({_card(edition, card)})" for card in lying.face_down]
    speculation = ", speculation card" if lying.speculation_card else ""
    size = hand_size(rules, shown, seat)
    held = cards_of_sets(state.hands[seat])
    hand = _cards(edition, held) if held else f"{size} cards" if size else "-"
    mark = ">" if shown.turn == seat else " "
    return [
        f"{mark}Seat {seat + 1}  {lying.points} points{speculation}",
        f"         portfolio: {', '.join(portfolio) or '-'}",
        f"         hand: {hand}",
    ]


def _card(edition: Edition, card: Card | None) -> str:
    return _BACK if card is None else f"{edition.companies[card.company]} {card.number}"


def _cards(edition: Edition, cards: Iterable[Card]) -> str:
    return ", ".join(_card(edition, card) for card in cards)
