"""Utilities: winning and margin, mixed."""

import numpy as np
import pytest

from solvers.utility import likely_win_share, margin_utility, utilities, win_share


def test_the_winner_takes_all_and_ties_share():
    assert [win_share(np.array([70.0, 90.0, 90.0]), 3, seat) for seat in range(3)] == [0.0, 0.5, 0.5]
    assert [win_share(np.array([95.0, 90.0, 90.0]), 3, seat) for seat in range(3)] == [1.0, 0.0, 0.0]


def test_the_margin_is_to_the_best_other_seat():
    results = np.array([80.0, 65.0, 50.0])
    # 15 ahead on a scale of 15: 0.5 + 0.5 * 0.5 / 1.5; 30 behind: 0.5 - 0.5 * 1 / 2
    assert margin_utility(results, 3, 0, 15.0) == pytest.approx(2 / 3)
    assert margin_utility(results, 3, 2, 15.0) == pytest.approx(0.25)


def test_likely_win_shares_sum_to_one_and_sharpen_with_less_spread():
    results = np.array([80.0, 65.0, 50.0])
    wide = [likely_win_share(results, 3, seat, 20.0) for seat in range(3)]
    narrow = [likely_win_share(results, 3, seat, 2.0) for seat in range(3)]
    assert sum(wide) == pytest.approx(1.0)
    assert narrow[0] > 0.99 > wide[0] > wide[1] > wide[2]


def test_a_losing_seat_still_prefers_the_smaller_loss():
    far, near = np.zeros(2), np.zeros(2)
    utilities(np.array([40.0, 90.0]), 2, True, 0, 0.6, 15.0, far)
    utilities(np.array([80.0, 90.0]), 2, True, 0, 0.6, 15.0, near)
    assert near[0] > far[0]


def test_utilities_lie_between_0_and_1_for_any_results():
    out = np.zeros(2)
    for low, high in ((0.0, 1e6), (-1e6, 1e6), (5.0, 5.0)):
        for final in (True, False):
            utilities(np.array([low, high]), 2, final, 3, 0.5, 15.0, out)
            assert np.all((out >= 0) & (out <= 1))
