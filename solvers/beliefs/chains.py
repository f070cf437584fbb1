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

UNKNOWN_RIVALS = 0
RIVALS_BY_RULE = 1
THINKING_RIVALS = 2

WORLDS_FOR_A_CHAIN = 2
"""A chain is added to c others when so many worlds times c squared have been drawn."""

BELIEF_DTYPE = np.dtype(
    [
        ("decisions", "i8"),  # that rivals have taken since the views began; 0: nothing is inferred
        ("style", "i8"),  # the heuristic player's, by which decisions are judged
        ("other_style", "i8"),  # another that rivals may play by; the same if there is none
        ("rule_floor", "f8"),  # how often a rival that plays by the rules of thumb decides at random
        ("thought_floor", "f8"),  # how often one that thinks for itself departs from them
        ("exchanges", "i8"),  # tried between two worlds of a chain
        ("first_exchanges", "i8"),  # tried before a chain's first world
        ("rivals", "i8"),  # how they seem to play, one of the constants below
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
    by_rule, by_thought = seat_likelihoods(rules, belief, views, seat, world, recalled, moves)
    most = max(by_rule, by_thought)
    return most + math.log(0.5 * math.exp(by_rule - most) + 0.5 * math.exp(by_thought - most))


@kernel
def seat_likelihoods(rules, belief, views, seat, world, recalled, moves):
    """The logarithms of how likely a seat's decisions were if it plays by the rules of thumb, and if it does not."""
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
    return by_rule, by_thought


@kernel
def log_chance(floor, hit, count):
    """The logarithm of the chance of a decision that is at random as often as ``floor`` says, else by the rules."""
    return math.log(floor / count + (1.0 - floor if hit else 0.0))


@kernel
def draw_world(rules, view, beliefs, recalled, moves, rng, dealt):
    """Leave a world of ``view`` in ``dealt[0]``, inferred if there is something to infer from; False if there is none.

    ``beliefs`` is a :class:`solvers.beliefs.past.Beliefs`, ``recalled`` a record array [1] and ``moves``
    int32[MAX_MOVES] to work in.
    """
    belief = beliefs.counters[0]
    if belief.decisions == 0 or belief.rivals == THINKING_RIVALS:
        dealt[0] = view
        return redeal(rules, dealt[0], rng)
    chain = next_chain(belief, beliefs.chains.shape[0] - 1)
    exchanges = belief.exchanges
    if chain == belief.started:
        belief.started += 1
        exchanges = belief.first_exchanges
        if not begin_chain(rules, view, beliefs, chain, recalled, moves, rng):
            return False
    belief.worlds += 1
    for _ in range(exchanges):
        try_exchange(rules, view, beliefs, chain, recalled, moves, rng)
    dealt[0] = view
    if belief.worlds == 1:
        find_out_how_rivals_play(rules, view, beliefs, chain, recalled, moves, rng)
        if belief.rivals == THINKING_RIVALS:
            # The rules of thumb tell nothing of what they hold. Worlds are dealt at random from now on: those of a
            # chain have much in common, and so many of them tell less.
            return redeal(rules, dealt[0], rng)
    adopt(rules, dealt[0], beliefs.chains[chain])
    return redeal(rules, dealt[0], rng)


@kernel
def find_out_how_rivals_play(rules, view, beliefs, chain, recalled, moves, rng):
    """Note how rivals seem to play, and by which style if by rules of thumb; the chain is left in a world for it."""
    belief = beliefs.counters[0]
    first = int(belief.style)
    lead = lead_of_rules(rules, view, beliefs, chain, recalled, moves)
    if belief.other_style != first:
        belief.style = belief.other_style
        restart_chain(rules, view, beliefs, chain, recalled, moves, rng)
        other_lead = lead_of_rules(rules, view, beliefs, chain, recalled, moves)
        if other_lead > lead:
            lead = other_lead
        else:
            belief.style = first
            if lead > 0.0:
                restart_chain(rules, view, beliefs, chain, recalled, moves, rng)
    belief.rivals = RIVALS_BY_RULE if lead > 0.0 else THINKING_RIVALS
    if belief.rivals == THINKING_RIVALS:
        belief.style = first


@kernel
def restart_chain(rules, view, beliefs, chain, recalled, moves, rng):
    """Begin a chain anew, by the style that is believed in now."""
    belief = beliefs.counters[0]
    belief.tried = 0
    belief.kept = 0
    beliefs.first_likelihoods[chain] = 0.0
    if begin_chain(rules, view, beliefs, chain, recalled, moves, rng):
        for _ in range(belief.first_exchanges):
            try_exchange(rules, view, beliefs, chain, recalled, moves, rng)


@kernel
def lead_of_rules(rules, view, beliefs, chain, recalled, moves):
    """How much likelier rivals' decisions are, all together, by rules of thumb than by thought: a logarithm.

    It is about a chain's world, as far as it has come. At four players it was above 0 in 85 % of situations at Stonks
    and 93 % at Stockpile where rivals were heuristic players of one style, and in 7 % and 2 % where they searched.
    """
    lead = 0.0
    for seat in range(rules.seats):
        if seat != view.viewer:
            by_rule, by_thought = seat_likelihoods(
                rules, beliefs.counters[0], beliefs.views, seat, beliefs.chains[chain], recalled, moves
            )
            lead += by_rule - by_thought
    return lead


@kernel
def next_chain(belief, most):
    """The chain to go on with; the first that has not begun if it is time for another.

    A new chain costs as much as several worlds of the old ones: the more worlds there are, the more it is worth.
    """
    if belief.started < most and belief.worlds >= WORLDS_FOR_A_CHAIN * belief.started * belief.started:
        belief.turn = 0
        return belief.started
    chain = belief.turn
    belief.turn = chain + 1 if chain + 1 < belief.started else 0
    return chain


@kernel
def begin_chain(rules, view, beliefs, chain, recalled, moves, rng):
    """Deal a chain's first world; False if there is none."""
    world = beliefs.chains[chain]
    beliefs.chains[chain] = view
    if not redeal(rules, world, rng):
        return False
    for seat in range(rules.seats):
        beliefs.likelihoods[chain, seat] = 0.0
        if seat != view.viewer:
            beliefs.likelihoods[chain, seat] = seat_likelihood(
                rules, beliefs.counters[0], beliefs.views, seat, world, recalled, moves
            )
        beliefs.first_likelihoods[chain] += beliefs.likelihoods[chain, seat]
    return True


@kernel
def try_exchange(rules, view, beliefs, chain, recalled, moves, rng):
    """Exchange two unseen cards in a chain's world, unless that makes rivals' decisions too unlikely."""
    chains = beliefs.chains
    belief = beliefs.counters[0]
    trial = chains.shape[0] - 1
    chains[trial] = chains[chain]
    seats = exchange(rules, view, chains[trial], rng)
    if seats == 0:
        return
    belief.tried += 1
    changed = np.zeros(MAX_SEATS, np.float64)
    gain = 0.0
    for seat in range(rules.seats):
        changed[seat] = beliefs.likelihoods[chain, seat]
        if (seats >> seat) & 1 and seat != view.viewer:
            changed[seat] = seat_likelihood(rules, belief, beliefs.views, seat, chains[trial], recalled, moves)
            gain += changed[seat] - beliefs.likelihoods[chain, seat]
    if gain >= 0.0 or draw_unit(rng) < math.exp(gain):
        belief.kept += 1
        chains[chain] = chains[trial]
        for seat in range(rules.seats):
            beliefs.likelihoods[chain, seat] = changed[seat]
