"""The PIMC player: what it finds, what it is known to miss, and how its worlds vote."""

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.errors import NoWorldError
from engine.randomness import draw_below, generator
from solvers.base import Budget
from solvers.ismcts.search import position_key
from solvers.registry import SpecError, make_solver
from tests.toy_game import ToyGame

# rewards[first][second][coin] of seat 0; seat 1 answers.
INFORMED_REPLY = [[[0, 3], [3, 0]], [[0.4, 0.5], [0.5, 0.4]], [[1, -1], [1, -1]]]
BETS = [[[2, -2]] * 2, [[0.5, 0.5]] * 2, [[-2, 2]] * 2]
"""Move 0 wins 2 if the coin is one way, move 2 if it is the other; move 1 is safe. Not knowing it, both bets are 0."""

PURE = "playouts=random,win_weight=0"


def choose(game, spec, iterations=4000, seed=3, view=None):
    view = game.view(game.deal(1), 0) if view is None else view
    return make_solver(spec).choose(game, view, Budget(iterations=iterations), seed)


@pytest.mark.parametrize("votes", ["visits", "best"])
def test_it_finds_the_best_move_where_all_worlds_agree(votes):
    assert choose(ToyGame(INFORMED_REPLY), f"pimc({PURE},votes={votes})").move == 1


def test_it_believes_that_it_will_know_what_it_does_not_know():
    """Strategy fusion: in every world a bet is worth 2, so the safe one looks bad; ismcts sees through it."""
    game = ToyGame(BETS)
    for seed in range(5):
        assert choose(game, f"pimc({PURE})", seed=seed).move != 1
        assert choose(game, f"ismcts({PURE},trees=1)", seed=seed).move == 1


def test_a_vote_counts_worlds_and_visits_are_told_all_the_same():
    choice = choose(ToyGame(BETS), f"pimc({PURE},votes=best,worlds=7)", iterations=700)
    assert choice.worlds == 7
    assert choice.iterations == 700 == sum(candidate.visits for candidate in choice.candidates)
    assert choice.candidates[0].move == choice.move


def test_worlds_are_the_same_however_many_threads_search_them():
    game = load_game("stonks", seats=3)
    state = game.deal(4)
    view = game.view(state, game.mover(state))
    answers = []
    for threads in (1, 2, 3):
        choice = choose(game, f"pimc(worlds=5,threads={threads})", iterations=203, view=view)
        answers.append((choice.move, choice.candidates, choice.principal_line, choice.explanation, choice.worlds))
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_all_worlds_of_a_view_start_from_one_key_and_every_move_leads_to_another(name):
    game = load_game(name, seats=3)
    rng = generator(2)
    state = game.deal(2)
    for _ in range(60):
        seat = game.mover(state)
        worlds = [game.redeal(game.view(state, seat), seed) for seed in (1, 2)]
        assert position_key(game.rules, worlds[0]) == position_key(game.rules, worlds[1])
        keys = set()
        moves = game.legal_moves(worlds[0])
        for move in moves:
            after = game.copy(worlds[0])
            contract.apply(game.rules, after, move, contract.NO_LOG)
            keys.add(int(position_key(game.rules, after)))
        assert len(keys) == len(moves)
        contract.apply(game.rules, state, moves[draw_below(rng, len(moves))], contract.NO_LOG)


def test_it_spends_a_time_budget_on_all_worlds():
    game = load_game("stonks", seats=2)
    state = game.deal(1)
    view = game.view(state, game.mover(state))
    choice = make_solver("pimc(worlds=40)").choose(game, view, Budget(milliseconds=60), 1)
    assert choice.worlds == 40
    assert choice.seconds < 1


def test_a_view_without_worlds_is_refused():
    game = load_game("stonks", seats=3)
    state = game.deal(1)
    view = game.view(state, game.mover(state))
    view.hand_sizes[1] += 1
    with pytest.raises(NoWorldError):
        choose(game, "pimc", view=view)


@pytest.mark.parametrize("arguments", ["worlds=0", "worlds=257", "votes=mean", "exploration=-1", "trees=2"])
def test_impossible_parameters_are_refused(arguments):
    with pytest.raises(SpecError):
        make_solver(f"pimc({arguments})")


def test_it_keeps_the_view_as_it_is():
    game = load_game("stonks", seats=2)
    state = game.deal(1)
    view = game.view(state, 0)
    before = view.tobytes()
    assert np.isfinite(choose(game, "pimc(worlds=3)", iterations=30, view=view).candidates[0].mean)
    assert view.tobytes() == before
