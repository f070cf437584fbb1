"""``pitwise bench`` and ``pitwise audit`` print JSON and nothing else, or tables."""

import json

import pytest

from cli import bench as bench_module
from eval.audit import CHECKERS
from tests.cli.conftest import Run


def test_bench_measures_and_prints_json(run: Run) -> None:
    result = run("bench", "--json", "--seconds", 0.01, "--players", 2, "--no-service", "--no-arena", "--no-starts")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["games"]["stockpile"]["players"]["2"]["random games/s"] > 0
    assert report["signature"]
    assert "service" not in report


def test_bench_measures_the_service(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # The engine's figures are the other test's.
    monkeypatch.setattr(bench_module, "bench_engine", lambda names, settings, tell: {"games": {}})
    result = run("bench", "--json", "--seconds", 0.05, "--no-starts")
    assert result.exit_code == 0
    service = json.loads(result.stdout)["service"]
    assert service["heuristic, 1 client: requests/s"] > 0
    assert service["deadlines missed"] <= service["deadlines tried"]


def test_bench_prints_tables(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    report = {
        "games": {"stockpile": {"players": {"2": {"random games/s": 1500}, "3": {"random games/s": 1200}}, "cores": 2}},
        "machine": {"cores": 2},
    }
    monkeypatch.setattr(bench_module, "bench_engine", lambda names, settings, tell: report)
    result = run("bench", "--no-service", "--no-arena", "--no-starts")
    assert result.exit_code == 0
    assert "1,500" in result.output
    assert "stockpile: cores" in result.output


def test_audit_prints_json(run: Run) -> None:
    result = run("audit", "--games", 1, "--players", 2, "--solver", "heuristic", "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["passed"] is True
    assert [twin["solver"] for twin in report["twins"]] == ["heuristic"]


def test_audit_prints_a_table(run: Run) -> None:
    result = run("audit", "--games", 1, "--players", 2, "--solver", "random")
    assert result.exit_code == 0
    assert "Fairness audit: stockpile, 1 games, seed 1" in result.output


def test_a_game_that_cannot_be_audited_is_told_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(CHECKERS, "stockpile")
    result = run("audit", "--games", 1)
    assert result.exit_code == 2
    assert result.output.startswith("Error: there is no audit of Stockpile")
    assert len(result.output.splitlines()) == 1
