"""The enumerating bidder: never worse than straightforward, never better than the exact best response."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.bidding.auction import no_caps, play_on
from solvers.bidding.enumeration import enumerate_bids
from solvers.bidding.position import AuctionPosition
from tests.solvers.bidding.exact_auction import ExactAuction
from tests.solvers.bidding.positions import fresh_auction, random_values

ONE = np.ones(1)
seeds = st.integers(0, 2**32 - 1)


def enumerating(position, values, seat, standing):
    """The enumerating bidder's bid in a position of the exact auction."""
    here = AuctionPosition(
        position.amounts,
        1,
        np.array([-1 if bid is None else bid[0] for bid in standing.bids]),
        np.array([-1 if bid is None else bid[1] for bid in standing.bids]),
        position.money,
        0,
        seat,
    )
    estimates = enumerate_bids(here, values, values, ONE, no_caps(here), 0.0)
    pile, step = estimates.bids[estimates.best]
    return int(pile), int(step)


@settings(deadline=None, max_examples=80)
@given(money=st.lists(st.integers(0, 30), min_size=2, max_size=4), seed=seeds)
def test_gain_lies_between_straightforward_and_the_best_response(money, seed):
    position = fresh_auction(money)
    values = random_values(position, 1, seed)
    exact = ExactAuction(values[0].tolist(), money, position.amounts.tolist())
    for seat in range(len(money)):
        policies = [exact.straightforward] * len(money)
        floor = exact.play(exact.start, policies)[seat]
        policies[seat] = lambda standing, seat=seat: enumerating(position, values, seat, standing)
        gain = exact.play(exact.start, policies)[seat]
        assert floor - 1e-9 <= gain <= exact.best_response(exact.start, seat) + 1e-9


def test_enumeration_finds_most_of_what_there_is_to_gain():
    floors, gains, best = [], [], []
    for seed in range(60):
        money = [20, 20, 20, 20]
        position = fresh_auction(money)
        values = random_values(position, 1, seed)
        exact = ExactAuction(values[0].tolist(), money, position.amounts.tolist())
        policies = [exact.straightforward] * 4
        floors.append(exact.play(exact.start, policies)[0])
        policies[0] = lambda standing, position=position, values=values: enumerating(position, values, 0, standing)
        gains.append(exact.play(exact.start, policies)[0])
        best.append(exact.best_response(exact.start, 0))
    assert sum(best) > sum(floors) + 10.0
    assert sum(gains) - sum(floors) > 0.7 * (sum(best) - sum(floors))


def test_backward_induction_agrees_with_an_auction_worked_by_hand():
    # Both want pile 0 and find pile 1 worth 5. From 0 the rival raises to 1 (7.5 - 1 > 5), I to 3 (9 - 3 > 5), and it
    # gives in (7.5 - 6 < 5). A jump to 1 ends it at once: the rival would have to pay 3 (7.5 - 3 < 5).
    exact = ExactAuction([[9.0, 5.0], [7.5, 5.0]], [20, 20], [0, 1, 3, 6, 10])
    assert exact.play(exact.start, [exact.straightforward] * 2) == (6.0, 5.0)
    assert exact.best_response(exact.start, 0) == 8.0
    assert exact.solve(exact.start) == (8.0, 5.0)
    assert len(exact.solved) == 19


@pytest.mark.parametrize(("seats", "positions"), [(2, 27), (3, 919), pytest.param(4, 37025, marks=pytest.mark.slow)])
def test_backward_induction_goes_through_every_position(seats, positions):
    position = fresh_auction([20] * seats)
    values = random_values(position, 1, seats)
    exact = ExactAuction(values[0].tolist(), [20] * seats, position.amounts.tolist())
    gains = exact.solve(exact.start)
    assert len(exact.solved) == positions
    # Whoever bids finds a pile without a bid, so nobody need end with less than its worst pile for nothing.
    assert all(gain >= values[0, seat].min() - 1e-9 for seat, gain in enumerate(gains))


def test_a_jump_is_made_where_it_wins_more():
    # The auction above: the lowest bids lead to 6, the jump to 1 leaves 8.
    position = fresh_auction([20, 20], [0, 1, 3, 6, 10])
    values = np.array([[[9.0, 5.0], [7.5, 5.0]]])
    estimates = enumerate_bids(position, values, values, ONE, no_caps(position), 0.0)
    assert estimates.bids[estimates.best].tolist() == [0, 1]
    assert estimates.values[estimates.best] == pytest.approx(8.0)


@settings(deadline=None, max_examples=30)
@given(money=st.lists(st.integers(0, 12), min_size=2, max_size=3), seed=seeds)
def test_against_rivals_who_bid_exactly_nobody_gains_more_than_by_backward_induction(money, seed):
    position = fresh_auction(money, [0, 1, 3, 6, 10])
    values = random_values(position, 1, seed)
    exact = ExactAuction(values[0].tolist(), money, position.amounts.tolist())

    def solved(standing):
        following = {move: exact.after(standing, move) for move in exact.legal_moves(standing)}
        gains = {
            move: exact.payoffs(standing, move) if after is None else exact.solve(after)
            for move, after in following.items()
        }
        return max(gains, key=lambda move: gains[move][standing.turn])

    policies = [solved] * len(money)
    assert exact.play(exact.start, policies) == exact.solve(exact.start)
    policies[0] = lambda standing: enumerating(position, values, 0, standing)
    assert exact.play(exact.start, policies)[0] <= exact.solve(exact.start)[0] + 1e-9


