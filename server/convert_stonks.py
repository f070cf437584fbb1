"""Stonks's messages and the engine's types."""

import json
from functools import cache, lru_cache
from typing import Any, ClassVar

from engine.game import Game
from engine.stonks import edition as editions
from engine.stonks.cards import CARDS, COMPANIES, LEVELS, MAX_HALVES, MAX_ROUNDS, NUMBERS, OPENING_CARDS
from engine.stonks.edition import Edition, load_edition
from engine.stonks.facade import StonksGame
from engine.stonks.moves import (
    ChooseFaceDown,
    ChooseFaceUp,
    Direction,
    LeaveMarket,
    MoveToken,
    PickCard,
    PlayCard,
    Speculate,
)
from engine.stonks.rules import StonksOptions
from engine.stonks.table_view import Card, SeatView, TablePhase, TableView, TrickCard
from engine.stonks.table_view_checks import MOST_POINTS
from pitwise.v1 import analysis_pb2, catalog_pb2, stonks_move_pb2, stonks_view_pb2
from server.conversion import MAX_SEATS, Conversion, read_edition
from server.reading import Reading
from solvers.base import Choice

_PHASES: dict[int, TablePhase] = {
    stonks_view_pb2.STONKS_PHASE_OPENING_PAIR: TablePhase.OPENING_PAIR,
    stonks_view_pb2.STONKS_PHASE_TRICK: TablePhase.TRICK,
    stonks_view_pb2.STONKS_PHASE_MARKET: TablePhase.MARKET,
    stonks_view_pb2.STONKS_PHASE_PICK: TablePhase.PICK,
    stonks_view_pb2.STONKS_PHASE_OVER: TablePhase.OVER,
}
_PHASE_VALUES = {phase: value for value, phase in _PHASES.items()}

_DIRECTIONS: dict[int, Direction] = {
    stonks_move_pb2.STONKS_DIRECTION_DOWN: Direction.DOWN,
    stonks_move_pb2.STONKS_DIRECTION_UP: Direction.UP,
}
_DIRECTION_VALUES = {direction: value for value, direction in _DIRECTIONS.items()}

# The options that are enumerations: for each its enumerators' words; 0 is the default.
_CHOICES: dict[str, dict[int, str]] = {
    "variant": {
        stonks_view_pb2.STONKS_VARIANT_UNSPECIFIED: "none",
        stonks_view_pb2.STONKS_VARIANT_NONE: "none",
        stonks_view_pb2.STONKS_VARIANT_MODERATE: "moderate",
        stonks_view_pb2.STONKS_VARIANT_SMALL_CAPS: "small_caps",
    },
    "lock": {
        stonks_view_pb2.STONKS_LOCK_UNSPECIFIED: "cumulative",
        stonks_view_pb2.STONKS_LOCK_CUMULATIVE: "cumulative",
        stonks_view_pb2.STONKS_LOCK_LAST_MOVED: "last_moved",
    },
    "symbols": {
        stonks_view_pb2.STONKS_SYMBOLS_UNSPECIFIED: "mandatory",
        stonks_view_pb2.STONKS_SYMBOLS_MANDATORY: "mandatory",
        stonks_view_pb2.STONKS_SYMBOLS_OPTIONAL: "optional",
    },
    "speculation": {
        stonks_view_pb2.STONKS_SPECULATION_UNSPECIFIED: "one_per_trick",
        stonks_view_pb2.STONKS_SPECULATION_ONE_PER_TRICK: "one_per_trick",
        stonks_view_pb2.STONKS_SPECULATION_UNLIMITED: "unlimited",
    },
    "cancelling": {
        stonks_view_pb2.STONKS_CANCELLING_UNSPECIFIED: "any_order",
        stonks_view_pb2.STONKS_CANCELLING_ANY_ORDER: "any_order",
        stonks_view_pb2.STONKS_CANCELLING_LATER_ONLY: "later_only",
    },
    "next_market": {
        stonks_view_pb2.STONKS_NEXT_MARKET_UNSPECIFIED: "carry",
        stonks_view_pb2.STONKS_NEXT_MARKET_CARRY: "carry",
        stonks_view_pb2.STONKS_NEXT_MARKET_RESET_LEVELS: "reset_levels",
        stonks_view_pb2.STONKS_NEXT_MARKET_NEW_MARKET: "new_market",
    },
}
_CHOICE_VALUES = {
    name: {word: value for value, word in words.items() if value != 0} for name, words in _CHOICES.items()
}

_DEFAULT_ROUNDS = 3


