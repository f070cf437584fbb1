"""Stockpile's side of the kernel contract: this module's names are the contract's names."""

from engine.contract import register
from engine.stockpile.estimate import estimate, result_spread, rule_estimate
from engine.stockpile.game_flow import (
    apply,
    deal,
    information_key,
    legal_moves,
    mover,
    random_move,
    rounds_left,
    rounds_played,
)
from engine.stockpile.hidden_information import hide, redeal
from engine.stockpile.recall import adopt, exchange, learn, move_made, recall
from engine.stockpile.scoring import payoffs, result_so_far
from engine.stockpile.selling import prepare_search
from engine.stockpile.state import RULES_DTYPE, STATE_DTYPE
from engine.stockpile.suggest import suggest

__all__ = [
    "RULES_DTYPE",
    "STATE_DTYPE",
    "adopt",
    "apply",
    "deal",
    "estimate",
    "exchange",
    "hide",
    "information_key",
    "learn",
    "legal_moves",
    "move_made",
    "mover",
    "payoffs",
    "prepare_search",
    "random_move",
    "recall",
    "redeal",
    "result_so_far",
    "result_spread",
    "rounds_left",
    "rounds_played",
    "rule_estimate",
    "suggest",
]


def register_stockpile() -> None:
    """Bind the contract's functions to these kernels for Stockpile positions."""
    import sys

    register(STATE_DTYPE, sys.modules[__name__])
