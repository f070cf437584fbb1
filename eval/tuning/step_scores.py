"""How a candidate did in the games of a step: the mean of each measure over its seats."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from engine.catalog import load_game
from eval.arena.crosstable import block_scores
from eval.arena.measures import Array, Games, games_from_results
from eval.arena.results import GameResult
from eval.tuning.tune_spec import Measure, TuneSpec

CANDIDATE = 0
"""Its index among the entrants of its run."""


@dataclass(frozen=True)
class StepScore:
    """The means of a step, by measure; see :class:`~eval.tuning.tune_spec.Measure`."""

    margin: float
    win_share: float
    utility: float

    def of(self, measure: Measure) -> float:
        """The mean of one measure."""
        return {
            Measure.MARGIN: self.margin,
            Measure.WIN_SHARE: self.win_share,
            Measure.UTILITY: self.utility,
        }[measure]

    def to_json(self) -> dict[str, float]:
        """As plain values, which ``StepScore(**values)`` takes."""
        return asdict(self)


def score_of_games(spec: TuneSpec, results: Sequence[GameResult], players: int) -> StepScore:
    """The score of all games of one step."""
    games = games_from_results(results, players, 1 + len(spec.opponents))
    scale = load_game(spec.game, **spec.options, seats=players).typical_margin
    values = (games.margin, games.win_share, utility(games, spec.win_weight, scale))
    margin, win_share, useful = (float(block_scores(games, value)[0, CANDIDATE]) for value in values)
    return StepScore(margin, win_share, useful)


def utility(games: Games, win_weight: float, scale: float) -> Array:
    """``[game, seat]``: the utility of final results, from 0 to 1, as in :func:`solvers.utility.utilities`.

    Args:
        games: the games.
        win_weight: weight of the win share.
        scale: a margin that counts much, in the game's unit.
    """
    margin = games.margin_to_best / (2.0 * scale)
    bounded = 0.5 + 0.5 * margin / (1.0 + np.abs(margin))
    mixed: Array = win_weight * games.win_share + (1.0 - win_weight) * bounded
    return mixed
