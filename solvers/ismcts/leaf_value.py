"""What a leaf of the search is worth: the utility of a playout that has ended or was cut off."""

import math

from engine.compiling import kernel
from engine.contract import estimate, mover, payoffs, result_spread, rounds_left, rule_estimate
from solvers.utility import SPREAD_A_ROUND, utilities


@kernel
def leaf_utilities(rules, state, settings, results, values):
    """Write each seat's utility to ``values``; ``results`` is float64[seats] to work in.

    A result that is not final is an expectation, as learned from play or as the hand-made rule has it.
    """
    final = mover(rules, state) < 0
    spread = 0.0
    if final:
        payoffs(rules, state, results)
    elif settings.learned_leaf != 0:
        estimate(rules, state, results)
        spread = result_spread(rules, state)
    else:
        rule_estimate(rules, state, results)
    if spread == 0.0:
        spread = settings.margin_scale * math.sqrt(rounds_left(rules, state)) * SPREAD_A_ROUND
    utilities(results, rules.seats, final, spread, settings.win_weight, settings.margin_scale, values)