class StonksConversion(Conversion):
    """Stonks."""

    name: ClassVar[str] = "stonks"

    def read_view(self, reading: Reading, message: stonks_view_pb2.StonksView, path: str) -> TableView:
        """The typed view of a view message; what is malformed is noted as a fault under ``path``."""
        return _read_view(reading, message, path)

    def options_of(self, table_view: TableView) -> tuple[tuple[str, Any], ...]:
        """The options of a typed view."""
        return _as_pairs(table_view.options)

    def view_message(self, game: Game, table_view: TableView) -> stonks_view_pb2.StonksView:
        """The message of a game's typed view."""
        return _view_message(table_view)

    def field_path(self, field: str) -> str:
        """The path in the message of a field that the engine finds fault with; a fault of the whole has no field."""
        return "" if field == "view" else field

    def read_move(self, reading: Reading, message: stonks_move_pb2.StonksMove, path: str) -> Any:
        """The typed move of a move message; what is malformed is noted as a fault under ``path``."""
        return _read_move(reading, message, path)

    def move_message(self, move: Any) -> stonks_move_pb2.StonksMove:
        """The message of a typed move."""
        return _move_message(move)

    def add_reasons(self, game: Game, choice: Choice, message: analysis_pb2.Analysis) -> None:
        """There is nothing that only Stonks has."""

    def list_details(self, message: catalog_pb2.GameInfo) -> None:
        """Add the editions to what ListGames says."""
        message.stonks.editions.extend(_edition_message(load_edition(name)) for name in edition_names())

    def edition_value(self, game: Game, name: str) -> str:
        """A value of the game's edition as JSON text."""
        assert isinstance(game, StonksGame)
        return value_text(game.edition, name)


@cache
def edition_names() -> tuple[str, ...]:
    """The names of the built-in editions, ``base`` first, as they were when the server started."""
    return editions.edition_names()


# --- views --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _as_pairs(options: StonksOptions) -> tuple[tuple[str, Any], ...]:
    names = ("seats", "rounds", *_CHOICES, "edition")
    return tuple((name, getattr(options, name)) for name in names)


@lru_cache(maxsize=256)
def _options(seats: int, rounds: int, edition: str, choices: tuple[tuple[str, Any], ...]) -> StonksOptions:
    return StonksOptions(seats=seats, rounds=rounds, edition=edition, **dict(choices))


def _read_options(reading: Reading, message: stonks_view_pb2.StonksView, path: str) -> StonksOptions:
    path = f"{path}.options"
    if not message.HasField("options"):
        reading.fault(path, "must be set")
        return StonksOptions()
    options = message.options
    seats = reading.number(options.seats, path, ".seats", 2, MAX_SEATS)
    rounds = options.rounds or _DEFAULT_ROUNDS
    if rounds not in (3, MAX_ROUNDS):
        reading.fault(f"{path}.rounds", f"must be 3 or {MAX_ROUNDS}, not {rounds}")
        rounds = _DEFAULT_ROUNDS
    choices = tuple(
        [(name, reading.one_of(getattr(options, name), f"{path}.{name}", words)) for name, words in _CHOICES.items()]
    )
    return _options(seats, rounds, read_edition(reading, options.edition, path, edition_names()), choices)


def _read_view(reading: Reading, message: stonks_view_pb2.StonksView, path: str) -> TableView:
    return TableView(
        options=_read_options(reading, message, path),
        viewer=reading.number(message.viewer, path, ".viewer", 0, MAX_SEATS - 1),
        phase=reading.one_of(message.phase, f"{path}.phase", _PHASES),
        round_number=reading.number(message.round_number, path, ".round_number", 1, MAX_ROUNDS),
        half=reading.number(message.half, path, ".half", 0, MAX_HALVES) or 1,
        trick_number=reading.number(message.trick_number, path, ".trick_number", 0, NUMBERS),
        turn=reading.optional_number(message, "turn", path, 0, MAX_SEATS - 1),
        row=reading.numbers(message.row, path, ".row", COMPANIES, 0, COMPANIES - 1),
        levels=reading.numbers(message.levels, path, ".levels", COMPANIES, 1, LEVELS),
        black=reading.numbers(message.black, path, ".black", COMPANIES, 0, COMPANIES - 1),
        seats=tuple(
            [
                _read_seat(reading, seat, f"{path}.seats[{index}]")
                for index, seat in enumerate(reading.items(message.seats, path, ".seats", MAX_SEATS))
            ]
        ),
        hand=_read_cards(reading, message.hand, path, ".hand", NUMBERS),
        leader=reading.optional_number(message, "leader", path, 0, MAX_SEATS - 1),
        lead_suit=reading.optional_number(message, "lead_suit", path, 0, COMPANIES - 1),
        turned=_read_optional_card(reading, message, "turned", path),
        trick=tuple(
            [
                TrickCard(
                    card=_read_optional_card(reading, played, "card", f"{path}.trick[{index}]"),
                    speculation=played.speculation,
                )
                for index, played in enumerate(reading.items(message.trick, path, ".trick", MAX_SEATS))
            ]
        ),
        removed=_read_cards(reading, message.removed, path, ".removed", CARDS),
    )


