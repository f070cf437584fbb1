"""Views and positions as JSON values: snake_case keys, companies and seats from 0."""

from dataclasses import fields
from typing import Any

from engine.stonks.cards import NONE
from engine.stonks.faces import card_json, card_of_number, cards_of_sets
from engine.stonks.rules import StonksOptions
from engine.stonks.table_view import Card, SeatView, TableView, TrickCard


def options_json(options: StonksOptions) -> dict[str, Any]:
    """Options as JSON values; ``load_game("stonks", **options)`` takes them back."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


def _card(card: Card | None) -> dict[str, Any] | None:
    return None if card is None else card_json(card)


def _value(value: Any) -> Any:
    """A field of a typed view as a JSON value."""
    if isinstance(value, Card):
        return card_json(value)
    if isinstance(value, (SeatView, TrickCard)):
        return {field.name: _value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, StonksOptions):
        return options_json(value)
    if isinstance(value, tuple):
        return [_value(item) for item in value]
    return str(value) if isinstance(value, str) else value


def view_json(view: TableView) -> dict[str, Any]:
    """A typed view as JSON values."""
    return {field.name: _value(getattr(view, field.name)) for field in fields(view)}


def position_json(rules: Any, state: Any, open_view: TableView) -> dict[str, Any]:
    """A full position as JSON values.

    ``open_view`` is the typed view of the position with every card shown. Added to it: all hands, and for this round
    and the later ones the deck from the top and the row of tiles.
    """

    def card(number: int) -> dict[str, Any] | None:
        return card_json(card_of_number(number)) if number >= 0 else None

    values = view_json(open_view)
    for name in ("viewer", "hand"):
        del values[name]
    values["hands"] = [[card_json(held) for held in cards_of_sets(state.hands[seat])] for seat in range(rules.seats)]
    values["rounds"] = [
        {
            "round_number": number + 1,
            "row": [int(company) if company >= 0 else None for company in state.rows[number][: int(rules.companies)]],
            "deck": [card(int(top)) for top in state.decks[number] if top != NONE],
        }
        for number in range(int(state.round_number), int(rules.rounds))
    ]
    return values
