"""A skill ladder: each rung plays the one below on shared deals, and a killed ladder goes on."""

import os
from pathlib import Path

import numpy as np
import pytest
import typer
from matplotlib.image import imread
from typer.testing import CliRunner

from eval import skill_ladder
from eval.arena.finished_run import UnfinishedRunError
from eval.arena.runner import StopRequest
from eval.arena.seating import games_of_block
from eval.arena.seeds import deal_seed
from eval.arena.store import RunFileError, RunStore
from eval.intervals import Interval
from eval.skill_ladder import Ladder, Rung, added, climb, ladder_table, verdict
from eval.skill_ladder_plot import ladder_plot

TINY = Ladder("stonks", 2, lowest=2, doublings=3, deals=3, deals_at_top=1)


def rung(score: Interval) -> Rung:
    nothing = Interval(0.0, -10.0, 10.0)
    return Rung(200, 5, 10, score, score, nothing, nothing, 1.25)


def test_a_ladder_is_doublings_on_fewer_and_fewer_deals() -> None:
    ladder = Ladder("stonks", 4, deals=100, deals_at_top=10)
    assert [ladder.iterations(number) for number in (0, 1, 2, 10)] == [100, 200, 400, 102_400]
    deals = [ladder.deals_of(number) for number in range(1, 11)]
    assert (deals[0], deals[-1]) == (100, 10)
    assert deals == sorted(deals, reverse=True)
    assert deals[3] * deals[6] == pytest.approx(1000, rel=0.03), "equal factors"
    assert Ladder("stonks", 4, doublings=1, deals=7).deals_of(1) == 7


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_rung_and_the_one_below_sit_in_every_seat_equally_often(players: int) -> None:
    runs = [Ladder("stonks", players).run(number) for number in (1, 6)]
    for run in runs:
        seatings = games_of_block(run, players, 0)
        for seat in range(players):
            assert 2 * sum(seating[seat] for seating in seatings) == len(seatings)
        assert all(abs(seating.count(0) - seating.count(1)) <= 1 for seating in seatings)
    assert deal_seed(runs[0].seed, players, 3) == deal_seed(runs[1].seed, players, 3), "the same deals on all rungs"


def test_a_ladder_is_climbed_and_a_killed_one_goes_on(tmp_path: Path) -> None:
    whole = climb(TINY, tmp_path / "whole")
    assert [(one.iterations, one.deals, one.games) for one in whole] == [(4, 3, 6), (8, 2, 4), (16, 1, 2)]
    assert [one.height.mean for one in whole] == pytest.approx(
        [sum(one.gain.mean for one in whole[:number]) for number in (1, 2, 3)]
    )
    stop = StopRequest()

    def stop_after_the_first(_: Rung) -> None:
        stop.reason = "SIGTERM"

    with pytest.raises(UnfinishedRunError, match="goes on"):
        climb(TINY, tmp_path / "parts", stop=stop, tell=stop_after_the_first)
    again = climb(TINY, tmp_path / "parts")
    # As texts, since what a single deal cannot tell is not a number.
    assert [repr((one.score, one.gain, one.height)) for one in again] == [
        repr((one.score, one.gain, one.height)) for one in whole
    ]
    with RunStore.open(tmp_path / "parts" / "rung_000004.sqlite") as store:
        assert len(store.sessions) == 1, "what was finished was not begun again"
    with pytest.raises(RunFileError, match="another run"):
        climb(Ladder("stonks", 2, lowest=2, doublings=3, deals=3, deals_at_top=1, seed=9), tmp_path / "parts")


def test_heights_add_up_with_their_errors_as_squares() -> None:
    assert added(Interval(10.0, 7.0, 16.0), Interval(20.0, 16.0, 28.0)) == Interval(30.0, 25.0, 40.0)
    assert added(Interval(10.0, 7.0, float("inf")), Interval(20.0, 16.0, 28.0)) == Interval(30.0, 25.0, float("inf"))


def test_the_verdict_names_rungs_that_are_weaker_for_sure() -> None:
    strong, unsure, weak = Interval(0.6, 0.55, 0.65), Interval(0.49, 0.4, 0.58), Interval(0.4, 0.35, 0.45)
    assert verdict([rung(strong), rung(unsure)]) == (
        "No rung is weaker than the one below. 1 of 2 are stronger with 95 % confidence."
    )
    assert verdict([rung(weak), rung(strong)]).startswith("Weaker than the rung below: 200. 1 of 2")


def test_the_table_and_the_plot_have_a_rung_a_row() -> None:
    rungs = [rung(Interval(0.6, 0.55, 0.65)), rung(Interval(1.0, float("nan"), float("nan")))]
    lines = ladder_table(rungs).splitlines()
    assert lines[2] == "| 200 | 0.600 ± 0.050 | 0.600 ± 0.050 | 0 ± 10 | 0 ± 10 | 1.2 | 10 | 5 |"
    assert len({line.count("|") for line in lines}) == 1
    axes = ladder_plot(rungs, "a $5 title").axes
    assert [np.asarray(one.lines[0].get_ydata()).tolist() for one in axes] == [[0.6, 1.0], [0.0, 0.0]]


def test_the_command_writes_its_files(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(skill_ladder.main)
    arguments = ["--players", "2", "--lowest", "2", "--doublings", "1", "--deals", "1", "--workers", "1", "--output"]
    result = CliRunner().invoke(app, [*arguments, str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "ladder.md").read_text(encoding="utf-8").startswith("# stonks, 2 players: ismcts\n")
    assert imread(os.fspath(tmp_path / "ladder.png")).ndim == 3
    wrong = CliRunner().invoke(app, ["--solver", "wizard", "--output", str(tmp_path / "other")])
    assert wrong.exit_code == 2
    assert "there is no solver 'wizard'" in wrong.output
