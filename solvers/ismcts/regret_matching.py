"""Searching a world by regret matching instead of upper bounds, for strategies that mix.

Upper bounds look for one best move; a seat with hidden cards may need a mixture, lest its moves tell what it holds.
Every information set keeps, for each move, how much it regrets not having played it, and plays in proportion to the
positive regrets (Hart and Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium", Econometrica
68(5), 2000). It is the average of these strategies that converges, not the last one. Regrets below 0 are forgotten, and
later strategies count more (Tammelin, "Solving Large Imperfect Information Games Using CFR+", arXiv:1407.5042, 2014).

Worlds are walked as in external sampling (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret
Minimization in Extensive Games", NIPS 2009), within a tree that grows with playouts at its leaves (Lisy, Lanctot and
Bowling, "Online Monte Carlo Counterfactual Regret Minimization for Search in Imperfect Information Games", AAMAS 2015).
In each world one seat learns: all its moves are walked, the others' are drawn from their strategies.

A search of worlds that agree with the view never asks what the rivals' moves up to here say of their cards, and its
rivals know the seat's own cards, as all worlds share them: it does not get near an equilibrium, however long it takes.
Worlds that begin where the game begins (``from_start``) have neither fault, as the decisions on the way are learned as
well, but few of them come past the view. So the first worlds are dealt from the view, and those from the start go on
with what these have learned: later strategies outweigh it in time.
"""

import numpy as np

from engine.compiling import kernel
from engine.contract import apply, information_key, mover
from engine.randomness import draw_unit
from solvers.ismcts.leaf_value import leaf_utilities
from solvers.ismcts.statistics import add_edge
from solvers.ismcts.walking import find_or_add_node, play_forced_moves
from solvers.playout import play_out

MOST_SEATS = 8

MOST_BRANCHINGS = 32
"""The learner's moves are all walked at so many decisions one below the other; further down one is drawn."""

MOST_PLAYOUTS = 64
"""Once a world has had so many playouts, the learner's moves are drawn as well; what is begun is finished."""

FIRST_FROM_VIEW = 500
"""With ``from_start`` so many worlds of a tree are dealt from the view before games are dealt anew."""


@kernel
def open_moves(nodes, edges, tree, node, moves, count):
    """Make the edges of all ``moves[:count]`` (ascending) that are not there yet; False if the memory is full."""
    previous = -1
    edge = nodes[node].first_edge - 1
    for index in range(count):
        while edge >= 0 and edges[edge].move < moves[index]:
            previous = edge
            edge = edges[edge].next_edge - 1
        if edge >= 0 and edges[edge].move == moves[index]:
            edges[edge].available += 1
        else:
            edge = add_edge(nodes, edges, tree, node, previous, moves[index])
            if edge < 0:
                return False
    return True


@kernel
def match_regrets(nodes, edges, regrets, node, moves, count):
    """Write every edge's probability: its share of the positive regrets of the legal moves, equal shares if none."""
    total = 0.0
    index = 0
    edge = nodes[node].first_edge - 1
    while edge >= 0:
        while index < count and moves[index] < edges[edge].move:
            index += 1
        legal = index < count and moves[index] == edges[edge].move
        regrets[edge].probability = 0.0 if legal else -1.0
        if legal:
            total += regrets[edge].regret
        edge = edges[edge].next_edge - 1
    edge = nodes[node].first_edge - 1
    while edge >= 0:
        if regrets[edge].probability >= 0.0:
            regrets[edge].probability = regrets[edge].regret / total if total > 0.0 else 1.0 / count
        edge = edges[edge].next_edge - 1


@kernel
def draw_edge(nodes, edges, regrets, node, weight, rng):
    """An edge drawn by the probabilities, which are added to the average strategy with ``weight``."""
    left = draw_unit(rng)
    chosen = -1
    edge = nodes[node].first_edge - 1
    while edge >= 0:
        probability = regrets[edge].probability
        if probability >= 0.0:
            regrets[edge].strategy += weight * probability
            if left >= 0.0 and probability > 0.0:
                chosen = edge
                left -= probability
        edge = edges[edge].next_edge - 1
    return chosen


