"""The heuristic player's styles: one table of weights for those that go by rules of thumb.

Weights are in points ($) or factors on points. ``all_round`` was tuned by matches on paired deals: a change was kept if
it beat what was there before, over tables of 2 to 5 players together. For two it has weights of its own, fitted by
``eval.fit_style``; for four and five that fit found nothing better than those.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt


class Style(IntEnum):
    """A style's number: what the ``suggest`` kernel is given."""

    TRICK_TAKER = 0
    PORTFOLIO = 1
    PRICE_STEERER = 2
    ALL_ROUND = 3
    LEARNED = 4  # by what moves are worth, see engine.stonks.move_values


class Weight(IntEnum):
    """What a weight weighs."""

    WIN = 0  # points a trick is worth beyond the card picked
    FRUIT = 1  # factor on the fruits picked
    SYNERGY = 2  # extra points of a fruit for each fruit of that company already owned
    GIVE = 3  # factor on fruits that a rival's win would hand over
    SPEND = 4  # points that using up a strong card costs
    OWN_PRICE = 5  # factor on what a price move does to the own portfolio
    RIVAL_PRICE = 6  # factor on what it does to an average rival's
    PULL = 7  # how far prices are expected to drift to their mean in a round
    SPECULATION = 8  # points that using the speculation card costs beyond what it would score
    EAGER = 9  # how likely a rival who can beat a card does
    KEEP = 10  # points that putting a strong card into the opening pair costs
    KEEP_SYMBOL = 11  # the same for each market symbol
    JITTER = 12  # random points, against predictability


STYLES = tuple(style.name.lower() for style in Style)
"""The styles' names in the order of their numbers."""

BEST_STYLE = "learned"
PLAYOUT_STYLE = "all_round"

_TABLE = np.array(
    [
        # WIN FRUIT SYN  GIVE  SPEND OWN  RIVAL PULL  SPEC EAGER KEEP KEEPSYM JITTER
        [6.0, 0.3, 0.00, 0.0, 1.0, 0.3, 0.0, 0.0, 0.0, 0.8, 3.0, 0.0, 0.1],
        [0.0, 1.0, 0.00, 0.3, 1.0, 0.3, 0.0, 0.0, 1.0, 0.7, 0.0, 0.0, 0.1],
        [0.0, 0.6, 0.20, 0.2, 0.5, 1.5, 1.5, 0.2, 1.0, 0.7, 0.0, 2.0, 0.1],
        [0.94, 1.12, 0.02, 0.66, 1.31, 0.48, 0.71, 0.7, 1.47, 0.83, 1.99, 0.58, 0.1],
    ]
)

_ALL_ROUND_FOR_TWO = [0.51, 1.04, 0.02, 1.04, 0.61, 0.28, 0.38, 0.89, 4.64, 0.94, 1.86, 0.72, 0.1]
"""What ``all_round`` weighs in a game of two: 1.13 times an even share against the weights above (1,500 deals)."""

FEWEST_SEATS = 2


def _weights(seats: int) -> npt.NDArray[np.float64]:
    """The weights at a table of ``seats``, ``[style, weight]``."""
    table = _TABLE.copy()
    if seats == FEWEST_SEATS:
        table[Style.ALL_ROUND] = _ALL_ROUND_FOR_TWO
    return table


WEIGHTS: npt.NDArray[np.float64] = np.ascontiguousarray([_weights(seats) for seats in range(FEWEST_SEATS, 6)])
"""The weights as ``[seats - FEWEST_SEATS, style, weight]``; ``learned`` has none."""
WEIGHTS.setflags(write=False)
