"""The variance ratio, estimated from blocks alone, is what playing both ways would show."""

import numpy as np
import pytest

from eval.arena.crosstable import block_scores
from eval.arena.measures import Games
from eval.arena.variance_ratio import paired_variance_ratio, variance_ratios
from tests.eval.arena.simulated_tournaments import rotations, simulate

STRENGTHS = [0.0, 0.5, 1.0]
DUPLICATE = rotations([(0, 1, 2)])
COPIES = rotations([(0, 1, 0), (1, 0, 1)])


def measured_ratio(strengths, seatings, blocks, luck, estimate):
    """Variance of an estimate over many tournaments in blocks, over that of tournaments whose games share no deal."""
    rng = np.random.default_rng(1)
    in_blocks = [estimate(simulate(rng, strengths, seatings, blocks, luck)) for _ in range(4000)]
    apart = [estimate(simulate(rng, strengths, seatings, blocks, 0.0)) for _ in range(4000)]
    return np.var(in_blocks) / np.var(apart)


def mean_payoff(games):
    return games.payoffs[games.entrants == 0].mean()


def payoff_difference(games):
    return mean_payoff(games) - games.payoffs[games.entrants == 1].mean()


def win_share_difference(games):
    return games.win_share[games.entrants == 0].mean() - games.win_share[games.entrants == 1].mean()


@pytest.mark.parametrize("seatings", [DUPLICATE, COPIES], ids=["three", "copies"])
@pytest.mark.parametrize(
    ("estimate", "measure", "other"),
    [(mean_payoff, "payoffs", None), (payoff_difference, "payoffs", 1), (win_share_difference, "win_share", 1)],
)
def test_the_estimate_agrees_with_playing_both_ways(seatings, estimate, measure, other):
    strengths = STRENGTHS[: seatings.max() + 1]
    truth = measured_ratio(strengths, seatings, 12, 0.9, estimate)
    rng = np.random.default_rng(2)
    found = []
    for _ in range(400):
        games = simulate(rng, strengths, seatings, 40, 0.9)
        found.append(paired_variance_ratio(games, getattr(games, measure), 0, other).mean)
    assert np.mean(found) == pytest.approx(truth, rel=0.08)


def test_games_that_share_no_luck_gain_nothing_from_blocks():
    games = simulate(np.random.default_rng(3), STRENGTHS, DUPLICATE, 3000, 0.0)
    for name in ("win_share", "place_score", "payoff", "margin"):
        ratio = getattr(variance_ratios(games, 0, 2), name)
        assert ratio.low < 1.0 < ratio.high
        assert ratio.high - ratio.low < 0.2


def test_luck_of_the_seat_cancels_in_differences_within_a_block():
    """Were all the noise the deal's, rotations would give both entrants the same of it."""
    games = simulate(np.random.default_rng(4), STRENGTHS, DUPLICATE, 100, 1.0)
    assert paired_variance_ratio(games, games.payoffs, 0, 1).mean == pytest.approx(0.0, abs=1e-9)
    scores = block_scores(games, games.payoffs)
    assert np.ptp(scores[:, 0] - scores[:, 1]) == pytest.approx(0.0, abs=1e-9)


def test_the_unit_of_payoffs_makes_no_difference():
    games = simulate(np.random.default_rng(5), STRENGTHS, DUPLICATE, 30, 0.5)
    one = paired_variance_ratio(games, games.payoffs, 0, 1)
    other = paired_variance_ratio(games, 1000.0 * games.payoffs + 5.0, 0, 1)
    assert (other.mean, other.low, other.high) == pytest.approx((one.mean, one.low, one.high))


def test_intervals_cover_the_truth():
    """With independent games the truth is 1."""
    rng = np.random.default_rng(6)
    covered = []
    for _ in range(400):
        games = simulate(rng, STRENGTHS, DUPLICATE, 40, 0.0)
        ratio = paired_variance_ratio(games, games.win_share, 0, 1)
        covered.append(ratio.low <= 1.0 <= ratio.high)
    assert 0.91 <= np.mean(covered) <= 0.98


def test_what_never_varies_has_no_ratio():
    games = simulate(np.random.default_rng(7), STRENGTHS, DUPLICATE, 10, 0.5)
    still = Games(3, games.deals, games.block, games.entrants, np.ones_like(games.payoffs), games.forfeited)
    assert np.isnan(paired_variance_ratio(still, still.payoffs, 0).mean)
    assert np.isnan(paired_variance_ratio(games.first_blocks(2), games.first_blocks(2).payoffs, 0).mean)
