"""Ratings: Plackett-Luce strengths on an Elo-like scale, with intervals from resampled blocks."""

import numpy as np
import numpy.typing as npt
from scipy import stats

from eval.arena.measures import Games
from eval.arena.plackett_luce import count_outcomes, fit_strengths, most_likely_strengths
from eval.intervals import UNKNOWN, Interval, certain_share, t_quantile

ELO = 400.0 / np.log(10.0)
"""Elo points for a factor of e in strength: 400 points are odds of ten to one at finishing ahead."""

SAMPLES = 2000

_BOOTSTRAP = 0x626F6F74


def rate(games: Games, anchor: int, seed: int, samples: int = SAMPLES) -> tuple[Interval, ...]:
    """Rate the entrants.

    The intervals are percentile intervals of a bootstrap over blocks (games on one deal are alike, so a block is drawn
    or left as a whole), widened as Hesterberg proposes ("What teachers should know about the bootstrap", 2015, section
    5.3) since plain percentiles are too narrow for few blocks: at the levels that make the interval of a normal mean
    Student's.

    Args:
        games: what was played.
        anchor: index of the entrant whose rating is 0.
        seed: of the resampling.
        samples: how often blocks are drawn anew.

    Returns:
        For each entrant the difference to the anchor with its interval; unknown for who did not play. A bound is
        infinite where no game gives one: for who was never behind, or never ahead of, the anchor and those linked to
        it. The value of such a rating is the regularisation's.
    """
    played = games.counts.sum(axis=0) > 0
    if not played[anchor]:
        return (UNKNOWN,) * games.entrant_count
    outcomes = count_outcomes(games)
    strengths = most_likely_strengths(outcomes)
    points = ELO * (strengths - strengths[anchor])
    if games.blocks > 1:
        rng = np.random.default_rng([_BOOTSTRAP, games.players, seed & (2**64 - 1)])
        weights = rng.multinomial(games.blocks, np.full(games.blocks, 1.0 / games.blocks), samples).astype(np.float64)
        drawn = fit_strengths(outcomes, weights, strengths)
        tail = _tail(games.blocks)
        low, high = np.quantile(ELO * (drawn - drawn[:, [anchor]]), [tail, 1.0 - tail], axis=0)
    else:
        low = high = np.full(len(points), np.nan)
    ahead = _ever_ahead(games)
    ratings = []
    for entrant in range(games.entrant_count):
        if not played[entrant]:
            ratings.append(UNKNOWN)
        elif entrant == anchor:
            ratings.append(Interval(0.0, 0.0, 0.0))
        else:
            found = Interval(float(points[entrant]), float(low[entrant]), float(high[entrant]))
            above, below = bool(ahead[entrant, anchor]), bool(ahead[anchor, entrant])
            ratings.append(found if above and below else _one_sided(found, games, entrant, anchor, above, below))
    return tuple(ratings)


def _tail(blocks: int) -> float:
    """The share of samples to leave out at each end."""
    return float(stats.norm.cdf(-np.sqrt(blocks / (blocks - 1.0)) * t_quantile(blocks - 1)))


def _ever_ahead(games: Games) -> npt.NDArray[np.bool_]:
    """``[entrant, entrant]``: whether the row ever finished ahead of or level with the column, by a chain of others.

    The maximum likelihood of a difference is finite when both ways are true (Hunter, "MM algorithms for generalized
    Bradley-Terry models", 2004, assumption 1).
    """
    ahead = np.eye(games.entrant_count, dtype=np.bool_)
    for seat in range(games.players):
        for other in range(games.players):
            level = games.ranking[:, seat] >= games.ranking[:, other]
            ahead[games.entrants[level, seat], games.entrants[level, other]] = True
    for middle in range(games.entrant_count):
        ahead |= ahead[:, [middle]] & ahead[[middle], :]
    return ahead


def _one_sided(found: Interval, games: Games, entrant: int, anchor: int, above: bool, below: bool) -> Interval:
    """The interval of a difference that no game bounds on one side, or on either.

    On the other side stands the exact bound for a share of 1 in all the blocks in which both met, made a rating.
    """
    met = _blocks_met(games, entrant, anchor)
    reach = np.inf
    if met > 0:
        share = certain_share(met)
        reach = -ELO * np.log(share / (1.0 - share))
    low = -np.inf if not above else min(found.mean, -reach)
    high = np.inf if not below else max(found.mean, reach)
    return Interval(found.mean, float(low), float(high))


def _blocks_met(games: Games, entrant: int, other: int) -> int:
    """In how many blocks the two sat at one table."""
    together = (games.entrants == entrant).any(axis=1) & (games.entrants == other).any(axis=1)
    return len(np.unique(games.block[together]))
