"""The Plackett-Luce model of finishing orders, fitted by maximum likelihood to counts.

Entrant ``i`` has a strength ``exp(s[i])``. The first place falls to a seat with the chance of its strength in the sum
of all seats', the second likewise among those left, and so on (Plackett, "The analysis of permutations", 1975).

- *Ties.* The log-likelihood of a tie is the mean over all the orders the tied seats could have finished in. Two seats
  that tie thus count as half a win each way.
- *Copies.* Copies of an entrant are seats of equal strength, so what happens between them says nothing, and in a
  draw among ``m`` copies and others the entrant has ``m`` times its strength.
- *Regularisation.* Every entrant has one win and one loss, of two-player games, against an imaginary entrant. So even
  who always wins has a finite strength, whatever the order of entrants.

All that the likelihood needs is how many places an entrant got, and how often a place was drawn among which seats:
``sum(wins * s) - sum(draws * log(sets @ exp(s)))``. Both are kept for each block, so any resampling of blocks is one
product of matrices, and all samples are fitted at once by Newton's method.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import choix
import numpy as np
import numpy.typing as npt
from scipy import sparse

from eval.arena.measures import Array, Games

Draw = tuple[int, tuple[int, ...]]
"""A place drawn: who got it, and who else might have."""

MOST_DRAWS = 300_000
"""So many draws are also handed to choix, which takes a second for about as many."""

_TOLERANCE = 1e-9
_MOST_STEPS = 200
_LARGEST_CHANGE = 1.0
_LARGEST_CHUNK = 4_000_000


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The finishing orders of many games, counted.

    The last entrant is the imaginary one of the regularisation, whose games are no outcome but added in every fit.

    Attributes:
        orders: the distinct outcomes, groups of tied entrants, the first place first; and how many games had each.
        wins: ``[block, entrant]``: places that it got of those that somebody else might have got.
        draws: ``[block, set]``: how many places were drawn among the seats of this set.
        sets: ``[set, entrant]``: how many seats each entrant has in the set.
    """

    orders: tuple[tuple[tuple[tuple[int, ...], ...], int], ...]
    wins: Array
    draws: sparse.csr_array
    sets: Array

    @property
    def entrants(self) -> int:
        """Entrants, the imaginary one left out."""
        return int(self.sets.shape[1]) - 1

    @property
    def blocks(self) -> int:
        """Blocks."""
        return len(self.wins)


def count_outcomes(games: Games) -> Outcomes:
    """Count the finishing orders of games, block by block."""
    by_place = np.lexsort((games.entrants, games.place))
    rows = np.concatenate(
        [np.take_along_axis(games.entrants, by_place, 1), np.take_along_axis(games.better, by_place, 1)], axis=1
    )
    distinct, outcome = np.unique(rows, axis=0, return_inverse=True)
    orders = tuple(_groups(row[: games.players], row[games.players :]) for row in distinct)
    outcome = outcome.reshape(-1)
    in_block = _table(np.ones(len(outcome)), games.block, outcome, (games.blocks, len(orders)))

    sets: dict[tuple[int, ...], int] = {}
    drawn = [list(_places_drawn(order)) for order in orders]
    for places in drawn:
        for seats, _, _ in places:
            sets.setdefault(seats, len(sets))
    wins = np.zeros((len(orders), games.entrant_count + 1))
    draws = []
    for number, places in enumerate(drawn):
        for seats, weight, winners in places:
            draws.append((float(weight), number, sets[seats]))
            for winner in winners:
                wins[number, winner] += float(weight / len(winners))
    weights, numbers, indices = np.array(draws).reshape(-1, 3).T
    in_outcome = _table(weights, numbers, indices, (len(orders), len(sets)))
    members = np.zeros((len(sets), games.entrant_count + 1))
    for seats, index in sets.items():
        np.add.at(members[index], list(seats), 1.0)
    counts = np.bincount(outcome, minlength=len(orders)).tolist()
    return Outcomes(tuple(zip(orders, counts, strict=True)), in_block @ wins, in_block @ in_outcome, members)


def _table(values: Array, rows: npt.ArrayLike, columns: npt.ArrayLike, shape: tuple[int, int]) -> sparse.csr_array:
    """The sums of values by row and column."""
    places = (np.asarray(rows, np.int64), np.asarray(columns, np.int64))
    return sparse.csr_array(sparse.coo_array((values, places), shape))


def _groups(entrants: npt.NDArray[np.int64], better: npt.NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    """The entrants of a game in groups of those that tie."""
    groups: dict[int, list[int]] = defaultdict(list)
    for entrant, ahead in zip(entrants.tolist(), better.tolist(), strict=True):
        groups[ahead].append(entrant)
    return tuple(tuple(groups[ahead]) for ahead in sorted(groups))


def _places_drawn(order: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], Fraction, tuple[int, ...]]]:
    """The draws of an outcome: the seats drawn from, how often, and to whose seats the place fell equally often.

    Within a tie, all orders are equally likely: before its next place is drawn, any ``gone`` of the tied seats may have
    got their places. Draws among seats of one entrant say nothing and are left out.
    """
    rest = [entrant for group in order for entrant in group]
    for group in order:
        behind = rest[len(group) :]
        for gone in range(len(group)):
            weight = Fraction(1, comb(len(group), gone))
            for kept in combinations(group, len(group) - gone):
                seats = tuple(sorted((*kept, *behind)))
                if seats[0] != seats[-1]:
                    yield seats, weight, kept
        rest = behind


