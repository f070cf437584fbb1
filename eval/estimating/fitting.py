"""Fitting estimates of results, and the spread behind chances to win.

Only differences between seats matter to a search, so that is what is fitted: features and results less the table's
mean. Weights are found by ridge regression (Hoerl and Kennard, Technometrics 12(1), 1970) that shrinks towards the
hand-made estimate instead of towards 0, and the weights for neighbouring numbers of rounds left towards each other.
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar

Array = npt.NDArray[np.float64]

_SMALLEST_SPREAD, _LARGEST_SPREAD = 0.5, 200.0


def less_table_mean(values: Array) -> Array:
    """Values of seats, ``[position, seat, ...]``, less their mean over the position's seats."""
    return np.asarray(values - values.mean(axis=1, keepdims=True))


def fit_weights(
    features: Array,
    gains: Array,
    rounds_left: npt.NDArray[np.int64],
    rounds: Sequence[int],
    prior: Array,
    shrinkage: float,
    smoothing: float,
    covariates: Array | None = None,
) -> Array:
    """Weights for each of ``rounds`` (rounds left, ascending) that predict what each seat has yet to gain.

    Args:
        features: float64[position, seat, feature].
        gains: float64[position, seat].
        rounds_left: of each position.
        rounds: which numbers of rounds left get weights.
        prior: float64[len(rounds), feature], what the weights are drawn towards.
        shrinkage: how strongly, in rows of data that speak for the prior.
        smoothing: the same for the weights' changes from one number of rounds left to the next.
        covariates: float64[position, seat, covariate], what else is known to move results and is fitted with the
            weights, but is no part of an estimate: luck to come, who plays.

    Returns:
        float64[len(rounds), feature].
    """
    count = features.shape[2]
    matrix = np.zeros((len(rounds) * count, len(rounds) * count))
    target = np.zeros(len(rounds) * count)
    for place, left in enumerate(rounds):
        there = rounds_left == left
        rows = less_table_mean(features[there]).reshape(-1, count)
        rest = less_table_mean(gains[there]).ravel() - rows @ prior[place]
        if covariates is not None:
            others = less_table_mean(covariates[there]).reshape(len(rows), -1)
            both = np.column_stack([rows, rest])
            both -= others @ np.linalg.lstsq(others, both, rcond=None)[0]
            rows, rest = both[:, :-1], both[:, -1]
        scale = np.diag((rows**2).mean(axis=0) + 1e-6)
        here = slice(place * count, (place + 1) * count)
        matrix[here, here] += rows.T @ rows + shrinkage * scale
        target[here] += rows.T @ rest
        if place + 1 < len(rounds):
            there_next = slice((place + 1) * count, (place + 2) * count)
            matrix[here, here] += smoothing * scale
            matrix[there_next, there_next] += smoothing * scale
            matrix[here, there_next] -= smoothing * scale
            matrix[there_next, here] -= smoothing * scale
    return prior + np.linalg.solve(matrix, target).reshape(len(rounds), count)


def win_chances(estimates: Array, spread: float) -> Array:
    """The chances to win of seats ``[position, seat]``: a softmax, as in :mod:`solvers.utility`."""
    powers = (estimates - estimates.max(axis=1, keepdims=True)) / spread
    chances = np.exp(powers)
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def log_loss(estimates: Array, win_shares: Array, spread: float) -> float:
    """The mean logarithmic loss of the chances to win, in nats."""
    chances = np.maximum(win_chances(estimates, spread), 1e-12)
    return float(-(win_shares * np.log(chances)).sum(axis=1).mean())


def brier_score(estimates: Array, win_shares: Array, spread: float) -> float:
    """The mean Brier score of the chances to win (Brier 1950): squared errors added up over the seats."""
    return float(((win_chances(estimates, spread) - win_shares) ** 2).sum(axis=1).mean())


def fit_spread(estimates: Array, win_shares: Array) -> float:
    """The spread with the least logarithmic loss."""
    found = minimize_scalar(
        lambda power: log_loss(estimates, win_shares, math.exp(power)),
        bounds=(math.log(_SMALLEST_SPREAD), math.log(_LARGEST_SPREAD)),
        method="bounded",
    )
    return math.exp(found.x)


def shares_of_wins(results: Array) -> Array:
    """1 for a position's best result, shared equally among ties, 0 for the others."""
    best = (results == results.max(axis=1, keepdims=True)).astype(np.float64)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def root_mean_square(errors: Array) -> float:
    """The root of the mean square of differences between seats."""
    return float(np.sqrt((less_table_mean(errors) ** 2).mean()))


def explained(errors: Array, results: Array) -> float:
    """R²: the share of the variance between the seats' results that is explained."""
    return 1.0 - (root_mean_square(errors) / root_mean_square(results)) ** 2
