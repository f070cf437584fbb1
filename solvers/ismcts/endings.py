"""Endings solved over a set of worlds: the seat's best reply, decision by decision, to rivals that play by the policy.

All of the seat's own moves are tried, depth first. After each the worlds go on, rivals playing by the playout policy
from a stream of random numbers that belongs to the world, up to the seat's next decision. There the worlds are grouped
by what the seat can tell apart by then (its information key), and each group is solved by itself: the seat chooses one
move for all worlds of a group (best response by information sets; Lanctot et al., arXiv:1908.09453, section 3.3).

Over all worlds there are, with their chances as weights, this is exact. Over sampled ones a group late in the line may
consist of few worlds, and a move chosen for them would be chosen with knowledge that the seat will not have (strategy
fusion; Long, Sturtevant, Buro and Furtak, "Understanding the Success of Perfect Information Monte Carlo Sampling in
Game Tree Search", AAAI 2010). There each world is therefore left out of the choice that it is judged by: its value is
that of the move which is best in the *other* worlds of its group (leave-one-out cross-validation), and a world alone in
its group is played on by the policy.
"""

import numpy as np

from engine.compiling import kernel
from engine.contract import (
    MAX_MOVES,
    apply,
    information_key,
    legal_moves,
    mover,
    prepare_search,
    rounds_played,
    suggest,
)
from engine.randomness import draw
from solvers.beliefs.chains import draw_world
from solvers.ismcts.leaf_value import leaf_utilities
from solvers.ismcts.search import MAX_SEATS
from solvers.playout import play_out, policy_move

MOST_DEPTH = 12
"""Own decisions that a line can have; what follows is played by the policy."""

TOO_MUCH_WORK = -1
CANCELLED = -2


@kernel
def advance(rules, state, seat, settings, last_round, moves, rng, log):
    """Play on by the policy to a decision of ``seat`` between several moves; return how many, 0 at the end.

    The moves are in ``moves`` int32[MAX_MOVES] then.
    """
    while True:
        who = mover(rules, state)
        if who < 0 or (last_round > 0 and rounds_played(rules, state) >= last_round):
            return 0
        if who == seat:
            count = legal_moves(rules, state, moves)
            if count > 1:
                return count
            move = int(moves[0])
        else:
            move = policy_move(rules, state, moves, settings.playout_style, settings.random_share, rng)
        apply(rules, state, move, log)


@kernel
def own_branching(rules, state, seat, settings, last_round, moves, rng, log):
    """The product of the numbers of moves that ``seat`` has on the way to the end if all play by the policy."""
    product = 1.0
    while True:
        count = advance(rules, state, seat, settings, last_round, moves, rng, log)
        if count == 0:
            return product
        product *= count
        apply(rules, state, suggest(rules, state, settings.playout_style, rng), log)


@kernel
def sample_worlds(rules, view, beliefs, worlds, streams, begin, moves, rng):
    """Fill ``worlds`` and their ``streams`` from index ``begin`` on; False if no world agrees with the view."""
    recalled = np.empty_like(worlds[:1])
    for index in range(begin, worlds.shape[0]):
        if not draw_world(rules, view, beliefs, recalled, moves, rng, worlds[index : index + 1]):
            return False
        prepare_search(rules, worlds[index])
        streams[index] = draw(rng)
    return True


