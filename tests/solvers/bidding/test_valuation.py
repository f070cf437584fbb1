"""Beliefs are those of the heuristic bidder; own values are what piles turn out to be worth when played out."""

from itertools import islice

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.errors import NoWorldError
from engine.randomness import generator
from engine.stockpile.cards import CardKind, Phase
from engine.stockpile.styles import FEWEST_SEATS, WEIGHTS, Style, Weight
from solvers.bidding.position import auction_position, code_of_bid
from solvers.bidding.valuation import ValuationOptions, value_piles
from solvers.bidding.worlds import sample_worlds
from tests.solvers.bidding.positions import demand_positions

SEATS = [2, 3, 4, 5]


def worlds_of(game, *states):
    worlds = np.zeros(len(states), game.state_dtype).view(np.recarray)
    for index, state in enumerate(states):
        worlds[index] = state
    return worlds


@pytest.mark.parametrize("style", ["value", "cautious", "majority", "simple_bidder"])
@pytest.mark.parametrize("seats", SEATS)
def test_a_bidder_of_the_style_bids_by_these_beliefs(seats, style):
    clear = 0
    weights = WEIGHTS[seats - FEWEST_SEATS, Style[style.upper()]]
    jitter, jumps = weights[Weight.JITTER], weights[Weight.JUMP] > 0.0
    for game, state in islice(demand_positions(seats, 3, chosen=2), 0, None, 3):
        last = state.round_number + 1 == game.rules.rounds
        if style == "cautious" and not last:
            continue  # its thrift is left out of the beliefs
        position = auction_position(game, state)
        seat = position.turn
        values = value_piles(game, worlds_of(game, state), ValuationOptions(rival_style=style), 7).believed[0, seat]
        lowest = [
            (values[pile] - position.amounts[position.levels[pile] + 1], pile)
            for pile in range(position.piles)
            if position.owners[pile] != seat
            and position.levels[pile] + 1 < len(position.amounts)
            and position.amounts[position.levels[pile] + 1] <= position.purse(seat)
        ]
        lowest.sort(reverse=True)
        if len(lowest) > 1 and lowest[0][0] - lowest[1][0] <= 4.0 * jitter:
            continue  # a near tie, which the style breaks by lot
        pile = lowest[0][1]
        view = game.view(state, seat)
        steps = (1, 2) if jumps else (1,)
        bids = [code_of_bid(pile, int(position.levels[pile]) + step) for step in steps]
        assert game.suggest(view, style, 11) in bids
        clear += 1
    assert clear >= (1 if style == "cautious" else 15)


@pytest.mark.parametrize("seats", SEATS)
def test_beliefs_rest_on_what_the_seat_has_seen_alone(seats):
    for game, state in islice(demand_positions(seats, 2, chosen=3), 0, None, 9):
        for seat in range(seats):
            worlds = sample_worlds(game, game.view(state, seat), 6, 5)
            # The same draws break ties in every world that is valued by itself.
            believed = [
                value_piles(game, worlds[index : index + 1], ValuationOptions(), 3).believed[0, seat]
                for index in range(6)
            ]
            for other in believed[1:]:
                assert other.tolist() == believed[0].tolist()


def test_a_fee_costs_what_is_printed_on_it_and_a_share_brings_its_price_to_those_in_the_know():
    checked = known = 0
    for game, state in islice(demand_positions(4, 6, chosen=4), 0, None, 12):
        pile = int(np.argmax(state.pile_sizes[:4]))
        card = int(state.pile_cards[pile, 0])
        for kind in (CardKind.FIRST_FEE, 0, 3):
            with_card, without = game.copy(state), game.copy(state)
            with_card.card[card] = kind
            without.pile_cards[pile, 0] = without.pile_cards[pile, state.pile_sizes[pile] - 1]
            without.pile_sizes[pile] -= 1
            values = value_piles(game, worlds_of(game, with_card, without), ValuationOptions(), 0).own
            gain = values[0, :, pile] - values[1, :, pile]
            assert values[0, :, :pile] == pytest.approx(values[1, :, :pile])
            if kind == CardKind.FIRST_FEE:
                assert gain == pytest.approx(np.full(4, -float(game.rules.fee_amounts[0])))
            else:
                # At worst it is kept through a bankruptcy; but not by those who see that coming.
                assert (gain >= -1e-9).all()
                pair = list(state.pair_companies[state.round_number]).index(kind)
                for seat in range(4):
                    if state.pair_seen[pair] >> seat & 1:
                        assert gain[seat] >= game.rules.track_prices[kind, state.spaces[kind]] - 1e-9
                        known += 1
            checked += 1
    assert checked > 20
    assert known > 20