@settings(deadline=None, max_examples=40)
@given(seats=st.integers(2, 5), seed=seeds)
def test_relabelled_piles_permute_the_estimates(seats, seed):
    rng = np.random.default_rng(seed)
    position, beliefs, own, weights = auction_in_worlds(seats, rng)
    order = rng.permutation(seats)
    moved = AuctionPosition(
        position.amounts,
        1,
        position.levels[order],
        position.owners[order],
        position.money,
        position.first_seat,
        position.turn,
    )
    here = by_bid(enumerate_bids(position, beliefs, own, weights, no_caps(position), 0.5))
    there = by_bid(enumerate_bids(moved, beliefs[:, :, order], own[:, :, order], weights, no_caps(moved), 0.5))
    assert {(int(order[pile]), step): value for (pile, step), value in there.items()} == pytest.approx(here)


@settings(deadline=None, max_examples=40)
@given(seats=st.integers(2, 5), seed=seeds)
def test_turning_the_table_changes_nothing(seats, seed):
    rng = np.random.default_rng(seed)
    position, beliefs, own, weights = auction_in_worlds(seats, rng)
    shift = int(rng.integers(seats))
    moved = AuctionPosition(
        position.amounts,
        1,
        position.levels,
        np.where(position.owners < 0, -1, (position.owners + shift) % seats),
        np.roll(position.money, shift),
        (position.first_seat + shift) % seats,
        (position.turn + shift) % seats,
    )
    here = by_bid(enumerate_bids(position, beliefs, own, weights, no_caps(position), 0.5))
    there = by_bid(
        enumerate_bids(moved, np.roll(beliefs, shift, 1), np.roll(own, shift, 1), weights, no_caps(moved), 0.5)
    )
    assert there == pytest.approx(here)


@settings(deadline=None, max_examples=40)
@given(seats=st.integers(2, 5), seed=seeds, constant=st.sampled_from([-64.0, 8.0, 256.0]))
def test_a_constant_added_to_all_values_changes_nothing(seats, seed, constant):
    rng = np.random.default_rng(seed)
    position, beliefs, own, weights = auction_in_worlds(seats, rng)
    here = enumerate_bids(position, beliefs, own, weights, no_caps(position), 0.5)
    there = enumerate_bids(position, beliefs + constant, own + constant, weights, no_caps(position), 0.5)
    assert there.deficits == pytest.approx(here.deficits)
    assert there.standard_errors == pytest.approx(here.standard_errors)
    assert there.best == here.best


@settings(deadline=None, max_examples=40)
@given(seats=st.integers(2, 5), seed=seeds)
def test_estimates_are_the_mean_of_auctions_played_on(seats, seed):
    rng = np.random.default_rng(seed)
    position, beliefs, own, weights = auction_in_worlds(seats, rng)
    caps = rng.integers(-1, 8, seats)
    seat = position.turn
    estimates = enumerate_bids(position, beliefs, own, weights, caps, 0.25)
    assert (position.amounts[estimates.bids[:, 1]] <= position.money[seat]).all()
    for (pile, step), value, mine in zip(estimates.bids, estimates.values, estimates.own):
        following = position.after(int(pile), int(step))
        if following is None:
            owners, steps = position.owners.copy(), position.levels.copy()
            owners[pile], steps[pile] = seat, step
            owners, steps = np.tile(owners, (len(own), 1)), np.tile(steps, (len(own), 1))
        else:
            outcomes = play_on(following, beliefs, seat, caps)
            owners, steps = outcomes.owners, outcomes.steps
        gains = np.zeros((len(own), seats))
        for world in range(len(own)):
            for won in range(seats):
                owner = owners[world, won]
                gains[world, owner] += own[world, owner, won] - position.amounts[steps[world, won]]
        rivals = (gains.sum(axis=1) - gains[:, seat]) / (seats - 1)
        assert mine == pytest.approx(weights @ gains[:, seat])
        assert value == pytest.approx(weights @ (gains[:, seat] - 0.25 * rivals))


def test_standard_errors_are_those_of_paired_differences():
    rng = np.random.default_rng(3)
    position, beliefs, own, _ = auction_in_worlds(4, rng, worlds=500)
    equal = np.full(500, 1.0 / 500)
    estimates = enumerate_bids(position, beliefs, own, equal, no_caps(position), 0.5)
    differences = estimates.results[estimates.best] - estimates.results
    expected = differences.std(axis=1) / np.sqrt(500)
    assert estimates.standard_errors == pytest.approx(expected)
    assert estimates.standard_errors[estimates.best] == 0.0
    assert estimates.deficits == pytest.approx(estimates.values.max() - estimates.values)


def auction_in_worlds(seats, rng, worlds=5):
    """An auction some bids old: position, beliefs, own values and weights."""
    position = fresh_auction(rng.integers(0, 31, seats).tolist(), turn=int(rng.integers(seats)))
    for _ in range(int(rng.integers(0, 6))):
        bids = position.legal_bids()
        following = position.after(*map(int, bids[rng.integers(len(bids))]))
        position = position if following is None else following
    beliefs = random_values(position, worlds, int(rng.integers(2**32)))
    own = random_values(position, worlds, int(rng.integers(2**32)))
    weights = rng.uniform(0.1, 1.0, worlds)
    return position, beliefs, own, weights / weights.sum()


def by_bid(estimates):
    return {(int(pile), int(step)): value for (pile, step), value in zip(estimates.bids, estimates.values)}