def _read_seat(reading: Reading, message: stonks_view_pb2.StonksSeat, path: str) -> SeatView:
    return SeatView(
        points=reading.number(message.points, path, ".points", 0, MOST_POINTS),
        portfolio=_read_cards(reading, message.portfolio, path, ".portfolio", CARDS),
        face_down=tuple(
            [
                _read_optional_card(reading, card, "card", f"{path}.face_down[{index}]")
                for index, card in enumerate(reading.items(message.face_down, path, ".face_down", MAX_HALVES))
            ]
        ),
        speculation_card=message.speculation_card,
        voids=reading.numbers(message.voids, path, ".voids", COMPANIES, 0, COMPANIES - 1),
        opening_card=_read_optional_card(reading, message, "opening_card", path),
        opening_cards_chosen=reading.number(
            message.opening_cards_chosen, path, ".opening_cards_chosen", 0, OPENING_CARDS
        ),
        discarded=_read_optional_card(reading, message, "discarded", path),
        discarded_voids=reading.numbers(message.discarded_voids, path, ".discarded_voids", COMPANIES, 0, COMPANIES - 1),
    )


_CARDS = tuple(tuple(Card(company, number) for number in range(NUMBERS + 1)) for company in range(COMPANIES))


def _read_card(reading: Reading, message: stonks_view_pb2.StonksCard, path: str, name: str) -> Card:
    company, number = message.company, message.number
    if not (0 <= company < COMPANIES and 1 <= number <= NUMBERS):
        company = reading.number(company, path, f"{name}.company", 0, COMPANIES - 1)
        number = reading.number(number, path, f"{name}.number", 1, NUMBERS)
    return _CARDS[company][number]


def _read_optional_card(reading: Reading, message: Any, name: str, path: str) -> Card | None:
    """The card in a field that may be unset."""
    return _read_card(reading, getattr(message, name), path, f".{name}") if message.HasField(name) else None


def _read_cards(reading: Reading, messages: Any, path: str, name: str, most: int) -> tuple[Card, ...]:
    """The cards of a repeated field."""
    cards = enumerate(reading.items(messages, path, name, most))
    return tuple([_read_card(reading, card, path, f"{name}[{index}]") for index, card in cards])


def _card_message(card: Card) -> stonks_view_pb2.StonksCard:
    return stonks_view_pb2.StonksCard(company=card.company, number=card.number)


def _optional_card_message(card: Card | None) -> stonks_view_pb2.StonksCard | None:
    return None if card is None else _card_message(card)


def _options_message(options: StonksOptions) -> stonks_view_pb2.StonksOptions:
    choices: dict[str, Any] = {name: values[getattr(options, name)] for name, values in _CHOICE_VALUES.items()}
    return stonks_view_pb2.StonksOptions(seats=options.seats, rounds=options.rounds, edition=options.edition, **choices)


def _view_message(view: TableView) -> stonks_view_pb2.StonksView:
    return stonks_view_pb2.StonksView(
        options=_options_message(view.options),
        viewer=view.viewer,
        phase=stonks_view_pb2.StonksPhase.ValueType(_PHASE_VALUES[view.phase]),
        round_number=view.round_number,
        half=view.half,
        trick_number=view.trick_number,
        turn=view.turn,
        row=view.row,
        levels=view.levels,
        black=view.black,
        seats=[_seat_message(seat) for seat in view.seats],
        hand=[_card_message(card) for card in view.hand],
        leader=view.leader,
        lead_suit=view.lead_suit,
        turned=_optional_card_message(view.turned),
        trick=[
            stonks_view_pb2.StonksTrickCard(card=_optional_card_message(played.card), speculation=played.speculation)
            for played in view.trick
        ],
        removed=[_card_message(card) for card in view.removed],
    )


def _seat_message(seat: SeatView) -> stonks_view_pb2.StonksSeat:
    return stonks_view_pb2.StonksSeat(
        points=seat.points,
        portfolio=[_card_message(card) for card in seat.portfolio],
        face_down=[stonks_view_pb2.StonksFaceDownCard(card=_optional_card_message(card)) for card in seat.face_down],
        speculation_card=seat.speculation_card,
        voids=seat.voids,
        opening_card=_optional_card_message(seat.opening_card),
        opening_cards_chosen=seat.opening_cards_chosen,
        discarded=_optional_card_message(seat.discarded),
        discarded_voids=seat.discarded_voids,
    )


