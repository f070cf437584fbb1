"""Choosing a move inside the tree.

Upper confidence bounds with availability counts (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", IEEE TCIAIG 4(2), 2012): in one world only some of an information set's moves are legal, so a move's bound
grows with how often it could have been chosen, not with how often the information set was met. With progressive
widening (Coulom 2007; Chaslot et al. 2008) an information set opens its moves one by one as visits come in.

Below the root there are three more ways to choose, all off unless the settings say so:

- PUCT instead of bounds (Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial
  Intelligence 61, 2011; in this form Silver et al., "A general reinforcement learning algorithm that masters chess,
  shogi, and Go through self-play", Science 362, 2018). The playout policy's own move is the likelier one beforehand.
- First-play urgency (Gelly and Wang, "Exploration exploitation in Go: UCT for Monte-Carlo Go", NIPS 2006 workshop): an
  untried move counts as something instead of coming before all tried ones; here as the mean of those tried.
- Progressive bias (Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, "Progressive Strategies for Monte-Carlo Tree
  Search", New Mathematics and Natural Computation 4(3), 2008): the playout policy's move gets a bonus that fades.
"""

import math

from engine.compiling import kernel
from engine.randomness import draw_below
from solvers.ismcts.statistics import add_edge

NO_MOVE = -1
"""The policy's move where nobody asks for it."""


@kernel
def upper_bound(total, visits, available, exploration):
    """Mean utility plus ``exploration * sqrt(ln(available) / visits)``."""
    return total / visits + exploration * math.sqrt(math.log(available) / visits)


@kernel
def prior(move, policy_move, count, policy_prior):
    """How likely a move is beforehand: ``policy_prior`` for the policy's own, the others share the rest evenly."""
    if policy_move == NO_MOVE:
        return 1.0 / count
    if move == policy_move:
        return policy_prior
    return (1.0 - policy_prior) / (count - 1)


@kernel
def puct_bonus(move_prior, visits, available, exploration):
    """``exploration * prior * sqrt(available) / (1 + visits)``; in one world ``available`` counts its node's visits."""
    return exploration * move_prior * math.sqrt(available) / (1.0 + visits)


@kernel
def moves_to_open(visits, widening):
    """How many moves an information set met ``visits`` times may have tried; 0 widening: no limit."""
    if widening <= 0.0:
        return 1 << 30
    return 1 + int(widening * math.sqrt(visits))


@kernel
def wants_policy_move(settings):
    """Whether selection below the root asks for the policy's move."""
    return settings.puct != 0 or settings.progressive_bias > 0.0


@kernel
def select_edge(nodes, edges, tree, node, moves, count, settings, at_root, policy_move, rng):
    """The edge to follow among ``moves[:count]`` (ascending), made if it is new; -1 if the memory is full.

    Untried legal moves come first, in random order, as far as widening lets them; then the largest bound. At the root
    every move is wanted, whatever the settings say. Below, they may say that untried moves come when they count more
    than what has been tried. ``policy_move`` is the policy's in this world, or NO_MOVE.
    """
    puct = settings.puct != 0 and not at_root
    if at_root:
        policy_move = NO_MOVE
    best = -1
    best_value = -1.0
    tried = 0
    total = 0.0  # of the tried moves that are legal here
    visits = 0
    untried = 0
    new_place = -1  # the edge before the untried move drawn so far
    new_move = -1
    policy_place = -1  # the edge before the policy's move, if that is untried
    policy_untried = False
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
            total += edges[edge].total
            visits += edges[edge].visits
            if puct:
                move_prior = prior(move, policy_move, count, settings.policy_prior)
                value = edges[edge].total / edges[edge].visits + puct_bonus(
                    move_prior, edges[edge].visits, edges[edge].available, settings.exploration
                )
            else:
                value = upper_bound(edges[edge].total, edges[edge].visits, edges[edge].available, settings.exploration)
            if move == policy_move:
                value += settings.progressive_bias / (1.0 + edges[edge].visits)
            if value > best_value:
                best_value = value
                best = edge
        else:
            untried += 1
            if move == policy_move:
                policy_place = previous
                policy_untried = True
            if draw_below(rng, untried) == 0:
                new_place = previous
                new_move = move
    widening = 0.0 if at_root else settings.widening
    if untried == 0 or (best >= 0 and tried >= moves_to_open(nodes[node].visits, widening)):
        return best
    if best >= 0 and not at_root:
        mean = total / visits
        met = nodes[node].visits + 1
        new_value = first_play_value(new_move, policy_move, mean, met, count, settings)
        if policy_untried:
            policy_value = first_play_value(policy_move, policy_move, mean, met, count, settings)
            if policy_value > new_value:
                new_value = policy_value
                new_move = policy_move
                new_place = policy_place
        if new_value <= best_value:
            return best
    edge = add_edge(nodes, edges, tree, node, new_place, new_move)
    if edge < 0:
        return best
    if puct:
        # As if it had been possible whenever the information set was met: so it counted while it was untried.
        edges[edge].available = nodes[node].visits + 1
    return edge


@kernel
def first_play_value(move, policy_move, mean, met, count, settings):
    """What an untried move counts at an information set that is met for the ``met``-th time; infinite: it comes first.

    ``mean`` is that of the tried moves that are legal in this world.
    """
    value = mean + settings.first_play_urgency
    if settings.puct != 0:
        value += puct_bonus(prior(move, policy_move, count, settings.policy_prior), 0, met, settings.exploration)
    if move == policy_move:
        value += settings.progressive_bias
    return value


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
