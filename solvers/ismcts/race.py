"""Choosing among the root's moves by a race in the same worlds.

Every move in the race is played in every world, from the same random numbers, so that what a world does to all moves
alike cancels from their differences (common random numbers). A move that lies behind the leader by more than
``elimination`` standard errors of their paired difference drops out, and its share of the iterations goes to the others
(Maron and Moore, "The Racing Algorithm: Model Selection for Lazy Learners", Artificial Intelligence Review 11, 1997).
The race can be stopped at any time: within a world moves are played from the best to the worst so far.

With ``halving`` the field also shrinks with the budget, however close the moves are: what is left of it goes into the
trees below the few best (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013; at
the root of a tree search: Pepels, Cazenave, Winands and Lanctot, "Minimizing Simple and Cumulative Regret in
Monte-Carlo Tree Search", CGW 2014).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_below

FEWEST_WORLDS = 8
"""No move drops out before so many worlds: the standard error of fewer says little."""

LAST_TWO = 2
"""So many moves stay to the end: a leader alone would tell nothing of how close it was."""

RACE_DTYPE = np.dtype(
    [
        ("moves", "i8"),  # how many moves start; 0: there is no race
        ("active", "i8"),  # how many are still in it; 0: it has not begun
        ("worlds", "i8"),  # in how many worlds all of them have been played
        ("position", "i8"),  # how many of them have been played in the present world
        ("stream", "u8"),  # the state of the generator at the beginning of the present world's playouts
        ("played", "i8"),  # playouts in all complete worlds
        ("most", "i8"),  # playouts there will be, 0 if that is not known
        ("spent", "f8"),  # the share of the time that is gone, as far as the caller has told
    ],
    align=True,
)
"""A race's counters."""

RACER_DTYPE = np.dtype(
    [
        ("move", "i4"),
        ("rank", "i4"),  # of the entry at this index: which racer is so far at this place, from the best on
        ("utility", "f8"),  # in the present world
        ("total", "f8"),  # over all complete worlds that it ran in
        ("worlds", "i8"),  # so many
    ],
    align=True,
)
"""A move in the race."""


@dataclass(frozen=True)
class Race:
    """One race's arrays: ``counters`` [1], ``racers`` [m], ``squares`` float64[m, m], sums of squared differences.

    On the diagonal of ``squares`` are the sums of squared utilities.
    """

    counters: Any
    racers: Any
    squares: Any


def new_race(moves: Sequence[int], most: int = 0) -> Race:
    """A race between moves that has not begun, of ``most`` playouts if not 0; without moves there is none."""
    count = len(moves)
    race = Race(
        counters=np.zeros(1, RACE_DTYPE).view(np.recarray),
        racers=np.zeros(count, RACER_DTYPE).view(np.recarray),
        squares=np.zeros((count, count)),
    )
    race.counters[0].moves = count
    race.counters[0].most = most
    race.racers.move = moves
    return race


def lead_in_errors(races: Sequence[Race], move: int, other: int) -> float | None:
    """By how many standard errors of their paired difference ``move`` leads ``other``, over all races together.

    None where they cannot be told apart this way: one of them dropped out earlier, or there are fewer than two worlds.
    """
    worlds, lead, square = 0, 0.0, 0.0
    for race in races:
        first, second = (int((race.racers.move == code).argmax()) for code in (move, other))
        if race.racers[first].worlds != race.racers[second].worlds:
            return None
        worlds += int(race.racers[first].worlds)
        lead += float(race.racers[first].total - race.racers[second].total)
        square += float(race.squares[first, second])
    if worlds < LAST_TWO:
        return None
    mean = lead / worlds
    variance = max(0.0, square / worlds - mean * mean) / (worlds - 1)
    if variance == 0.0:
        return math.copysign(math.inf, mean) if mean else 0.0
    return mean / math.sqrt(variance)


def with_caution(races: Sequence[Race], move: int, usual: int, caution: float) -> int:
    """``move``, unless it leads the ``usual`` one by less than ``caution`` standard errors: then that; 0: ``move``."""
    if caution == 0.0 or move == usual:
        return move
    lead = lead_in_errors(races, move, usual)
    return move if lead is None or lead >= caution else usual


@kernel
def start_race(race, racers, first_move, rng):
    """Line the moves up: ``first_move`` first, the others in random order."""
    count = race.moves
    for place in range(count):
        racers[place].rank = place
    for place in range(count - 1, 0, -1):
        swap_ranks(racers, place, draw_below(rng, place + 1))
    for place in range(count):
        if racers[racers[place].rank].move == first_move:
            swap_ranks(racers, 0, place)
            break
    race.active = count


@kernel
def swap_ranks(racers, first, second):
    """Let two places change their racers."""
    kept = racers[first].rank
    racers[first].rank = racers[second].rank
    racers[second].rank = kept


@kernel
def finish_world(race, racers, squares, elimination):
    """Count a world in which all moves in the race were played, and drop those that lie too far behind."""
    for place in range(race.active):
        racer = racers[place].rank
        racers[racer].total += racers[racer].utility
        racers[racer].worlds += 1
        squares[racer, racer] += racers[racer].utility * racers[racer].utility
        for other_place in range(place):
            other = racers[other_place].rank
            difference = racers[racer].utility - racers[other].utility
            squares[racer, other] += difference * difference
            squares[other, racer] += difference * difference
    race.worlds += 1
    race.played += race.active
    race.position = 0
    sort_by_total(racers, race.active)
    if race.worlds >= FEWEST_WORLDS:
        drop_the_beaten(race, racers, squares, elimination)


@kernel
def drop_the_beaten(race, racers, squares, elimination):
    """Keep those whose distance to the leader is within ``elimination`` standard errors, and the best two anyway."""
    worlds = race.worlds
    leader = racers[0].rank
    kept = 1
    for place in range(1, race.active):
        racer = racers[place].rank
        behind = (racers[leader].total - racers[racer].total) / worlds
        variance = max(0.0, squares[leader, racer] / worlds - behind * behind) / (worlds - 1)
        if kept < LAST_TWO or behind < elimination * math.sqrt(variance):
            racers[kept].rank = racer
            kept += 1
    race.active = kept


@kernel
def halve_the_field(race, halving):
    """Keep so many of the best as the share of the budget that is spent allows, two at least.

    With ``halving`` 1 every halving of the field costs the same share of the budget; with more, the end comes earlier.
    """
    spent = race.spent
    if race.most > 0:
        spent = max(spent, race.played / race.most)
    field = math.ceil(race.moves ** (1.0 - min(1.0, halving * spent)))
    race.active = min(race.active, max(LAST_TWO, int(field)))


@kernel
def sort_by_total(racers, count):
    """The largest total first; equals stay in their order."""
    for place in range(1, count):
        racer = racers[place].rank
        free = place
        while free > 0 and racers[racers[free - 1].rank].total < racers[racer].total:
            racers[free].rank = racers[free - 1].rank
            free -= 1
        racers[free].rank = racer
