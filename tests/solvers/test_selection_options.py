"""PUCT, first-play urgency and progressive bias: against values worked out by hand, and on a game solved by hand."""

import math

import numpy as np
import pytest

from solvers.base import Budget
from solvers.ismcts.selection import prior, puct_bonus
from solvers.registry import make_solver
from tests.solvers.nodes import select, tree_with_a_node, tried
from tests.toy_game import ToyGame

# rewards[first][second][coin] of seat 0, as in test_ismcts: against the best replies move 1 is best; if seat 1 only
# ever played its heuristic player's move, 0, the moves would bring (0 + 3)/2, (0.4 + 0.5)/2 and (1 - 1)/2.
INFORMED_REPLY = [[[0, 3], [3, 0]], [[0.4, 0.5], [0.5, 0.4]], [[1, -1], [1, -1]]]


@pytest.fixture
def tree():
    """Met nine times: move 1 has a mean of 0.6 in 4 visits, move 2 of 0.5 in 4, move 3, seldom legal, of 0.3 in one."""
    tree = tree_with_a_node()
    tried(tree, 1, (0.6,) * 4, 9)
    tried(tree, 2, (0.5,) * 4, 9)
    tried(tree, 3, (0.3,), 4)
    tree.nodes[0].visits = 9
    return tree


def move_of(tree, edge):
    return int(tree.edges[edge].move)


def test_the_policys_move_has_its_prior_and_the_others_share_the_rest():
    assert [prior(move, 7, 4, 0.4) for move in (5, 7, 8)] == pytest.approx([0.2, 0.4, 0.2])
    assert [prior(move, -1, 4, 0.4) for move in (5, 7)] == [0.25, 0.25]


def test_the_puct_bonus_is_by_hand():
    # 1.5 * 0.25 * sqrt(16) / (1 + 4)
    assert puct_bonus(0.25, 4, 16, 1.5) == pytest.approx(0.3)
    assert puct_bonus(0.25, 0, 16, 1.5) == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("policy_move", "policy_prior", "selected"),
    [
        # 0.6 + 1.5*0.25*sqrt(10)/5 = 0.837; 0.5 + 1.5*0.5*sqrt(10)/5 = 0.974; 0.3 + 1.5*0.25*sqrt(5)/2 = 0.719
        (2, 0.5, 2),
        # 0.6 + 1.5*0.3333*sqrt(10)/5 = 0.916; 0.5 + the same = 0.816; 0.3 + 1.5*0.3333*sqrt(5)/2 = 0.859
        (2, 1 / 3, 1),
        # 0.837; 0.5 + 0.237 = 0.737; 0.3 + 1.5*0.5*sqrt(5)/2 = 1.139
        (3, 0.5, 3),
        # No policy: as with a third each.
        (-1, 0.9, 1),
    ],
)
def test_puct_follows_the_mean_and_the_bonus_for_the_prior(tree, policy_move, policy_prior, selected):
    parameters = {"selection": "puct", "exploration": 1.5, "policy_prior": policy_prior}
    assert move_of(tree, select(tree, (1, 2, 3), policy_move, **parameters)) == selected


def test_puct_counts_how_often_a_move_was_legal(tree):
    # As often legal as the others, move 3 is worth 0.3 + 1.5*0.25*sqrt(10)/2 = 0.893 > 0.837 and 0.737; the policy's
    # move is another one, which is not in the tree and not legal here.
    assert move_of(tree, select(tree, (1, 2, 3), selection="puct", exploration=1.5, policy_move=1)) == 1
    tree = tree_with_a_node()
    for move, utilities in ((1, (0.6,) * 4), (3, (0.3,))):
        tried(tree, move, utilities, 9)
    tree.nodes[0].visits = 9
    # Two legal moves, half the prior each: 0.6 + 1.5*0.5*sqrt(10)/5 = 1.074 < 0.3 + 1.5*0.5*sqrt(10)/2 = 1.486
    assert move_of(tree, select(tree, (1, 3), selection="puct", exploration=1.5)) == 3
    tree.edges[1].available = 2
    # Seldom legal: 0.3 + 1.5*0.5*sqrt(3)/2 = 0.950
    assert move_of(tree, select(tree, (1, 3), selection="puct", exploration=1.5)) == 1


def test_in_puct_a_move_counts_as_possible_while_it_was_untried(tree):
    edge = select(tree, (1, 2, 3, 4), selection="puct")
    assert move_of(tree, edge) == 4
    assert int(tree.edges[edge].available) == 10


@pytest.mark.parametrize("selection", ["bounds", "puct"])
def test_untried_moves_come_first_without_an_urgency(tree, selection):
    assert move_of(tree, select(tree, (1, 2, 3, 8), selection=selection)) == 8


@pytest.mark.parametrize(
    ("urgency", "selected"),
    [
        # Bounds: 0.6 + 0.7*sqrt(ln 10/4) = 1.131; 1.031; 0.3 + 0.7*sqrt(ln 5/1) = 1.188. The mean of the nine visits is
        # (2.4 + 2.0 + 0.3)/9 = 0.5222.
        (0.67, 8),
        (0.66, 3),
    ],
)
def test_an_untried_move_counts_as_the_mean_and_the_urgency(tree, urgency, selected):
    assert move_of(tree, select(tree, (1, 2, 3, 8), first_play_urgency=urgency)) == selected


