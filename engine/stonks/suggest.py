"""The heuristic player: a move in a style, from what the mover has seen alone. Also the playout policy."""

from engine.compiling import kernel
from engine.stonks.move_values import suggest_by_values
from engine.stonks.rules_of_thumb import suggest_with_weights
from engine.stonks.styles import FEWEST_SEATS, STYLES, WEIGHTS, Style

__all__ = ["STYLES", "Style", "suggest"]


FALLBACK = int(Style.ALL_ROUND)
"""What stands in where nothing was learned: for another edition's cards, or with optional symbols."""


@kernel
def suggest(rules, state, style, rng):
    """A legal move in the given style."""
    if style == Style.LEARNED and rules.learned_moves != 0:
        return suggest_by_values(rules, state, rng)
    row = int(style)
    if row == Style.LEARNED:
        row = FALLBACK
    return suggest_with_weights(rules, state, WEIGHTS[int(rules.seats) - FEWEST_SEATS, row], rng)
