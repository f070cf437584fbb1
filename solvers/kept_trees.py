"""Trees kept from one search to the same seat's next at a table.

A tree's entries are found by what their seats have observed, so they stay true as long as the game goes on: what the
search has met of the moves that were then really played is where the next one begins (tree reuse, as old as the
programs of Go; for information sets Cowling, Powley and Whitehouse leave it open). Other seats' entries are found again
only where these seats have seen nothing of their own since the search, as every search begins with their secrets blank.
"""

from collections.abc import Hashable
from typing import Any

import numpy as np

from solvers.ismcts.statistics import Tree, find_slot


class KeptTrees:
    """What a seat's last search has left for its next one; for one seat at one table, and one search at a time."""

    def __init__(self) -> None:
        self._use: Hashable = None
        self._trees: list[Tree] = []

    def take(self, use: Hashable) -> list[Tree]:
        """The trees kept for the same use, half of their memory free; none if there are no such trees."""
        trees, self._trees = self._trees, []
        if use != self._use or any(_is_half_full(tree) for tree in trees):
            return []
        return trees

    def keep(self, use: Hashable, trees: list[Tree]) -> None:
        """Keep trees; ``use`` stands for all that must be alike for a search to go on with them."""
        self._use, self._trees = use, trees


def _is_half_full(tree: Tree) -> bool:
    counters = tree.counters[0]
    return bool(2 * counters.nodes > len(tree.nodes) or 2 * counters.edges > len(tree.edges))


def begin_again(tree: Tree) -> None:
    """Set a tree's counters to 0 but for what they say of its memory."""
    for name in tree.counters.dtype.names:
        if name not in ("nodes", "edges"):
            tree.counters[0][name] = 0


def forget(tree: Tree, key: Any) -> None:
    """Forget the moves tried at an information set: in a race they have to be played in the same worlds."""
    node = int(tree.slots[find_slot(tree.slots, tree.nodes, np.uint64(key))]) - 1
    if node >= 0:
        tree.nodes[node].first_edge = 0
        tree.nodes[node].visits = 0
