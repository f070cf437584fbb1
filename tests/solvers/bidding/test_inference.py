"""Bids make the worlds likelier in which they make sense."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.bidding.inference import InferenceOptions, equal_weights, weigh_worlds
from tests.solvers.bidding.positions import fresh_auction, random_values


def after_bids(money, *bids):
    position = fresh_auction(money)
    for bid in bids:
        position = position.after(*bid)
    return position


def test_without_bids_all_worlds_are_equally_likely():
    position = fresh_auction([20, 20, 20])
    weighed = weigh_worlds(position, random_values(position, 8, 0), 1, InferenceOptions())
    assert weighed.weights == pytest.approx(np.full(8, 1 / 8))
    assert weighed.effective == pytest.approx(8.0) == equal_weights(8).effective


def test_a_first_bid_is_a_choice_among_all_piles():
    position = after_bids([20, 20, 20], (1, 1))
    believed = np.zeros((2, 3, 3))
    believed[0, 0] = [4.0, 8.0, 2.0]  # the bid at $1K was 3 better than pile 0
    believed[1, 0] = [8.0, 4.0, 2.0]  # ... 5 worse
    weighed = weigh_worlds(position, believed, 1, InferenceOptions(temperature=2.0, floor=0.0))
    first = 1 / (1 + np.exp(-3 / 2) + np.exp(-5 / 2))
    second = 1 / (1 + np.exp(5 / 2) + np.exp(-1 / 2))
    assert weighed.weights == pytest.approx([first / (first + second), second / (first + second)])
    assert weighed.effective == pytest.approx(1 / (weighed.weights**2).sum())


def test_a_later_bidder_had_to_outbid_the_earlier_one():
    position = after_bids([20, 20, 20], (0, 0), (1, 0))
    believed = np.zeros((2, 3, 3))
    believed[0, 1] = [5.0, 4.5, 0.0]  # pile 0 cost 1: pile 1 was the better bid by a half
    believed[1, 1] = [6.0, 4.5, 0.0]  # worse by a half
    weighed = weigh_worlds(position, believed, 2, InferenceOptions(temperature=1.0, floor=0.0))
    better = 1 / (1 + np.exp(-0.5) + np.exp(-4.5))
    worse = 1 / (1 + np.exp(0.5) + np.exp(-4.5))
    assert weighed.weights[0] / weighed.weights[1] == pytest.approx(better / worse)


def test_bids_a_seat_could_not_pay_for_were_no_choice():
    position = after_bids([0, 20, 20], (1, 0))
    position = position.after(0, 4)  # seat 1 pays 10, more than seat 0 has
    believed = np.zeros((2, 3, 3))
    believed[0, 0] = [0.0, 2.0, 1.0]
    believed[1, 0] = [30.0, 2.0, 1.0]
    weighed = weigh_worlds(position, believed, 2, InferenceOptions(floor=0.0))
    assert weighed.weights == pytest.approx([0.5, 0.5])


@settings(deadline=None, max_examples=50)
@given(seed=st.integers(0, 2**32 - 1), seats=st.integers(3, 5))
def test_a_floor_of_one_reads_nothing_and_extremes_stay_finite(seed, seats):
    rng = np.random.default_rng(seed)
    position = after_bids([20] * seats, (0, 1), (1, 0))
    believed = 1000.0 * random_values(position, 6, int(rng.integers(2**32)))
    nothing = weigh_worlds(position, believed, 2, InferenceOptions(floor=1.0))
    assert nothing.weights == pytest.approx(np.full(6, 1 / 6))
    extreme = weigh_worlds(position, believed, 2, InferenceOptions(temperature=0.01, floor=0.0))
    assert np.isfinite(extreme.weights).all()
    assert extreme.weights.sum() == pytest.approx(1.0)
    assert 1.0 <= extreme.effective <= 6.0 + 1e-9


@settings(deadline=None, max_examples=50)
@given(seed=st.integers(0, 2**32 - 1), constant=st.floats(-50, 50))
def test_relabelling_and_constants_change_nothing(seed, constant):
    position = after_bids([20] * 4, (0, 1), (1, 0), (0, 2))
    believed = random_values(position, 6, seed)
    here = weigh_worlds(position, believed, 3, InferenceOptions())
    raised = weigh_worlds(position, believed + constant, 3, InferenceOptions())
    assert raised.weights == pytest.approx(here.weights)
    order = np.random.default_rng(seed).permutation(4)
    moved = type(position)(
        position.amounts, 1, position.levels[order], position.owners[order], position.money, 0, position.turn
    )
    there = weigh_worlds(moved, believed[:, :, order], 3, InferenceOptions())
    assert there.weights == pytest.approx(here.weights)
