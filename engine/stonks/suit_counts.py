"""How many cards of each suit each restricted hand holds: drawn exactly, by counting the worlds.

Groups of blank places differ in the suits they can hold. What matters of a suit is only which groups allow it: its
*signature*, bit g for group g. Unseen cards are counted by signature in *pools*. Groups are filled in their order; once
group g is filled, suits that only g told apart become one pool, so the table of pools shrinks level by level and the
last group's number of ways is a single binomial. All splits are walked twice: once to sum up their numbers of worlds,
once up to a split drawn in proportion to them.
"""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_unit
from engine.rows import fill
from engine.stonks.cards import CARDS

MOST_GROUPS = 4
"""Restricted groups: one for each rival, or a rival's hand and its discarded card with two players."""

SIGNATURES = 1 << MOST_GROUPS
_MOST_CHOSEN = 40
_MOST_CELLS = SIGNATURES


def _binomials():
    table = np.zeros((CARDS + 1, _MOST_CHOSEN))
    table[:, 0] = 1.0
    for total in range(1, CARDS + 1):
        for chosen in range(1, _MOST_CHOSEN):
            table[total, chosen] = table[total - 1, chosen - 1] + table[total - 1, chosen]
    return table


BINOMIALS = _binomials()
"""``BINOMIALS[n, k]``: the number of ways to choose k of n cards."""


@kernel
def draw_split(pools, sizes, groups, takes, rng):
    """Draw how many cards each group takes from each pool, in proportion to the number of worlds; False if none.

    ``pools[0, signature]`` counts the unseen cards, ``sizes[group]`` the places, at least one each. The result is
    ``takes[group, signature >> group]``, out of ``pools[group, signature >> group]``; both arrays have
    [MOST_GROUPS, SIGNATURES] entries.
    """
    for group in range(groups):
        allowed = 0
        for signature in range(1 << groups):
            if (signature >> group) & 1:
                allowed += pools[0, signature]
        if allowed < sizes[group]:
            return False
    if groups == 1:
        takes[0, 1] = sizes[0]
        return True
    total = walk_splits(pools, sizes, groups, takes, -1.0)
    if total <= 0.0:
        return False
    walk_splits(pools, sizes, groups, takes, draw_unit(rng) * total)
    return True


@kernel
def walk_splits(pools, sizes, groups, takes, target):
    """Go through all splits and return the sum of their numbers of worlds, stopping where it exceeds ``target``.

    A negative target goes through all. A cell is one decision: how many cards a group takes from one pool. There are
    at least two groups, and each allows some unseen card.
    """
    for group in range(groups):
        fill(takes[group], 0)
    last = groups - 1
    cell_group = np.empty(_MOST_CELLS, np.int64)
    cell_signature = np.empty(_MOST_CELLS, np.int64)
    cells = 0
    for group in range(last):
        for signature in range(1, 1 << (groups - group), 2):
            if has_cards(pools, group, signature):
                cell_group[cells] = group
                cell_signature[cells] = signature
                cells += 1
    worlds = np.empty(_MOST_CELLS + 1, np.float64)  # of the cells before
    needed = np.empty(_MOST_CELLS + 1, np.int64)  # places the cell's group still has
    worlds[0] = 1.0
    needed[0] = sizes[0]
    total = 0.0
    cell = 0
    group = cell_group[0]
    signature = cell_signature[0]
    takes[group, signature] = first_take(cell_group, cells, 0, needed[0])
    while True:
        group = cell_group[cell]
        signature = cell_signature[cell]
        taken = takes[group, signature]
        if taken > min(needed[cell], pools[group, signature]):
            takes[group, signature] = 0
            cell -= 1
            if cell < 0:
                return total
            takes[cell_group[cell], cell_signature[cell]] += 1
            continue
        ways = worlds[cell] * BINOMIALS[pools[group, signature], taken]
        if cell + 1 < cells and cell_group[cell + 1] == group:
            needed[cell + 1] = needed[cell] - taken
        else:
            merge_pools(pools, takes, group, groups)
            if cell + 1 == cells:
                takes[last, 1] = sizes[last]
                total += ways * BINOMIALS[pools[last, 1], sizes[last]]
                if 0.0 <= target < total:
                    return total
                takes[group, signature] += 1
                continue
            needed[cell + 1] = sizes[group + 1]
        cell += 1
        worlds[cell] = ways
        takes[cell_group[cell], cell_signature[cell]] = first_take(cell_group, cells, cell, needed[cell])


@kernel
def first_take(cell_group, cells, cell, needed):
    """The smallest number to try: a group's last cell takes all that the group still needs."""
    if cell + 1 < cells and cell_group[cell + 1] == cell_group[cell]:
        return 0
    return needed


@kernel
def merge_pools(pools, takes, group, groups):
    """The pools that are left for the next group."""
    for signature in range(1 << (groups - group - 1)):
        even = 2 * signature
        pools[group + 1, signature] = pools[group, even] + pools[group, even + 1] - takes[group, even + 1]


@kernel
def has_cards(pools, group, signature):
    """Whether any suit has this signature once the groups before ``group`` are filled."""
    step = 1 << group
    for first in range(signature * step, (signature + 1) * step):
        if pools[0, first] > 0:
            return True
    return False