def fit_strengths(outcomes: Outcomes, weights: Array, start: Array | None = None) -> Array:
    """The most likely strengths, for each of many weightings of the blocks.

    Newton's method on the (concave) log-likelihood, no strength changed by more than 1 in a step. It is some hundred
    times faster than choix, which reads games one by one.

    Args:
        outcomes: what happened.
        weights: ``[sample, block]``: how often each block counts.
        start: ``[entrant]``: strengths to begin with; None: all equal.

    Returns:
        ``[sample, entrant]``, natural logarithms of strengths; the imaginary entrant has 0.

    Raises:
        RuntimeError: no convergence, which finite counts cannot cause.
    """
    fitted = np.zeros((len(weights), outcomes.entrants))
    if start is not None:
        fitted += start
    step = max(1, _LARGEST_CHUNK // max(1, len(outcomes.sets) + outcomes.entrants))
    for begin in range(0, len(weights), step):
        chunk = slice(begin, begin + step)
        draws = (outcomes.draws.T @ weights[chunk].T).T
        fitted[chunk] = _newton(weights[chunk] @ outcomes.wins, draws, outcomes.sets, fitted[chunk])
    return fitted


def _newton(wins: Array, draws: Array, sets: Array, strengths: Array) -> Array:
    """The maximum for ``wins[sample, entrant]``, ``draws[sample, set]``, from ``strengths[sample, entrant]``."""
    entrants = strengths.shape[1]
    imaginary = entrants
    wins = wins[:, :entrants] + 1.0
    games = np.zeros((entrants, entrants + 1))
    games[:, imaginary] = 1.0
    games[np.arange(entrants), np.arange(entrants)] = 1.0
    sets = np.concatenate([sets, games])
    draws = np.concatenate([draws, np.full((len(draws), entrants), 2.0)], axis=1)
    seats = sets[:, :entrants]
    pairs = (seats[:, :, None] * seats[:, None, :]).reshape(len(sets), -1)
    diagonal = np.arange(entrants)
    for _ in range(_MOST_STEPS):
        powers = np.exp(strengths)
        totals = powers @ seats.T + sets[:, imaginary]
        rates = draws / totals
        expected = powers * (rates @ seats)
        bends = -((rates / totals) @ pairs).reshape(-1, entrants, entrants)
        bends *= powers[:, :, None] * powers[:, None, :]
        bends[:, diagonal, diagonal] += expected
        change = np.linalg.solve(bends, (wins - expected)[:, :, None])[:, :, 0]
        # Far from the maximum the quadratic reaches too far.
        longest = np.abs(change).max(axis=1, keepdims=True, initial=0.0)
        strengths = strengths + change * np.minimum(1.0, _LARGEST_CHANGE / np.maximum(longest, _TOLERANCE))
        if longest.max(initial=0.0) < _TOLERANCE:
            return strengths
    raise RuntimeError("the fit of the Plackett-Luce model has not converged")


def most_likely_strengths(outcomes: Outcomes) -> Array:
    """The point estimate, ``[entrant]``, as :func:`fit_strengths` gives it for all blocks.

    Up to :data:`MOST_DRAWS` draws it is choix's own (iterative Luce spectral ranking; Maystre and Grossglauser, "Fast
    and accurate inference of Plackett-Luce models", 2015), begun at the maximum found from the counts.
    """
    everything = np.ones((1, outcomes.blocks))
    found: Array = fit_strengths(outcomes, everything)[0]
    draws = single_draws(outcomes, MOST_DRAWS)
    if draws is None:
        return found
    refined: Array = choix.ilsr_top1(outcomes.entrants + 1, draws, initial_params=np.append(found, 0.0), tol=1e-6)
    strengths: Array = refined[:-1] - refined[-1]
    return strengths


def single_draws(outcomes: Outcomes, most: int) -> list[Draw] | None:
    """All draws one by one, those of the regularisation among them, as choix takes them; None if there are too many.

    Ties give draws that count in part, so all are repeated as often as makes each a whole number.
    """
    totals: dict[Draw, Fraction] = defaultdict(Fraction)
    for order, count in outcomes.orders:
        for seats, weight, winners in _places_drawn(order):
            for winner in winners:
                losers = list(seats)
                losers.remove(winner)
                totals[winner, tuple(losers)] += count * weight / len(winners)
    for entrant in range(outcomes.entrants):
        totals[entrant, (outcomes.entrants,)] += 1
        totals[outcomes.entrants, (entrant,)] += 1
    times = lcm(*(total.denominator for total in totals.values()))
    if sum(totals.values()) * times > most:
        return None
    return [draw for draw, total in totals.items() for _ in range(int(total * times))]
