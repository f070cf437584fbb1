"""A demo's game is drawn, recorded, replayed and checked."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from engine.records import parse_record
from tests.cli.conftest import Run

SOLVERS = "ismcts(iterations=8),heuristic(style=majority)"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a demo's game."""
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    arguments = ["demo", "--players", "2", "--solvers", "heuristic", "--quiet", "--record", str(file)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    return file


def test_a_game_is_drawn_and_recorded(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    result = run("demo", "--players", 2, "--solvers", SOLVERS, "--milliseconds", 5, "--record", record)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 80
    assert any("Round 1 of 6 – supply phase, as seat 1 sees it" in line for line in lines)
    assert any("Round 6 of 6" in line for line in lines)
    assert re.search(r"│\s+1 │ Seat [12] │", result.output), "standings"
    assert re.search(r"^Seat 2  bid \$\d+K on pile \d: the majority style's choice\.", result.output, re.MULTILINE)
    game = parse_record(record.read_text())
    assert game.players == tuple(SOLVERS.split(","))
    assert game.results is not None


def test_a_spectator_is_told_what_the_table_sees(run: Run) -> None:
    # A seat's hand is dealt and its forecasts are learnt in private.
    drawn = run("demo", "--players", 2, "--solvers", "heuristic", "--milliseconds", 5)
    assert drawn.exit_code == 0
    for private in ("is dealt", "learns:", "alone sees it"):
        assert private not in drawn.output
    assert "Revealed by the board" in drawn.output


def test_a_quiet_demo_says_only_how_it_ended(run: Run) -> None:
    result = run("demo", "--players", 3, "--solvers", "heuristic", "--quiet")
    assert result.exit_code == 0
    assert "Final standings" in result.output
    assert "Round 1" not in result.output
    assert len(result.output.splitlines()) < 12


def test_replay_shows_a_game(run: Run, record: Path) -> None:
    result = run("replay", record)
    assert result.exit_code == 0
    assert "Game 1: Stockpile, 2 players, seed 1" in result.output
    assert "Seat 2 is dealt" in result.output
    assert "(seat 2 alone sees it)" in result.output
    assert "Final standings" in result.output
    assert result.output.endswith("1 game ends exactly as recorded.\n")
    assert max(map(len, result.output.splitlines())) <= 80


def test_replay_verifies_a_game(run: Run, record: Path) -> None:
    result = run("replay", "--verify", record)
    assert (result.exit_code, result.output) == (0, "1 game ends exactly as recorded.\n")


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda line: line[:-20], "line 1: not a line of JSON"),
        (lambda line: line.replace('"checksum":"', '"checksum":"f'), "line 1: checksum: the replay ends at"),
        (lambda line: re.sub(r'"moves":\[\d+', '"moves":[131072', line), "line 1: move 1 of "),
        (lambda line: line.replace("stockpile", "chess"), "line 1: game: no game is called 'chess'"),
        (lambda line: line.replace('"players":[', '"players":["third",'), "line 1: players: "),
        (lambda line: "", "holds no such game"),
    ],
)
def test_replay_names_what_is_wrong(
    run: Run, record: Path, tmp_path: Path, edit: Callable[[str], str], message: str
) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(edit(record.read_text().strip()))
    result = run("replay", "--verify", broken)
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")
    assert message in result.output
    assert len(result.output.splitlines()) == 1


def test_replay_of_a_missing_file(run: Run, tmp_path: Path) -> None:
    result = run("replay", tmp_path / "nothing.jsonl")
    assert result.exit_code == 2
    assert result.output.startswith("Error: cannot read ")
    assert len(result.output.splitlines()) == 1
