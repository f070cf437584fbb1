"""Tree reuse: a seat's next search goes on with what its last one has found, and nobody else's does."""

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.randomness import generator
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameKey
from eval.arena.spec_file import spec_of_values
from solvers.base import Budget, Control
from solvers.ismcts.statistics import add_edge, add_node, find_slot, new_tree
from solvers.kept_trees import KeptTrees, begin_again, forget
from solvers.registry import make_solver
from solvers.specs import SpecError

BUDGET = Budget(iterations=400)
ON = "ismcts(reuse_tree=on)"


def decisions(name, seats, seat=0, count=6):
    """The first views of a seat with a choice, in a heuristic game."""
    game = load_game(name, seats=seats)
    rng = generator(4)
    state = game.deal(4)
    views = []
    while len(views) < count:
        if game.mover(state) == seat and len(game.legal_moves(state)) > 1:
            views.append(game.view(state, seat))
        contract.apply(game.rules, state, contract.suggest(game.rules, state, 0, rng), contract.NO_LOG)
    return game, views


def searched(game, view, trees, spec=ON, seed=1, budget=BUDGET):
    return make_solver(spec).choose(game, view, budget, seed, Control(trees=trees))


def visits(trees, game, view):
    """How often the kept trees have met the view's decision."""
    world = game.copy(view)
    contract.prepare_search(game.rules, world)
    key = contract.information_key(game.rules, world, game.viewer(view))
    kept = trees._trees
    nodes = [int(tree.slots[find_slot(tree.slots, tree.nodes, np.uint64(key))]) - 1 for tree in kept]
    return sum(int(tree.nodes[node].visits) for tree, node in zip(kept, nodes, strict=True) if node >= 0)


@pytest.mark.parametrize(("name", "seats"), [("stockpile", 2), ("stonks", 3)])
def test_a_search_goes_on_with_what_the_last_one_met(name, seats):
    game, views = decisions(name, seats)
    trees = KeptTrees()
    met_before = []
    for view in views:
        met_before.append(visits(trees, game, view))
        choice = searched(game, view, trees)
        # What is told is of this search alone: where moves race, they are counted anew.
        assert choice.iterations == 400
        assert sum(candidate.visits for candidate in choice.candidates) == 400
        assert visits(trees, game, view) == 400
    assert met_before[0] == 0
    assert max(met_before) >= 20


def test_the_first_search_is_as_without_reuse_and_a_later_one_is_not():
    game, views = decisions("stockpile", 2)
    trees = KeptTrees()
    later = []
    for view in views:
        plain, reused = searched(game, view, None), searched(game, view, trees)
        later.append(reused.candidates != plain.candidates)
        assert searched(game, view, KeptTrees(), spec="ismcts").candidates == plain.candidates
    assert not later[0]
    assert any(later)


def test_the_same_searches_in_the_same_order_choose_the_same():
    game, views = decisions("stonks", 3)
    first, second = KeptTrees(), KeptTrees()
    for view in views:
        assert searched(game, view, first).candidates == searched(game, view, second).candidates


def test_another_seat_or_another_shape_begins_anew():
    game, views = decisions("stockpile", 2)
    _, others = decisions("stockpile", 2, seat=1)
    trees = KeptTrees()
    searched(game, views[0], trees)
    assert searched(game, others[0], trees).candidates == searched(game, others[0], None).candidates
    searched(game, views[0], trees)
    two = "ismcts(reuse_tree=on,trees=2)"
    assert searched(game, views[1], trees, two).candidates == searched(game, views[1], None, two).candidates


def test_sales_keep_what_was_found_of_them():
    """Sales that are searched do not race, so the decision's own entry is kept as well."""
    game = load_game("stockpile", seats=2)
    rng = generator(2)
    state = game.deal(2)
    while game.phase(state) != "selling" or len(game.legal_moves(state)) < 3:
        contract.apply(game.rules, state, contract.suggest(game.rules, state, 0, rng), contract.NO_LOG)
    view = game.view(state, game.mover(state))
    trees = KeptTrees()
    in_tree = "ismcts(reuse_tree=on, sale_plans=0)"
    searched(game, view, trees, in_tree)
    searched(game, view, trees, in_tree, seed=2)
    assert visits(trees, game, view) == 800


def test_a_tree_that_is_half_full_is_not_kept():
    trees = KeptTrees()
    tree = new_tree(1, 100)
    trees.keep("use", [tree])
    assert trees.take("use") == [tree]
    assert trees.take("use") == []
    trees.keep("use", [tree])
    tree.counters[0].nodes = len(tree.nodes) // 2 + 1
    assert trees.take("use") == []


def test_counters_start_again_and_a_forgotten_decision_is_empty():
    tree = new_tree(1, 100)
    counters = tree.counters[0]
    key = np.uint64(9)
    node = add_node(tree.slots, tree.nodes, counters, find_slot(tree.slots, tree.nodes, key), key)
    add_edge(tree.nodes, tree.edges, counters, node, -1, 5)
    tree.nodes[node].visits = 3
    counters.iterations = counters.worlds = counters.decisions = 7
    begin_again(tree)
    assert (int(counters.nodes), int(counters.edges)) == (1, 1)
    assert int(counters.iterations) == int(counters.worlds) == int(counters.decisions) == 0
    forget(tree, 10)
    assert int(tree.nodes[node].visits) == 3
    forget(tree, key)
    assert int(tree.nodes[node].visits) == 0
    assert int(tree.nodes[node].first_edge) == 0


def test_the_arena_keeps_trees_for_each_seat_and_game():
    def moves(solver):
        entrants = [{"name": "a", "solver": solver, "iterations": 60}, {"name": "b", "solver": "heuristic"}]
        table = Table(spec_of_values({"game": "stonks", "players": [3], "entrant": entrants}), 3)
        return [play_game(table, GameKey(3, 0, 0), keep_moves=True).moves for _ in range(2)]

    # Without a race the root goes on as well, so that there is a difference to see.
    kept, plain = moves("ismcts(reuse_tree=on,elimination=0)"), moves("ismcts(elimination=0)")
    assert kept[0] == kept[1]
    assert plain[0] == plain[1]
    assert kept[0] != plain[0]


def test_unknown_values_are_refused():
    with pytest.raises(SpecError, match="reuse_tree must be off or on"):
        make_solver("ismcts(reuse_tree=yes)")
