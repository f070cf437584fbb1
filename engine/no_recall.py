"""For games that say nothing of earlier decisions: nothing is learned from them, and worlds are as they are dealt."""

from engine.compiling import kernel
from engine.contract import UNKNOWN_MOVE


@kernel
def learn(rules, earlier, later):
    """Nothing carries over."""
    return False


@kernel
def move_made(rules, earlier, later, world):
    """It is not known."""
    return UNKNOWN_MOVE


@kernel
def recall(rules, earlier, world, out):
    """The view alone."""
    out[0] = earlier


@kernel
def exchange(rules, view, world, rng):
    """Nothing changes places."""
    return 0


@kernel
def adopt(rules, view, world):
    """Nothing to fill in."""
