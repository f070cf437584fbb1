"""The auction model plays as the rules do: the same bids, outbiddings and turns as the real engine's moves."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.stockpile.cards import Phase
from solvers.bidding.auction import beliefs_with_own, clearing_steps, fought_steps, no_caps, play_on
from solvers.bidding.position import auction_position, bid_of_code, code_of_bid
from tests.solvers.bidding.exact_auction import ExactAuction, Standing
from tests.solvers.bidding.positions import demand_positions, fresh_auction, random_values

SEATS = [2, 3, 4, 5]


def straightforward_move(game, state, values, caps):
    """By the engine's legal moves alone: the lowest bid on each pile, the greatest surplus, within the caps."""
    lowest = {}
    for code in game.legal_moves(state):
        pile, step = bid_of_code(code)
        lowest[pile] = min(step, lowest.get(pile, step))
    within = {pile: step for pile, step in lowest.items() if step <= caps[pile]} or lowest
    best = max(within, key=lambda pile: values[pile] - game.rules.bid_amounts[within[pile]])
    return code_of_bid(best, within[best])


def bids_of_real_auction(game, state, beliefs, seat, caps):
    """Play the auction through the engine; owner and step of each pile at its end, and each seat's money."""
    state = game.copy(state)
    owners, steps = state.bid_seats.astype(int), state.bids.astype(int)
    free = no_caps(auction_position(game, state))
    while state.phase == Phase.DEMAND:
        bidder = game.mover(state)
        move = straightforward_move(game, state, beliefs[bidder], caps if bidder == seat else free)
        pile, step = bid_of_code(move)
        owners[pile], steps[pile] = bidder, step
        number = state.round_number
        game.apply(state, move)
        if state.round_number != number:
            break
    piles = int(game.rules.piles)
    return owners[:piles].tolist(), steps[:piles].tolist()


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_auction_through_the_engine_ends_alike(seats):
    compared = 0
    for number, (game, state) in enumerate(islice(demand_positions(seats, 3), 0, None, 5)):
        position = auction_position(game, state)
        rng = np.random.default_rng(number)
        beliefs = random_values(position, 2, number)
        seat = int(rng.integers(-1, seats))
        caps = rng.integers(-1, 8, position.piles)
        outcomes = play_on(position, beliefs, seat, caps)
        for world in range(2):
            owners, steps = bids_of_real_auction(game, state, beliefs[world], seat, caps)
            assert outcomes.owners[world].tolist() == owners
            assert outcomes.steps[world].tolist() == steps
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("seats", SEATS)
def test_legal_bids_and_what_follows_are_the_engines(seats):
    for game, state in islice(demand_positions(seats, 2), 0, None, 3):
        position = auction_position(game, state)
        bids = position.legal_bids()
        assert [code_of_bid(*bid) for bid in bids] == game.legal_moves(state)
        for pile, step in bids[:: max(1, len(bids) // 4)]:
            after = game.copy(state)
            game.apply(after, code_of_bid(pile, step))
            following = position.after(int(pile), int(step))
            if following is None:
                assert after.phase != Phase.DEMAND
            else:
                expected = auction_position(game, after)
                assert following.turn == expected.turn
                assert following.levels.tolist() == expected.levels.tolist()
                assert following.owners.tolist() == expected.owners.tolist()


def test_there_is_no_auction_in_other_phases():
    game, _ = next(demand_positions(3, 1))
    with pytest.raises(ValueError, match="Demand"):
        auction_position(game, game.deal(0))


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_pays_more_than_its_cash(seats):
    for number, (game, state) in enumerate(islice(demand_positions(seats, 4, chosen=1), 0, None, 4)):
        position = auction_position(game, state)
        outcomes = play_on(position, 5.0 * random_values(position, 3, number), -1, no_caps(position))
        for owners, steps in zip(outcomes.owners, outcomes.steps):
            assert np.bincount(owners, minlength=seats).tolist() == [position.meeples] * seats
            for seat in range(seats):
                assert position.amounts[steps[owners == seat]].sum() <= position.money[seat]


amounts_of_money = st.lists(st.integers(0, 30), min_size=2, max_size=4)


@settings(deadline=None, max_examples=60)
@given(money=amounts_of_money, seed=st.integers(0, 2**32 - 1))
def test_an_independent_auction_ends_alike(money, seed):
    position = fresh_auction(money)
    values = random_values(position, 1, seed)
    exact = ExactAuction(values[0].tolist(), money, position.amounts.tolist())
    expected = exact.play(exact.start, [exact.straightforward] * len(money))
    outcomes = play_on(position, values, -1, no_caps(position))
    for pile, seat in enumerate(outcomes.owners[0]):
        gain = values[0, seat, pile] - position.amounts[outcomes.steps[0, pile]]
        assert gain == pytest.approx(expected[seat])


@settings(deadline=None, max_examples=60)
@given(money=amounts_of_money, seed=st.integers(0, 2**32 - 1))
def test_clearing_steps_are_the_lowest_bids_that_stand(money, seed):
    position = fresh_auction(money)
    values = random_values(position, 1, seed)
    found = clearing_steps(position, values)[0]
    rich = ExactAuction(values[0].tolist(), [1000, *money[1:]], position.amounts.tolist())
    for pile in range(len(money)):
        stands = []
        for step in range(len(position.amounts)):
            standing: Standing | None = rich.after(rich.start, (pile, step))
            while standing is not None and standing.bids[pile] == (step, 0):
                standing = rich.after(standing, rich.straightforward(standing))
            stands.append(standing is None)
        assert found[pile] == [*stands, True].index(True)


@settings(deadline=None, max_examples=60)
@given(money=amounts_of_money, seed=st.integers(0, 2**32 - 1))
def test_a_pile_fought_for_is_won_at_the_step_foretold(money, seed):
    position = fresh_auction(money)
    values = random_values(position, 1, seed)
    found = fought_steps(position, values)[0]
    rich = ExactAuction(values[0].tolist(), [1000, *money[1:]], position.amounts.tolist())
    for pile in range(len(money)):

        def fight(standing, pile=pile):
            above = 0 if standing.bids[pile] is None else standing.bids[pile][0] + 1
            return (pile, above) if above < len(position.amounts) else rich.straightforward(standing)

        gains = rich.play(rich.start, [fight] + [rich.straightforward] * (len(money) - 1))
        if found[pile] < len(position.amounts):
            assert gains[0] == pytest.approx(values[0, 0, pile] - position.amounts[found[pile]])
        else:
            assert all(gains[0] != pytest.approx(values[0, 0, pile] - amount) for amount in position.amounts)


def test_a_seat_expects_the_same_in_every_world():
    position = fresh_auction([20, 20, 20])
    believed, own = random_values(position, 4, 0), random_values(position, 4, 1)
    weights = np.array([0.1, 0.2, 0.3, 0.4])
    beliefs = beliefs_with_own(believed, own, weights, 1)
    expected = sum(weight * world for weight, world in zip(weights, own[:, 1]))
    assert beliefs[:, 1] == pytest.approx(np.tile(expected, (4, 1)))
    assert (beliefs[:, [0, 2]] == believed[:, [0, 2]]).all()
