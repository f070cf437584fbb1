"""Search by regret matching: what it promises about mixtures, on games whose answers are known."""

import numpy as np
import pytest

from engine.leduc.facade import LeducGame
from solvers.base import Budget
from solvers.ismcts.final_choice import Proportional, most_visited, probabilities
from solvers.ismcts.report import Tally
from solvers.registry import make_solver
from solvers.specs import SpecError
from tests.toy_game import ToyGame

SPEC = "ismcts(selection=regret_matching,choice=proportional,playouts=random,win_weight=0,margin_scale=1000,cutoff=0)"

# rewards[first][second][coin] of seat 0: whatever seat 1 answers and the coin shows, the second move is best.
DOMINATED = [[[1, 1], [1, 1]], [[3, 3], [2, 2]], [[0, 0], [0, 0]]]


def searched(game, seed=3, spec=SPEC, iterations=2000):
    return make_solver(spec).choose(game, game.view(game.deal(1), 0), Budget(iterations=iterations), seed)


def chances(choice):
    return {item.move: item.probability for item in choice.candidates}


def test_a_move_that_is_always_best_is_played_almost_always():
    found = chances(searched(ToyGame(DOMINATED)))
    assert found[1] > 0.95
    assert sum(found.values()) == pytest.approx(1)


def test_the_draw_follows_the_probabilities():
    counts = {4: Tally(strategy=3.0, visits=1), 9: Tally(strategy=1.0, visits=50)}
    assert probabilities(counts) == {4: 0.75, 9: 0.25}
    drawn = [Proportional(seed)(counts) for seed in range(2000)]
    assert np.mean([move == 4 for move in drawn]) == pytest.approx(0.75, abs=0.04)
    assert most_visited(counts) == 4


def test_without_an_average_strategy_visits_decide():
    counts = {4: Tally(visits=30, total=1.0), 9: Tally(visits=10)}
    assert probabilities(counts) == {4: 0.75, 9: 0.25}
    assert most_visited(counts) == 4
    assert probabilities({4: Tally(), 9: Tally()}) == {4: 0.5, 9: 0.5}


def test_the_same_seed_searches_and_draws_the_same():
    game = LeducGame()
    answers = [searched(game, seed=seed, iterations=300) for seed in (5, 5, 6)]
    assert answers[0].candidates == answers[1].candidates
    assert answers[0].move == answers[1].move
    assert answers[0].candidates != answers[2].candidates


def test_an_iteration_is_a_world():
    choice = searched(LeducGame(), iterations=500)
    assert choice.worlds == choice.iterations == 500


def test_bounds_mix_by_visits():
    choice = searched(LeducGame(), spec="ismcts(choice=proportional,playouts=random,elimination=0)", iterations=400)
    visits = {item.move: item.visits for item in choice.candidates}
    assert chances(choice) == {move: count / sum(visits.values()) for move, count in visits.items()}


def test_no_probabilities_are_told_where_nothing_is_mixed():
    choice = searched(LeducGame(), spec="ismcts(playouts=random)", iterations=200)
    assert all(item.probability is None for item in choice.candidates)


@pytest.mark.parametrize("wrong", ["selection=luck", "choice=best"])
def test_unknown_names_are_refused(wrong):
    with pytest.raises(SpecError, match=f"ismcts: {wrong.partition('=')[0]} must be "):
        make_solver(f"ismcts({wrong})")
