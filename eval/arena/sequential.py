"""The sequential test: plays on until it is clear whether an entrant is better at all, and then stops.

A generalized sequential probability ratio test for the normalized mean, as fishtest has it for pairs of chess games
(M. Van den Bergh, "Normalized Elo", 2021), on whole blocks. One observation is a block's difference d: the focal
entrant's win share minus an even share or, of two entrants in a round robin, the first one's win share minus the
second's. H0 says that d has the mean ``null`` standard deviations, H1 ``alternative`` standard deviations. The standard
deviation is not known: under either hypothesis it has the value that makes the differences seen most likely (a normal
d's likelihood; for many blocks only its first two moments matter). The test ends when the log-likelihood ratio leaves
Wald's bounds, but not before there are ``least_blocks``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from eval.arena.complete_blocks import complete_blocks
from eval.arena.crosstable import block_scores
from eval.arena.measures import Array, Games, games_from_results
from eval.arena.results import GameResult
from eval.arena.run_spec import Design, RunSpec, SequentialTest


class Verdict(StrEnum):
    """What a sequential test has come to."""

    UNDECIDED = "undecided"
    NULL = "null"
    """H0 is accepted: not better by as much as H1 says."""
    ALTERNATIVE = "alternative"
    """H1 is accepted: better."""


@dataclass(frozen=True)
class SequentialState:
    """Where a sequential test stands.

    Attributes:
        verdict: what it has come to.
        blocks: blocks it looked at: up to the verdict, or all that follow each other from the first deal on.
        mean: of the block differences.
        deviation: their standard deviation; 0 for a single block.
        ratio: the log-likelihood ratio of H1 to H0.
        lower: where H0 is accepted.
        upper: where H1 is accepted.
        path: the log-likelihood ratio after each block.
    """

    verdict: Verdict
    blocks: int
    mean: float
    deviation: float
    ratio: float
    lower: float
    upper: float
    path: tuple[float, ...]


def sequential_state(spec: RunSpec, results: Iterable[GameResult], players: int) -> SequentialState:
    """The state of a run's test at one number of players.

    Only complete blocks count, in deal order, up to the first one that is missing. Blocks beyond the verdict make no
    difference, so neither does the number of workers.

    Args:
        spec: the run; without a stopping rule of its own, the default one is looked at.
        results: its games so far, in any order.
        players: which number of players.

    Raises:
        ValueError: the run is neither a round robin of two entrants nor has a focal one.
    """
    blocks = complete_blocks(spec, results, players)
    games = games_from_results(blocks.results, players, len(spec.entrants)).first_blocks(blocks.in_deal_order)
    return state_of(spec.sequential or SequentialTest(), block_differences(spec, games))


def block_differences(spec: RunSpec, games: Games) -> Array:
    """The block differences that the test looks at, ``[block]``.

    Raises:
        ValueError: the run is neither a round robin of two entrants nor has a focal one.
    """
    scores = block_scores(games, games.win_share)
    if spec.design is Design.FOCAL:
        return scores[:, 0] - 1.0 / games.players
    if len(spec.entrants) != 2:
        raise ValueError("a sequential test needs two entrants or the focal design")
    differences: Array = scores[:, 0] - scores[:, 1]
    return differences


def state_of(test: SequentialTest, differences: Array) -> SequentialState:
    """The state of a test that has seen these block differences, in this order."""
    lower, upper = bounds(test)
    path = likelihood_ratios(test, differences)
    verdict = Verdict.UNDECIDED
    blocks = len(path)
    decided = np.flatnonzero((path <= lower) | (path >= upper))
    decided = decided[decided >= test.least_blocks - 1]
    if len(decided):
        blocks = int(decided[0]) + 1
        verdict = Verdict.ALTERNATIVE if path[blocks - 1] >= upper else Verdict.NULL
    seen = differences[:blocks]
    return SequentialState(
        verdict=verdict,
        blocks=blocks,
        mean=float(seen.mean()) if blocks else 0.0,
        deviation=float(seen.std(ddof=1)) if blocks > 1 else 0.0,
        ratio=float(path[blocks - 1]) if blocks else 0.0,
        lower=lower,
        upper=upper,
        path=tuple(path[:blocks].tolist()),
    )


def bounds(test: SequentialTest) -> tuple[float, float]:
    """Wald's bounds for the log-likelihood ratio: where H0 and where H1 is accepted."""
    return float(np.log(test.beta / (1.0 - test.alpha))), float(np.log((1.0 - test.beta) / test.alpha))


def likelihood_ratios(test: SequentialTest, differences: Array) -> Array:
    """The log-likelihood ratio of H1 to H0 after each of the differences, which are along the last axis."""
    blocks = np.arange(1, differences.shape[-1] + 1)
    mean = np.cumsum(differences, axis=-1) / blocks
    square = np.cumsum(differences**2, axis=-1) / blocks
    # The mean in units of the root mean square, from -1 to 1. Differences that are all zero bear out H0 as if it were
    # their mean: they may have any deviation, and the ratio does not depend on which.
    standing = np.divide(mean, np.sqrt(square), out=np.zeros_like(mean), where=square > 0.0).clip(-1.0, 1.0)
    ratios: Array = blocks * (_most_likely(standing, test.alternative) - _most_likely(standing, test.null))
    return ratios


def _most_likely(standing: Array, effect: float) -> Array:
    """The largest log-likelihood of a block, for a normal difference with mean ``effect`` standard deviations.

    With the root mean square as unit and p the precision 1 / deviation, it is that of
    ``log p - p**2 / 2 + effect * standing * p - effect**2 / 2``, up to a constant.
    """
    pull = effect * standing
    precision = (pull + np.sqrt(pull**2 + 4.0)) / 2.0
    largest: Array = np.log(precision) - precision**2 / 2.0 + pull * precision - effect**2 / 2.0
    return largest
