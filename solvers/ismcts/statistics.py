"""The search's memory: one hash table of information sets, each with a sorted list of the moves tried there.

Everything is allocated once, by :func:`new_tree`, within a stated bound; when it is full the tree stops growing and
iterations go on with what there is.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compiling import kernel

NODE_DTYPE = np.dtype([("key", "u8"), ("first_edge", "i4"), ("visits", "i4")], align=True)
"""An information set: its key, its first edge (1 + index, 0: none), and how often it was met."""

EDGE_DTYPE = np.dtype(
    [
        ("total", "f8"),  # sum of the mover's utilities
        ("squares", "f8"),  # sum of their squares
        ("move", "i4"),
        ("next_edge", "i4"),  # 1 + index of the edge with the next larger move, 0: none
        ("visits", "i4"),
        ("available", "i4"),  # how often the move was legal when the information set was met
    ],
    align=True,
)

REGRET_DTYPE = np.dtype(
    [
        ("regret", "f8"),
        ("strategy", "f8"),  # sum of the probabilities with which the move was to be played
        ("value", "f8"),  # the learner's utility of the move in the present world
        ("probability", "f8"),  # of the move when its information set was last met; -1: it was not legal then
    ],
    align=True,
)
"""What regret matching keeps of an edge, at the edge's index; see :mod:`solvers.ismcts.regret_matching`."""

TREE_DTYPE = np.dtype(
    [
        ("nodes", "i8"),
        ("edges", "i8"),
        ("iterations", "i8"),
        ("worlds", "i8"),  # worlds they were played in
        ("decisions", "i8"),  # moves played in tree and playouts
        ("failed_worlds", "i8"),
    ],
    align=True,
)
"""What is used of the memory, and counters."""

_SLOTS_PER_NODE = 2
_EDGES_PER_NODE = 2
_EDGES_PER_NODE_WITH_REGRETS = 8
"""Regret matching opens all moves at once."""
_BYTES_PER_NODE = NODE_DTYPE.itemsize + 4 * _SLOTS_PER_NODE * 2 + EDGE_DTYPE.itemsize * _EDGES_PER_NODE
_SMALLEST = 64


@dataclass(frozen=True)
class Tree:
    """One tree's arrays: ``slots`` int32[2**k] (1 + node index), ``nodes``, ``edges``, ``counters`` [1].

    ``regrets`` is as long as ``edges`` in a search by regret matching (``REGRET_DTYPE``), else empty.
    """

    slots: Any
    nodes: Any
    edges: Any
    counters: Any
    regrets: Any


def new_tree(megabytes: float, iterations: int | None, with_regrets: bool = False) -> Tree:
    """Arrays for one tree within ``megabytes``; no more than ``iterations`` can fill."""
    edges_per_node, bytes_per_node = _EDGES_PER_NODE, _BYTES_PER_NODE
    if with_regrets:
        edges_per_node = _EDGES_PER_NODE_WITH_REGRETS
        bytes_per_node += REGRET_DTYPE.itemsize * edges_per_node
        bytes_per_node += EDGE_DTYPE.itemsize * (edges_per_node - _EDGES_PER_NODE)
    capacity = int(megabytes * 1_000_000 / bytes_per_node)
    if iterations is not None:
        capacity = min(capacity, iterations + 1)
    capacity = max(_SMALLEST, capacity)
    slot_count = 1
    while slot_count < capacity * _SLOTS_PER_NODE:
        slot_count *= 2
    edge_count = capacity * edges_per_node + 256
    return Tree(
        slots=np.zeros(slot_count, np.int32),
        nodes=np.zeros(capacity, NODE_DTYPE).view(np.recarray),
        edges=np.zeros(edge_count, EDGE_DTYPE).view(np.recarray),
        counters=np.zeros(1, TREE_DTYPE).view(np.recarray),
        regrets=np.zeros(edge_count if with_regrets else 0, REGRET_DTYPE).view(np.recarray),
    )


@kernel
def find_slot(slots, nodes, key):
    """The slot of ``key`` in the hash table (linear probing): where it is, or where it would go."""
    mask = slots.shape[0] - 1
    slot = np.int64(key & np.uint64(mask))
    while slots[slot] != 0 and nodes[slots[slot] - 1].key != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def add_node(slots, nodes, tree, slot, key):
    """Make a node for ``key`` at ``slot``; -1 if the memory is full."""
    index = tree.nodes
    if index >= nodes.shape[0]:
        return -1
    tree.nodes = index + 1
    nodes[index].key = key
    nodes[index].first_edge = 0
    nodes[index].visits = 0
    slots[slot] = index + 1
    return index


@kernel
def add_edge(nodes, edges, tree, node, previous, move):
    """Make an edge for ``move`` behind the edge ``previous`` (-1: at the front); -1 if the memory is full."""
    index = tree.edges
    if index >= edges.shape[0]:
        return -1
    tree.edges = index + 1
    edges[index].move = move
    edges[index].visits = 0
    edges[index].available = 1
    edges[index].total = 0.0
    edges[index].squares = 0.0
    if previous < 0:
        edges[index].next_edge = nodes[node].first_edge
        nodes[node].first_edge = index + 1
    else:
        edges[index].next_edge = edges[previous].next_edge
        edges[previous].next_edge = index + 1
    return index


@kernel
def back_up(edges, path_edges, path_seats, length, utilities):
    """Credit every edge of the path with the utility of the seat that chose it."""
    for step in range(length):
        edge = path_edges[step]
        utility = utilities[path_seats[step]]
        edges[edge].visits += 1
        edges[edge].total += utility
        edges[edge].squares += utility * utility
