"""stub"""

import numpy as np
from engine.compiling import kernel
from engine.randomness import draw_below
from engine.stonks.game_flow import legal_moves


@kernel
def suggest(rules, state, style, rng):
    out = np.empty(256, np.int32)
    return int(out[draw_below(rng, legal_moves(rules, state, out))])
