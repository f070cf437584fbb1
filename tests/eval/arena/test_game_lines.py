"""Games of a run as lines: ``pitwise replay --verify`` accepts them, and they are the games that were played."""

from dataclasses import replace

import pytest
from typer.testing import CliRunner

from cli.main import app
from engine.catalog import GAMES
from engine.errors import RecordError
from engine.records import parse_record
from eval.arena.game_lines import game_line
from eval.arena.play_block import play_block
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameKey
from tests.eval.arena.players import run


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "solvers", [("random", "heuristic"), ("ismcts(trees=1)", "cheating")], ids=["compiled", "search"]
)
def test_replay_accepts_the_lines_of_a_block(name, solvers, tmp_path):
    table = Table(run(*solvers, game=name, players=2, seed=6), 2)
    results = play_block(table, 1)
    assert all(result.moves == () for result in results)
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{game_line(table, result)}\n" for result in results), encoding="utf-8")
    replayed = CliRunner().invoke(app, ["replay", str(file), "--verify"])
    assert replayed.exit_code == 0, replayed.output
    assert f"{len(results)} games end exactly as recorded" in replayed.output


def test_a_line_says_who_sat_where_and_what_they_got():
    table = Table(run("random", "heuristic"), 3)
    result = play_game(table, GameKey(3, 0, 1), keep_moves=True)
    record = parse_record(game_line(table, result))
    assert record.players == tuple(table.spec.entrants[entrant].name for entrant in result.seating)
    assert record.results == result.payoffs
    assert record.moves == result.moves
    assert game_line(table, replace(result, moves=())) == game_line(table, result)


def test_games_that_end_otherwise_are_refused():
    table = Table(run("random", "heuristic"), 3)
    result = play_game(table, GameKey(3, 2, 1), keep_moves=True)
    where = "game 1 of block 2 with 3 players"
    changed = replace(result, payoffs=(0.0, 0.0, 0.0), moves=())
    with pytest.raises(RecordError, match=f"{where}: played again it ends with"):
        game_line(table, changed)
    with pytest.raises(RecordError, match=f"{where}: played again it is not over"):
        game_line(table, replace(result, moves=result.moves[:-1]))
    with pytest.raises(RecordError, match=f"{where}: a move that the run has kept cannot be played"):
        game_line(table, replace(result, moves=(-5, *result.moves)))
