"""A tuning whose games are made up: the deals' luck is large, what the parameters are worth is known."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eval.tuning.step_scores import StepScore
from eval.tuning.tune_spec import TuneSpec
from eval.tuning.tune_spec_file import tune_spec_of_values
from solvers.registry import make_solver

BEST = 0.9
"""The value of ``exploration`` that is worth most; the default, 0.4, is 2.5 below it."""


def made_up_spec(**values: Any) -> TuneSpec:
    """Two parameters of ``ismcts``, one of them without effect."""
    defaults: dict[str, Any] = {
        "game": "stonks",
        "players": [2, 4],
        "solver": "ismcts",
        "search": {
            "exploration": {"low": 0.1, "high": 1.6},
            "cutoff": {"low": 0, "high": 3},
        },
        "blocks": 8,
        "held_out": 6,
        "trials": 10,
        "sampler_seed": 3,
    }
    return tune_spec_of_values(defaults | values)


def worth(solver: str) -> float:
    """What the candidate's margin is on the average."""
    player: Any = make_solver(solver)
    return -10.0 * float((player.exploration - BEST) ** 2)


class PulledPlugError(Exception):
    """Stands for the death of the process: nothing catches it."""


@dataclass
class MadeUpGames:
    """Plays steps by drawing their scores; dies after so many, if told."""

    steps_to_live: int | None = None
    played: list[tuple[str, int]] = field(default_factory=list)

    def __call__(self, solver: str, steps: Sequence[int]) -> Generator[tuple[int, StepScore], None, None]:
        for step in steps:
            if len(self.played) == self.steps_to_live:
                raise PulledPlugError
            luck, noise = np.random.default_rng(step).normal(0.0, 30.0), np.random.default_rng([step, len(solver)])
            margin = worth(solver) + luck + noise.normal(0.0, 0.3)
            self.played.append((solver, step))
            yield step, StepScore(float(margin), 0.5, 0.5 + float(margin) / 1000.0)
