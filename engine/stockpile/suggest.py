from engine.compiling import kernel
from engine.contract import MAX_MOVES
import numpy as np
from engine.stockpile.game_flow import legal_moves
from engine.randomness import draw_below
@kernel
def suggest(rules,state,style,rng):
    out=np.empty(256,np.int32)
    n=legal_moves(rules,state,out)
    return int(out[draw_below(rng,n)])
