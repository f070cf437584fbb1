"""Exhaustive enumeration of a position in which one seat alone decides: the independent truth for endgames."""

import numpy as np

from solvers.utility import utilities


def best_reachable_utility(game, player, state, seat, known=None):
    """The largest utility ``seat`` can reach by any sequence of its own moves; no other seat may get a decision."""
    known = {} if known is None else known
    mover = game.mover(state)
    if mover is None:
        out = np.zeros(8)
        results = np.array(game.payoffs(state))
        utilities(results, game.seats, True, 0, player.win_weight, game.typical_margin, out)
        return float(out[seat])
    assert mover == seat, "another seat would decide"
    key = (state.money.tobytes(), state.shares.tobytes(), state.split_shares.tobytes())
    if key not in known:
        values = []
        for move in game.legal_moves(state):
            after = game.copy(state)
            game.apply(after, move)
            values.append(best_reachable_utility(game, player, after, seat, known))
        known[key] = max(values)
    return known[key]
