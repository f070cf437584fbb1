"""The fit, on data whose truth is known."""

import math

import numpy as np
import pytest

from eval.estimating.fitting import (
    brier_score,
    explained,
    fit_spread,
    fit_weights,
    log_loss,
    root_mean_square,
    shares_of_wins,
    win_chances,
)

TRUTH = np.array([[2.0, -1.0, 0.5], [3.0, 0.0, -0.5]])


def made_up(positions=400, seats=4, seed=5):
    """Features, what they bring by TRUTH plus what is alike for all seats, rounds left, and luck on top."""
    chance = np.random.default_rng(seed)
    features = chance.normal(size=(positions, seats, 3))
    left = np.arange(positions) % 2 + 1
    gains = np.einsum("nsf,nf->ns", features, TRUTH[left - 1]) + chance.normal(size=(positions, 1)) * 100.0
    return features, gains, left, chance.normal(size=(positions, seats, 2))


def test_the_weights_behind_the_data_are_found_whatever_all_seats_share():
    features, gains, left, _ = made_up()
    found = fit_weights(features, gains, left, (1, 2), np.zeros((2, 3)), 0.0, 0.0)
    assert found == pytest.approx(TRUTH)


def test_shrinkage_draws_to_the_prior_and_smoothing_to_the_neighbour():
    features, gains, left, _ = made_up()
    prior = np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
    assert fit_weights(features, gains, left, (1, 2), prior, 1e12, 0.0) == pytest.approx(prior, abs=1e-6)
    level = fit_weights(features, gains, left, (1, 2), np.zeros((2, 3)), 0.0, 1e12)
    assert level[0] == pytest.approx(level[1], abs=1e-6)
    assert np.all(level[0] > np.minimum(*TRUTH) - 0.2)
    assert np.all(level[0] < np.maximum(*TRUTH) + 0.2)


def test_covariates_take_their_noise_out():
    features, gains, left, luck = made_up()
    noisy = gains + luck @ np.array([50.0, -30.0])
    found = fit_weights(features, noisy, left, (1, 2), np.zeros((2, 3)), 0.0, 0.0, luck)
    assert found == pytest.approx(TRUTH)
    without = fit_weights(features, noisy, left, (1, 2), np.zeros((2, 3)), 0.0, 0.0)
    assert np.abs(without - TRUTH).max() > 0.5


def test_the_spread_that_results_were_drawn_with_is_found():
    chance = np.random.default_rng(3)
    estimates = chance.normal(size=(20_000, 3)) * 20.0
    # The seat with the largest sum of a value and Gumbel noise is a draw from the softmax.
    results = estimates + chance.gumbel(size=estimates.shape) * 12.0
    assert fit_spread(estimates, shares_of_wins(results)) == pytest.approx(12.0, rel=0.05)


def test_losses_by_hand():
    estimates, wins = np.array([[0.0, 10.0 * math.log(3.0)]]), np.array([[0.0, 1.0]])
    assert win_chances(estimates, 10.0) == pytest.approx(np.array([[0.25, 0.75]]))
    assert log_loss(estimates, wins, 10.0) == pytest.approx(-math.log(0.75))
    assert brier_score(estimates, wins, 10.0) == pytest.approx(2 * 0.25**2)
    assert shares_of_wins(np.array([[3.0, 7.0, 7.0]])).tolist() == [[0.0, 0.5, 0.5]]


def test_errors_are_of_differences_between_seats():
    results = np.array([[10.0, 20.0], [30.0, 50.0]])
    assert root_mean_square(results) == pytest.approx(math.sqrt((25 + 25 + 100 + 100) / 4))
    assert root_mean_square(results - (results - 7.0)) == 0.0
    assert explained(results - (results - 7.0), results) == 1.0
    assert explained(results, results) == 0.0