def play_out(game, state, seed):
    rng = generator(seed)
    while contract.mover(game.rules, state) >= 0:
        contract.apply(game.rules, state, contract.suggest(game.rules, state, int(Style.VALUE), rng), contract.NO_LOG)
    return game.payoffs(state)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_in_the_last_round_own_values_foretell_the_final_result(seats):
    game = load_game("stockpile", seats=seats)
    expected, happened = [], []
    for deal in range(40):
        state = game.deal(deal)
        rng = generator(deal)
        while state.phase != Phase.DEMAND or state.round_number + 1 < game.rules.rounds:
            contract.apply(
                game.rules, state, contract.suggest(game.rules, state, int(Style.VALUE), rng), contract.NO_LOG
            )
        own = value_piles(game, worlds_of(game, state), ValuationOptions(), deal).own[0]
        results = []
        for shift in range(seats):  # every seat gets every pile once, for nothing
            after = game.copy(state)
            while after.phase == Phase.DEMAND:
                game.apply(after, code_of_bid((int(after.turn) + shift) % seats, 0))
            results.append(play_out(game, after, deal))
        for seat in range(seats):
            values = np.array([own[seat, (seat + shift) % seats] for shift in range(seats)])
            gains = np.array([result[seat] for result in results])
            expected.append(values - values.mean())
            happened.append(gains - gains.mean())
    foretold, real = np.concatenate(expected), np.concatenate(happened)
    assert np.corrcoef(foretold, real)[0, 1] > 0.9
    slope = float(foretold @ real / (foretold @ foretold))
    assert 0.9 < slope < 1.2


def test_money_counts_by_its_weight_before_the_last_round_only():
    for game, state in islice(demand_positions(4, 3, chosen=5), 0, None, 25):
        values = {
            weight: value_piles(game, worlds_of(game, state), ValuationOptions(money_weight=weight), 0).own[0]
            for weight in (0.5, 1.0)
        }
        fees = np.zeros(4)
        for pile in range(4):
            for place in range(state.pile_sizes[pile]):
                kind = state.card[state.pile_cards[pile, place]]
                if CardKind.FIRST_FEE <= kind <= CardKind.LAST_FEE:
                    fees[pile] += game.rules.fee_amounts[kind - CardKind.FIRST_FEE]
        ratio = 1.0 if state.round_number + 1 == game.rules.rounds else 2.0
        assert values[0.5] + fees == pytest.approx(ratio * (values[1.0] + fees))


def test_others_bid_up_to_what_money_counts_to_them():
    # The lowest and highest are drawn between for every seat and world; a bid is worth value / weight.
    for game, state in islice(demand_positions(4, 2, chosen=6), 0, None, 20):
        worlds = worlds_of(game, *[state] * 40)
        alike = value_piles(game, worlds, ValuationOptions(rival_money_weight=(1.0, 1.0)), 0).believed
        drawn = value_piles(game, worlds, ValuationOptions(rival_money_weight=(0.5, 1.0)), 0).believed
        ratios = (drawn / alike)[np.abs(alike) > 8.0]
        jitter = 1.1  # of two draws, on values above 8
        if state.round_number + 1 == game.rules.rounds:
            assert (ratios < jitter).all()
            assert (ratios > 1 / jitter).all()
        elif len(ratios) > 100:
            assert ratios.min() > 1 / jitter
            assert ratios.max() < 2 * jitter
            assert ratios.max() - ratios.min() > 0.6


def test_worlds_agree_with_the_view_and_a_longer_sample_begins_with_the_shorter():
    game, state = next(demand_positions(4, 1))
    seat = game.mover(state)
    view = game.view(state, seat)
    worlds = sample_worlds(game, view, 20, 9)
    assert worlds[:5].tobytes() == sample_worlds(game, view, 5, 9).tobytes()
    assert len({world.tobytes() for world in worlds}) > 1
    for world in worlds:
        again = game.view(world, seat)
        assert game.table_view(again) == game.table_view(view)


def test_a_view_without_worlds_is_told():
    game, state = next(demand_positions(4, 1))
    view = game.view(state, game.mover(state))
    view.card[:40] = 0  # more stock of a company than there is
    with pytest.raises(NoWorldError):
        sample_worlds(game, view, 3, 0)
