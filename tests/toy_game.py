"""A game of two moves, small enough to solve by hand, on the kernel contract.

Seat 0 picks one of three moves. Seat 1, who alone has seen a coin, then picks left or right. Seat 0 gets
``rewards[first move][second move][coin]``, seat 1 loses as much.
"""

import sys
from typing import ClassVar

import numpy as np

from engine.compiling import kernel
from engine.contract import register
from engine.game import Game
from engine.randomness import draw_below, mix

RULES_DTYPE = np.dtype([("seats", "i1"), ("rewards", "f8", (3, 2, 2))], align=True)
STATE_DTYPE = np.dtype(
    [("key", "u8"), ("secret", "u8"), ("coin", "i1"), ("first", "i1"), ("second", "i1"), ("viewer", "i1")], align=True
)


@kernel
def deal(rules, state, seed, log):
    state.key = np.uint64(0)
    state.coin = int(mix(np.uint64(seed)) & np.uint64(1))
    state.secret = np.uint64(1 + state.coin)
    state.first = -1
    state.second = -1
    state.viewer = -1


@kernel
def mover(rules, state):
    if state.first < 0:
        return 0
    if state.second < 0:
        return 1
    return -1


@kernel
def legal_moves(rules, state, out):
    count = 3 if state.first < 0 else 2
    for move in range(count):
        out[move] = move
    return count


@kernel
def apply(rules, state, move, log):
    if state.first < 0:
        state.first = move
    else:
        state.second = move
    state.key = mix(state.key + np.uint64(move + 1))


@kernel
def payoffs(rules, state, out):
    out[0] = rules.rewards[state.first, state.second, state.coin]
    out[1] = -out[0]


@kernel
def estimate(rules, state, out):
    out[0] = 0.0
    out[1] = 0.0


@kernel
def rule_estimate(rules, state, out):
    estimate(rules, state, out)


@kernel
def result_spread(rules, state):
    return 0.0


@kernel
def result_so_far(rules, state, out):
    out[0] = 0.0
    out[1] = 0.0


@kernel
def rounds_played(rules, state):
    return 0


@kernel
def rounds_left(rules, state):
    return 1


@kernel
def hide(rules, state, seat):
    state.viewer = seat
    if seat != 1:
        state.coin = -1
        state.secret = np.uint64(0)


@kernel
def redeal(rules, view, rng):
    if view.coin < 0:
        view.coin = draw_below(rng, 2)
        view.secret = np.uint64(1 + view.coin)
    view.viewer = -1
    return True


@kernel
def prepare_search(rules, world):
    pass


@kernel
def suggest(rules, state, style, rng):
    return 0


@kernel
def information_key(rules, state, seat):
    key = mix(state.key + np.uint64(1000))
    if seat == 1:
        return mix(key ^ state.secret)
    return key


class ToyGame(Game):
    """The toy game with the given rewards of seat 0, ``float[first move][second move][coin]``."""

    name: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    seat_counts: ClassVar[tuple[int, ...]] = (2,)
    styles: ClassVar[tuple[str, ...]] = ("first",)
    best_style: ClassVar[str] = "first"
    playout_style: ClassVar[str] = "first"
    unit: ClassVar[str] = "points"
    small: ClassVar[bool] = True
    typical_margin = 1.0

    def __init__(self, rewards):
        self.seats = 2
        self.state_dtype = STATE_DTYPE
        self.rules = np.zeros(1, RULES_DTYPE).view(np.recarray)[0]
        self.rules.seats = 2
        self.rules.rewards[:] = rewards

    def move_text(self, code):
        return f"move {code}"


ToyGame.__abstractmethods__ = frozenset()
register(STATE_DTYPE, sys.modules[__name__])
