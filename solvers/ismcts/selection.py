"""Choosing a move inside the tree.

Upper confidence bounds with availability counts (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", IEEE TCIAIG 4(2), 2012): in one world only some of an information set's moves are legal, so a move's bound
grows with how often it could have been chosen, not with how often the information set was met. With progressive
widening (Coulom 2007; Chaslot et al. 2008) an information set opens its moves one by one as visits come in.
"""

import math

from engine.compiling import kernel
from engine.randomness import draw_below
from solvers.ismcts.statistics import add_edge


@kernel
def upper_bound(total, visits, available, exploration):
    """Mean utility plus ``exploration * sqrt(ln(available) / visits)``."""
    return total / visits + exploration * math.sqrt(math.log(available) / visits)


@kernel
def moves_to_open(visits, widening):
    """How many moves an information set met ``visits`` times may have tried; 0 widening: no limit."""
    if widening <= 0.0:
        return 1 << 30
    return 1 + int(widening * math.sqrt(visits))


@kernel
def select_edge(nodes, edges, tree, node, moves, count, exploration, widening, rng):
    """The edge to follow among ``moves[:count]`` (ascending), made if it is new; -1 if the memory is full.

    Untried legal moves come first, in random order, as far as ``widening`` lets them; then the largest bound.
    """
    best = -1
    best_bound = -1.0
    tried = 0
    untried = 0
    new_place = -1  # the edge before the untried move drawn so far
    new_move = -1
    previous = -1
    edge = nodes[node].first_edge - 1
    for index in range(count):
        move = moves[index]
        while edge >= 0 and edges[edge].move < move:
            previous = edge
            edge = edges[edge].next_edge - 1
        if edge >= 0 and edges[edge].move == move:
            edges[edge].available += 1
            tried += 1
            bound = upper_bound(edges[edge].total, edges[edge].visits, edges[edge].available, exploration)
            if bound > best_bound:
                best_bound = bound
                best = edge
        else:
            untried += 1
            if draw_below(rng, untried) == 0:
                new_place = previous
                new_move = move
    if untried > 0 and (best < 0 or tried < moves_to_open(nodes[node].visits, widening)):
        edge = add_edge(nodes, edges, tree, node, new_place, new_move)
        if edge >= 0:
            return edge
    return best


@kernel
def edge_of_move(nodes, edges, tree, node, move):
    """The edge of ``move``, made if it is new; -1 if the memory is full."""
    previous = -1
    edge = nodes[node].first_edge - 1
    while edge >= 0 and edges[edge].move < move:
        previous = edge
        edge = edges[edge].next_edge - 1
    if edge >= 0 and edges[edge].move == move:
        edges[edge].available += 1
        return edge
    return add_edge(nodes, edges, tree, node, previous, move)
