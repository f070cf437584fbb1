"""A game at the terminal, its answers typed by a script."""

from pathlib import Path
from typing import ClassVar

import pytest

from engine.records import parse_record, replay
from solvers import registry
from solvers.heuristic_player import HeuristicPlayer
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


class Historian(HeuristicPlayer):
    """Notes what it is told of the decisions before."""

    name = "historian"
    reads_earlier_views = True
    told: ClassVar[list[tuple[int, list[tuple[int, int]]]]] = []

    def choose(self, game, view, budget, seed, control=None):
        earlier = [(game.viewer(seen), int(seen.round_number)) for seen in control.earlier]
        self.told.append((int(view.round_number), earlier))
        return super().choose(game, view, budget, seed, control)


def test_opponents_see_again_what_they_have_seen_in_the_round(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SOLVERS, "historian", Historian)
    monkeypatch.setattr(Historian, "told", [])
    result = run(*TABLE[:-1], "historian", typed="1\n" * 300)
    assert "Final standings" in result.output
    assert len(Historian.told) > 40
    for number, earlier in Historian.told:
        assert all(seen == (1, number) for seen in earlier)
    # The person places two cards first; from round to round the others begin.
    assert [len(earlier) for number, earlier in Historian.told if number == 0][:2] == [2, 3]
    assert {number for number, earlier in Historian.told if not earlier} <= {1, 3, 5}
