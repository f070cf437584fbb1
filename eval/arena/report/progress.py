"""What a game's progress says of entrants: the mean result after each round."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from eval.arena.results import GameResult


def mean_progress(results: Sequence[GameResult], entrants: int) -> npt.NDArray[np.float64] | None:
    """Mean result so far after each round, ``[entrant, round]``; None if no game recorded any.

    NaN where an entrant has played no game of so many rounds.
    """
    rounds = max((len(result.progress) for result in results), default=0)
    if rounds == 0:
        return None
    totals, counts = np.zeros((2, rounds, entrants))
    for result in results:
        seating = list(result.seating)
        for finished, values in enumerate(result.progress):
            np.add.at(totals[finished], seating, values)
            np.add.at(counts[finished], seating, 1.0)
    return np.divide(totals, counts, out=np.full_like(totals, np.nan), where=counts > 0).T
