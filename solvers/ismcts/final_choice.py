"""Choosing the move to play from what a finished search has counted.

The most visited move is the sturdiest where one move is best. Against rivals who watch, a seat with hidden cards does
better to mix: it plays every move as often as the search did (Lisy, Lanctot and Bowling, "Online Monte Carlo
Counterfactual Regret Minimization for Search in Imperfect Information Games", AAMAS 2015, for average strategies;
Heinrich and Silver, "Smooth UCT Search in Computer Poker", IJCAI 2015, for visits).
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from engine.randomness import draw_unit, generator

MOST_VISITED = "most_visited"
PROPORTIONAL = "proportional"

_PURPOSE = 0x0C401CE
"""Keeps the choice's generator apart from those that the search draws from with the same seed."""


class Counts(Protocol):
    """What is counted of a move; ``strategy`` is 0 for all moves without regret matching."""

    visits: int
    total: float
    strategy: float


Pick = Callable[[Mapping[int, Counts]], int]
"""Chooses a move from the counts of all that were tried."""


def most_visited(counts: Mapping[int, Counts]) -> int:
    """The move visited most (played most with regret matching), ties to the better mean, then to the smaller code."""
    return min(counts, key=lambda move: (-counts[move].strategy, -counts[move].visits, -counts[move].total, move))


def probabilities(counts: Mapping[int, Counts]) -> dict[int, float]:
    """The average strategy if there is one, else every move's share of the visits, by move code."""
    weights = {move: counts[move].strategy for move in sorted(counts)}
    if not sum(weights.values()):
        weights = {move: float(counts[move].visits) for move in sorted(counts)}
    total = sum(weights.values())
    if not total:
        return {move: 1.0 / len(weights) for move in weights}
    return {move: weight / total for move, weight in weights.items()}


class Proportional:
    """Draws a move with the probabilities of :func:`probabilities`; the same seed draws the same."""

    def __init__(self, seed: int) -> None:
        self._rng = generator(seed ^ _PURPOSE)

    def __call__(self, counts: Mapping[int, Counts]) -> int:
        """A move drawn at random."""
        shares = probabilities(counts)
        left = float(draw_unit(self._rng))
        for move, share in shares.items():
            left -= share
            if left < 0.0:
                return move
        return max(shares, key=lambda move: shares[move])
