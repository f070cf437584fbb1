"""Messages to the engine's types and back; what differs from game to game is in a :class:`Conversion` of its own.

Reading is strict and complete: every field of a message is checked for what the wire cannot express (a face missing
from a card, an enumerator unknown here, a number out of all range), every fault is noted with the path of its field,
and only then does the engine check the rules of the game.
"""

from functools import lru_cache
from typing import Any

from google.protobuf.message import Message

from engine.errors import OptionError, Problem, ViewError
from engine.game import Game
from pitwise.v1 import analysis_pb2, position_pb2
from server.conversion import Conversion, configured_game
from server.convert_stockpile import StockpileConversion
from server.convert_stonks import StonksConversion
from server.errors import RequestError
from server.reading import Reading
from solvers.base import Budget, Choice

CONVERSIONS: dict[str, Conversion] = {
    conversion.name: conversion for conversion in (StockpileConversion(), StonksConversion())
}
"""By the game's name. The server warms up, lists and plays these games, whatever else the engine knows."""


# --- views --------------------------------------------------------------------------------------------------------


def read_view(message: position_pb2.View, path: str = "view") -> tuple[Game, Any]:
    """The configured game and the view record of a view message.

    Raises:
        RequestError: listing every field that is malformed or breaks a rule, under ``path``.
    """
    conversion, game_message, inner = _game_of(message, path)
    table_view = _checked_table_view(conversion, game_message, inner)
    try:
        game = configured_game(conversion.name, conversion.options_of(table_view))
        return game, conversion.record(game, game_message, table_view)
    except OptionError as error:
        raise RequestError(_under(f"{inner}.options", error.problems, conversion)) from None
    except ViewError as error:
        raise RequestError(_under(inner, error.problems, conversion)) from None


_MOST_REMEMBERED = 2_048
_LONGEST_REMEMBERED_BYTES = 8_192


def read_earlier_view(message: position_pb2.View, path: str) -> tuple[Game, Any]:
    """Like :func:`read_view`, for a view that comes again with every request of the round: the record is shared.

    Raises:
        RequestError: listing every field that is malformed or breaks a rule, under ``path``.
    """
    encoded = message.SerializeToString(deterministic=True)
    if len(encoded) <= _LONGEST_REMEMBERED_BYTES:
        try:
            return _remembered_view(encoded)
        except RequestError:
            pass  # Faults are not remembered, and have other paths.
    return read_view(message, path)


@lru_cache(maxsize=_MOST_REMEMBERED)
def _remembered_view(encoded: bytes) -> tuple[Game, Any]:
    return read_view(position_pb2.View.FromString(encoded))


def read_table_view(message: position_pb2.View, path: str = "view") -> Any:
    """The typed view of a view message, its shape checked but not the rules of the game.

    Raises:
        RequestError: listing every malformed field.
    """
    return _checked_table_view(*_game_of(message, path))


def view_message(game: Game, view: Any) -> position_pb2.View:
    """The message of a view record."""
    game_message: Any = CONVERSIONS[game.name].view_message(game, game.table_view(view))
    return position_pb2.View(**{game.name: game_message})


def _game_of(message: position_pb2.View, path: str) -> tuple[Conversion, Message, str]:
    """How the game of a view is converted, the view's message in that game, and its path."""
    name = message.WhichOneof("game")
    if name is None:
        # A client that knows more games than this server sends a field unknown here.
        raise RequestError([Problem(path, "must have the view of a game: one field of its oneof must be set")])
    return CONVERSIONS[name], getattr(message, name), f"{path}.{name}"


def _checked_table_view(conversion: Conversion, message: Message, path: str) -> Any:
    reading = Reading()
    table_view = conversion.read_view(reading, message, path)
    reading.check()
    return table_view


def _under(prefix: str, problems: list[Problem], conversion: Conversion) -> list[Problem]:
    """The engine's problems with paths of the message."""
    moved = []
    for problem in problems:
        field = conversion.field_path(problem.field)
        moved.append(Problem(f"{prefix}.{field}" if field else prefix, problem.description))
    return moved


# --- moves --------------------------------------------------------------------------------------------------------


def move_message(game: Game, code: int) -> position_pb2.Move:
    """The message of a move code."""
    message = position_pb2.Move()
    message.CopyFrom(_shared_move_message(game, code))
    return message


@lru_cache(maxsize=8_192)
def _shared_move_message(game: Game, code: int) -> position_pb2.Move:
    """The message of a move code, for copying only: every answer lists every legal move, and they recur."""
    game_message: Any = CONVERSIONS[game.name].move_message(game.decode_move(code))
    return position_pb2.Move(text=game.move_text(code), **{game.name: game_message})


def read_move(game: Game, message: position_pb2.Move, path: str = "move") -> int:
    """The code of a move message; ``text`` is not read.

    Raises:
        RequestError: naming the malformed fields.
        MoveError: no move of the game is like this.
    """
    reading = Reading()
    move = CONVERSIONS[game.name].read_move(reading, getattr(message, game.name), f"{path}.{game.name}")
    reading.check()
    return game.encode_move(move)


# --- budgets and answers ------------------------------------------------------------------------------------------


def read_budget(reading: Reading, message: analysis_pb2.Budget, path: str = "budget") -> Budget:
    """The budget of a message; limits below 1 are faults, limits beyond the server's caps are not."""
    most = 2**63 - 1
    milliseconds = reading.optional_number(message, "milliseconds", path, 1, most)
    return Budget(
        iterations=reading.optional_number(message, "iterations", path, 1, most),
        milliseconds=None if milliseconds is None else float(milliseconds),
    )


def analysis_message(game: Game, choice: Choice) -> analysis_pb2.Analysis:
    """What a solver found, as a message; what the server decided (seed, budget, solver) is the caller's to add."""
    message = analysis_pb2.Analysis(
        move=_shared_move_message(game, choice.move),
        candidates=[
            analysis_pb2.Candidate(
                move=_shared_move_message(game, candidate.move),
                visits=candidate.visits,
                mean=candidate.mean,
                standard_error=candidate.standard_error,
            )
            for candidate in choice.candidates
        ],
        principal_line=[
            analysis_pb2.LineStep(seat=seat, move=_shared_move_message(game, code))
            for seat, code in choice.principal_line
        ],
        worlds=choice.worlds,
        iterations=choice.iterations,
        elapsed_milliseconds=choice.seconds * 1000.0,
        explanation=choice.explanation,
        forced=choice.forced,
    )
    if choice.inference is not None:
        message.inference.decisions = choice.inference.decisions
        message.inference.effective_share = choice.inference.effective_share
    CONVERSIONS[game.name].add_reasons(game, choice, message)
    return message