@kernel
def legal_edge(edges, regrets, edge):
    """The first edge from ``edge`` (1 + index) on whose move is legal in this world; -1 if there is none."""
    edge -= 1
    while edge >= 0 and regrets[edge].probability < 0.0:
        edge = edges[edge].next_edge - 1
    return edge


@kernel
def book_value(edges, regrets, edge, value):
    """Keep the value of a move in this world, and count it; return its part of the expected value."""
    regrets[edge].value = value
    edges[edge].visits += 1
    edges[edge].total += value
    edges[edge].squares += value * value
    return regrets[edge].probability * value


@kernel
def update_regrets(nodes, edges, regrets, node, expected):
    """Add what each legal move would have brought above the expected value."""
    edge = nodes[node].first_edge - 1
    while edge >= 0:
        if regrets[edge].probability >= 0.0:
            regrets[edge].regret = max(0.0, regrets[edge].regret + regrets[edge].value - expected)
        edge = edges[edge].next_edge - 1


@kernel
def walk_world(rules, worlds, settings, slots, nodes, edges, regrets, tree, rng, log, moves, last_round, learner):
    """Walk all moves of ``learner`` in the world ``worlds[0]`` and learn from them; return the number of playouts.

    ``worlds[1:]`` (at least ``MOST_BRANCHINGS``) keep the positions to return to. ``moves`` is int32[MAX_MOVES] to
    work in.
    """
    branch_nodes = np.empty(MOST_BRANCHINGS, np.int64)
    branch_edges = np.empty(MOST_BRANCHINGS, np.int64)
    branch_is_new = np.zeros(MOST_BRANCHINGS, np.int64)
    expected = np.zeros(MOST_BRANCHINGS, np.float64)
    results = np.zeros(MOST_SEATS, np.float64)
    values = np.zeros(MOST_SEATS, np.float64)
    depth = 0
    playouts = 0
    walking = True
    in_tree = True
    while walking:
        while in_tree:
            count = play_forced_moves(rules, worlds[0], tree, moves, last_round, log)
            if count == 0:
                break
            seat = mover(rules, worlds[0])
            node, is_new = find_or_add_node(slots, nodes, tree, information_key(rules, worlds[0], seat))
            if node < 0:
                break
            if not open_moves(nodes, edges, tree, node, moves, count):
                break
            nodes[node].visits += 1
            match_regrets(nodes, edges, regrets, node, moves, count)
            if seat == learner and depth < MOST_BRANCHINGS and (playouts < MOST_PLAYOUTS or depth == 0):
                edge = legal_edge(edges, regrets, nodes[node].first_edge)
                branch_nodes[depth] = node
                branch_edges[depth] = edge
                expected[depth] = 0.0
                branch_is_new[depth] = 1 if is_new else 0
                depth += 1
                worlds[depth] = worlds[0]
            else:
                weight = 0.0 if seat == learner else float(tree.worlds)
                edge = draw_edge(nodes, edges, regrets, node, weight, rng)
            apply(rules, worlds[0], edges[edge].move, log)
            tree.decisions += 1
            # A path adds one information set.
            in_tree = not is_new
        tree.decisions += play_out(
            rules, worlds[0], moves, settings.playout_style, settings.random_share, last_round, rng
        )
        playouts += 1
        leaf_utilities(rules, worlds[0], settings, results, values)
        value = values[learner]
        walking = False
        while depth > 0 and not walking:
            place = depth - 1
            expected[place] += book_value(edges, regrets, branch_edges[place], value)
            edge = legal_edge(edges, regrets, edges[branch_edges[place]].next_edge)
            if edge >= 0:
                branch_edges[place] = edge
                worlds[0] = worlds[depth]
                in_tree = branch_is_new[place] == 0
                apply(rules, worlds[0], edges[edge].move, log)
                tree.decisions += 1
                walking = True
            else:
                value = expected[place]
                update_regrets(nodes, edges, regrets, branch_nodes[place], value)
                depth = place
    return playouts
