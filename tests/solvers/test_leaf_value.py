"""What leaves of the search are worth: results at the end, estimates before, learned or by the rule."""

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.randomness import generator
from solvers.ismcts.leaf_value import leaf_utilities
from solvers.registry import make_solver
from solvers.specs import SpecError
from solvers.utility import utilities


def position(game, rounds):
    """A game played by the best style up to so many complete rounds."""
    state, rng = game.deal(5), generator(5)
    best = game.styles.index(game.best_style)
    while game.mover(state) is not None and contract.rounds_played(game.rules, state) < rounds:
        contract.apply(game.rules, state, contract.suggest(game.rules, state, best, rng), contract.NO_LOG)
    return state


def leaf(game, state, spec):
    values = np.zeros(game.seats)
    leaf_utilities(game.rules, state, make_solver(spec, game).settings(game), np.zeros(game.seats), values)
    return values


def expected(game, results, final, spread):
    values = np.zeros(game.seats)
    utilities(results, game.seats, final, spread, 0.3, game.typical_margin, values)
    return values


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_a_cut_off_playout_is_worth_what_the_leaf_says(name):
    game = load_game(name, seats=4)
    state = position(game, 2)
    left = contract.rounds_left(game.rules, state)
    by_rule, learned = np.zeros(4), np.zeros(4)
    contract.rule_estimate(game.rules, state, by_rule)
    contract.estimate(game.rules, state, learned)
    rule_spread = 0.6 * game.typical_margin * np.sqrt(left)
    spread = contract.result_spread(game.rules, state) or rule_spread
    assert leaf(game, state, "ismcts(leaf=rule)") == pytest.approx(expected(game, by_rule, False, rule_spread))
    assert leaf(game, state, "ismcts(leaf=learned)") == pytest.approx(expected(game, learned, False, spread))
    assert np.array_equal(by_rule, learned) == (name == "stonks")


def test_a_finished_playout_is_worth_its_result_whatever_the_leaf():
    game = load_game("stockpile", seats=3)
    state = position(game, 99)
    wanted = expected(game, np.array(game.payoffs(state)), True, 1.0)
    for spec in ("ismcts(leaf=rule)", "ismcts"):
        assert leaf(game, state, spec) == pytest.approx(wanted)


@pytest.mark.parametrize("solver", ["ismcts", "pimc", "cheating", "hybrid"])
def test_an_unknown_leaf_is_refused_by_name(solver):
    game = load_game("stockpile", seats=3)
    with pytest.raises(SpecError, match=f"{solver}: leaf must be learned or rule, not 'oracle'"):
        make_solver(f"{solver}(leaf=oracle)", game, may_cheat=True)
