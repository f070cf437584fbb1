"""Stockpile's estimate, learned: from positions to weights, with what it is worth on games that were held out."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.game import Game
from engine.stockpile.cards import ESTIMATE_FEATURES, MAX_FORECASTS
from engine.stockpile.estimate import MAJORITY_GRIP, Feature
from eval.estimating.description import describe
from eval.estimating.fitting import fit_spread, fit_weights
from eval.estimating.futures import Outlook, outlook
from eval.estimating.round_ends import RoundEnds

OUTLOOK_SHRINKAGE, OUTLOOK_SMOOTHING = 30.0, 100.0
"""How strongly weights fitted to outlooks are drawn to the hand-made estimate's, and to those for a round more or less.

In positions. Tried for four players on held-out games: from 3 to 300, and 0 to 100, it made next to no difference.
"""

RESULT_SHRINKAGE, RESULT_SMOOTHING = 300.0, 10_000.0
"""The same for weights fitted to results of single games, which are far noisier.

Tried for two and four players in cross-validation, 100 to 100,000 and 0 to 10,000; these were among the best for both.
"""

HELD_OUT = 5
"""Every fifth game is held out."""


@dataclass(frozen=True)
class Sample:
    """Positions as the fit sees them; arrays of ``[position, seat]``.

    Attributes:
        features: float64[position, seat, feature].
        so_far: what each seat has, in $K.
        by_rule: the hand-made estimate, in $K.
        rounds_left: int64[position].
        games: int64[position], which game each is from.
        results: how that game ended, in $K.
        outlook: how it ends on average.
        covariates: float64[position, seat, covariate], luck to come and whether the search plays.
    """

    features: npt.NDArray[np.float64]
    so_far: npt.NDArray[np.float64]
    by_rule: npt.NDArray[np.float64]
    rounds_left: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]
    results: npt.NDArray[np.float64]
    outlook: Outlook
    covariates: npt.NDArray[np.float64]

    @property
    def held_out(self) -> npt.NDArray[np.bool_]:
        """Which positions are of games that are held out."""
        return np.asarray(self.games % HELD_OUT == 0)


@dataclass(frozen=True)
class Learned:
    """What was learned, a row for each number of rounds left from 1 on: weights and spreads in $K."""

    weights: npt.NDArray[np.float64]
    spreads: npt.NDArray[np.float64]

    def estimates(self, sample: Sample) -> npt.NDArray[np.float64]:
        """The estimates of results in $K, float64[position, seat]."""
        weights = self.weights[sample.rounds_left - 1]
        return np.asarray(sample.so_far + np.einsum("nsf,nf->ns", sample.features, weights))


def sample_of(game: Game, ends: RoundEnds, playouts: int, seed: int) -> Sample:
    """Describe positions, and play each on ``playouts`` times."""
    count = len(ends.games)
    features = np.zeros((count, game.seats, ESTIMATE_FEATURES))
    so_far, by_rule = np.zeros((count, game.seats)), np.zeros((count, game.seats))
    describe(game.rules, ends.states, features, so_far, by_rule)
    rounds_left = int(game.rules.rounds) - ends.states.round_number.astype(np.int64)
    return Sample(
        features,
        so_far,
        by_rule,
        rounds_left,
        ends.games,
        ends.results,
        outlook(game, ends.states, playouts, seed),
        np.concatenate([luck_to_come(game, ends), ends.searched[:, :, np.newaxis]], axis=2),
    )


def rule_weights(rules: Any, rounds: int) -> npt.NDArray[np.float64]:
    """The hand-made estimate as weights of the features, for 1 to ``rounds`` rounds left."""
    weights = np.zeros((rounds, ESTIMATE_FEATURES))
    grips = MAJORITY_GRIP ** np.arange(1, rounds + 1)
    weights[:, Feature.BONUS] = grips
    weights[:, Feature.CONTEST] = (1.0 - grips) * int(rules.sole_majority)
    return weights


def luck_to_come(game: Game, ends: RoundEnds) -> npt.NDArray[np.float64]:
    """What the forecasts still hidden will do to present holdings, float64[position, seat, forecasts].

    For each forecast but one of each later round: the shares of its company less the mean over companies. Nobody knows
    it at the end of a round, so its mean is 0 whatever the position; to fit it takes noise out of single results.
    """
    states = ends.states
    held = (states.shares.astype(np.float64) + 2.0 * states.split_shares)[:, : game.seats]
    everybody = np.arange(len(held))
    columns = []
    for ahead in range(int(game.rules.rounds) - 1):
        number = states.round_number.astype(np.int64) + ahead
        there = number < int(game.rules.rounds)
        row = np.where(there, number, 0)
        for forecast in range(MAX_FORECASTS - 1):
            place = (states.pair_forecasts[everybody, row] == forecast).argmax(axis=1)
            company = states.pair_companies[everybody, row, place]
            luck = held[everybody, :, company] - held.mean(axis=2)
            columns.append(np.where(there[:, np.newaxis], luck, 0.0))
    return np.stack(columns, axis=2)


def learn(game: Game, positions: Sample, games: Sample) -> Learned:
    """Fit weights and spreads.

    The weights are the mean of two fits. One is to the outlooks of ``positions``: precise, but it is how players by
    rules of thumb go on, who let leads grow. The other is to how ``games`` of the search ended, noise and all.
    """
    rounds = int(game.rules.rounds) - 1
    prior = rule_weights(game.rules, rounds)
    every = range(1, rounds + 1)
    to_outlooks = fit_weights(
        positions.features,
        positions.outlook.means - positions.so_far,
        positions.rounds_left,
        every,
        prior,
        OUTLOOK_SHRINKAGE,
        OUTLOOK_SMOOTHING,
    )
    to_results = fit_weights(
        games.features,
        games.results - games.so_far,
        games.rounds_left,
        every,
        prior,
        RESULT_SHRINKAGE,
        RESULT_SMOOTHING,
        games.covariates,
    )
    weights = (to_outlooks + to_results) / 2.0
    spreads = np.zeros(rounds)
    for left in every:
        there = positions.rounds_left == left
        predicted = np.einsum("nsf,f->ns", positions.features[there], weights[left - 1])
        # Differences between seats do not tell the level.
        gains = (positions.outlook.means - positions.so_far)[there]
        weights[left - 1, Feature.ONE] = (gains - predicted).mean()
        spreads[left - 1] = fit_spread(positions.so_far[there] + predicted, positions.outlook.win_shares[there])
    return Learned(weights, spreads)


def part(sample: Sample, chosen: npt.NDArray[np.bool_]) -> Sample:
    """The chosen positions of a sample."""
    seen = sample.outlook
    return Sample(
        sample.features[chosen],
        sample.so_far[chosen],
        sample.by_rule[chosen],
        sample.rounds_left[chosen],
        sample.games[chosen],
        sample.results[chosen],
        Outlook(seen.means[chosen], seen.variances[chosen], seen.win_shares[chosen]),
        sample.covariates[chosen],
    )
