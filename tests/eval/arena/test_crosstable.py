"""The crosstable says who finishes ahead of whom."""

import numpy as np
import pytest

from eval.arena.crosstable import block_scores, crosstable, paired_difference
from eval.arena.measures import games_from_results
from eval.intervals import interval_over_deals
from tests.eval.arena.simulated_tournaments import rotations, simulate
from tests.eval.arena.test_measures import game_result


def test_meetings_by_hand():
    games = games_from_results(
        [
            game_result([3.0, 2.0, 1.0], seating=(0, 1, 0), block=0),
            game_result([2.0, 2.0, 9.0], seating=(0, 1, 2), block=1),
        ],
        players=3,
        entrant_count=4,
    )
    table = crosstable(games)
    # Against entrant 1: a win and a loss of the copies, and a tie.
    assert table.meetings[0][1] == 3
    assert table.ahead[0][1].mean == pytest.approx(0.5)
    assert table.ahead[2][0].mean == 1.0
    assert table.meetings[0][3] == 0
    assert np.isnan(table.ahead[0][3].mean)
    assert all(table.ahead[entrant][entrant] is None for entrant in range(4))


def test_the_two_sides_of_the_diagonal_add_up_to_one():
    games = simulate(
        np.random.default_rng(1), [0.0, 0.5, 1.0, 0.2], rotations([(0, 1, 2), (1, 2, 3)]), 20, 0.5, step=1.0
    )
    table = crosstable(games)
    for row in range(4):
        for column in range(row):
            one, other = table.ahead[row][column], table.ahead[column][row]
            assert table.meetings[row][column] == table.meetings[column][row]
            if table.meetings[row][column]:
                assert (one.mean, one.low, one.high) == pytest.approx((1 - other.mean, 1 - other.high, 1 - other.low))
                assert table.differences[row][column].payoff.mean == pytest.approx(
                    -table.differences[column][row].payoff.mean
                )


def test_paired_differences_are_free_of_the_luck_both_share():
    """Two entrants whose scores differ by the same on every deal, however much deals differ, differ for sure."""
    luck = np.random.default_rng(2).normal(size=30)
    scores = np.stack([luck + 1.0, luck], axis=1)
    assert paired_difference(scores, 0, 1).low == pytest.approx(1.0)
    assert interval_over_deals(scores[:, 0]).low < 0.9


def test_a_block_in_which_one_is_missing_says_nothing_about_a_difference():
    games = games_from_results(
        [
            game_result([5.0, 1.0], seating=(0, 1), block=0),
            game_result([7.0, 1.0], seating=(0, 1), block=1),
            game_result([900.0, 0.0], seating=(0, 2), block=2),
        ],
        players=2,
        entrant_count=3,
    )
    scores = block_scores(games, games.payoffs)
    assert paired_difference(scores, 0, 1).mean == 5.0
    assert np.isnan(paired_difference(scores, 1, 2).mean)
