"""Selecting moves inside the tree by regret matching, and the average strategy that comes of it.

Upper bounds look for one best move; a seat with hidden cards may need a mixture, lest its moves tell what it holds.
Every information set keeps, for each move, how much it regrets not having played it, and plays in proportion to the
positive regrets (Hart and Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium", Econometrica
68(5), 2000). It is the average of these strategies that converges, not the last one; in trees of samples see Lanctot,
Lisy and Winands, "Monte Carlo Tree Search in Simultaneous Move Games with Applications to Goofspiel", CGW 2013, and
Lisy, Lanctot and Bowling, "Online Monte Carlo Counterfactual Regret Minimization for Search in Imperfect Information
Games", AAMAS 2015.

As in external sampling (Lanctot, Waugh, Zinkevich and Bowling, NIPS 2009), in every iteration one seat learns: it
explores and updates its regrets, while the others play their strategies and add them to their averages. A move's value
is estimated with its mean so far as the baseline (Schmid, Burch, Lanctot, Moravcik, Kadlec and Bowling, "Variance
Reduction in Monte Carlo Counterfactual Regret Minimization", AAAI 2019), and regrets below 0 are forgotten (Tammelin,
"Solving Large Imperfect Information Games Using CFR+", 2014).
"""

from engine.compiling import kernel
from engine.randomness import draw_below, draw_unit
from solvers.ismcts.statistics import add_edge


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
def select_by_regret(nodes, edges, regrets, tree, node, moves, count, learning, exploration, rng):
    """The edge to follow among ``moves[:count]``; -1 if the memory is full.

    A seat that is ``learning`` plays a share of ``exploration`` at random; others add to their average strategy.
    """
    if not open_moves(nodes, edges, tree, node, moves, count):
        return -1
    match_regrets(nodes, edges, regrets, node, moves, count)
    chosen_place = -1
    if learning and draw_unit(rng) < exploration:
        chosen_place = draw_below(rng, count)
    left = draw_unit(rng)
    chosen = -1
    place = 0
    edge = nodes[node].first_edge - 1
    while edge >= 0:
        probability = regrets[edge].probability
        if probability >= 0.0:
            if not learning:
                regrets[edge].strategy += probability
            if chosen_place >= 0:
                if place == chosen_place:
                    chosen = edge
            elif left >= 0.0 and probability > 0.0:
                chosen = edge
                left -= probability
            place += 1
        edge = edges[edge].next_edge - 1
    return chosen


@kernel
def learn_from(nodes, edges, regrets, node, chosen, utility, exploration):
    """Update the regrets of an information set whose seat was learning; call before the edge's own statistics."""
    count = 0
    expected = 0.0
    edge = nodes[node].first_edge - 1
    while edge >= 0:
        if regrets[edge].probability >= 0.0:
            count += 1
            expected += regrets[edge].probability * baseline(edges, edge)
        edge = edges[edge].next_edge - 1
    probability = regrets[chosen].probability
    sampled = (1.0 - exploration) * probability + exploration / count
    surprise = (utility - baseline(edges, chosen)) / sampled
    expected += probability * surprise
    edge = nodes[node].first_edge - 1
    while edge >= 0:
        if regrets[edge].probability >= 0.0:
            value = baseline(edges, edge)
            if edge == chosen:
                value += surprise
            regrets[edge].regret = max(0.0, regrets[edge].regret + value - expected)
        edge = edges[edge].next_edge - 1


@kernel
def baseline(edges, edge):
    """A move's mean utility so far, 0.5 before the first visit."""
    return edges[edge].total / edges[edge].visits if edges[edge].visits > 0 else 0.5
