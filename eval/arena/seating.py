"""Who sits where: the line-ups of a block and the seatings in which they play its deal."""

from collections.abc import Iterable
from itertools import permutations

import numpy as np

from engine.randomness import draw_below
from eval.arena.run_spec import Design, RunSpec, Seatings
from eval.arena.seeds import seating_key

Seating = tuple[int, ...]
"""For each seat the index of its entrant in the spec."""


def games_of_block(spec: RunSpec, players: int, block: int) -> tuple[Seating, ...]:
    """The seatings of a block's games; a game's number is its index.

    The seatings of a block are balanced: each entrant of a line-up sits in every seat equally often.

    Args:
        spec: the run.
        players: how many sit at the table.
        block: the deal, from 0.
    """
    line_ups = line_ups_of_block(spec, players, block)
    orders = _rotations if spec.seatings is Seatings.ROTATIONS else permutations
    return tuple(dict.fromkeys(seating for line_up in line_ups for seating in orders(line_up)))


def line_ups_of_block(spec: RunSpec, players: int, block: int) -> tuple[Seating, ...]:
    """The line-ups that meet on a deal, as indices of entrants; the same one may come again in another order.

    Round robin: every window of ``players`` places in a ring of all entrants, which is drawn for the deal. With fewer
    entrants than places a window goes round the ring more than once. Every entrant is in equally many.

    Focal: the first entrant and a window of a ring of the others.
    """
    if spec.design is Design.FOCAL:
        others = _ring(spec, players, block, range(1, len(spec.entrants)))
        return ((0, *_window(others, 0, players - 1)),)
    ring = _ring(spec, players, block, range(len(spec.entrants)))
    return tuple(_window(ring, start, players) for start in range(len(ring)))


def _ring(spec: RunSpec, players: int, block: int, entrants: Iterable[int]) -> list[int]:
    """The entrants in an order drawn for the deal."""
    ring = list(entrants)
    rng = np.array([seating_key(spec.seed, players, block)], np.uint64)
    for last in range(len(ring) - 1, 0, -1):
        other = draw_below(rng, last + 1)
        ring[last], ring[other] = ring[other], ring[last]
    return ring


def _window(ring: list[int], start: int, length: int) -> Seating:
    return tuple(ring[(start + place) % len(ring)] for place in range(length))


def _rotations(line_up: Seating) -> Iterable[Seating]:
    return (line_up[turn:] + line_up[:turn] for turn in range(len(line_up)))
