"""Multiple-observer information-set MCTS.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012 (MO-ISMCTS). Every
iteration draws a new world that agrees with the root seat's view and plays it through. Each seat's decisions are
counted under that seat's own information key, so a seat learns nothing from what it could not see: that is the
multiple-observer tree without pointers. Rewards are kept for the seat that moved (max^n).

Two things are not in the paper. The root's moves race in the same worlds (:mod:`solvers.ismcts.race`) instead of being
selected by their bounds. And rivals follow the playout policy for the most part, with the cards that each world gives
them: their own statistics are pooled over all that they may hold, and too few to play well from.

With ``one_world`` set the same search is UCT on a single world that all seats know: it starts from a full position, and
decisions are counted under all that has happened.
"""

import numpy as np

from engine.compiling import kernel
from engine.contract import (
    FIRST_SEARCH_ONLY_MOVE,
    MAX_MOVES,
    apply,
    deal,
    information_key,
    mover,
    prepare_search,
    rounds_played,
    suggest,
)
from engine.randomness import draw, draw_unit, mix
from solvers.beliefs.chains import RIVALS_BY_RULE, THINKING_RIVALS, draw_world
from solvers.ismcts.leaf_value import leaf_utilities
from solvers.ismcts.move_averages import MOST_CHOICES, learn_averages, play_out_by_averages
from solvers.ismcts.race import finish_world, halve_the_field, start_race
from solvers.ismcts.regret_matching import FIRST_FROM_VIEW, walk_world
from solvers.ismcts.selection import NO_MOVE, edge_of_move, select_edge, wants_policy_move
from solvers.ismcts.statistics import back_up
from solvers.ismcts.walking import find_or_add_node, play_forced_moves
from solvers.playout import RANDOM_STYLE, play_out, policy_move

MAX_DEPTH = 512
MAX_SEATS = 8

SETTINGS_DTYPE = np.dtype(
    [
        ("exploration", "f8"),
        ("widening", "f8"),
        ("win_weight", "f8"),
        ("margin_scale", "f8"),
        ("random_share", "f8"),
        ("playout_style", "i8"),
        ("quick_style", "i8"),  # to play on by where rivals do not seem to play by any
        ("cutoff_rounds", "i8"),
        ("rival_policy", "f8"),  # how often a rival's decision in the tree follows the playout policy
        ("thinking_rival_policy", "f8"),  # the same where rivals do not seem to play by such rules
        ("elimination", "f8"),  # standard errors behind the leader at which a move drops out of the root's race
        ("halving", "f8"),  # how fast the root's race shrinks with the budget; 0: not at all
        ("caution", "f8"),  # standard errors by which a move must lead the adviser's to be preferred in the end
        ("advised_move", "i8"),  # the root's move that runs first in the race: the adviser's
        ("puct", "i8"),  # below the root moves are selected by PUCT, see solvers.ismcts.selection
        ("policy_prior", "f8"),  # PUCT: how likely the playout policy's move is beforehand
        ("first_play_urgency", "f8"),  # below the root: untried moves count as the mean and this
        ("progressive_bias", "f8"),  # below the root: the fading bonus of the playout policy's move
        ("mast_share", "f8"),  # share of the playouts' moves drawn by averages, see solvers.ismcts.move_averages
        ("mast_temperature", "f8"),
        ("regret_matching", "i8"),  # worlds are walked by regret matching, see solvers.ismcts.regret_matching
        ("from_start", "i8"),  # ... and but for the first of them they are whole games, dealt anew
        ("learned_leaf", "i8"),  # cut-off playouts are valued as learned, else by the hand-made rule
        ("one_world", "i8"),  # the root is a full position, known to every seat
    ],
    align=True,
)
"""The search's parameters as the kernel reads them; see the players."""