def test_the_mean_is_that_of_the_moves_that_are_legal_here(tree):
    # 0.6 + 0.7*sqrt(ln 10/4) = 1.131 with move 1 alone, of mean 0.6.
    assert move_of(tree, select(tree, (1, 8), first_play_urgency=0.54)) == 8
    tree = tree_with_a_node()
    tried(tree, 1, (0.6,) * 4, 9)
    assert move_of(tree, select(tree, (1, 8), first_play_urgency=0.52)) == 1


def test_widening_bounds_what_an_urgency_may_open(tree):
    # Nine visits: 1 + 0.6 * 3 = 2 moves may be open, and three are.
    assert move_of(tree, select(tree, (1, 2, 3, 8), first_play_urgency=1.0, widening=0.6)) == 3
    assert move_of(tree, select(tree, (1, 2, 3, 8), first_play_urgency=1.0, widening=1.0)) == 8


@pytest.mark.parametrize(
    ("policy_move", "urgency", "selected"),
    [
        # Four legal moves, priors 0.5 and 1/6: 0.6 + 1.5*sqrt(10)/6/5 = 0.758; 0.658; 0.3 + 1.5*sqrt(5)/6/2 = 0.580.
        # Untried: 0.5222 + 0.5*1.5*sqrt(10)/1 = 2.894 for the policy's move, 0.5222 + 0.7906 = 1.313 for another.
        (8, -0.5, 8),
        (8, -1.0, 8),
        # The policy's move is 1: 0.6 + 1.5*0.5*sqrt(10)/5 = 1.074
        (1, -0.2, 8),
        (1, -0.3, 1),
    ],
)
def test_puct_adds_the_prior_of_untried_moves_to_their_urgency(tree, policy_move, urgency, selected):
    parameters = {"selection": "puct", "exploration": 1.5, "first_play_urgency": urgency}
    assert move_of(tree, select(tree, (1, 2, 3, 8), policy_move, **parameters)) == selected


def test_of_untried_moves_puct_opens_the_policys(tree):
    for seed in range(20):
        parameters = {"selection": "puct", "first_play_urgency": 0.0, "seed": seed}
        fresh = tree_with_a_node()
        tried(fresh, 5, (0.5,), 1)
        assert move_of(fresh, select(fresh, (3, 4, 5, 6, 7), 6, **parameters)) == 6


def test_the_progressive_bias_fades_with_visits(tree):
    # Bounds as above: 1.131; 1.031 and the bias by 5; 1.188. With 1 it is 1.231, with 0.7 it is 1.171.
    assert move_of(tree, select(tree, (1, 2, 3), 2, progressive_bias=1.0)) == 2
    tree.edges[2].available = 4
    assert move_of(tree, select(tree, (1, 2, 3), 2, progressive_bias=0.7)) == 3


def test_at_the_root_nothing_but_bounds_counts(tree):
    # Availability grows with every look, so each look gets a tree of its own; 1.188 is the largest bound.
    parameters = {"selection": "puct", "first_play_urgency": -1.0, "progressive_bias": 50.0, "widening": 0.1}
    assert move_of(tree, select(tree, (1, 2, 3), 2, at_root=True, **parameters)) == 3
    assert move_of(tree, select(tree, (1, 2, 3, 8), 2, at_root=True, **parameters)) == 8


def choice(parameters, iterations=600, seed=2):
    game = ToyGame(INFORMED_REPLY)
    spec = f"ismcts(win_weight=0,rival_policy=0,{parameters})"
    return make_solver(spec).choose(game, game.view(game.deal(1), 0), Budget(iterations=iterations), seed)


@pytest.mark.parametrize(
    "parameters",
    [
        "first_play_urgency=-1",
        "selection=puct,policy_prior=1,first_play_urgency=0,widening=0",
        "progressive_bias=100",
    ],
)
def test_a_rival_bound_to_its_policys_move_is_taken_for_predictable(parameters):
    for seed in range(3):
        assert choice(parameters, seed=seed).move == 0


@pytest.mark.parametrize(
    "parameters",
    [
        "widening=1",
        "first_play_urgency=0.2",
        "selection=puct,first_play_urgency=0,widening=0",
        "selection=puct",
        "progressive_bias=0.1",
        "selection=puct,playouts=random",
        "progressive_bias=5,playouts=random",
    ],
)
def test_with_weaker_settings_the_best_replies_are_found(parameters):
    for seed in range(3):
        assert choice(parameters, iterations=4000, seed=seed).move == 1


def test_infinity_is_the_same_as_untried_moves_first():
    assert choice("first_play_urgency=inf").candidates == choice("widening=1").candidates
    assert math.isinf(make_solver("ismcts").first_play_urgency)
    assert np.isinf(make_solver(make_solver("ismcts").spec).first_play_urgency)
