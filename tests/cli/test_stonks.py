"""The commands with Stonks, and options of games."""

import re
from pathlib import Path

import pytest

from engine.records import parse_record, replay
from tests.cli.conftest import Run

OPTIONS = ("--option", "symbols=optional", "--option", "variant = small_caps")
TABLE = ("play", "--game", "stonks", "--seed", 4, "--milliseconds", 5, "--solvers", "heuristic(style=all_round)")


def test_a_game_is_drawn_recorded_and_replayed(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    result = run("demo", "--game", "stonks", "--milliseconds", 3, *OPTIONS, "--record", record)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 80
    assert any("Round 1 of 3 – opening pair, as seat 1 sees it" in line for line in lines)
    assert any("Round 3 of 3, trick 8 – play" in line for line in lines)
    assert re.search(r"│  On offer  \w+ \d+ +│", result.output)
    assert re.search(r"^Seat 3  play \w+ \d+: the price_steerer style's", result.output, re.MULTILINE)
    assert re.search(r"│ +\d │ Seat \d │ ismcts +│ +\d+ │", result.output), "whole points"
    assert "is dealt" not in result.output
    game = parse_record(record.read_text())
    assert game.options["symbols"] == "optional"
    assert game.options["variant"] == "small_caps"
    assert game.results is not None
    result = run("replay", record)
    assert result.exit_code == 0
    assert "Game 1: Stonks, 4 players, seed 1" in result.output
    assert "(seat 2 alone sees it)" in result.output
    assert "1 game ends exactly as recorded." in result.output


@pytest.mark.parametrize("players", [2, 3, 5])
def test_all_tables_are_drawn(run: Run, players: int) -> None:
    result = run("demo", "--game", "stonks", "--players", players, "--solvers", "heuristic")
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80
    assert ("half 2" in result.output) == (players == 2)


def test_a_game_against_a_person(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    table = (*TABLE, "--players", 3, "--option", "rounds=5", "--hint-solver", "ismcts(iterations=40)")
    result = run(*table, "--record", record, typed="h\nt\n0\n" + "1\n" * 300)
    assert result.exit_code == 0
    assert "Stonks, 3 players, seed 4. You are seat 1." in result.output
    assert "Hint: put " in result.output
    assert "Round 5 of 5, trick 6 – play" in result.output
    assert "Seat 1 is dealt" in result.output
    assert "Seat 2 is dealt" not in result.output
    assert "Final standings" in result.output
    game = parse_record(record.read_text())
    assert game.options["rounds"] == 5
    replay(game)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("rounds=4",), "rounds: must be 3 or 5, not 4"),
        (("rounds=many",), "rounds: must be a whole number, not str"),
        (("dividends=choice",), "dividends: Stonks has no such option"),
        (("rounds",), "--option: must be NAME=VALUE, not 'rounds'"),
        (("rounds=3", "rounds=5"), "rounds: is given twice"),
        (("seats=3",), "seats: is given by --players"),
        (("lock=never", "symbols=no"), "lock: must be one of cumulative, last_moved, not 'never'"),
        (("edition=no.toml",), "no.toml"),
    ],
)
def test_an_option_that_cannot_be_is_told_in_one_line(run: Run, options: tuple[str, ...], message: str) -> None:
    for command in ("demo", "play"):
        arguments = [word for option in options for word in ("--option", option)]
        result = run(command, "--game", "stonks", *arguments)
        assert result.exit_code == 2
        assert result.output.startswith("Error: ")
        assert message in result.output
        assert len(result.output.splitlines()) == 1