@kernel
def run_iterations(
    rules,
    view,
    dealt,
    world,
    settings,
    slots,
    nodes,
    edges,
    regrets,
    averages,
    tree,
    race,
    racers,
    squares,
    beliefs,
    rng,
    log,
    count,
    cancel_flag,
):
    """Run up to ``count`` iterations from ``view``; return how many. Stops when ``cancel_flag[0]`` is set.

    ``view`` is a seat's view, or the full position to search if ``settings.one_world`` is set; ``dealt`` and ``world``
    are record arrays [1] to work in; ``dealt`` keeps its content from call to call, as a race may go on in its world.
    ``tree`` and ``race`` are the counters that go with the arrays behind them; ``averages`` is MAST's table, without
    entries where that is off. With regret matching ``world`` is longer and an iteration has many playouts.
    """
    moves = np.empty(MAX_MOVES, np.int32)
    weights = np.empty(MAX_MOVES, np.float64)
    chosen_seats = np.empty(MOST_CHOICES, np.int64)
    chosen_moves = np.empty(MOST_CHOICES, np.int64)
    path_edges = np.empty(MAX_DEPTH, np.int64)
    path_seats = np.empty(MAX_DEPTH, np.int64)
    results = np.zeros(MAX_SEATS, np.float64)
    values = np.zeros(MAX_SEATS, np.float64)
    own_rng = np.zeros(1, np.uint64)
    last_round = 0
    if settings.cutoff_rounds > 0:
        last_round = rounds_played(rules, view) + settings.cutoff_rounds
    seat = mover(rules, view)
    racing = race.moves > 0
    if racing and race.active == 0:
        start_race(race, racers, settings.advised_move, rng)
    done = 0
    while done < count and cancel_flag[0] == 0:
        if race.position == 0:
            if settings.one_world != 0:
                dealt[0] = view
            elif not draw_world(rules, view, beliefs, world, moves, rng, dealt):
                tree.failed_worlds += 1
                break
            follow_rivals_style(settings, beliefs.counters[0])
            prepare_search(rules, dealt[0])
            tree.worlds += 1
            rng[0] = mix(rng[0])
            race.stream = rng[0]
        world[0] = dealt[0]
        own_rng[0] = race.stream
        if settings.regret_matching != 0:
            learner = (seat + tree.worlds - 1) % rules.seats
            if settings.from_start != 0 and tree.worlds > FIRST_FROM_VIEW:
                deal(rules, world[0], draw(own_rng), log)
                prepare_search(rules, world[0])
            walk_world(
                rules, world, settings, slots, nodes, edges, regrets, tree, own_rng, log, moves, last_round, learner
            )
            tree.iterations += 1
            done += 1
            continue
        racer = -1
        first_move = -1
        if racing:
            racer = racers[race.position].rank
            first_move = racers[racer].move
        rival_policy = share_of_policy(settings, beliefs.counters[0].rivals)
        length = descend(
            rules,
            world[0],
            settings,
            rival_policy,
            slots,
            nodes,
            edges,
            tree,
            own_rng,
            log,
            moves,
            path_edges,
            path_seats,
            last_round,
            first_move,
        )
        chosen = 0
        if settings.mast_share > 0.0:
            played, chosen = play_out_by_averages(
                rules,
                world[0],
                moves,
                settings,
                averages,
                chosen_seats,
                chosen_moves,
                weights,
                last_round,
                own_rng,
            )
        else:
            played = play_out(
                rules, world[0], moves, settings.playout_style, settings.random_share, last_round, own_rng
            )
        tree.decisions += played
        leaf_utilities(rules, world[0], settings, results, values)
        back_up(edges, path_edges, path_seats, length, values)
        if settings.mast_share > 0.0:
            learn_averages(averages, edges, path_edges, path_seats, length, chosen_seats, chosen_moves, chosen, values)
        if racing:
            racers[racer].utility = values[seat]
            race.position += 1
            if race.position == race.active:
                finish_world(race, racers, squares, settings.elimination)
                if settings.halving > 0.0:
                    halve_the_field(race, settings.halving)
        tree.iterations += 1
        done += 1
    return done


@kernel
def follow_rivals_style(settings, belief):
    """Play on by the style that rivals are found to play by, by the quick one if it is none."""
    if settings.playout_style != RANDOM_STYLE:
        if belief.rivals == RIVALS_BY_RULE:
            settings.playout_style = belief.style
        elif belief.rivals == THINKING_RIVALS:
            settings.playout_style = settings.quick_style


@kernel
def share_of_policy(settings, rivals):
    """How often rivals' decisions follow the policy, by how they seem to play; the mean where that is not known."""
    if rivals == RIVALS_BY_RULE:
        return settings.rival_policy
    thinking = min(settings.rival_policy, settings.thinking_rival_policy)
    if rivals == THINKING_RIVALS:
        return thinking
    return 0.5 * (settings.rival_policy + thinking)


@kernel
def position_key(rules, state):
    """A key of all that has been observed by anybody: in one world, of the moves that led to the position."""
    key = np.uint64(0)
    for seat in range(rules.seats):
        key = mix(key ^ information_key(rules, state, seat))
    return key


@kernel
def descend(
    rules,
    state,
    settings,
    rival_policy,
    slots,
    nodes,
    edges,
    tree,
    rng,
    log,
    moves,
    path_edges,
    path_seats,
    last_round,
    first_move,
):
    """Walk down the tree, adding one node; write the path and return its length.

    The root's decision is ``first_move`` if that is not negative. A rival's decisions follow the playout policy as
    often as ``rival_policy`` says.
    """
    length = 0
    root_seat = mover(rules, state)
    at_root = True  # until the root's seat has made a real move
    while length < MAX_DEPTH:
        count = play_forced_moves(rules, state, tree, moves, last_round, log)
        if count == 0:
            break
        seat = mover(rules, state)
        if seat != root_seat and rival_policy > 0.0 and draw_unit(rng) < rival_policy:
            move = policy_move(rules, state, moves, settings.playout_style, settings.random_share, rng)
            apply(rules, state, move, log)
            tree.decisions += 1
            continue
        if settings.one_world == 0:
            key = information_key(rules, state, seat)
        else:
            key = position_key(rules, state)
        node, is_new = find_or_add_node(slots, nodes, tree, key)
        if node < 0:
            break
        if length == 0 and first_move >= 0:
            edge = edge_of_move(nodes, edges, tree, node, first_move)
            is_new = False
        elif is_new and settings.playout_style != RANDOM_STYLE and not at_root:
            # The policy's own move is the first opened.
            edge = edge_of_move(nodes, edges, tree, node, suggest(rules, state, settings.playout_style, rng))
        else:
            suggested = NO_MOVE
            if not at_root and settings.playout_style != RANDOM_STYLE and wants_policy_move(settings):
                suggested = suggest(rules, state, settings.playout_style, rng)
            edge = select_edge(nodes, edges, tree, node, moves, count, settings, at_root, suggested, rng)
        if edge < 0:
            break
        nodes[node].visits += 1
        path_edges[length] = edge
        path_seats[length] = seat
        length += 1
        tree.decisions += 1
        at_root = at_root and edges[edge].move >= FIRST_SEARCH_ONLY_MOVE
        apply(rules, state, edges[edge].move, log)
        if is_new:
            break
    return length