# --- moves --------------------------------------------------------------------------------------------------------


def _move_message(move: Any) -> stonks_move_pb2.StonksMove:
    match move:
        case ChooseFaceUp(card):
            return stonks_move_pb2.StonksMove(
                choose_face_up=stonks_move_pb2.StonksChooseFaceUp(card=_card_message(card))
            )
        case ChooseFaceDown(card):
            return stonks_move_pb2.StonksMove(
                choose_face_down=stonks_move_pb2.StonksChooseFaceDown(card=_card_message(card))
            )
        case PlayCard(card):
            return stonks_move_pb2.StonksMove(play=stonks_move_pb2.StonksPlayCard(card=_card_message(card)))
        case Speculate(card, lead_suit):
            return stonks_move_pb2.StonksMove(
                speculate=stonks_move_pb2.StonksSpeculate(card=_card_message(card), lead_suit=lead_suit)
            )
        case MoveToken(company, direction):
            return stonks_move_pb2.StonksMove(
                move_token=stonks_move_pb2.StonksMoveToken(
                    company=company,
                    direction=stonks_move_pb2.StonksDirection.ValueType(_DIRECTION_VALUES[direction]),
                )
            )
        case LeaveMarket():
            return stonks_move_pb2.StonksMove(leave_market=stonks_move_pb2.StonksLeaveMarket())
        case PickCard(card):
            return stonks_move_pb2.StonksMove(pick=stonks_move_pb2.StonksPickCard(card=_card_message(card)))
    raise TypeError(f"{type(move).__name__} is not a move of Stonks")


def _read_move(reading: Reading, message: stonks_move_pb2.StonksMove, path: str) -> Any:
    def company(value: int, name: str) -> int:
        return reading.number(value, path, f".{name}", 0, COMPANIES - 1)

    match message.WhichOneof("move"):
        case "choose_face_up":
            return ChooseFaceUp(_read_card(reading, message.choose_face_up.card, path, ".choose_face_up.card"))
        case "choose_face_down":
            return ChooseFaceDown(_read_card(reading, message.choose_face_down.card, path, ".choose_face_down.card"))
        case "play":
            return PlayCard(_read_card(reading, message.play.card, path, ".play.card"))
        case "speculate":
            return Speculate(
                _read_card(reading, message.speculate.card, path, ".speculate.card"),
                company(message.speculate.lead_suit, "speculate.lead_suit"),
            )
        case "move_token":
            return MoveToken(
                company(message.move_token.company, "move_token.company"),
                reading.one_of(message.move_token.direction, f"{path}.move_token.direction", _DIRECTIONS),
            )
        case "leave_market":
            return LeaveMarket()
        case "pick":
            return PickCard(_read_card(reading, message.pick.card, path, ".pick.card"))
    reading.fault(path, "must be a move: one field of its oneof must be set")
    return LeaveMarket()


# --- editions -----------------------------------------------------------------------------------------------------


def _edition_message(edition: Edition) -> catalog_pb2.StonksEditionInfo:
    return catalog_pb2.StonksEditionInfo(
        name=edition.name,
        title=edition.title,
        companies=[
            catalog_pb2.StonksCompanyInfo(name=name, fruits=fruits, market_symbols=symbols)
            for name, fruits, symbols in zip(edition.companies, edition.fruits, edition.market_symbols, strict=True)
        ],
        tile_front=edition.tile_front,
        tile_back=edition.tile_back,
        black_tokens=edition.black_tokens,
        speculation_fruits=edition.speculation_fruits,
        tables=[
            catalog_pb2.StonksTableInfo(
                seats=seats,
                companies_in_play=edition.companies_in_play[seats],
                start_levels=edition.start_levels[seats],
                hand_size=edition.hand_size[seats],
                halves=edition.halves[seats],
                tricks=edition.tricks(seats),
                backs_without_variant=edition.backs_without_variant[seats],
                backs_in_small_caps=edition.backs_in_small_caps[seats],
            )
            for seats in sorted(edition.hand_size)
        ],
        assumptions=[
            catalog_pb2.AssumptionInfo(name=name, source=edition.sources[name], value=value_text(edition, name))
            for name in edition.assumed
        ],
    )


def value_text(edition: Edition, name: str) -> str:
    """A value of an edition file as JSON text."""
    return json.dumps(getattr(edition, name))
