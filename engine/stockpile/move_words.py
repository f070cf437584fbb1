"""Moves in words and as JSON values. Words count piles from 1, as people do; JSON counts from 0, as the data do."""

from typing import Any

from engine.errors import MoveError
from engine.faults import is_whole, quoted
from engine.stockpile.edition import Edition
from engine.stockpile.faces import ACTION_CARDS, ACTION_NAMES, FaceError, card_from_json, card_json, card_name
from engine.stockpile.moves import (
    Bid,
    ClaimDividend,
    FinishSelling,
    Move,
    PlaceFaceDown,
    PlaceFaceUp,
    PlayAction,
    Sell,
)
from engine.stockpile.table_view import ActionCard

MOVE_NAMES: dict[type[Move], str] = {
    PlaceFaceUp: "place_face_up",
    PlaceFaceDown: "place_face_down",
    Bid: "bid",
    PlayAction: "play_action",
    FinishSelling: "finish_selling",
    Sell: "sell",
    ClaimDividend: "claim_dividend",
}
"""The value of ``move`` in a move's JSON form."""

_FIELDS: dict[str, tuple[str, ...]] = {
    "place_face_up": ("card", "pile"),
    "place_face_down": ("card", "pile"),
    "bid": ("pile", "amount"),
    "play_action": ("action", "company"),
    "finish_selling": (),
    "sell": ("company", "normal", "split"),
    "claim_dividend": ("company", "normal", "split"),
}


def cards_in_words(company: str, normal: int, split: int) -> str:
    """``2 Epic Electric``, ``1 split Epic Electric``, or both."""
    if normal and split:
        return f"{normal} normal and {split} split {company}"
    return f"{split} split {company}" if split else f"{normal} {company}"


def move_text(edition: Edition, move: Move) -> str:
    """A move in words, ``bid $6K on pile 2``."""
    match move:
        case PlaceFaceUp(card, pile):
            return f"place {card_name(edition, card)} face up on pile {pile + 1}"
        case PlaceFaceDown(card, pile):
            return f"place {card_name(edition, card)} face down on pile {pile + 1}"
        case Bid(pile, amount):
            return f"bid ${amount}K on pile {pile + 1}"
        case PlayAction(action, company):
            return f"play {ACTION_NAMES[action]} on {edition.companies[company]}"
        case FinishSelling():
            return "finish selling"
        case Sell(company, normal, split):
            return f"sell {cards_in_words(edition.companies[company], normal, split)}"
        case ClaimDividend(company, normal, split):
            if normal + split == 0:
                return f"claim no dividend of {edition.companies[company]}"
            return f"claim the dividend for {cards_in_words(edition.companies[company], normal, split)}"


def move_json(move: Move) -> dict[str, Any]:
    """A move as JSON values, ``{"move": "bid", "pile": 1, "amount": 6}``."""
    name = MOVE_NAMES[type(move)]
    values: dict[str, Any] = {"move": name}
    for field in _FIELDS[name]:
        value = getattr(move, field)
        values[field] = card_json(value) if field == "card" else str(value) if field == "action" else value
    return values


def move_from_json(data: object) -> Move:
    """The typed move of its JSON form; whether its numbers can be is ``encode_move``'s to say.

    Raises:
        MoveError: naming the field that is missing, unknown or of the wrong type.
    """
    if not isinstance(data, dict):
        raise MoveError(f"a move must be a JSON object, not {quoted(data)}")
    name = data.get("move")
    if not isinstance(name, str) or name not in _FIELDS:
        raise MoveError(f"move: must be one of {', '.join(_FIELDS)}, not {quoted(name)}")
    expected = _FIELDS[name]
    for field in data:
        if field != "move" and field not in expected:
            raise MoveError(f"{quoted(field)}: {name} has no such field; it has {', '.join(expected) or 'none'}")
    for field in expected:
        if field not in data:
            raise MoveError(f"{field}: is missing; {name} needs {', '.join(expected)}")
    values = [_value_from_json(field, data[field]) for field in expected]
    make = next(kind for kind, known in MOVE_NAMES.items() if known == name)
    return make(*values)


def _value_from_json(field: str, value: object) -> Any:
    if field == "card":
        try:
            return card_from_json(value)
        except FaceError as error:
            raise MoveError(f"card: {error}") from None
    if field == "action":
        if value not in ACTION_CARDS:
            raise MoveError(f"action: must be boom or bust, not {quoted(value)}")
        return ActionCard(str(value))
    if not is_whole(value, 0, 999):
        raise MoveError(f"{field}: must be a whole number, not {quoted(value)}")
    return value
