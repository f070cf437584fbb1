"""Searching worlds from the start of a game: towards equilibria that are known, with the promises of every search."""

import itertools

import pytest

from engine.catalog import load_game
from engine.leduc.facade import LeducGame
from eval.exploitability import SearchPolicy, exploitability
from solvers.base import Budget
from solvers.registry import make_solver
from solvers.specs import SpecError
from tests.kuhn_poker import BET, PASS, kuhn_poker

MIXED = "selection=regret_matching,choice=proportional,playouts=random,win_weight=0,margin_scale=1000,cutoff=0"
FROM_START = f"ismcts({MIXED},worlds_from=start)"
FROM_VIEW = f"ismcts({MIXED})"
KUHN = kuhn_poker()
LEDUC = LeducGame()
KUHN_DEALS = [KUHN.dealt(first, second) for first, second in itertools.permutations(range(3), 2)]
LEDUC_DEALS = [LEDUC.dealt((first, second), third) for first, second, third in itertools.permutations(range(6), 3)]


def bets(first, second, moves, spec=FROM_START, iterations=20_000):
    """How often the seat to move bets in Kuhn poker after these moves."""
    state = KUHN.dealt(first, second)
    for move in moves:
        KUHN.apply(state, move)
    view = KUHN.view(state, KUHN.mover(state))
    choice = make_solver(spec).choose(KUHN, view, Budget(iterations=iterations), 5)
    return next(item.probability for item in choice.candidates if item.move == BET)


def loss(game, deals, spec, iterations, seed=1):
    return exploitability(game, deals, SearchPolicy(game, make_solver(spec), Budget(iterations=iterations), seed))


def test_the_second_seat_bluffs_and_calls_as_in_the_only_equilibrium():
    assert bets(2, 0, [PASS]) == pytest.approx(1 / 3, abs=0.1)
    assert bets(2, 1, [BET]) == pytest.approx(1 / 3, abs=0.1)
    assert bets(1, 0, [BET]) < 0.02
    assert bets(1, 2, [BET]) > 0.98


def test_the_first_seats_strategy_is_one_of_the_equilibria():
    bluff = bets(0, 1, [])
    assert bluff < 1 / 3 + 0.1
    assert bets(2, 1, []) == pytest.approx(3 * bluff, abs=0.2)
    assert bets(1, 0, []) < 0.1


def test_kuhn_poker_is_nearly_solved_and_a_search_of_the_view_is_not():
    from_start = loss(KUHN, KUHN_DEALS, FROM_START, 20_000)
    assert from_start < 0.03
    assert loss(KUHN, KUHN_DEALS, FROM_VIEW, 20_000) > 0.06


def test_exploitability_falls_with_the_worlds_below_what_the_view_alone_allows():
    losses = [loss(LEDUC, LEDUC_DEALS, FROM_START, worlds) for worlds in (100, 1_000, 4_000)]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] < 1.1
    assert losses[2] < 0.42


def test_the_same_seed_searches_the_same_and_hidden_cards_make_no_difference():
    solver = make_solver(FROM_START.replace("cutoff=0", "cutoff=0,trees=2"))
    states = [LEDUC.dealt((0, second), third) for second, third in ((1, 5), (4, 3))]
    answers = [solver.choose(LEDUC, LEDUC.view(state, 0), Budget(iterations=3_000), 9) for state in states]
    assert answers[0].candidates == answers[1].candidates
    assert answers[0].move == answers[1].move
    other = solver.choose(LEDUC, LEDUC.view(states[0], 0), Budget(iterations=3_000), 10)
    assert other.candidates != answers[0].candidates


def test_the_first_worlds_are_those_of_the_view():
    view = LEDUC.view(LEDUC.dealt((0, 3), 5), 0)
    few, many = (
        [
            make_solver(spec).choose(LEDUC, view, Budget(iterations=count), 2).candidates
            for spec in (FROM_START, FROM_VIEW)
        ]
        for count in (500, 600)
    )
    assert few[0] == few[1]
    assert many[0] != many[1]


def test_large_games_and_bounds_are_refused():
    with pytest.raises(SpecError, match="worlds_from=start needs selection=regret_matching"):
        make_solver("ismcts(worlds_from=start)")
    with pytest.raises(SpecError, match="worlds_from must be view or start, not 'deal'"):
        make_solver("ismcts(worlds_from=deal)")
    for name in ("stockpile", "stonks"):
        with pytest.raises(SpecError, match=f"is for small games: games of {name}"):
            make_solver("ismcts(selection=regret_matching,worlds_from=start)", load_game(name))
