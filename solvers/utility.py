"""What a result is worth to a seat: part winning, part margin, in [0, 1].

Winning alone makes a search give up when it is behind and grow careless when it is ahead; margin alone makes it forget
what the game is about. ``win_weight`` mixes the two.
"""

import math

from engine.compiling import kernel

SPREAD_A_ROUND = 0.6
"""How far one more round may move a result, in typical margins; the spread grows with the root of the rounds left.

For games and settings that have no spread of their own, see :func:`engine.contract.result_spread`.
"""


@kernel
def best_other(results, seats, seat):
    """The best result among the other seats."""
    best = -1e300
    for other in range(seats):
        if other != seat and results[other] > best:
            best = results[other]
    return best


@kernel
def win_share(results, seats, seat):
    """1 for the sole best result, shared equally among ties, 0 otherwise."""
    best = results[0]
    for other in range(seats):
        if results[other] > best:
            best = results[other]
    if results[seat] < best:
        return 0.0
    winners = 0
    for other in range(seats):
        if results[other] == best:
            winners += 1
    return 1.0 / winners


@kernel
def likely_win_share(results, seats, seat, spread):
    """The chance that expected results leave ``seat`` best, if each may still move by about ``spread`` (softmax)."""
    total = 0.0
    for other in range(seats):
        total += math.exp(min(50.0, (results[other] - results[seat]) / spread))
    return 1.0 / total


@kernel
def margin_utility(results, seats, seat, scale):
    """The margin over the best other seat: 0.5 level, 0.75 ahead by ``2 * scale``, never quite 0 or 1.

    Its tails are long: far behind, a smaller loss is still worth striving for.
    """
    margin = (results[seat] - best_other(results, seats, seat)) / (2.0 * scale)
    return 0.5 + 0.5 * margin / (1.0 + abs(margin))


@kernel
def utilities(results, seats, final, spread, win_weight, margin_scale, out):
    """Each seat's utility; ``final`` results are certain, others may still move by about ``spread``."""
    for seat in range(seats):
        if final:
            win = win_share(results, seats, seat)
        else:
            win = likely_win_share(results, seats, seat, spread)
        out[seat] = win_weight * win + (1.0 - win_weight) * margin_utility(results, seats, seat, margin_scale)
