"""Stonks's side of the kernel contract: this module's names are the contract's names."""

import sys

from engine.contract import register
from engine.stonks.estimate import estimate, result_spread, rule_estimate
from engine.stonks.game_flow import (
    apply,
    deal,
    information_key,
    legal_moves,
    mover,
    prepare_search,
    random_move,
    rounds_left,
    rounds_played,
)
from engine.stonks.hidden_information import hide, redeal
from engine.stonks.recall import adopt, exchange, learn, move_made, recall
from engine.stonks.scoring import payoffs, result_so_far
from engine.stonks.state import RULES_DTYPE, STATE_DTYPE
from engine.stonks.suggest import suggest

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


def register_stonks() -> None:
    """Bind the contract's functions to these kernels for Stonks positions."""
    register(STATE_DTYPE, sys.modules[__name__])
