"""Kuhn poker on the kernel contract: a game whose equilibria are known (Kuhn, "A Simplified Two-Person Poker", 1950).

Three cards, 0 to 2; both seats ante 1 chip and get one. Moves are 0, to pass, and 1, to bet 1 chip or to call. The
second seat's equilibrium strategy is the only one there is: with card 0 it bets a third of the time after a pass, and
with card 1 it calls a third of the time.
"""

import sys
from typing import ClassVar

import numpy as np

from engine.compiling import kernel
from engine.contract import register
from engine.game import Game
from engine.randomness import draw_below, mix, shuffle

PASS = 0
BET = 1

RULES_DTYPE = np.dtype([("seats", "i1"), ("chips", "i1")], align=True)
STATE_DTYPE = np.dtype(
    [("public_key", "u8"), ("cards", "i1", 2), ("moves", "i1", 3), ("made", "i1"), ("viewer", "i1")], align=True
)


@kernel
def deal(rules, state, seed, log):
    rng = np.zeros(1, np.uint64)
    rng[0] = mix(np.uint64(seed))
    cards = np.arange(3)
    shuffle(cards, 3, rng)
    state.cards[0] = cards[0]
    state.cards[1] = cards[1]
    state.moves[:] = -1
    state.made = 0
    state.public_key = np.uint64(7)
    state.viewer = -1


@kernel
def over(state):
    if state.made < 2:
        return False
    return state.made == 3 or state.moves[1] == PASS or state.moves[0] == BET


@kernel
def mover(rules, state):
    return -1 if over(state) else state.made % 2


@kernel
def legal_moves(rules, state, out):
    out[0] = PASS
    out[1] = BET
    return 2


@kernel
def apply(rules, state, move, log):
    state.moves[state.made] = move
    state.made += 1
    state.public_key = mix(state.public_key + np.uint64(move + 1))


@kernel
def payoffs(rules, state, out):
    last = state.moves[state.made - 1]
    higher = 0 if state.cards[0] > state.cards[1] else 1
    if state.moves[0] == PASS and state.moves[1] == PASS:
        winner, chips = higher, 1
    elif last == BET:
        winner, chips = higher, 1 + rules.chips
    else:
        # The last to move gave up.
        winner, chips = state.made % 2, 1
    out[winner] = chips
    out[1 - winner] = -chips


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
    state.cards[1 - seat] = -1


@kernel
def redeal(rules, view, rng):
    for seat in range(2):
        if view.cards[seat] < 0:
            card = draw_below(rng, 2)
            view.cards[seat] = card if card < view.cards[1 - seat] else card + 1
    view.viewer = -1
    return True


@kernel
def prepare_search(rules, world):
    pass


@kernel
def suggest(rules, state, style, rng):
    return PASS


@kernel
def information_key(rules, state, seat):
    return mix(state.public_key ^ mix(np.uint64(10 + 3 * seat + state.cards[seat])))


class KuhnPoker(Game):
    """Kuhn poker for two."""

    name: ClassVar[str] = "kuhn"
    title: ClassVar[str] = "Kuhn poker"
    seat_counts: ClassVar[tuple[int, ...]] = (2,)
    styles: ClassVar[tuple[str, ...]] = ("passing",)
    best_style: ClassVar[str] = "passing"
    playout_style: ClassVar[str] = "passing"
    unit: ClassVar[str] = "chips"
    small: ClassVar[bool] = True
    typical_margin = 2.0

    def __init__(self):
        self.seats = 2
        self.state_dtype = STATE_DTYPE
        self.rules = np.zeros(1, RULES_DTYPE).view(np.recarray)[0]
        self.rules.seats = 2
        self.rules.chips = 1

    def move_text(self, code):
        return "bet" if code else "pass"

    def dealt(self, first, second):
        """A fresh game with these cards."""
        state = self.deal(0)
        state.cards[:] = (first, second)
        return state


KuhnPoker.__abstractmethods__ = frozenset()


def kuhn_poker():
    """The game; without annotations, as it lacks what people and files need."""
    return KuhnPoker()


register(STATE_DTYPE, sys.modules[__name__])
