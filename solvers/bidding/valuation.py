"""What the piles are worth: to every seat in every world, and what each seat would make of them itself.

All values are in $K of money now, that is, of a bid: a pile's surplus is its value minus the amount bid.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.game import Game

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ValuationOptions:
    """How piles are valued.

    Attributes:
        money_weight: what $1K in hand is worth at the end of the game, in $K of final result, before the last round;
            below 1, a bid costs less than it seems. In the last round it is 1.
        rival_weight: what $1K of the rivals' mean counts in own $K; decides where Boom and Bust go.
        rival_style: the heuristic style by which seats value piles from what they see.
    """

    money_weight: float = 0.6
    rival_weight: float = 0.5
    rival_style: str = "value"


@dataclass(frozen=True)
class Valuation:
    """Values of the piles in $K, bids aside.

    Attributes:
        own: ``[worlds, seats, piles]``, how much better the seat's final result becomes by winning the pile in that
            world: all faces and forecasts are the world's, but what the seat sells it decides by what it knows.
        believed: ``[worlds, seats, piles]``, what the seat expects in that world from its own information alone.
    """

    own: Floats
    believed: Floats


def value_piles(game: Game, worlds: npt.NDArray[Any], options: ValuationOptions, seed: int) -> Valuation:
    """Value every pile for every seat in every world.

    Args:
        game: a configured game of Stockpile.
        worlds: records of full positions in a Demand Phase, all alike in what lies open.
        options: how.
        seed: breaks ties of beliefs, as the heuristic players do (up to 0.2 $K a pile).
    """
    raise NotImplementedError
