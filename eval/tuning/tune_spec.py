"""What a tuning is: the solver, the parameters to search, against whom and on which deals. ``tune_spec_file`` reads it.

A step is one deal at one number of players, played with the candidate in every seat in turn. Steps go through the
numbers of players before they go to the next deal, so that all count alike however early a trial is stopped. The first
``blocks`` deals are for trials; the ``held_out`` deals after them are for the comparison at the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from eval.arena.run_spec import Design, Entrant, IncidentPolicy, RunSpec

Value = float | int | str
"""A parameter's value."""


class Measure(StrEnum):
    """What is to be as large as possible, on the average over the candidate's games."""

    MARGIN = "margin"
    """The payoff above the mean of the others, in the game's unit."""
    WIN_SHARE = "win_share"
    """1 for a win, shared by those who tie for it."""
    UTILITY = "utility"
    """Part win share, part margin over the best of the others, bounded: see :mod:`solvers.utility`."""


@dataclass(frozen=True)
class Range:
    """A parameter's values from ``low`` to ``high``, both included; whole numbers if both are of type ``int``.

    Attributes:
        low: the least.
        high: the greatest.
        log: whether factors matter and not differences; ``low`` is above 0 then.
    """

    low: float | int
    high: float | int
    log: bool = False

    def __contains__(self, value: object) -> bool:
        return isinstance(value, float | int) and self.low <= value <= self.high


@dataclass(frozen=True)
class Choices:
    """A parameter's values one by one, in no order."""

    values: tuple[Value, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.values


@dataclass(frozen=True)
class Pruning:
    """When a trial is given up before its last step.

    Attributes:
        p_value: by Wilcoxon's signed-rank test on the steps that it shares with the best trial so far; 0: never.
        least_steps: not before so many steps.
    """

    p_value: float = 0.05
    least_steps: int = 8


@dataclass(frozen=True)
class TuneSpec:
    """A tuning as its user describes it; everything that decides the results is in here.

    Attributes:
        name: for titles.
        game: the game's name.
        players: the numbers of players at which every deal is played.
        solver: the solver's name.
        fixed: its parameters that stay as they are here, as text.
        search: its parameters to search.
        defaults: what the solver has for those by itself: the first trial.
        opponents: who sits in the other seats.
        options: the game's other options, as ``load_game`` takes them.
        iterations: the candidate's a move; None: no limit.
        milliseconds: likewise.
        measure: what to maximise.
        win_weight: of the win share in the measure ``utility``, from 0 to 1.
        blocks: deals of a trial.
        held_out: deals of the comparison at the end.
        trials: how many, the first included.
        seed: decides deals and the solvers' seeds.
        sampler_seed: decides which parameters are tried.
        pruning: when a trial is given up.
    """

    name: str
    game: str
    players: tuple[int, ...]
    solver: str
    fixed: Mapping[str, str]
    search: Mapping[str, Range | Choices]
    defaults: Mapping[str, Value]
    opponents: tuple[Entrant, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    iterations: int | None = None
    milliseconds: float | None = None
    measure: Measure = Measure.MARGIN
    win_weight: float = 0.5
    blocks: int = 24
    held_out: int = 48
    trials: int = 50
    seed: int = 0
    sampler_seed: int = 0
    pruning: Pruning = Pruning()

    @property
    def trial_steps(self) -> range:
        """The steps of a trial that is not given up."""
        return range(self.blocks * len(self.players))

    @property
    def held_out_steps(self) -> range:
        """The steps of the comparison at the end."""
        return range(len(self.trial_steps), (self.blocks + self.held_out) * len(self.players))

    def deal_of_step(self, step: int) -> tuple[int, int]:
        """The number of players and the block that a step is."""
        block, index = divmod(step, len(self.players))
        return self.players[index], block

    def solver_text(self, parameters: Mapping[str, Value]) -> str:
        """The candidate's spec with these values of the parameters that are searched."""
        arguments = {**self.fixed, **{name: value_text(value) for name, value in parameters.items()}}
        return f"{self.solver}({','.join(f'{name}={text}' for name, text in arguments.items())})"

    def run_of(self, solver: str) -> RunSpec:
        """The arena's run in which a candidate plays: the same deals and the same chance for all candidates."""
        return RunSpec(
            name=self.name,
            game=self.game,
            players=self.players,
            entrants=(Entrant("candidate", solver, self.iterations, self.milliseconds), *self.opponents),
            options=dict(self.options),
            design=Design.FOCAL,
            blocks=self.blocks + self.held_out,
            seed=self.seed,
            on_incident=IncidentPolicy.ABORT,
        )


def value_text(value: Value) -> str:
    """A parameter's value as it stands in a solver's spec: four digits are more than any tuning can tell."""
    return repr(float(f"{value:.4g}")).removesuffix(".0") if isinstance(value, float) else str(value)
