"""Game records: one JSON line from which a game can be replayed exactly.

All chance of a game comes from its seed, so the options, the seed and the moves are the whole game. The checksum of
the final position tells whether a replay really ended where the game did.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.catalog import load_game
from engine.errors import MoveError, ProblemsError, RecordError, UnknownNameError
from engine.game import Game

FORMAT_VERSION = 1
"""Raised when a line of this version would be read or replayed differently."""

MOST_MOVES = 100_000
LONGEST_LINE = 4_000_000
"""Longer lines are refused unread; a game is some hundred moves, a few kilobytes."""

_REQUIRED = ("format", "game", "options", "seed", "moves", "checksum")
_OPTIONAL = ("players", "results")


@dataclass(frozen=True)
class GameRecord:
    """A recorded game, finished or not.

    Attributes:
        game: the game's name.
        options: as ``load_game`` takes them.
        seed: of the deal.
        moves: move codes in the order they were played.
        checksum: of the position after the last move, see :func:`checksum`.
        players: for each seat the spec of the solver that played it, or any other name. Optional.
        results: for each seat its final result in the game's unit. Optional.
    """

    game: str
    options: Mapping[str, Any]
    seed: int
    moves: tuple[int, ...]
    checksum: str
    players: tuple[str, ...] | None = None
    results: tuple[float, ...] | None = None

    @classmethod
    def of_game(cls, game: Game, seed: int, moves: Sequence[int], players: Sequence[str] | None = None) -> "GameRecord":
        """The record of the game that these moves make, with its results if it is over.

        Raises:
            MoveError: a move is not legal where it stands.
        """
        state = game.deal(seed)
        for move in moves:
            game.apply(state, move)
        return cls(
            game=game.name,
            options=game.options_json,
            seed=int(seed),
            moves=tuple(int(move) for move in moves),
            checksum=checksum(game, state),
            players=None if players is None else tuple(players),
            results=tuple(game.payoffs(state)) if game.mover(state) is None else None,
        )


def checksum(game: Game, state: Any) -> str:
    """The first 16 hex digits of the SHA-256 of the position's bytes."""
    return hashlib.sha256(game.copy(state).tobytes()).hexdigest()[:16]


def record_line(record: GameRecord) -> str:
    """A record as one line of JSON, without the line break."""
    values: dict[str, Any] = {
        "format": FORMAT_VERSION,
        "game": record.game,
        "options": dict(record.options),
        "seed": record.seed,
        "moves": list(record.moves),
        "checksum": record.checksum,
    }
    if record.players is not None:
        values["players"] = list(record.players)
    if record.results is not None:
        values["results"] = list(record.results)
    return json.dumps(values, separators=(",", ":"))


def parse_record(line: str) -> GameRecord:
    """Read a line that :func:`record_line` wrote. Moves are not played; :func:`replay` does that.

    Raises:
        RecordError: naming what is wrong: not JSON, another format version, or the field at fault.
    """
    if len(line) > LONGEST_LINE:
        raise RecordError(f"the line has {len(line)} characters, more than {LONGEST_LINE}")
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not a line of JSON: {error}") from None
    if not isinstance(values, dict):
        raise RecordError("a game record is a JSON object")
    if values.get("format") != FORMAT_VERSION:
        raise RecordError(f"format: must be {FORMAT_VERSION}, not {str(values.get('format'))[:20]!r}")
    for name in _REQUIRED:
        if name not in values:
            raise RecordError(f"{name}: is missing")
    for name in values:
        if name not in _REQUIRED + _OPTIONAL:
            raise RecordError(f"{name[:40]!r}: a game record has no such field")
    game, options, seed = values["game"], values["options"], values["seed"]
    if not isinstance(game, str):
        raise RecordError("game: must be a name")
    if not isinstance(options, dict):
        raise RecordError("options: must be an object")
    if not _is_whole(seed):
        raise RecordError("seed: must be a whole number")
    moves = _list(values, "moves", "move codes (whole numbers)", _is_whole)
    if len(moves) > MOST_MOVES:
        raise RecordError(f"moves: {len(moves)} of them, more than {MOST_MOVES}")
    if not isinstance(values["checksum"], str):
        raise RecordError("checksum: must be a text")
    return GameRecord(
        game=game,
        options=options,
        seed=seed,
        moves=moves,
        checksum=values["checksum"],
        players=_list(values, "players", "names", lambda name: isinstance(name, str)),
        results=_list(values, "results", "numbers", lambda value: _is_whole(value) or isinstance(value, float)),
    )


def replay(record: GameRecord, verify: bool = True) -> tuple[Game, Any]:
    """The configured game and the position after the record's last move.

    Args:
        record: the game to replay.
        verify: compare the checksum of the position reached, and the results if the record has them.

    Raises:
        RecordError: unknown game, impossible options, an illegal move (with its number, from 1), or a position or
            results other than the record says.
    """
    game = game_of_record(record)
    state = game.empty_state()
    for state, _ in replay_moves(game, record, verify):  # noqa: B007
        pass
    return game, state


def game_of_record(record: GameRecord) -> Game:
    """The configured game of a record.

    Raises:
        RecordError: unknown game or impossible options.
    """
    try:
        return load_game(record.game, **record.options)
    except UnknownNameError as error:
        raise RecordError(f"game: {error}") from None
    except ProblemsError as error:
        raise RecordError(f"options: {error}") from None


def replay_moves(
    game: Game, record: GameRecord, verify: bool = True, log: npt.NDArray[np.int16] = contract.NO_LOG
) -> Iterator[tuple[Any, int | None]]:
    """Replay move by move: each position with the move about to be played, at last the final position with None.

    The position is one and the same record, changed in place. ``log`` holds what happened since the step before.

    Raises:
        RecordError: as :func:`replay` does, when it gets there.
    """
    log[0, 0] = 0
    state = game.deal(record.seed, log)
    for number, move in enumerate(record.moves, 1):
        if game.mover(state) is None:
            raise RecordError(f"move {number} of {len(record.moves)}: the game is over already")
        if move not in game.legal_moves(state):
            raise RecordError(f"move {number} of {len(record.moves)}: {_move_text(game, move)} is not legal there")
        yield state, move
        log[0, 0] = 0
        contract.apply(game.rules, state, move, log)
    if verify:
        _verify(record, game, state)
    yield state, None


def _move_text(game: Game, move: int) -> str:
    try:
        return game.move_text(move)
    except MoveError:
        return f"code {str(move)[:20]}"


def _verify(record: GameRecord, game: Game, state: Any) -> None:
    reached = checksum(game, state)
    if reached != record.checksum:
        raise RecordError(f"checksum: the replay ends at {reached}, the record says {record.checksum[:40]!r}")
    if record.results is not None:
        if game.mover(state) is not None:
            raise RecordError("results: are given, but the game is not over")
        results = game.payoffs(state)
        if list(record.results) != results:
            raise RecordError(f"results: the replay ends with {results}, the record says {list(record.results)}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _list(values: Mapping[str, Any], name: str, what: str, fits: Any) -> Any:
    """The list in a field as a tuple; None if the field is absent."""
    if name not in values:
        return None
    value = values[name]
    if not isinstance(value, list) or not all(fits(item) for item in value):
        raise RecordError(f"{name}: must be a list of {what}")
    return tuple(value)
