"""Ratings stand on an Elo-like scale with honest intervals."""

import numpy as np
import pytest

from eval.arena.measures import Games
from eval.arena.ratings import rate
from tests.eval.arena.simulated_tournaments import rotations, simulate


def test_four_hundred_points_are_odds_of_ten_to_one():
    games = simulate(np.random.default_rng(1), [0.0, np.log(10.0)], rotations([(0, 1)]), 4000, 0.0)
    anchor, other = rate(games, 0, seed=0, samples=200)
    assert (anchor.low, anchor.mean, anchor.high) == (0.0, 0.0, 0.0)
    assert other.mean == pytest.approx(400.0, abs=20.0)
    assert other.low < other.mean < other.high < other.low + 60.0


def test_another_anchor_moves_all_ratings_alike():
    games = simulate(np.random.default_rng(2), [0.0, 0.5, 1.0], rotations([(0, 1, 2)]), 30, 0.5)
    first = [rating.mean for rating in rate(games, 0, seed=0, samples=50)]
    last = [rating.mean for rating in rate(games, 2, seed=0, samples=50)]
    assert np.subtract(first, last) == pytest.approx(np.full(3, first[2]))


def test_the_seed_decides_the_resampling_and_nothing_else_does():
    games = simulate(np.random.default_rng(3), [0.0, 0.5, 1.0], rotations([(0, 1, 2)]), 30, 0.5)
    assert rate(games, 0, seed=7) == rate(games, 0, seed=7)
    assert rate(games, 0, seed=7)[1].mean == rate(games, 0, seed=8)[1].mean
    assert rate(games, 0, seed=7)[1].low != rate(games, 0, seed=8)[1].low


def test_repeating_every_game_of_a_deal_does_not_narrow_the_intervals():
    few = simulate(np.random.default_rng(4), [0.0, 0.5, 1.0], rotations([(0, 1, 2)]), 40, 0.5)
    many = Games(
        3,
        few.deals,
        np.repeat(few.block, 50),
        *(np.repeat(part, 50, axis=0) for part in (few.entrants, few.payoffs, few.forfeited)),
    )
    for once, often in zip(rate(few, 0, seed=1)[1:], rate(many, 0, seed=1)[1:], strict=True):
        # The regularisation weighs less, so they are even a little wider.
        assert often.high - often.low >= 0.99 * (once.high - once.low)


def test_who_was_never_beaten_has_no_upper_bound():
    games = simulate(np.random.default_rng(5), [0.0, 0.2, 100.0, -100.0], rotations([(0, 1, 2, 3)]), 30, 0.0)
    ratings = rate(games, 0, seed=0, samples=100)
    assert np.isinf(ratings[2].high)
    assert 100.0 < ratings[2].low < ratings[2].mean < np.inf
    assert np.isinf(ratings[3].low)
    assert -np.inf < ratings[3].mean < ratings[3].high < -100.0
    assert np.isfinite([ratings[1].low, ratings[1].high]).all()


def test_the_bound_of_the_unbeaten_is_the_exact_one():
    """20 blocks without a loss: 0.025 = share**20, so a share of at least 0.8316, which is 277 points."""
    games = simulate(np.random.default_rng(6), [0.0, 100.0], rotations([(0, 1)]), 20, 0.0)
    assert rate(games, 0, seed=0, samples=10)[1].low == pytest.approx(277.3, abs=0.1)


def test_who_did_not_play_has_no_rating_and_one_block_no_interval():
    games = simulate(np.random.default_rng(7), [0.0, 0.0, 0.0], rotations([(0, 1)]), 8, 0.5)
    ratings = rate(games, 0, seed=0, samples=10)
    assert np.isnan(ratings[2].mean)
    assert np.isfinite(ratings[1].mean)
    assert all(np.isnan(rating.mean) for rating in rate(games, 2, seed=0, samples=10))
    lone = rate(
        simulate(np.random.default_rng(8), [0.0, 0.0], np.tile(rotations([(0, 1)]), (20, 1)), 1, 0.0), 0, seed=0
    )
    assert np.isfinite(lone[1].mean)
    assert np.isnan(lone[1].low)
