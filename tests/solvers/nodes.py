"""Single information sets, for tests of how their moves are selected."""

import numpy as np

from engine.randomness import generator
from solvers.ismcts.player import IsmctsPlayer
from solvers.ismcts.selection import NO_MOVE, edge_of_move, select_edge
from solvers.ismcts.statistics import add_node, back_up, find_slot, new_tree
from tests.toy_game import ToyGame


def tree_with_a_node():
    """A tree with one node, number 0, without edges."""
    tree = new_tree(1, 4)
    key = np.uint64(77)
    assert add_node(tree.slots, tree.nodes, tree.counters[0], find_slot(tree.slots, tree.nodes, key), key) == 0
    return tree


def select(tree, codes, policy_move=NO_MOVE, at_root=False, seed=1, **parameters):
    """The edge selected at node 0 among moves by a player with these parameters, one without widening."""
    legal = np.array(codes, np.int32)
    game = ToyGame(np.zeros((3, 2, 2)))
    settings = IsmctsPlayer(**{"exploration": 0.7, "widening": 0.0} | parameters).settings(game)
    rng = generator(seed)
    return int(
        select_edge(tree.nodes, tree.edges, tree.counters[0], 0, legal, len(legal), settings, at_root, policy_move, rng)
    )


def credit(tree, edge, *utilities):
    """Count utilities for an edge."""
    for utility in utilities:
        back_up(tree.edges, np.array([edge]), np.array([0]), 1, np.array([utility]))


def tried(tree, move, utilities, available):
    """A move's edge with these utilities, legal so often before."""
    edge = edge_of_move(tree.nodes, tree.edges, tree.counters[0], 0, move)
    credit(tree, edge, *utilities)
    tree.edges[edge].available = available
    return int(edge)
