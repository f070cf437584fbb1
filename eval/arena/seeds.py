"""Where the chance of a run comes from: one stream for each purpose, deal, seat and decision.

A stream's key is the run's seed with the stream's words mixed in one by one, so any game can be played alone, and
what is drawn for one purpose never moves another. Nothing depends on the number of the game within its block: whoever
sits in a seat of a deal, in whichever seating, faces the same chance there.
"""

from enum import IntEnum

import numpy as np

from engine.compiling import kernel
from engine.randomness import mix

_STEP = np.uint64(0x9E3779B97F4A7C15)
_ONE = np.uint64(1)

LARGEST_SEED = 2**63 - 1
"""Of a run, a deal and a decision."""


class Purpose(IntEnum):
    """What a stream is for. The numbers are part of what makes a run repeatable: new ones get new numbers."""

    DEAL = 1
    SEATING = 2
    DECISION = 3


@kernel
def absorb(key, word):
    """The 64-bit key of a stream within the stream ``key``; different words give different keys."""
    return mix((np.uint64(key) ^ np.uint64(word)) + _STEP)


@kernel
def decision_seed(seat_key, decision):
    """The seed of a seat's decision, 63 bits; ``decision`` counts that seat's decisions from 0."""
    return absorb(seat_key, decision) >> _ONE


def stream_key(run_seed: int, purpose: Purpose, *words: int) -> np.uint64:
    """The 64-bit key of a stream.

    Args:
        run_seed: the run's, from 0 to :data:`LARGEST_SEED`.
        purpose: what is drawn from it.
        words: which of these streams it is, each a number from 0: players, block, seat and so on.
    """
    key = np.uint64(run_seed)
    for word in (int(purpose), *words):
        # Compiled code hands its words back as Python integers.
        key = np.uint64(absorb(key, np.uint64(word)))
    return key


def deal_seed(run_seed: int, players: int, block: int) -> int:
    """The seed that a block's deal is made from, 63 bits."""
    return int(stream_key(run_seed, Purpose.DEAL, players, block)) >> 1


def seat_key(run_seed: int, players: int, block: int, seat: int) -> np.uint64:
    """The key from which :func:`decision_seed` makes the seeds of a seat's decisions on a deal."""
    return stream_key(run_seed, Purpose.DECISION, players, block, seat)


def seating_key(run_seed: int, players: int, block: int) -> np.uint64:
    """The key from which the line-ups of a block are drawn."""
    return stream_key(run_seed, Purpose.SEATING, players, block)
