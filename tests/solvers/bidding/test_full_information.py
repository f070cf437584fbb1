"""With one world and nothing hidden, the optimiser gains at least what straightforward bidding does, and no more than
the exact best response."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.base import Control
from solvers.bidding.beliefs import Beliefs
from solvers.bidding.bidder import decide_by_beliefs
from solvers.bidding.clock import Clock
from solvers.bidding.inference import equal_weights
from solvers.bidding.options import BidParameters
from solvers.bidding.position import AuctionPosition
from tests.solvers.bidding.exact_auction import ExactAuction, Standing

LADDER = [0, 1, 3, 6, 10]


def auctions(seats):
    """Values in quarters and different everywhere, so that no tie decides."""
    numbers = st.lists(st.integers(-20, 120), min_size=seats * seats, max_size=seats * seats, unique=True)
    money = st.lists(st.integers(3, 12), min_size=seats, max_size=seats)
    return st.builds(
        lambda values, money: ExactAuction(
            [[values[seat * seats + pile] / 4.0 + pile / 17.0 for pile in range(seats)] for seat in range(seats)],
            money,
            LADDER,
        ),
        numbers,
        money,
    )


def position_of(auction: ExactAuction, standing: Standing) -> AuctionPosition:
    return AuctionPosition(
        np.array(auction.amounts, np.int64),
        1,
        np.array([-1 if bid is None else bid[0] for bid in standing.bids], np.int64),
        np.array([-1 if bid is None else bid[1] for bid in standing.bids], np.int64),
        np.array(auction.money, np.int64),
        0,
        standing.turn,
    )


def optimiser(auction: ExactAuction, parameters: BidParameters):
    """The optimiser as a policy of the exact auction: its one world is the true one."""
    values = np.array([auction.values], float)

    def bid(standing: Standing) -> tuple[int, int]:
        world = np.zeros(1)
        beliefs = Beliefs(position_of(auction, standing), world, values, values.copy(), equal_weights(1))
        decision = decide_by_beliefs(beliefs, parameters, 0, Clock(0.0, None, Control()))
        return decision.pile, decision.step

    return bid


@pytest.mark.parametrize("planning", ["on", "off"])
@pytest.mark.parametrize("seats", [2, 3])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_it_gains_at_least_as_much_as_straightforward_bidding_and_at_most_the_best(seats, planning, data):
    auction = data.draw(auctions(seats))
    seat = data.draw(st.integers(0, seats - 1))
    policies = [auction.straightforward] * seats
    plain = auction.play(auction.start, policies)[seat]
    best = auction.best_response(auction.start, seat)
    mine = list(policies)
    mine[seat] = optimiser(auction, BidParameters(planning=planning, rival_weight=0.0))
    gained = auction.play(auction.start, mine)[seat]
    assert plain - 1e-9 <= gained <= best + 1e-9


def test_it_does_better_than_straightforward_bidding_somewhere():
    """So that the promise above is not kept by bidding straightforwardly."""
    chance = np.random.default_rng(3)
    better = 0
    for _ in range(20):
        auction = ExactAuction(chance.uniform(0.0, 25.0, (3, 3)).tolist(), [12, 12, 12], LADDER)
        policies = [auction.straightforward] * 3
        plain = auction.play(auction.start, policies)[0]
        policies[0] = optimiser(auction, BidParameters(rival_weight=0.0))
        better += auction.play(auction.start, policies)[0] > plain + 1e-9
    assert better > 0


@pytest.mark.parametrize("seats", [2, 3])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_relabelled_piles_give_the_relabelled_bid(seats, data):
    auction = data.draw(auctions(seats))
    piles = data.draw(st.permutations(range(seats)))
    values = np.array(auction.values)
    relabelled = ExactAuction(values[:, piles].tolist(), auction.money, LADDER)
    parameters = BidParameters(rival_weight=0.0)
    results = []
    for one in (auction, relabelled):
        policies = [optimiser(one, parameters)] + [one.straightforward] * (seats - 1)
        _, step = policies[0](one.start)
        results.append((step, one.play(one.start, policies)[0]))
    assert results[1] == pytest.approx(results[0])
