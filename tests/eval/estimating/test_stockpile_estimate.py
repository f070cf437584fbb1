"""Positions at round ends and their outlooks; what ships is better than the hand-made estimate on new games."""

from collections import Counter

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.randomness import generator
from engine.stockpile.cards import COMPANIES, DECK_SIZE, Zone
from eval.estimating.fitting import log_loss, root_mean_square, shares_of_wins
from eval.estimating.futures import outlook, redraw_future
from eval.estimating.round_ends import (
    heuristic_round_ends,
    load_round_ends,
    save_round_ends,
    searched_round_ends,
)
from eval.estimating.stockpile_estimate import luck_to_come, rule_weights, sample_of
from eval.estimating.validation import rule_spread


@pytest.mark.parametrize("seats", [2, 5])
def test_every_round_but_the_last_leaves_a_position(seats):
    game = load_game("stockpile", seats=seats)
    rounds = int(game.rules.rounds)
    ends = heuristic_round_ends(game, 6, seed=4)
    assert ends.states.round_number.tolist() == list(range(1, rounds)) * 6
    assert ends.games.tolist() == np.repeat(np.arange(6), rounds - 1).tolist()
    assert all(len(set(map(tuple, ends.results[ends.games == number]))) == 1 for number in range(6))
    assert np.array_equal(heuristic_round_ends(game, 6, seed=4).results, ends.results)


def test_searched_games_are_repeatable_and_can_be_kept(tmp_path):
    game = load_game("stockpile", seats=3)
    ends = searched_round_ends(game, 1, 4, seed=2)
    assert ends.states.round_number.tolist() == [1, 2, 3, 4, 5, 6]
    save_round_ends(ends, tmp_path / "ends.npz")
    kept = load_round_ends(game, tmp_path / "ends.npz")
    again = searched_round_ends(game, 1, 4, seed=2)
    for other in (kept, again):
        for name in ends.states.dtype.names:  # bytes between the fields may differ
            assert np.array_equal(other.states[name], ends.states[name])
        assert np.array_equal(other.results, ends.results)
        assert np.array_equal(other.searched, ends.searched)


def test_a_redrawn_future_leaves_what_seats_own_and_deals_the_rest_anew():
    game = load_game("stockpile", seats=4)
    ends = heuristic_round_ends(game, 3, seed=8)
    firsts, pairs = Counter(), Counter()
    for index, end in enumerate(ends.states):
        state = game.copy(end)
        for draw in range(40):
            state = game.copy(end)
            redraw_future(game.rules, state, generator(1000 * index + draw))
            owned = np.isin(end.zone, (Zone.PORTFOLIO, Zone.SPLIT_PORTFOLIO, Zone.UNPAID_FEE, Zone.DISCARD))
            assert np.array_equal(state.card[owned], end.card[owned])
            assert sorted(state.card) == sorted(end.card)
            for number in range(int(end.round_number), int(game.rules.rounds)):
                assert sorted(state.pair_companies[number]) == list(range(COMPANIES))
                assert sorted(state.pair_forecasts[number]) == list(range(6))
            for number in range(int(end.round_number)):
                assert np.array_equal(state.pair_forecasts[number], end.pair_forecasts[number])
            firsts[int(state.card[DECK_SIZE - 1])] += 1
            pairs[int(state.pair_companies[-2 if game.rules.rounds > 7 else 5, 0])] += 1
        changed = {name for name in end.dtype.names if not np.array_equal(state[name], end[name])}
        assert changed <= {"card", "pair_companies", "pair_forecasts"}
    assert len(firsts) > 6
    assert min(pairs[company] for company in range(COMPANIES)) > 50  # 100 each expected


def test_an_outlook_is_the_mean_of_games_played_on():
    game = load_game("stockpile", seats=3)
    ends = heuristic_round_ends(game, 4, seed=5).states[5::6]  # one round left
    found = outlook(game, ends, 400, seed=1)
    assert found.win_shares.sum(axis=1) == pytest.approx(np.ones(len(ends)))
    assert np.all(found.variances > 0.0)
    best = game.styles.index(game.best_style)
    for place, end in enumerate(ends):
        results = []
        for number in range(100):
            state, rng = game.copy(end), generator(77 * place + number)
            redraw_future(game.rules, state, rng)
            while game.mover(state) is not None:
                contract.apply(game.rules, state, contract.suggest(game.rules, state, best, rng), contract.NO_LOG)
            results.append(game.payoffs(state))
        error = np.sqrt(found.variances[place] * (1 / 100 + 1 / 400))
        assert np.all(np.abs(np.mean(results, axis=0) - found.means[place]) < 4.5 * error)


def test_the_prior_is_the_hand_made_estimate():
    game = load_game("stockpile", seats=4)
    sample = sample_of(game, heuristic_round_ends(game, 20, seed=6), 2, seed=1)
    weights = rule_weights(game.rules, 5)[sample.rounds_left - 1]
    assert sample.so_far + np.einsum("nsf,nf->ns", sample.features, weights) == pytest.approx(sample.by_rule)


def test_luck_to_come_is_holdings_in_the_companies_of_forecasts():
    game = load_game("stockpile", seats=2)
    ends = heuristic_round_ends(game, 1, seed=9)
    luck = luck_to_come(game, ends)
    assert luck.shape == (5, 2, 25)
    end, seat = ends.states[3], 1  # rounds 4 and 5, from 0, are still to come
    held = end.shares[seat] + 2.0 * end.split_shares[seat]
    for ahead in range(5):
        for forecast in range(5):
            expected = 0.0
            if ahead < 2:
                pair = end.pair_forecasts[4 + ahead].tolist().index(forecast)
                expected = held[end.pair_companies[4 + ahead, pair]] - held.mean()
            assert luck[3, seat, 5 * ahead + forecast] == pytest.approx(expected)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_ships_errs_less_than_the_hand_made_estimate_on_new_games(seats):
    game = load_game("stockpile", seats=seats)
    sample = sample_of(game, heuristic_round_ends(game, 150, seed=20_261), 24, seed=3)
    learned = np.zeros_like(sample.so_far)
    spreads = np.zeros(len(learned))
    ends = heuristic_round_ends(game, 150, seed=20_261)
    for place, end in enumerate(ends.states):
        contract.estimate(game.rules, end, learned[place])
        spreads[place] = contract.result_spread(game.rules, end)
    old = new = 0.0
    for left in range(1, int(game.rules.rounds)):
        there = sample.rounds_left == left
        means, wins = sample.outlook.means[there], sample.outlook.win_shares[there]
        assert root_mean_square(learned[there] - means) < 0.9 * root_mean_square(sample.by_rule[there] - means)
        old += log_loss(sample.by_rule[there], wins, rule_spread(game.typical_margin, left))
        new += log_loss(learned[there], wins, float(spreads[there][0]))
        assert abs((learned[there] - means).mean()) < 5.0  # the level too
    assert new < old
    assert shares_of_wins(sample.results).sum() == pytest.approx(len(sample.games))
