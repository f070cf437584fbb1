"""The loop that plays games by rules of thumb inside compiled code and keeps the positions at the ends of rounds."""

import numpy as np

from engine.compiling import kernel
from engine.contract import MAX_MOVES, apply, deal, mover, payoffs, rounds_played
from engine.randomness import mix
from solvers.playout import policy_move


@kernel
def record_round_ends(rules, state, styles, random_shares, seeds, ends, games, results, log):
    """Play a game for each seed, by ``styles[game, seat]``; write its round ends and results, return their number."""
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MAX_MOVES, np.int32)
    count = 0
    for game in range(seeds.shape[0]):
        deal(rules, state, seeds[game], log)
        rng[0] = mix(np.uint64(seeds[game]) + np.uint64(1))
        rounds = 0
        seat = mover(rules, state)
        while seat >= 0:
            move = policy_move(rules, state, moves, styles[game, seat], random_shares[game], rng)
            apply(rules, state, move, log)
            seat = mover(rules, state)
            if seat >= 0 and rounds_played(rules, state) > rounds:
                rounds = rounds_played(rules, state)
                ends[count] = state
                games[count] = game
                count += 1
        payoffs(rules, state, results[game])
    return count
