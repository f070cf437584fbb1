"""Par tells the luck of deals, and the correction by it is right and narrower."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.catalog import load_game
from eval.arena.measures import Games
from eval.arena.par import correct_by_par, par_for, par_of_run
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameKey
from eval.arena.run_spec import Entrant, RunSpec
from tests.eval.arena.simulated_tournaments import rotations

SEATINGS = rotations([(0, 1, 2)])


def rich_and_poor_deals(rng: np.random.Generator, blocks: int, noise: float):
    """Games on deals with more or less money in every seat, and par of any deal: the same money with noise."""
    money = 100.0 + 20.0 * rng.normal(size=(blocks + 3000, 1)) + 5.0 * rng.normal(size=(blocks + 3000, 3))
    played = np.repeat(np.arange(blocks), len(SEATINGS))
    payoffs = 0.8 * money[played] + rng.normal(size=(len(played), 3)) * 10.0
    games = Games(
        3, np.arange(blocks), played, np.tile(SEATINGS, (blocks, 1)), payoffs, np.zeros(payoffs.shape, np.bool_)
    )
    reference = money + noise * rng.normal(size=money.shape)

    def par(players: int, deals: Sequence[int]):
        assert players == 3
        return reference[list(deals)]

    return games, par


def test_the_corrected_mean_is_nearer_the_truth_and_its_interval_covers_it():
    rng = np.random.default_rng(1)
    covered, plain, corrected, ratios = [], [], [], []
    for _ in range(600):
        games, par = rich_and_poor_deals(rng, 20, 5.0)
        found = correct_by_par(games, 0, par_for(games, par))
        covered.append(found.corrected.low <= 80.0 <= found.corrected.high)
        plain.append(found.plain.mean)
        corrected.append(found.corrected.mean)
        ratios.append(found.variance_ratio)
    assert 0.93 <= np.mean(covered) <= 0.97
    assert np.mean(corrected) == pytest.approx(80.0, abs=0.3)
    assert np.var(corrected) < 0.4 * np.var(plain)
    assert np.mean(ratios) == pytest.approx(np.var(corrected) / np.var(plain), rel=0.25)


def test_par_that_knows_nothing_corrects_nothing():
    games, _ = rich_and_poor_deals(np.random.default_rng(2), 200, 0.0)
    noise = np.random.default_rng(3).normal(size=(6000, 3))
    found = correct_by_par(games, 0, par_for(games, lambda players, deals: noise[list(deals)]))
    assert found.variance_ratio == pytest.approx(1.0, abs=0.05)
    assert found.corrected.mean == pytest.approx(found.plain.mean, abs=0.5)
    still = correct_by_par(games, 0, par_for(games, lambda players, deals: np.ones((len(deals), 3))))
    assert (still.variance_ratio, still.corrected) == (1.0, still.plain)
    assert np.isnan(
        correct_by_par(games.first_blocks(3), 0, par_for(games, lambda _, deals: noise[list(deals)])).coefficient
    )


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_par_is_the_best_style_in_all_seats_of_the_same_deal(name):
    style = load_game(name).best_style
    entrants = (Entrant("a", "random"), Entrant("b", "heuristic"))
    spec = RunSpec("a run", name, (3,), entrants, seed=11)
    par = par_of_run(spec)(3, [4, 7])
    mirror = RunSpec("mirror", name, (3,), (Entrant("h", f"heuristic(style={style})"),), seed=11)
    table = Table(mirror, 3)
    assert par.tolist() == [list(play_game(table, GameKey(3, deal, 0)).payoffs) for deal in (4, 7)]
