"""The ISMCTS player on games whose answers are known."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import contract
from engine.catalog import load_game
from engine.errors import NoWorldError, TurnError
from engine.randomness import generator
from solvers.base import Budget, Control
from solvers.ismcts.player import IsmctsPlayer
from solvers.registry import make_solver
from tests.toy_game import ToyGame

# rewards[first][second][coin] of seat 0. Seat 1 sees the coin and answers best, so seat 0 gets, on average over the
# coin, the mean of each column's minimum: move 0: (0 + 0)/2 = 0; move 1: (0.4 + 0.4)/2; move 2: (1 + -1)/2 = 0.
INFORMED_REPLY = [[[0, 3], [3, 0]], [[0.4, 0.5], [0.5, 0.4]], [[1, -1], [1, -1]]]


def choose(game, spec, iterations=4000, seed=3, control=None, view=None):
    view = game.view(game.deal(1), 0) if view is None else view
    return make_solver(spec).choose(game, view, Budget(iterations=iterations), seed, control)


def test_it_reckons_with_what_another_seat_alone_has_seen():
    # A search that thought seat 1 as ignorant as seat 0 would value move 0 at 1.5 and choose it.
    choice = choose(ToyGame(INFORMED_REPLY), "ismcts(playouts=random,win_weight=0,trees=1,exploration=0.7)")
    assert choice.move == 1


def test_it_learns_nothing_from_what_its_own_seat_has_not_seen():
    # Knowing the coin, seat 0 would always find a move worth 2; not knowing it, both bets are worth 0, move 1 is 0.5.
    bets = [[[2, -2]] * 2, [[0.5, 0.5]] * 2, [[-2, 2]] * 2]
    for seed in range(5):
        assert choose(ToyGame(bets), "ismcts(playouts=random,win_weight=0,trees=1)", seed=seed).move == 1


def test_the_seat_that_knows_uses_what_it_knows():
    game = ToyGame(INFORMED_REPLY)
    for seed in range(4):
        state = game.deal(seed)
        game.apply(state, 0)
        choice = choose(game, "ismcts(playouts=random)", view=game.view(state, 1))
        rewards = [game.rules.rewards[0][move][state.coin] for move in (0, 1)]
        assert choice.move == int(np.argmin(rewards))


def test_candidates_explain_the_choice():
    choice = choose(ToyGame(INFORMED_REPLY), "ismcts(playouts=random,win_weight=0)", iterations=4001)
    assert sum(candidate.visits for candidate in choice.candidates) == 4001 == choice.iterations
    # Three moves race, then two, and every move is played in each world.
    assert 4001 / 3 <= choice.worlds <= 4002 / 2
    assert [candidate.visits for candidate in choice.candidates] == sorted(
        (candidate.visits for candidate in choice.candidates), reverse=True
    )
    for candidate in choice.candidates:
        assert 0 <= candidate.mean <= 1
        assert 0 <= candidate.standard_error < 0.1
    assert choice.principal_line[0] == (0, choice.move)
    assert choice.principal_line[1][0] == 1
    assert "move 1" in choice.explanation


@pytest.mark.parametrize("spec", ["ismcts(playouts=random)", "ismcts(trees=5)", "ismcts(trees=1)"])
def test_the_number_of_threads_never_changes_the_choice(spec):
    game = ToyGame(INFORMED_REPLY)
    answers = [choose(game, spec.replace(")", f",threads={threads})"), iterations=1003) for threads in (1, 2, 3)]
    first = answers[0]
    for answer in answers[1:]:
        assert (answer.move, answer.candidates, answer.principal_line) == (
            first.move,
            first.candidates,
            first.principal_line,
        )


def views_of_many_phases(game, seed):
    """One view of the mover, with a choice, for each phase of the first rounds of a game."""
    views = {}
    rng = generator(seed)
    state = game.deal(seed)
    while state.round_number < 3:
        mover = game.mover(state)
        if len(game.legal_moves(state)) > 1:
            views[int(state.phase)] = game.view(state, mover)
        contract.apply(game.rules, state, contract.suggest(game.rules, state, 0, rng), contract.NO_LOG)
    return list(views.values())


@pytest.mark.parametrize("seats", [2, 4])
def test_the_number_of_threads_never_changes_the_choice_in_stockpile(seats):
    game = load_game("stockpile", seats=seats)
    views = views_of_many_phases(game, seats)
    assert len(views) >= 3
    for view in views:
        answers = []
        for threads in (1, 2, 3):
            answer = choose(game, f"ismcts(trees=3,threads={threads})", iterations=301, view=view)
            answers.append((answer.move, answer.candidates, answer.principal_line, answer.explanation))
        assert answers[0] == answers[1] == answers[2]
        assert sum(candidate.visits for candidate in answers[0][1]) > 0


@given(
    milliseconds=st.floats(0, 1e9),
    exploration=st.floats(0, 100),
    widening=st.floats(0, 1e6),
    random_share=st.floats(0, 1),
    win_weight=st.floats(0, 1),
    margin_scale=st.floats(0, 1e6),
    megabytes=st.floats(1, 1e6),
    iterations=st.integers(0, 10**12),
)
def test_the_spec_makes_the_same_player_whatever_its_parameters(**parameters):
    player = IsmctsPlayer(**parameters)
    assert make_solver(player.spec) == player


def test_another_seed_samples_other_worlds():
    game = ToyGame(INFORMED_REPLY)
    assert choose(game, "ismcts", seed=1).candidates != choose(game, "ismcts", seed=2).candidates


def test_cancelling_ends_an_unlimited_search():
    game = ToyGame(INFORMED_REPLY)
    control = Control()
    threading.Timer(0.05, control.cancel).start()
    choice = choose(game, "ismcts", iterations=10**11, control=control)
    assert choice.cancelled
    assert choice.iterations > 0
    assert choice.move in (0, 1, 2)


def test_a_search_cancelled_before_it_starts_answers_by_rules_of_thumb():
    control = Control()
    control.cancel()
    choice = choose(ToyGame(INFORMED_REPLY), "ismcts", control=control)
    assert choice.cancelled
    assert choice.iterations == 0
    assert choice.move == 0


def test_the_first_of_two_budgets_to_be_spent_ends_the_search():
    game = ToyGame(INFORMED_REPLY)
    view = game.view(game.deal(1), 0)
    solver = make_solver("ismcts(iterations=50)")
    assert solver.choose(game, view, Budget(iterations=900), 1).iterations == 50
    assert solver.choose(game, view, Budget(milliseconds=60_000), 1).iterations == 50
    assert solver.choose(game, view, Budget(iterations=20), 1).iterations == 20


def test_reports_improve_until_the_end():
    reports = []
    control = Control(on_report=reports.append, report_milliseconds=1)
    final = choose(ToyGame(INFORMED_REPLY), "ismcts", iterations=200_000, control=control)
    assert len(reports) > 1
    counts = [report.iterations for report in reports]
    assert counts == sorted(counts)
    assert counts[-1] <= final.iterations


def test_memory_stays_within_its_bound():
    from solvers.ismcts.statistics import new_tree

    for megabytes in (1.0, 10.0):
        tree = new_tree(megabytes, None)
        used = sum(array.nbytes for array in (tree.slots, tree.nodes, tree.edges))
        assert used <= megabytes * 1e6 + 20_000


def test_the_view_of_another_seat_is_refused():
    game = ToyGame(INFORMED_REPLY)
    with pytest.raises(TurnError, match="seat 0 is to move, but this is the view of seat 1"):
        choose(game, "ismcts", view=game.view(game.deal(1), 1))


def test_a_view_without_worlds_is_refused():
    game = load_game("stockpile")
    state = game.deal(1)
    view = game.view(state, game.mover(state))
    view.excluded[:] = (1 << 11) - 1
    with pytest.raises(NoWorldError):
        choose(game, "ismcts", view=view)
