"""The crosstable: how often each entrant finishes ahead of each other one; and how their scores on a deal differ."""

from dataclasses import dataclass

import numpy as np

from eval.arena.measures import Array, Games
from eval.intervals import UNKNOWN, Interval, interval_of_share, interval_over_deals


@dataclass(frozen=True)
class PairedDifference:
    """How much better the row entrant does than the column entrant, as means over the blocks in which both play.

    A block's score is the mean over all seats that the entrant held on the deal, so luck of the deal is in both.

    Attributes:
        win_share: difference of win shares.
        place_score: difference of place scores.
        payoff: difference of payoffs, in the game's unit.
    """

    win_share: Interval
    place_score: Interval
    payoff: Interval


@dataclass(frozen=True)
class Crosstable:
    """Entrants against entrants; ``[row][column]``, None on the diagonal.

    Attributes:
        ahead: how often the row finishes ahead of the column when both sit at a table, a tie counting half; unknown
            (NaN) for entrants that never met.
        meetings: how many pairs of seats that is about.
        differences: paired differences.
    """

    ahead: tuple[tuple[Interval | None, ...], ...]
    meetings: tuple[tuple[int, ...], ...]
    differences: tuple[tuple[PairedDifference | None, ...], ...]


def crosstable(games: Games) -> Crosstable:
    """Compare all entrants with each other."""
    entrants = range(games.entrant_count)
    ahead, met = _finishes(games)
    scores = {name: block_scores(games, getattr(games, name)) for name in ("win_share", "place_score", "payoffs")}
    return Crosstable(
        ahead=tuple(
            tuple(
                None if row == column else interval_of_share(ahead[:, row, column], met[:, row, column])
                for column in entrants
            )
            for row in entrants
        ),
        meetings=tuple(
            tuple(0 if row == column else int(met[:, row, column].sum()) for column in entrants) for row in entrants
        ),
        differences=tuple(
            tuple(
                None
                if row == column
                else PairedDifference(
                    *(paired_difference(scores[name], row, column) for name in ("win_share", "place_score", "payoffs"))
                )
                for column in entrants
            )
            for row in entrants
        ),
    )


def block_scores(games: Games, values: Array) -> Array:
    """``[block, entrant]``: the mean of ``values[game, seat]`` over an entrant's seats; NaN where it did not play."""
    counts = games.counts
    scores: Array = np.where(counts > 0, games.sums(values) / np.maximum(counts, 1.0), np.nan)
    return scores


def paired_difference(scores: Array, entrant: int, other: int) -> Interval:
    """The mean difference of ``scores[block, entrant]`` over the blocks in which both play."""
    differences = scores[:, entrant] - scores[:, other]
    differences = differences[~np.isnan(differences)]
    return interval_over_deals(differences) if len(differences) else UNKNOWN


def _finishes(games: Games) -> tuple[Array, Array]:
    """``[block, row, column]``: meetings in which the row was ahead (a tie is half of one), and all meetings."""
    shape = (games.blocks, games.entrant_count, games.entrant_count)
    ahead, met = np.zeros(shape), np.zeros(shape)
    for seat in range(games.players):
        for other in range(games.players):
            if seat != other:
                cells = (games.block, games.entrants[:, seat], games.entrants[:, other])
                difference = games.place[:, other] - games.place[:, seat]
                np.add.at(ahead, cells, (np.sign(difference) + 1.0) / 2.0)
                np.add.at(met, cells, 1.0)
    return ahead, met
