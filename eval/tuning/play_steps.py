"""Playing a candidate's steps: games are played several at a time, scores come in the order of steps.

So a step's score can be judged before the next one is looked at, and what is judged does not depend on how many games
are played at a time: what was played ahead of a trial that is then given up is thrown away.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Protocol

from engine.errors import PitwiseError
from eval.arena.executors import Executor
from eval.arena.game_rows import result_of
from eval.arena.play_block import is_compiled
from eval.arena.results import GameResult
from eval.arena.runner import POLL_SECONDS, StopRequest
from eval.arena.seating import games_of_block
from eval.arena.spec_file import spec_json
from eval.arena.work import Job, Played, Unit, code_version, play_unit
from eval.tuning.step_scores import StepScore, score_of_games
from eval.tuning.tune_spec import TuneSpec


class StoppedError(Exception):
    """The tuning is to end before its end; the signal's name says why."""


class IncidentInTrialError(PitwiseError):
    """A candidate or an opponent failed, so that its result would say nothing about its parameters."""


class PlaySteps(Protocol):
    """Plays steps with a candidate."""

    def __call__(self, solver: str, steps: Sequence[int]) -> Generator[tuple[int, StepScore], None, None]:
        """The score of each step, in their order; the generator may be closed before its end.

        Raises:
            StoppedError: the tuning is to end.
            PitwiseError: games could not be played.
        """
        ...


@dataclass(frozen=True)
class Games:
    """A task: games of a step, numbered within their block; all of them if ``numbers`` is None.

    ``request`` tells apart what was asked for when: results of a request that nobody waits for are passed over.
    """

    request: int
    spec_json: str
    players: int
    block: int
    numbers: tuple[int, ...] | None

    def __str__(self) -> str:
        return f"{self.players} players, block {self.block}"


def play_task(code: str, task: Games) -> Played:
    """What a worker does with a task."""
    return play_unit(Job(task.spec_json, code), Unit(task.players, ((task.block, task.numbers),)))


def worker() -> Callable[[Games], Played]:
    """What the workers of an executor do, bound to the code that this process runs."""
    return partial(play_task, code_version())


class StepPlayer:
    """Plays steps in arena games with an executor whose work is :func:`worker`."""

    def __init__(self, spec: TuneSpec, executor: Executor[Games, Played], stop: StopRequest) -> None:
        self._spec = spec
        self._executor = executor
        self._stop = stop
        self._requests = count()
        self._out = 0

    def __call__(self, solver: str, steps: Sequence[int]) -> Generator[tuple[int, StepScore], None, None]:
        """See :class:`PlaySteps`."""
        request = next(self._requests)
        tasks = self._tasks(request, solver, steps)
        step_of_deal = {self._spec.deal_of_step(step): step for step in steps}
        run = self._spec.run_of(solver)
        sizes = {step: len(games_of_block(run, *self._spec.deal_of_step(step))) for step in steps}
        results: dict[int, list[GameResult]] = {step: [] for step in steps}
        for step in steps:
            while len(results[step]) < sizes[step]:
                self._hand_out(tasks)
                for task, played in self._finished(request):
                    results[step_of_deal[task.players, task.block]] += [result_of(row) for row in played.rows]
            players, _ = self._spec.deal_of_step(step)
            yield step, score_of_games(self._spec, results.pop(step), players)

    def _tasks(self, request: int, solver: str, steps: Sequence[int]) -> Iterator[Games]:
        """The games of the steps one by one; whole blocks of compiled games."""
        run = self._spec.run_of(solver)
        text, compiled = spec_json(run), is_compiled(run)
        for step in steps:
            players, block = self._spec.deal_of_step(step)
            for number in (None,) if compiled else range(len(games_of_block(run, players, block))):
                yield Games(request, text, players, block, None if number is None else (number,))

    def _hand_out(self, tasks: Iterator[Games]) -> None:
        # One more than are worked on, so that no worker waits while a score is judged.
        while self._out < self._executor.slots + (self._executor.slots > 1):
            task = next(tasks, None)
            if task is None:
                return
            self._executor.submit(task)
            self._out += 1

    def _finished(self, request: int) -> list[tuple[Games, Played]]:
        """What is finished of a request; what earlier ones left behind is passed over, be it an error."""
        if self._stop.reason:
            raise StoppedError(self._stop.reason)
        found = []
        for item in self._executor.finished(POLL_SECONDS):
            self._out -= 1
            if item.task.request != request:
                continue
            if item.error is not None:
                raise item.error
            assert item.result is not None
            if item.result.aborted:
                raise IncidentInTrialError(item.result.aborted)
            found.append((item.task, item.result))
        return found
