"""The share of the way from rules of thumb to open cards, on deals that both play."""

from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from eval import way_to_cheating
from eval.way_to_cheating import measure_way, share_of_way, way_table


def test_the_share_of_the_way_is_a_ratio_of_means() -> None:
    whole = np.array([10.0, 20.0, 30.0, 20.0])
    assert share_of_way(0.25 * whole, whole).text(6) == "0.250000 ± 0.000000", "as both are drawn by deals"
    found = share_of_way(np.array([5.0, 25.0, 0.0, 10.0]), whole)
    assert found.mean == 0.5
    assert 0.0 < found.low < 0.5 < found.high < 1.25
    assert np.isnan(share_of_way(whole[:1], whole[:1]).low), "a single deal tells nothing"


def test_where_there_may_be_no_way_there_are_no_bounds() -> None:
    found = share_of_way(np.array([1.0, 2.0, 1.0]), np.array([-10.0, 12.0, 1.0]))
    assert found.mean == pytest.approx(4.0 / 3.0)
    assert (found.low, found.high) == (-np.inf, np.inf)


def test_the_interval_covers_the_true_share() -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for trial in range(200):
        luck = rng.normal(0.0, 10.0, 40)
        whole = 20.0 + luck + rng.normal(0.0, 5.0, 40)
        found = share_of_way(10.0 + luck + rng.normal(0.0, 5.0, 40), whole, trial, 500)
        covered += found.low <= 0.5 <= found.high
    assert 175 <= covered <= 200, "95 % less a little, as few deals are drawn from"


def test_the_best_heuristic_has_gone_nothing_of_the_way(tmp_path: Path) -> None:
    """In the focal seat it is one copy more: margin 0, an even win share; the yardstick itself has gone all of it."""
    way = measure_way("stonks", 3, tmp_path / "none", "heuristic", "heuristic(style=portfolio)", deals=2)
    assert (way.margin.low, way.margin.mean, way.margin.high) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)
    assert way.win_share.mean == pytest.approx(1.0 / 3.0)
    assert way.margin_share.mean == pytest.approx(0.0, abs=1e-9)
    assert way.win_share_share.mean == pytest.approx(0.0)
    all_of_it = measure_way("stonks", 2, tmp_path / "all", "cheating", "cheating", deals=2, iterations=10)
    assert all_of_it.margin == all_of_it.cheating_margin
    assert all_of_it.margin_share.mean == 1.0
    lines = way_table([way, all_of_it]).splitlines()
    assert lines[2].replace("-0.0 ", "0.0 ").startswith("| Stonks | 3 | 0.0 ± 0.0 | ")
    assert len({line.count("|") for line in lines}) == 1


def test_the_command_writes_its_table(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(way_to_cheating.main)
    budget = ["--deals", "2", "--iterations", "3", "--workers", "1"]
    arguments = ["--game", "stonks", "--players", "2", *budget, "--output", str(tmp_path)]
    for _ in range(2):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output
    text = (tmp_path / "way.md").read_text(encoding="utf-8")
    assert text.startswith("# The way to open cards: ismcts, 3 iterations a move\n")
    assert "| Stonks | 2 | " in text
    assert {path.name for path in tmp_path.glob("*.sqlite")} == {"stonks_2_search.sqlite", "stonks_2_cheating.sqlite"}
