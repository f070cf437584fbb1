"""Node selection and back-up against values worked out by hand."""

import math

import numpy as np
import pytest

from solvers.ismcts.report import edges_of_node
from solvers.ismcts.selection import edge_of_move, moves_to_open, upper_bound
from solvers.ismcts.statistics import add_node, back_up, find_slot, new_tree
from tests.solvers.nodes import credit, select, tree_with_a_node


@pytest.fixture
def tree():
    return tree_with_a_node()


def test_the_bound_is_the_mean_plus_the_availability_count_term():
    # 3 wins in 4 visits, available 10 times: 0.75 + 0.7 * sqrt(ln 10 / 4) = 0.75 + 0.7 * 0.758713...
    assert upper_bound(3.0, 4, 10, 0.7) == pytest.approx(0.75 + 0.7 * math.sqrt(2.302585092994046 / 4))
    assert upper_bound(3.0, 4, 10, 0.7) == pytest.approx(1.281099, abs=1e-6)


def test_every_untried_move_is_tried_before_any_is_repeated(tree):
    tried = set()
    for _ in range(5):
        edge = select(tree, (3, 8, 9, 20, 41))
        tried.add(int(tree.edges[edge].move))
        credit(tree, edge, 1.0)
    assert tried == {3, 8, 9, 20, 41}
    assert int(tree.counters[0].edges) == 5


def test_untried_moves_are_drawn_evenly():
    counts = dict.fromkeys((3, 8, 9), 0)
    for seed in range(3000):
        tree = tree_with_a_node()
        counts[int(tree.edges[select(tree, (3, 8, 9), seed=seed)].move)] += 1
    assert all(900 < count < 1100 for count in counts.values())


def test_then_the_largest_bound_is_followed(tree):
    for move, utilities in ((1, (0.5, 0.5)), (2, (1.0, 0.0)), (5, (0.9, 0.8))):
        edge = edge_of_move(tree.nodes, tree.edges, tree.counters[0], 0, move)
        credit(tree, edge, *utilities)
    # Equal visits and availability: the best mean, 0.85, wins.
    assert int(tree.edges[select(tree, (1, 2, 5))].move) == 5


def test_a_seldom_tried_move_is_followed_when_it_was_often_available(tree):
    first = edge_of_move(tree.nodes, tree.edges, tree.counters[0], 0, 1)
    credit(tree, first, *[0.6] * 50)
    second = edge_of_move(tree.nodes, tree.edges, tree.counters[0], 0, 2)
    credit(tree, second, 0.5, 0.5)
    tree.edges[first].available = 60
    tree.edges[second].available = 60
    # by hand, with 61 times available now: 0.6 + 0.7*sqrt(ln 61/50) = 0.801 < 0.5 + 0.7*sqrt(ln 61/2) = 1.504
    assert select(tree, (1, 2)) == second
    tree.edges[second].available = 2
    tree.edges[first].available = 60
    # rarely available: 0.5 + 0.7*sqrt(ln 3/2) = 1.019; still ahead. Many visits without success bring it down:
    credit(tree, second, *[0.1] * 30)
    # mean (1.0 + 3.0)/32 = 0.125; 0.125 + 0.7*sqrt(ln 3/32) = 0.255 < 0.6 + 0.7*sqrt(ln 61/50)
    assert select(tree, (1, 2)) == first


def test_availability_counts_grow_only_where_the_move_is_legal(tree):
    for move in (1, 2, 3):
        credit(tree, edge_of_move(tree.nodes, tree.edges, tree.counters[0], 0, move), 0.5)
    select(tree, (1, 3))
    select(tree, (3,))
    edges = edges_of_node(tree, 0)
    assert {move: int(edge.available) for move, edge in edges.items()} == {1: 2, 2: 1, 3: 3}


def test_edges_stay_sorted_by_move(tree):
    for move in (9, 2, 40, 5, 1):
        edge_of_move(tree.nodes, tree.edges, tree.counters[0], 0, move)
    assert list(edges_of_node(tree, 0)) == [1, 2, 5, 9, 40]


def test_back_up_credits_each_edge_with_its_own_seats_utility(tree):
    edges = [edge_of_move(tree.nodes, tree.edges, tree.counters[0], 0, move) for move in (1, 2, 3)]
    path_seats = np.array([0, 2, 1])
    back_up(tree.edges, np.array(edges), path_seats, 3, np.array([0.25, 0.5, 1.0]))
    back_up(tree.edges, np.array(edges), path_seats, 2, np.array([0.75, 0.0, 0.5]))
    first, second, third = (tree.edges[edge] for edge in edges)
    assert (int(first.visits), float(first.total), float(first.squares)) == (2, 1.0, 0.0625 + 0.5625)
    assert (int(second.visits), float(second.total), float(second.squares)) == (2, 1.5, 1.25)
    assert (int(third.visits), float(third.total), float(third.squares)) == (1, 0.5, 0.25)


def test_widening_opens_one_more_move_as_the_square_root_of_visits_grows():
    assert [moves_to_open(visits, 1.0) for visits in (0, 1, 3, 4, 9, 99)] == [1, 2, 2, 3, 4, 10]
    assert moves_to_open(0, 0.0) > 1_000_000


def test_a_widened_node_repeats_moves_until_it_may_open_another(tree):
    tree.nodes[0].visits = 0
    first = select(tree, (1, 2, 3), widening=1.0)
    credit(tree, first, 0.5)
    tree.nodes[0].visits = 0
    assert select(tree, (1, 2, 3), widening=1.0) == first
    tree.nodes[0].visits = 1
    assert select(tree, (1, 2, 3), widening=1.0) != first


def test_a_full_tree_stops_growing_and_goes_on_with_what_it_has():
    tree = new_tree(1, 1)
    keys = [np.uint64(key) for key in range(1, 200)]
    made = [
        add_node(tree.slots, tree.nodes, tree.counters[0], find_slot(tree.slots, tree.nodes, key), key) for key in keys
    ]
    assert made[-1] == -1
    assert int(tree.counters[0].nodes) == len(tree.nodes)
    # keys made are found again, others are not
    assert int(tree.slots[find_slot(tree.slots, tree.nodes, keys[3])]) - 1 == 3
    assert int(tree.slots[find_slot(tree.slots, tree.nodes, keys[-1])]) == 0
