"""A record replays to the same position, or says what is wrong with it."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from engine import contract
from engine.catalog import GAMES, load_game
from engine.errors import RecordError
from engine.records import GameRecord, parse_record, record_line, replay, replay_moves


def played(name: str, seats: int, seed: int, most_moves: int = 100_000) -> tuple[Any, Any, list[int]]:
    """A random game: the game, the position reached, and the moves."""
    game = load_game(name, seats=seats)
    state = game.deal(seed)
    chooser = random.Random(seed)
    moves: list[int] = []
    while game.mover(state) is not None and len(moves) < most_moves:
        moves.append(chooser.choice(game.legal_moves(state)))
        game.apply(state, moves[-1])
    return game, state, moves


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_record_replays_to_the_same_bytes(name: str, seats: int) -> None:
    game, state, moves = played(name, seats, seed=seats)
    names = [f"player {seat}" for seat in range(seats)]
    line = record_line(GameRecord.of_game(game, seats, moves, players=names))
    assert "\n" not in line
    record = parse_record(line)
    assert record.results == tuple(game.payoffs(state))
    assert record.players == tuple(names)
    assert record_line(record) == line
    _, reached = replay(record)
    assert reached.tobytes() == state.tobytes()


def test_an_unfinished_game_can_be_recorded() -> None:
    game, state, moves = played("stockpile", 4, seed=9, most_moves=30)
    record = parse_record(record_line(GameRecord.of_game(game, 9, moves)))
    assert record.results is None
    assert replay(record)[1].tobytes() == state.tobytes()


def test_a_replay_move_by_move_tells_what_happened_on_the_way() -> None:
    game, _, moves = played("stockpile", 3, seed=2)
    record = GameRecord.of_game(game, 2, moves)
    log = contract.event_log()
    replayed = []
    for _, move in replay_moves(game, record, log=log):
        assert log[0, 0] > 0 or move is not None
        replayed.append(move)
    assert replayed == [*moves, None]


@pytest.fixture(scope="module")
def good_line() -> dict[str, Any]:
    game, _, moves = played("stockpile", 4, seed=1)
    values: dict[str, Any] = json.loads(record_line(GameRecord.of_game(game, 1, moves)))
    return values


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("format", 99, "format: must be 1, not '99'"),
        ("game", 7, "game: must be a name"),
        ("options", [], "options: must be an object"),
        ("seed", "one", "seed: must be a whole number"),
        ("moves", "none", "moves: must be a list"),
        ("moves", [1.5], "moves: must be a list"),
        ("checksum", 3, "checksum: must be a text"),
        ("players", [1], "players: must be a list of names"),
        ("results", ["many"], "results: must be a list of numbers"),
        ("winner", 1, "'winner': a game record has no such field"),
    ],
)
def test_a_malformed_record_names_the_field(good_line: dict[str, Any], field: str, value: Any, text: str) -> None:
    with pytest.raises(RecordError, match=text.replace("(", r"\(")):
        parse_record(json.dumps({**good_line, field: value}))


@pytest.mark.parametrize("field", ["game", "options", "seed", "moves", "checksum"])
def test_a_missing_field_is_named(good_line: dict[str, Any], field: str) -> None:
    values = dict(good_line)
    del values[field]
    with pytest.raises(RecordError, match=f"{field}: is missing"):
        parse_record(json.dumps(values))


@pytest.mark.parametrize("line", ["", "{", "[]", "7", "[" * 100_000])
def test_a_line_that_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="JSON"):
        parse_record(line)


def test_a_replay_names_what_does_not_fit(good_line: dict[str, Any]) -> None:
    record = parse_record(json.dumps(good_line))
    with pytest.raises(RecordError, match="game: no game is called"):
        replay(replace(record, game="chess"))
    with pytest.raises(RecordError, match="options: seats: "):
        replay(replace(record, options={"seats": 9}))
    with pytest.raises(RecordError, match="checksum: the replay ends at"):
        replay(replace(record, checksum="0" * 16))
    replay(replace(record, checksum="0" * 16), verify=False)
    with pytest.raises(RecordError, match="results: the replay ends with"):
        replay(replace(record, results=(0.0,) * 4))
    with pytest.raises(RecordError, match=r"move 1 of 1: finish selling is not legal there"):
        replay(replace(record, moves=(4 << 16,)))
    with pytest.raises(RecordError, match=r"move 2 of .*: code -1 is not legal there"):
        replay(replace(record, moves=(record.moves[0], -1, *record.moves[2:])))
    with pytest.raises(RecordError, match=r"the game is over already"):
        replay(replace(record, moves=(*record.moves, 0)))
    unfinished = GameRecord.of_game(load_game("stockpile"), 1, record.moves[:9])
    with pytest.raises(RecordError, match="results: are given, but the game is not over"):
        replay(replace(unfinished, results=(0.0,) * 4))
