"""Steps are scored in their order, and alike, however many games are played at a time."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from eval.arena.executors import Executor, Finished, Processes, Serial, attempt
from eval.arena.run_spec import IncidentPolicy
from eval.arena.runner import StopRequest
from eval.arena.work import Played
from eval.tuning.play_steps import Games, IncidentInTrialError, StepPlayer, StoppedError, worker
from eval.tuning.step_scores import StepScore
from eval.tuning.study_file import open_study
from eval.tuning.tune_spec import TuneSpec
from eval.tuning.tune_spec_file import tune_spec_of_values
from eval.tuning.tuner import HeldOutComparison, TrialResult, compare_on_held_out_deals, run_trials, trial_results
from solvers.ismcts.player import IsmctsPlayer

SEARCH = tune_spec_of_values(
    {
        "game": "stonks",
        "players": [2, 3],
        "solver": "ismcts",
        "search": {"exploration": {"low": 0.1, "high": 1.5}},
        "budget": {"iterations": 3},
        "blocks": 2,
        "held_out": 2,
        "trials": 3,
        "pruning": {"least_steps": 2, "p_value": 0.5},
    }
)
COMPILED = tune_spec_of_values(
    {
        "game": "stockpile",
        "players": [2],
        "solver": "heuristic",
        "search": {"style": {"choices": ["best", "simple_bidder", "cautious", "value"]}},
        "opponent": [{"solver": "heuristic(style=simple_bidder)"}],
        "blocks": 12,
        "held_out": 6,
        "trials": 6,
        "pruning": {"p_value": 0.2, "least_steps": 4},
    }
)


class LastFirst(Executor[Games, Played]):
    """Several slots; of the tasks submitted the last is finished first, as if the others took longer."""

    def __init__(self, work: Callable[[Games], Played], slots: int) -> None:
        self.slots = slots
        self.begun = 0
        self._work = work
        self._tasks: list[Games] = []

    def submit(self, task: Games) -> None:
        self._tasks.append(task)

    def finished(self, seconds: float) -> list[Finished[Games, Played]]:
        self.begun += 1
        return [attempt(self._work, self._tasks.pop())] if self._tasks else []

    def close(self) -> None:
        self._tasks.clear()


def scores(spec: TuneSpec, executor: Executor[Games, Played]) -> list[tuple[int, StepScore]]:
    """All steps of the spec with the defaults."""
    with executor:
        play = StepPlayer(spec, executor, StopRequest())
        return list(play(spec.solver_text(spec.defaults), [*spec.trial_steps, *spec.held_out_steps]))


@pytest.mark.parametrize("spec", [SEARCH, COMPILED], ids=["search", "compiled"])
def test_scores_come_in_the_order_of_steps(spec: TuneSpec) -> None:
    one_by_one = scores(spec, Serial(worker()))
    assert [step for step, _ in one_by_one] == [*spec.trial_steps, *spec.held_out_steps]
    assert scores(spec, LastFirst(worker(), 5)) == one_by_one
    assert len({score.margin for _, score in one_by_one}) > 1


def test_what_was_played_ahead_of_an_end_is_thrown_away() -> None:
    executor = LastFirst(worker(), 3)
    wanted = scores(COMPILED, Serial(worker()))
    play = StepPlayer(COMPILED, executor, StopRequest())
    steps = list(COMPILED.trial_steps)
    with closing(play(COMPILED.solver_text({"style": "cautious"}), steps)) as begun:
        next(begun)
    assert list(play(COMPILED.solver_text(COMPILED.defaults), steps)) == wanted[: len(steps)]


def test_a_stop_is_heeded_between_games() -> None:
    stop = StopRequest()
    play = StepPlayer(COMPILED, Serial(worker()), stop)
    begun = play(COMPILED.solver_text(COMPILED.defaults), COMPILED.trial_steps)
    assert next(begun)[0] == 0
    stop.reason = "SIGTERM"
    with pytest.raises(StoppedError, match="SIGTERM"):
        next(begun)


def test_a_candidate_that_fails_ends_the_tuning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A substitute's moves would say nothing of the parameters."""

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("cannot think")

    assert SEARCH.run_of("ismcts").on_incident is IncidentPolicy.ABORT
    monkeypatch.setattr(IsmctsPlayer, "choose", fails)
    play = StepPlayer(SEARCH, Serial(worker()), StopRequest())
    with pytest.raises(IncidentInTrialError, match=r"candidate: exception .* cannot think"):
        next(play(SEARCH.solver_text(SEARCH.defaults), SEARCH.trial_steps))


@contextmanager
def of_workers(number: int) -> Iterator[Executor[Games, Played]]:
    """This process, or so many others."""
    with Serial(worker()) if number == 1 else Processes(worker(), number) as executor:
        yield executor


@pytest.mark.slow
@pytest.mark.parametrize("spec", [SEARCH, COMPILED], ids=["search", "compiled"])
def test_a_tuning_does_not_depend_on_the_number_of_workers(tmp_path: Path, spec: TuneSpec) -> None:
    found: list[tuple[list[TrialResult], HeldOutComparison | None]] = []
    for workers in (1, 2):
        with open_study(tmp_path / f"{workers}.sqlite", spec) as study, of_workers(workers) as executor:
            play = StepPlayer(spec, executor, StopRequest())
            run_trials(study, spec, play)
            comparison = compare_on_held_out_deals(study, spec, play)
            found.append((trial_results(study, spec), comparison))
    assert found[0] == found[1]
    assert len(found[0][0]) == spec.trials
