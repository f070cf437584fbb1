"""Stockpile's side of the kernel contract: this module's names are the contract's names."""

from engine.compiling import kernel
from engine.contract import register
from engine.stockpile.cards import FREE_ORDER, Phase
from engine.stockpile.game_flow import apply, deal, information_key, legal_moves, mover, rounds_left, rounds_played
from engine.stockpile.hidden_information import hide, redeal
from engine.stockpile.scoring import estimate, payoffs
from engine.stockpile.selling import prepare_search, sale_in_order
from engine.stockpile.state import RULES_DTYPE, STATE_DTYPE
from engine.stockpile.suggest import suggest as suggest_freely

__all__ = [
    "RULES_DTYPE",
    "STATE_DTYPE",
    "apply",
    "deal",
    "estimate",
    "hide",
    "information_key",
    "legal_moves",
    "mover",
    "payoffs",
    "prepare_search",
    "redeal",
    "rounds_left",
    "rounds_played",
    "suggest",
]


@kernel
def suggest(rules, state, style, rng):
    """The heuristic player's move; in a search's world, its opinion on the company at hand."""
    move = suggest_freely(rules, state, style, rng)
    if state.phase == Phase.SELLING and state.sale_cursor != FREE_ORDER:
        return sale_in_order(state, move)
    return move


def register_stockpile() -> None:
    """Bind the contract's functions to these kernels for Stockpile positions."""
    import sys

    register(STATE_DTYPE, sys.modules[__name__])
