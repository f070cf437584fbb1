"""The loop that plays whole games inside compiled code, for seats that play by rules of thumb or at random.

The games are those of :func:`eval.arena.play_game.play_game`, bit for bit. Solvers there are handed views. Here
``suggest`` and ``random_move`` read the position itself, of which the contract lets them use only what the mover has
seen.
"""

import numpy as np

from engine.compiling import kernel
from engine.contract import (
    MAX_MOVES,
    apply,
    deal,
    mover,
    payoffs,
    random_move,
    result_so_far,
    rounds_played,
    suggest,
)
from engine.randomness import mix
from eval.arena.seeds import Purpose, absorb, decision_seed
from solvers.playout import RANDOM_STYLE

_ONE = np.uint64(1)


@kernel
def play_games(rules, state, styles, run_seed, blocks, results, decisions, rounds, progress, history, log):
    """Play one game for each row of the arrays, all of it in compiled code.

    Args:
        rules: the configured game.
        state: a position to play in.
        styles: ``int64[game, seat]``, the style of the heuristic player, RANDOM_STYLE for random moves.
        run_seed: the run's.
        blocks: ``int64[game]``, the deals.
        results: ``float64[game, seat]``, gets the final results.
        decisions: ``int64[game, seat]``, gets the numbers of moves; zeros before.
        rounds: ``int64[game]``, gets the numbers of finished rounds.
        progress: ``float64[game, round, seat]``, gets the results at the end of each round.
        history: ``int32[game, decision]``, gets the moves, as many as there is room for.
        log: an event log; none is kept.
    """
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MAX_MOVES, np.int32)
    deals = absorb(absorb(np.uint64(run_seed), Purpose.DEAL), rules.seats)
    choices = absorb(absorb(np.uint64(run_seed), Purpose.DECISION), rules.seats)
    for game in range(styles.shape[0]):
        deal(rules, state, int(absorb(deals, blocks[game]) >> _ONE), log)
        seat_keys = absorb(choices, blocks[game])
        finished = 0
        played = 0
        seat = mover(rules, state)
        while seat >= 0:
            # A fresh generator for each decision, as a solver makes it from its seed.
            rng[0] = mix(decision_seed(absorb(seat_keys, seat), decisions[game, seat]))
            style = int(styles[game, seat])
            if style == RANDOM_STYLE:
                move = int(random_move(rules, state, moves, rng))
            else:
                move = int(suggest(rules, state, style, rng))
            apply(rules, state, move, log)
            decisions[game, seat] += 1
            if played < history.shape[1]:
                history[game, played] = move
            played += 1
            if rounds_played(rules, state) > finished and finished < progress.shape[1]:
                result_so_far(rules, state, progress[game, finished])
                finished += 1
            seat = mover(rules, state)
        payoffs(rules, state, results[game])
        rounds[game] = finished
