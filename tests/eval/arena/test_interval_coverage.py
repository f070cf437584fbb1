"""Over simulated tournaments with known strengths, the 95 % intervals cover the truth in 93 to 97 % of cases."""

import numpy as np
import pytest

from eval.arena.crosstable import crosstable
from eval.arena.ratings import ELO, rate
from eval.intervals import interval_of_share
from tests.eval.arena.simulated_tournaments import rotations, simulate, true_shares

STRENGTHS = [0.0, 0.3, 0.6, 0.9]
SEATINGS = rotations([(0, 1, 2, 3)])


def covered(intervals, truths):
    return [interval.low <= truth <= interval.high for interval, truth in zip(intervals, truths, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [20, 50])
def test_of_ratings(blocks):
    rng = np.random.default_rng(blocks)
    truths = ELO * np.array(STRENGTHS[1:])
    found = [
        covered(rate(simulate(rng, STRENGTHS, SEATINGS, blocks, luck=0.5), 0, seed, samples=500)[1:], truths)
        for seed in range(600)
    ]
    assert 0.93 <= np.mean(found) <= 0.97


@pytest.mark.parametrize("blocks", [20, 50])
def test_of_win_shares(blocks):
    rng = np.random.default_rng(100 + blocks)
    truths = true_shares(STRENGTHS, SEATINGS)
    found = []
    for _ in range(2000):
        games = simulate(rng, STRENGTHS, SEATINGS, blocks, luck=0.5)
        sums = games.sums(games.win_share)
        intervals = [interval_of_share(sums[:, entrant], games.counts[:, entrant]) for entrant in range(4)]
        found.append(covered(intervals, truths))
    assert 0.93 <= np.mean(found) <= 0.97


@pytest.mark.slow
def test_of_the_crosstable():
    rng = np.random.default_rng(7)
    powers = np.exp(STRENGTHS)
    ahead = powers[3] / (powers[3] + powers[0])
    shares = true_shares(STRENGTHS, SEATINGS)
    meetings, differences = [], []
    for _ in range(800):
        table = crosstable(simulate(rng, STRENGTHS, SEATINGS, 25, luck=0.5))
        meetings += covered([table.ahead[3][0]], [ahead])
        differences += covered([table.differences[3][0].win_share], [shares[3] - shares[0]])
    assert 0.93 <= np.mean(meetings) <= 0.97
    assert 0.93 <= np.mean(differences) <= 0.97
