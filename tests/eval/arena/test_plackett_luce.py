"""Strengths are the maximum likelihood ones, ties and copies included."""

from itertools import permutations, product

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from eval.arena.plackett_luce import count_outcomes, fit_strengths, most_likely_strengths, single_draws
from tests.eval.arena.simulated_tournaments import rotations, simulate

FOUR = rotations([(0, 1, 2, 3)])
COPIES = rotations([(0, 1, 0, 2), (1, 2, 1, 0), (2, 0, 2, 1)])


def everything(outcomes):
    return fit_strengths(outcomes, np.ones((1, outcomes.blocks)))[0]


def with_regularisation(rankings, entrants):
    return [*rankings, *([one, entrants] for one in range(entrants)), *([entrants, one] for one in range(entrants))]


@pytest.mark.parametrize("seatings", [FOUR, COPIES])
def test_without_ties_strengths_are_those_of_choix(seatings):
    games = simulate(np.random.default_rng(1), [0.0, 0.7, -0.5, 1.2][: seatings.max() + 1], seatings, 40, 0.5)
    entrants = games.entrant_count
    order = np.argsort(games.place, axis=1)
    rankings = np.take_along_axis(games.entrants, order, axis=1).tolist()
    expected = choix.mm_rankings(entrants + 1, with_regularisation(rankings, entrants), tol=1e-11)
    expected = expected[:-1] - expected[-1]
    outcomes = count_outcomes(games)
    assert everything(outcomes) == pytest.approx(expected, abs=1e-6)
    assert most_likely_strengths(outcomes) == pytest.approx(expected, abs=1e-6)


def brute_force_likelihood(games, strengths):
    """A tie is the mean over all its orders; written down as slowly as it is defined."""
    whole = 0.0
    for entrants, better in zip(games.entrants.tolist(), games.better.tolist(), strict=True):
        groups = [[seat for seat in range(len(better)) if better[seat] == ahead] for ahead in sorted(set(better))]
        orders = [sum(order, ()) for order in product(*(tuple(permutations(group)) for group in groups))]
        for order in orders:
            powers = [np.exp(strengths[entrants[seat]]) for seat in order]
            whole += sum(np.log(powers[place] / sum(powers[place:])) for place in range(len(order))) / len(orders)
    for strength in strengths:
        whole += -np.log1p(np.exp(-strength)) - np.log1p(np.exp(strength))
    return whole


@pytest.mark.parametrize("seatings", [FOUR, COPIES])
def test_with_ties_strengths_maximise_the_mean_over_all_orders(seatings):
    games = simulate(np.random.default_rng(2), [0.0, 0.7, -0.5, 1.2][: seatings.max() + 1], seatings, 6, 0.5, step=1.5)
    assert (games.equal == 3).any()
    outcomes = count_outcomes(games)
    found = minimize(lambda strengths: -brute_force_likelihood(games, strengths), np.zeros(games.entrant_count))
    assert everything(outcomes) == pytest.approx(found.x, abs=1e-4)
    assert most_likely_strengths(outcomes) == pytest.approx(everything(outcomes), abs=1e-6)


def test_a_tie_of_two_counts_half_a_win_each_way():
    tie = simulate(np.random.default_rng(0), [0.0, 0.0], rotations([(0, 1)])[:1], 3, 0.0, step=1000.0)
    assert single_draws(count_outcomes(tie), 100)[:3] == [(0, (1,))] * 3
    assert everything(count_outcomes(tie)) == pytest.approx([0.0, 0.0])


def test_what_copies_do_to_each_other_says_nothing():
    """One entrant against itself has only the regularisation to go by; and so has a game with three copies of it."""
    mirror = simulate(np.random.default_rng(3), [0.4], rotations([(0, 0, 0)])[:1], 10, 0.0)
    assert everything(count_outcomes(mirror)) == pytest.approx([0.0])
    assert count_outcomes(mirror).sets.shape[0] == 0


def test_who_always_wins_has_a_finite_strength():
    games = simulate(np.random.default_rng(4), [0.0, 500.0, -500.0], rotations([(0, 1, 2)]), 200, 0.0)
    strengths = most_likely_strengths(count_outcomes(games))
    assert np.isfinite(strengths).all()
    assert strengths[1] - strengths[0] > 5.0
    assert strengths[0] - strengths[2] > 5.0
    assert strengths == pytest.approx(everything(count_outcomes(games)), abs=1e-5)


def test_a_block_drawn_twice_counts_twice_wherever_the_fit_begins():
    games = simulate(np.random.default_rng(5), [0.0, 0.5, 1.0, -1.0], FOUR, 12, 0.5)
    outcomes = count_outcomes(games)
    weights = np.random.default_rng(6).multinomial(12, np.full(12, 1 / 12), 5).astype(float)
    fitted = fit_strengths(outcomes, weights)
    assert fit_strengths(outcomes, weights, np.array([3.0, -3.0, 2.0, 0.0])) == pytest.approx(fitted, abs=1e-7)
    for sample, times in zip(fitted, weights, strict=True):
        repeated = np.concatenate(
            [np.flatnonzero(games.block == block) for block in np.repeat(range(12), times.astype(int))]
        )
        again = type(games)(
            games.entrant_count,
            np.arange(len(repeated)),
            np.arange(len(repeated)),
            games.entrants[repeated],
            games.payoffs[repeated],
            games.forfeited[repeated],
        )
        assert everything(count_outcomes(again)) == pytest.approx(sample, abs=1e-7)
