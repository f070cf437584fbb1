"""Worlds as likely as rivals' decisions make them: Markov chains over the worlds that agree with a view.

A world is worth believing if rivals would have done in it what they did. How likely a decision was is said by a
heuristic player that plays at random now and then (policy-based inference: Rebstock, Solinas, Buro and Sturtevant,
"Policy Based Inference in Trick-Taking Card Games", IEEE CoG 2019): seldom, or mostly, as the rival may be one that
does not play by such rules; all its decisions together tell which. Few of the worlds dealt at random are likely in
this sense, so they are not weighed but changed: two unseen cards exchange their places, and the exchange is kept or
taken back by Metropolis' rule (Metropolis et al., "Equation of State Calculations by Fast Computing Machines", J. Chem.
Phys. 21, 1953). In the long run worlds come up as often as Bayes' rule says. Several chains, each from a world of its
own, take turns, so that neighbouring worlds of a search have little in common.

A rival's decisions depend on what that rival knows alone, so an exchange calls for the decisions of those seats only
that know one of the two cards.
"""

import math

import numpy as np

from engine.compiling import kernel
from engine.contract import (
    UNKNOWN_MOVE,
    adopt,
    exchange,
    legal_moves,
    move_made,
    mover,
    recall,
    redeal,
    suggest,
)
from engine.randomness import draw_unit, mix

MAX_SEATS = 8

WORLDS_FOR_A_CHAIN = 2
"""A chain is added to c others when so many worlds times c squared have been drawn."""

BELIEF_DTYPE = np.dtype(
    [
        ("decisions", "i8"),  # that rivals have taken since the views began; 0: nothing is inferred
        ("style", "i8"),  # the heuristic player's, by which decisions are judged
        ("rule_floor", "f8"),  # how often a rival that plays by the rules of thumb decides at random
        ("thought_floor", "f8"),  # how often one that thinks for itself departs from them
        ("exchanges", "i8"),  # tried between two worlds of a chain
        ("first_exchanges", "i8"),  # tried before a chain's first world
        ("worlds", "i8"),  # drawn from all chains
        ("turn", "i8"),  # the chain to go on with
        ("started", "i8"),  # chains begun
        ("tried", "i8"),
        ("kept", "i8"),
    ],
    align=True,
)
"""How a search infers worlds, and its counters."""


@kernel
def read_decision(rules, belief, earlier, later, world, recalled, moves, rng):
    """Whether a rival's decision was, in ``world``, the heuristic player's, and how many moves there were.

    One move only where the decision tells nothing.
    """
    made = move_made(rules, earlier, later, world)
    if made == UNKNOWN_MOVE:
        return False, 1
    recall(rules, earlier, world, recalled)
    count = legal_moves(rules, recalled[0], moves)
    if count <= 1:
        return False, 1
    return suggest(rules, recalled[0], belief.style, rng) == made, count


@kernel
def seat_likelihood(rules, belief, views, seat, world, recalled, moves):
    """The logarithm of how likely all decisions of a seat were in ``world``; ``views`` end with the present one.

    A rival plays by the rules of thumb, or thinks for itself: either is as likely before its decisions are read.
    """
    by_rule = 0.0
    by_thought = 0.0
    rng = np.zeros(1, np.uint64)
    for step in range(belief.decisions):
        if mover(rules, views[step]) == seat:
            # The same random numbers whatever the world: likelihoods of a world do not change.
            rng[0] = mix(np.uint64(step + 1))
            hit, count = read_decision(rules, belief, views[step], views[step + 1], world, recalled, moves, rng)
            if count > 1:
                by_rule += log_chance(belief.rule_floor, hit, count)
                by_thought += log_chance(belief.thought_floor, hit, count)
    most = max(by_rule, by_thought)
    return most + math.log(0.5 * math.exp(by_rule - most) + 0.5 * math.exp(by_thought - most))


@kernel
def log_chance(floor, hit, count):
    """The logarithm of the chance of a decision that is at random as often as ``floor`` says, else by the rules."""
    return math.log(floor / count + (1.0 - floor if hit else 0.0))


@kernel
def next_world(rules, belief, views, view, chains, likelihoods, first_likelihoods, recalled, moves, rng, dealt):
    """Go on with a chain and leave its world in ``dealt[0]``; False if there is no world.

    ``chains`` are worlds [C + 1], the last one to try exchanges in; ``likelihoods`` float64[C, MAX_SEATS];
    ``first_likelihoods`` float64[C], of the worlds as they were dealt.
    """
    count = chains.shape[0] - 1
    exchanges = belief.exchanges
    # Another chain costs as much as several worlds of the old ones: the more worlds there are, the more it is worth.
    if belief.started < count and belief.worlds >= WORLDS_FOR_A_CHAIN * belief.started * belief.started:
        chain = belief.started
        belief.started += 1
        belief.turn = 0
        exchanges = belief.first_exchanges
        chains[chain] = view
        if not redeal(rules, chains[chain], rng):
            return False
        for seat in range(rules.seats):
            likelihoods[chain, seat] = 0.0
            if seat != view.viewer:
                likelihoods[chain, seat] = seat_likelihood(rules, belief, views, seat, chains[chain], recalled, moves)
            first_likelihoods[chain] += likelihoods[chain, seat]
    else:
        chain = belief.turn
        belief.turn = chain + 1 if chain + 1 < belief.started else 0
    belief.worlds += 1
    for _ in range(exchanges):
        try_exchange(rules, belief, views, view, chains, chain, likelihoods, recalled, moves, rng)
    dealt[0] = view
    adopt(rules, dealt[0], chains[chain])
    return redeal(rules, dealt[0], rng)


@kernel
def try_exchange(rules, belief, views, view, chains, chain, likelihoods, recalled, moves, rng):
    """Exchange two unseen cards in a chain's world, unless that makes rivals' decisions too unlikely."""
    trial = chains.shape[0] - 1
    chains[trial] = chains[chain]
    seats = exchange(rules, view, chains[trial], rng)
    if seats == 0:
        return
    belief.tried += 1
    changed = np.zeros(MAX_SEATS, np.float64)
    gain = 0.0
    for seat in range(rules.seats):
        changed[seat] = likelihoods[chain, seat]
        if (seats >> seat) & 1 and seat != view.viewer:
            changed[seat] = seat_likelihood(rules, belief, views, seat, chains[trial], recalled, moves)
            gain += changed[seat] - likelihoods[chain, seat]
    if gain >= 0.0 or draw_unit(rng) < math.exp(gain):
        belief.kept += 1
        chains[chain] = chains[trial]
        for seat in range(rules.seats):
            likelihoods[chain, seat] = changed[seat]
