"""Move codes, typed moves, their JSON form and their words: each code has one typed move, and the other way round."""

from collections.abc import Callable
from typing import Any

from engine.errors import MoveError
from engine.faults import is_whole, quoted
from engine.stonks.cards import CARDS, COMPANIES, MoveKind
from engine.stonks.edition import Edition
from engine.stonks.faces import FaceError, card_from_json, card_json, card_name, card_of_number, number_of_card
from engine.stonks.moves import (
    ChooseFaceDown,
    ChooseFaceUp,
    Direction,
    LeaveMarket,
    Move,
    MoveToken,
    PickCard,
    PlayCard,
    Speculate,
)
from engine.stonks.table_view import Card

DIRECTIONS = (Direction.DOWN, Direction.UP)
"""In the order of their codes."""

_CARD_MOVES: dict[MoveKind, Callable[[Card], Move]] = {
    MoveKind.CHOOSE_FACE_UP: ChooseFaceUp,
    MoveKind.CHOOSE_FACE_DOWN: ChooseFaceDown,
    MoveKind.PLAY: PlayCard,
    MoveKind.PICK: PickCard,
}

MOVE_NAMES: dict[type[Move], str] = {
    ChooseFaceUp: "choose_face_up",
    ChooseFaceDown: "choose_face_down",
    PlayCard: "play",
    Speculate: "speculate",
    MoveToken: "move_token",
    LeaveMarket: "leave_market",
    PickCard: "pick",
}
"""The value of ``move`` in a move's JSON form."""

_FIELDS: dict[str, tuple[str, ...]] = {
    "choose_face_up": ("card",),
    "choose_face_down": ("card",),
    "play": ("card",),
    "speculate": ("card", "lead_suit"),
    "move_token": ("company", "direction"),
    "leave_market": (),
    "pick": ("card",),
}


def decode_move(code: int) -> Move:
    """The typed move of a code.

    Raises:
        MoveError: no move has the code.
    """
    move = _decode(code)
    if move is None:
        raise MoveError(f"no Stonks move has the code {quoted(code)}")
    return move


def _decode(code: int) -> Move | None:
    if not is_whole(code, 0, (len(MoveKind) << 16) - 1):
        return None
    kind, first, second = MoveKind(code >> 16), (code >> 8) & 255, code & 255
    if kind in _CARD_MOVES:
        return _CARD_MOVES[kind](card_of_number(second)) if first == 0 and second < CARDS else None
    if kind == MoveKind.SPECULATE:
        return Speculate(card_of_number(second), first) if first < COMPANIES and second < CARDS else None
    if kind == MoveKind.MOVE_TOKEN:
        return MoveToken(first, DIRECTIONS[second]) if first < COMPANIES and second < len(DIRECTIONS) else None
    return LeaveMarket() if first == second == 0 else None


def encode_move(move: object) -> int:
    """The code of a typed move.

    Raises:
        MoveError: naming the field that no move of this game can have.
    """
    match move:
        case ChooseFaceUp(card):
            return _code(MoveKind.CHOOSE_FACE_UP, 0, _number(card))
        case ChooseFaceDown(card):
            return _code(MoveKind.CHOOSE_FACE_DOWN, 0, _number(card))
        case PlayCard(card):
            return _code(MoveKind.PLAY, 0, _number(card))
        case PickCard(card):
            return _code(MoveKind.PICK, 0, _number(card))
        case Speculate(card, lead_suit):
            return _code(MoveKind.SPECULATE, _company("lead_suit", lead_suit), _number(card))
        case MoveToken(company, direction):
            if direction not in DIRECTIONS:
                raise MoveError(f"direction: must be down or up, not {quoted(direction)}")
            return _code(MoveKind.MOVE_TOKEN, _company("company", company), DIRECTIONS.index(direction))
        case LeaveMarket():
            return _code(MoveKind.LEAVE_MARKET, 0, 0)
    raise MoveError(f"{quoted(move)} is not a Stonks move")


def _code(kind: MoveKind, first: int, second: int) -> int:
    return (int(kind) << 16) | (first << 8) | second


def _company(field: str, value: object) -> int:
    if not is_whole(value, 0, COMPANIES - 1):
        raise MoveError(f"{field}: must be a company from 0 to {COMPANIES - 1}, not {quoted(value)}")
    return int(str(value))


def _number(card: object) -> int:
    try:
        return number_of_card(card)
    except FaceError as error:
        raise MoveError(f"card: {error}") from None


def move_text(edition: Edition, move: Move) -> str:
    """A move in words, ``play carrot 7``."""
    match move:
        case ChooseFaceUp(card):
            return f"put {card_name(edition, card)} face up into the portfolio"
        case ChooseFaceDown(card):
            return f"put {card_name(edition, card)} face down into the portfolio"
        case PlayCard(card):
            return f"play {card_name(edition, card)}"
        case Speculate(card, lead_suit):
            return f"speculate with {card_name(edition, card)} on {edition.companies[lead_suit]}"
        case MoveToken(company, direction):
            return f"move {edition.companies[company]} {direction}"
        case LeaveMarket():
            return "leave the market alone"
        case PickCard(card):
            return f"pick {card_name(edition, card)}"


def move_json(move: Move) -> dict[str, Any]:
    """A move as JSON values, ``{"move": "play", "card": {"company": 2, "number": 7}}``."""
    name = MOVE_NAMES[type(move)]
    values: dict[str, Any] = {"move": name}
    for field in _FIELDS[name]:
        value = getattr(move, field)
        values[field] = card_json(value) if field == "card" else str(value) if field == "direction" else value
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
    make: Callable[..., Move] = next(kind for kind, known in MOVE_NAMES.items() if known == name)
    return make(*[_value_from_json(field, data[field]) for field in expected])


def _value_from_json(field: str, value: object) -> Any:
    if field == "card":
        try:
            return card_from_json(value)
        except FaceError as error:
            raise MoveError(f"card: {error}") from None
    if field == "direction":
        if value not in DIRECTIONS:
            raise MoveError(f"direction: must be down or up, not {quoted(value)}")
        return Direction(str(value))
    return _company(field, value)