@kernel
def solve_ending(
    rules,
    worlds,
    weights,
    streams,
    root_moves,
    settings,
    last_round,
    fewest_worlds,
    states,
    values,
    most_playouts,
    out,
    log,
    cancel_flag,
):
    """Value moves of the seat to move, in every world; return the playouts it took.

    Args:
        rules: the configured game.
        worlds: record array [w], prepared for searches; all look alike to the seat to move.
        weights: float64[w], how much each world counts.
        streams: uint64[w], each world's random numbers.
        root_moves: int32[r], the legal moves to be valued.
        settings: the search's (``SETTINGS_DTYPE``).
        last_round: lines end when so many rounds are complete; 0: with the game.
        fewest_worlds: 0: the worlds are all there are, and every group is solved. Else they are a sample: no world is
            judged by a choice that it took part in, and groups of fewer worlds are played on by the policy.
        states: record array [(MOST_DEPTH + 1) * w] to work in.
        values: float64[MOST_DEPTH, b, w] to work in; no decision may have more moves than b.
        most_playouts: give up after so many.
        out: float64[r, w], the seat's utility after each move in each world.
        log: of events.
        cancel_flag: uint8[1], give up when it is set.

    Returns:
        The lines played to the end; TOO_MUCH_WORK or CANCELLED if ``out`` is incomplete.
    """
    count = worlds.shape[0]
    width = values.shape[1]
    seat = mover(rules, worlds[0])
    scratch = np.empty(MAX_MOVES, np.int32)
    moves = np.empty((MOST_DEPTH, MAX_MOVES), np.int32)
    rng = np.zeros(1, np.uint64)
    generators = np.empty((MOST_DEPTH + 1, count), np.uint64)
    keys = np.empty((MOST_DEPTH + 1, count), np.uint64)
    order = np.empty((MOST_DEPTH + 1, count), np.int64)
    # Of the group being solved at each depth: its part of ``order``, its moves, the one being tried, and where in the
    # next depth's order the groups after that move begin and end.
    first = np.zeros(MOST_DEPTH + 1, np.int64)
    last = np.zeros(MOST_DEPTH + 1, np.int64)
    offered = np.zeros(MOST_DEPTH + 1, np.int64)
    trying = np.zeros(MOST_DEPTH + 1, np.int64)
    next_group = np.zeros(MOST_DEPTH + 1, np.int64)
    groups_end = np.zeros(MOST_DEPTH + 1, np.int64)
    results = np.zeros(MAX_SEATS, np.float64)
    utilities = np.zeros(MAX_SEATS, np.float64)
    for world in range(count):
        states[world] = worlds[world]
        generators[0, world] = streams[world]
        order[0, world] = world
    last[0] = count
    offered[0] = root_moves.shape[0]
    trying[0] = -1
    if offered[0] > width:
        return TOO_MUCH_WORK
    for option in range(offered[0]):
        moves[0, option] = root_moves[option]
    playouts = 0
    depth = 0
    while True:
        below = depth + 1
        if next_group[depth] < groups_end[depth]:
            # Open the next group after the move being tried.
            begin = next_group[depth]
            end = begin + 1
            key = keys[below, order[below, begin]]
            while end < groups_end[depth] and keys[below, order[below, end]] == key:
                end += 1
            next_group[depth] = end
            if below == MOST_DEPTH or end - begin < fewest_worlds:
                for place in range(begin, end):
                    world = order[below, place]
                    state = states[below * count + world]
                    rng[0] = generators[below, world]
                    play_out(rules, state, scratch, settings.playout_style, 0.0, last_round, rng)
                    leaf_utilities(rules, state, settings, results, utilities)
                    values[depth, trying[depth], world] = utilities[seat]
                    playouts += 1
                continue
            depth = below
            first[depth] = begin
            last[depth] = end
            offered[depth] = legal_moves(rules, states[depth * count + order[depth, begin]], moves[depth])
            if offered[depth] > width:
                return TOO_MUCH_WORK
            trying[depth] = -1
            next_group[depth] = 0
            groups_end[depth] = 0
        elif trying[depth] + 1 < offered[depth]:
            # Try the next move in all worlds of the group.
            if cancel_flag[0] != 0:
                return CANCELLED
            if playouts >= most_playouts:
                return TOO_MUCH_WORK
            trying[depth] += 1
            option = trying[depth]
            open_worlds = 0
            for place in range(first[depth], last[depth]):
                world = order[depth, place]
                states[below * count + world] = states[depth * count + world]
                state = states[below * count + world]
                rng[0] = generators[depth, world]
                apply(rules, state, moves[depth, option], log)
                if advance(rules, state, seat, settings, last_round, scratch, rng, log) == 0:
                    leaf_utilities(rules, state, settings, results, utilities)
                    values[depth, option, world] = utilities[seat]
                    playouts += 1
                else:
                    generators[below, world] = rng[0]
                    keys[below, world] = information_key(rules, state, seat)
                    insert_by_key(order[below], open_worlds, world, keys[below])
                    open_worlds += 1
            next_group[depth] = 0
            groups_end[depth] = open_worlds
        elif depth == 0:
            break
        else:
            # All moves are valued: so is the group, as part of what the move before it is worth.
            above = depth - 1
            group = order[depth, first[depth] : last[depth]]
            usual = suggest(rules, states[depth * count + group[0]], settings.playout_style, rng)
            settle_group(
                values[depth],
                moves[depth],
                offered[depth],
                group,
                weights,
                fewest_worlds > 0,
                usual,
                values[above, trying[above]],
            )
            depth = above
    for option in range(offered[0]):
        for world in range(count):
            out[option, world] = values[0, option, world]
    return playouts


@kernel
def insert_by_key(order, length, world, keys):
    """Insert a world into the first ``length`` places of ``order``, sorted by key; equals keep their order."""
    low = 0
    high = length
    while low < high:
        middle = (low + high) // 2
        if keys[order[middle]] <= keys[world]:
            low = middle + 1
        else:
            high = middle
    for place in range(length, low, -1):
        order[place] = order[place - 1]
    order[low] = world


@kernel
def settle_group(values, moves, offered, group, weights, sampled, usual, out):
    """Write to ``out`` what each world of a group is worth when one move is chosen for all.

    ``values`` float64[b, w] is each move's worth in each world. Of equally good moves the policy's, ``usual``, is
    taken, else the first. If the worlds are ``sampled``, each gets the move that is best in the others.
    """
    totals = np.zeros(offered, np.float64)
    for option in range(offered):
        for world in group:
            totals[option] += weights[world] * values[option, world]
    for world in group:
        best = -1
        best_total = 0.0
        for option in range(offered):
            total = totals[option]
            if sampled:
                total -= weights[world] * values[option, world]
            if best < 0 or total > best_total + 1e-12 or (moves[option] == usual and total > best_total - 1e-12):
                best = option
                best_total = total
        out[world] = values[best, world]
