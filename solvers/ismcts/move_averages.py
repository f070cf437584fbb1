"""Playouts that learn which moves do well: the move-average sampling technique, MAST.

Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing", AAAI 2008. Whatever the position, every
move code has for each seat the average utility of the iterations in which that seat chose it. Playouts draw moves by
these averages (Gibbs sampling), the higher the likelier; a move that was never chosen counts as the best there can be.
With temperature 0 the best average is taken, which with random moves in between is the epsilon-greedy form (Tak,
Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing", IEEE TCIAIG 4(2),
2012).

Unlike there, only a share of a playout's moves is drawn so, the others are the heuristic policy's. Averages are of what
was chosen among several moves, in the tree by its statistics and in playouts by whichever policy.
"""

import math
from typing import Any

import numpy as np

from engine.compiling import kernel
from engine.contract import UNOBSERVED, apply, legal_moves, mover, rounds_played
from engine.randomness import draw_unit, mix
from solvers.playout import policy_move

AVERAGE_DTYPE = np.dtype([("total", "f8"), ("code", "i4"), ("visits", "i4")], align=True)
"""The utilities of a move code for one seat; ``code`` counts from 1, so that 0 is an empty place."""

PLACES = 4096
"""Of the hash table of each seat, a power of two; games have some hundred to two thousand move codes."""

MOST_CHOICES = 1024
"""A playout's choices beyond so many are not learned from."""

BEST_UTILITY = 1.0


def new_averages(seats: int) -> Any:
    """An empty table ``[seat, place]`` of ``AVERAGE_DTYPE`` for a search; without seats there is none."""
    return np.zeros((seats, PLACES if seats else 0), AVERAGE_DTYPE).view(np.recarray)


@kernel
def place_of_move(averages, seat, move):
    """Where a move's average is or would go in a seat's table (linear probing); in a full table where it should be."""
    first = np.int64(mix(np.uint64(move)) & np.uint64(PLACES - 1))
    for step in range(PLACES):
        place = (first + step) & (PLACES - 1)
        if averages[seat, place].code == 0 or averages[seat, place].code == move + 1:
            return place
    return first


@kernel
def average_of_move(averages, seat, move):
    """A move's mean utility for a seat; the best there can be for one that was never chosen."""
    place = place_of_move(averages, seat, move)
    if averages[seat, place].visits == 0:
        return BEST_UTILITY
    return averages[seat, place].total / averages[seat, place].visits


@kernel
def add_to_average(averages, seat, move, utility):
    """Count an iteration in which a seat chose a move."""
    place = place_of_move(averages, seat, move)
    averages[seat, place].code = move + 1
    averages[seat, place].visits += 1
    averages[seat, place].total += utility


@kernel
def draw_by_averages(averages, seat, moves, count, temperature, weights, rng):
    """One of ``moves[:count]``, with chances in proportion to ``exp(average / temperature)``.

    With temperature 0 it is the move with the best average, the first of equals. ``weights`` is float64[MAX_MOVES] to
    work in.
    """
    best = 0
    for index in range(count):
        weights[index] = average_of_move(averages, seat, moves[index])
        if weights[index] > weights[best]:
            best = index
    if temperature == 0.0:
        return int(moves[best])
    highest = weights[best]
    total = 0.0
    for index in range(count):
        weights[index] = math.exp((weights[index] - highest) / temperature)
        total += weights[index]
    left = draw_unit(rng) * total
    for index in range(count):
        left -= weights[index]
        if left < 0.0:
            return int(moves[index])
    return int(moves[best])


@kernel
def play_out_by_averages(rules, state, moves, settings, averages, chosen_seats, chosen_moves, weights, last_round, rng):
    """As :func:`solvers.playout.play_out`, a share of the choices drawn by the averages; write down all choices.

    Returns the number of moves played and how many of them are written to ``chosen_seats`` and ``chosen_moves``
    (int64[MOST_CHOICES]): those that were chosen among several.
    """
    played = 0
    chosen = 0
    while mover(rules, state) >= 0 and (last_round == 0 or rounds_played(rules, state) < last_round):
        seat = mover(rules, state)
        count = legal_moves(rules, state, moves)
        if count == 1:
            move = int(moves[0])
        else:
            if draw_unit(rng) < settings.mast_share:
                move = draw_by_averages(averages, seat, moves, count, settings.mast_temperature, weights, rng)
            else:
                move = policy_move(rules, state, moves, settings.playout_style, settings.random_share, rng)
            if chosen < MOST_CHOICES:
                chosen_seats[chosen] = seat
                chosen_moves[chosen] = move
                chosen += 1
        apply(rules, state, move, UNOBSERVED)
        played += 1
    return played, chosen


@kernel
def learn_averages(averages, edges, path_edges, path_seats, length, chosen_seats, chosen_moves, chosen, values):
    """Count the iteration for every choice on the tree's path and in the playout, by the chooser's utility."""
    for step in range(length):
        seat = path_seats[step]
        add_to_average(averages, seat, edges[path_edges[step]].move, values[seat])
    for index in range(chosen):
        seat = chosen_seats[index]
        add_to_average(averages, seat, chosen_moves[index], values[seat])
