"""What it is worth to play every deal in all seatings: the variance with blocks against that with independent deals."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eval.arena.measures import Array, Games
from eval.intervals import UNKNOWN, Interval, t_quantile

_NOTHING = 1e-12
_FEWEST_BLOCKS = 3


@dataclass(frozen=True)
class VarianceRatios:
    """Variance of an estimate with blocks, over that of as many games each on a deal of its own.

    Below 1, blocks help: an interval of some width needs only this part of the games.

    Attributes:
        win_share: for win shares.
        place_score: for place scores.
        payoff: for payoffs.
        margin: for margins over the mean of the others.
    """

    win_share: Interval
    place_score: Interval
    payoff: Interval
    margin: Interval


def variance_ratios(games: Games, entrant: int, other: int | None = None) -> VarianceRatios:
    """The ratios of all measures, for the mean of an entrant or its difference to the mean of another."""
    return VarianceRatios(
        *(
            paired_variance_ratio(games, values, entrant, other)
            for values in (games.win_share, games.place_score, games.payoffs, games.margin)
        )
    )


def paired_variance_ratio(games: Games, values: Array, entrant: int, other: int | None = None) -> Interval:
    """The ratio for one measure, estimated from the blocks themselves.

    The estimate, an entrant's mean or the difference of two entrants' means, is a sum of one part from each game.

    *With blocks* its variance is that of the blocks' sums.

    *With independent deals* there are as many games of every seating (in which seats the one and the other sit), each
    with a fresh deal, so it is the sum of the games' variances. The variance of a game is that within plus that between
    deals: the mean squared deviation from the mean of its seating, in which the between part is too small by the
    variance of that mean over blocks, which is added.

    The interval is a jackknife over blocks of the logarithm.

    Args:
        games: what was played.
        values: the measure, ``[game, seat]``.
        entrant: whose mean.
        other: whose mean to subtract; None: no one's.

    Returns:
        The ratio; unknown for fewer than three blocks, or where nothing varies.
    """
    parts, seatings = _parts(games, values, entrant, other)
    moments, block_sums = _moments(games, parts, seatings)
    blocks = games.blocks
    if blocks < _FEWEST_BLOCKS:
        return UNKNOWN
    sums = np.stack([block_sums, block_sums**2], axis=1)
    whole = float(_ratio(moments.sum(axis=0)[None], sums.sum(axis=0)[None], blocks)[0])
    if not whole > 0.0:
        return Interval(whole, float("nan"), float("nan"))
    without = _ratio(moments.sum(axis=0) - moments, sums.sum(axis=0) - sums, blocks - 1)
    if not np.all(without > 0.0):
        return Interval(whole, float("nan"), float("nan"))
    logs = np.log(without)
    error = float(np.sqrt((blocks - 1.0) / blocks * ((logs - logs.mean()) ** 2).sum()))
    reach = float(np.exp(t_quantile(blocks - 1) * error))
    return Interval(whole, whole / reach, whole * reach)


def _parts(games: Games, values: Array, entrant: int, other: int | None) -> tuple[Array, npt.NDArray[np.int64]]:
    """Each game's part in the estimate's deviation, and a number for who of the two sits where in it."""
    parts = np.zeros(len(values))
    seatings = np.zeros(len(values), np.int64)
    scale = 1.0
    for number, one in enumerate([entrant] if other is None else [entrant, other]):
        seats = games.entrants == one
        held = max(1, int(seats.sum()))
        mean = values[seats].mean() if seats.any() else 0.0
        # In units of the values' spread, so that what counts as nothing does not depend on the unit of payoffs.
        scale = max(scale, float(np.abs(values).max(initial=0.0)))
        parts += (1 - 2 * number) * len(values) / held * np.where(seats, values - mean, 0.0).sum(axis=1)
        seatings = seatings * 2**games.players + seats @ (1 << np.arange(games.players))
    return parts / scale, np.unique(seatings, return_inverse=True)[1].reshape(-1)


def _moments(games: Games, parts: Array, seatings: npt.NDArray[np.int64]) -> tuple[Array, Array]:
    """``[block, seating, moment]`` and the sum of each block; additive, so that blocks can be left out.

    The moments of a block and seating are 1, the number n and the sum s of the parts, the sum of their squares, n * n,
    n * s and s * s. Seatings that are in fewer than three blocks are taken together.
    """
    kinds = int(seatings.max(initial=-1)) + 1
    there = np.zeros((games.blocks, kinds), np.bool_)
    there[games.block, seatings] = True
    number_of = np.where(there.sum(axis=0) < _FEWEST_BLOCKS, 0, np.arange(1, kinds + 1))
    groups = games.block * (kinds + 1) + number_of[seatings]
    count, added, squares = (
        np.bincount(groups, part, games.blocks * (kinds + 1)).reshape(games.blocks, kinds + 1)
        for part in (np.ones_like(parts), parts, parts**2)
    )
    present = (count > 0).astype(np.float64)
    moments: Array = np.stack([present, count, added, squares, count * count, count * added, added * added], axis=2)
    return moments, added.sum(axis=1)


def _ratio(moments: Array, block_sums: Array, blocks: int) -> Array:
    """The ratios for sums over blocks of ``moments[sample, seating, moment]``; NaN where nothing varies."""
    present, count, added, squares, count_count, count_added, added_added = np.moveaxis(moments, 2, 0)
    number = np.maximum(count, 1.0)
    mean = added / number
    between = added_added - 2.0 * mean * count_added + mean**2 * count_count
    of_mean = between * present / np.maximum(present - 1.0, 1.0) / number**2
    independent = (count * (squares / number - mean**2 + of_mean)).sum(axis=1)
    paired = (block_sums[:, 1] - block_sums[:, 0] ** 2 / blocks) * blocks / (blocks - 1.0)
    ratios: Array = np.divide(
        paired, independent, out=np.full(len(moments), np.nan), where=independent > _NOTHING * count.sum(axis=1)
    )
    return ratios
