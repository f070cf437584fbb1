"""Matches of heuristic styles, thousands of games a second: the whole match is one compiled loop."""

import numpy as np

from engine.compiling import kernel
from engine.contract import MAX_MOVES, apply, deal, legal_moves, mover, payoffs, suggest
from engine.randomness import draw_below, mix

RANDOM = -1
"""The style number that stands for uniformly random moves."""


@kernel
def play_styles(rules, state, styles, seeds, results, log):
    """Play every seed once for each rotation of ``styles`` over the seats; results ``[seed, rotation, player]``."""
    seats = styles.shape[0]
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MAX_MOVES, np.int32)
    final = np.empty(seats, np.float64)
    decisions = 0
    for game in range(seeds.shape[0]):
        for rotation in range(seats):
            deal(rules, state, seeds[game], log)
            rng[0] = mix(np.uint64(seeds[game]) + np.uint64(rotation))
            seat = mover(rules, state)
            while seat >= 0:
                style = int(styles[(seat + rotation) % seats])
                if style < 0:
                    move = int(moves[draw_below(rng, legal_moves(rules, state, moves))])
                else:
                    move = int(suggest(rules, state, style, rng))
                apply(rules, state, move, log)
                decisions += 1
                seat = mover(rules, state)
            payoffs(rules, state, final)
            for seat in range(seats):
                results[game, rotation, (seat + rotation) % seats] = final[seat]
    return decisions
