"""A game at the terminal, its answers typed by a script."""

from pathlib import Path

from engine.records import parse_record, replay
from tests.cli.conftest import Run

TABLE = ("play", "--players", 2, "--seed", 4, "--milliseconds", 5, "--solvers", "heuristic")


def test_hints_the_table_and_wrong_answers(run: Run) -> None:
    result = run(*TABLE, "--hint-solver", "ismcts(iterations=40)", typed="h\nt\nabc\n0\n99\n2\nq\n")
    assert result.exit_code == 0
    output = result.output
    assert "Stockpile, 2 players, seed 4. You are seat 1." in output
    assert "Hint: place " in output
    assert "visits" in output
    assert output.count("Please give a number from 1 to 8") == 3
    assert output.count("Round 1 of 6 – supply phase") == 3, "the first table, the one asked for, the next move's"
    assert "Seat 1 places Bottomline Bank face up on pile 2" in output
    assert "Final standings" not in output
    assert max(len(line) for line in output.splitlines() if "Your move" not in line) <= 80


def test_the_end_of_the_input_ends_the_game(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    result = run(*TABLE, "--record", record, typed="1\n")
    assert result.exit_code == 0
    game = parse_record(record.read_text())
    assert len(game.moves) == 1
    assert game.results is None
    replay(game)


def test_a_game_to_its_end(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    result = run(*TABLE, "--seat", 2, "--option", "dividends=choice", "--record", record, typed="1\n" * 300)
    assert result.exit_code == 0
    assert "Your only move" in result.output
    assert "Final standings" in result.output
    game = parse_record(record.read_text())
    assert game.players == ("heuristic(style=best)", "you")
    assert game.options["dividends"] == "choice"
    replay(game)


def test_a_person_is_not_told_what_others_see(run: Run) -> None:
    result = run(*TABLE, typed="1\n" * 300)
    assert "Seat 1 is dealt" in result.output
    assert "Seat 2 is dealt" not in result.output
    assert "Seat 2 learns" not in result.output
