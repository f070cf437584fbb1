"""Who does the work: this process, other processes on this machine, or a Dask cluster; all behind one interface."""

import contextlib
import multiprocessing
import signal
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Self, TypeVar

from engine.errors import PitwiseError

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_DEATHS = 3
"""After so many workers that died on it a task is given up."""


class WorkerDiedError(PitwiseError):
    """A task's workers died again and again; or the cluster is gone."""


class TaskFailedError(PitwiseError):
    """A task raised what is no fault of the input; the message has the worker's traceback."""


@dataclass(frozen=True)
class Finished(Generic[Task, Result]):
    """A finished task with its result, or with the error that it ended in."""

    task: Task
    result: Result | None
    error: Exception | None = None


class Executor(ABC, Generic[Task, Result]):
    """Runs ``work(task)`` for the tasks submitted. A task may be begun more than once but is finished once.

    Tasks and results are pickled, and ``work`` must be a function of a module (or a ``partial`` of one).
    """

    slots: int
    """How many tasks run at the same time; on a cluster it may change."""

    @abstractmethod
    def submit(self, task: Task) -> None:
        """Queue a task."""

    @abstractmethod
    def finished(self, seconds: float) -> list[Finished[Task, Result]]:
        """Tasks finished since the last call; waits so many seconds at most for the first."""

    @abstractmethod
    def close(self) -> None:
        """Stop at once; what is not finished is lost."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def attempt(work: Callable[[Task], Result], task: Task) -> Finished[Task, Result]:
    """Do a task; errors that are not the input's fault get their traceback, which would not survive pickling."""
    try:
        return Finished(task, work(task))
    except PitwiseError as error:
        return Finished(task, None, error)
    except Exception as error:
        text = "".join(traceback.format_exception(error))
        return Finished(task, None, TaskFailedError(f"{task}: {type(error).__name__}: {error}\n{text}"))


class Serial(Executor[Task, Result]):
    """This process, one task at a time, while :meth:`finished` is called."""

    slots = 1

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self._work = work
        self._queue: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """Queue a task."""
        self._queue.append(task)

    def finished(self, seconds: float) -> list[Finished[Task, Result]]:
        """Do the next task, however long it takes."""
        return [attempt(self._work, self._queue.popleft())] if self._queue else []

    def close(self) -> None:
        """Forget the queue."""
        self._queue.clear()


class _Worker:
    """A process, this end of the pipe to it, and the task that it has."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # Compiled code and its threads do not survive a fork, so workers are spawned.
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, work), daemon=True, name="pitwise arena worker")
        self.process.start()
        other.close()  # or the end of the worker would not be seen here
        self.task: Any = None
        self.busy = False

    def give(self, task: Any) -> None:
        self.task, self.busy = task, True
        with contextlib.suppress(OSError):  # a dead worker is found when it is waited for
            self.pipe.send(task)

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """A worker's life: it ends with its parent, since the pipe then breaks, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(attempt(work, pipe.recv()))


class Processes(Executor[Task, Result]):
    """Processes on this machine. A dead one is replaced, and its task is done again.

    Args:
        work: what to do with a task.
        workers: how many processes.
    """

    def __init__(self, work: Callable[[Task], Result], workers: int) -> None:
        if workers < 1:
            raise ValueError("at least one worker is needed")
        self.slots = workers
        self._work = work
        self._queue: deque[Task] = deque()
        self._deaths: dict[int, int] = {}
        self._workers: list[_Worker] = []

    @property
    def process_ids(self) -> list[int]:
        """Of the workers alive."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def submit(self, task: Task) -> None:
        """Queue a task."""
        self._queue.append(task)
        self._hand_out()

    def finished(self, seconds: float) -> list[Finished[Task, Result]]:
        """Tasks finished since the last call; waits so many seconds at most for the first."""
        self._hand_out()
        busy = {worker.pipe: worker for worker in self._workers if worker.busy}
        done: list[Finished[Task, Result]] = []
        for pipe in wait(list(busy), seconds) if busy else ():
            worker = busy[pipe]  # type: ignore[index]  # what was given is what comes back
            try:
                outcome: Finished[Task, Result] = worker.pipe.recv()
            except (EOFError, OSError):
                died = self._bury(worker)
                done += [] if died is None else [died]
            else:
                self._deaths.pop(id(worker.task), None)
                # The task that was sent, not its copy: who submitted it may know it by identity.
                done.append(Finished(worker.task, outcome.result, outcome.error))
                worker.task, worker.busy = None, False
        # New work first, so that nobody waits while the caller deals with what is finished.
        self._hand_out()
        return done

    def close(self) -> None:
        """Stop at once; what is not finished is lost."""
        self._queue.clear()
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _hand_out(self) -> None:
        for worker in self._workers:
            if self._queue and not worker.busy:
                worker.give(self._queue.popleft())
        while self._queue and len(self._workers) < self.slots:
            self._workers.append(_Worker(self._work))
            self._workers[-1].give(self._queue.popleft())

    def _bury(self, worker: _Worker) -> Finished[Task, Result] | None:
        """Put a dead worker's task back, first in the queue; give it up if too many died of it."""
        worker.process.join()
        code = worker.process.exitcode
        self._workers.remove(worker)
        worker.end()
        task: Task = worker.task
        deaths = self._deaths.pop(id(task), 0) + 1
        if deaths < MOST_DEATHS:
            self._deaths[id(task)] = deaths
            self._queue.appendleft(task)
            return None
        how = f"killed by signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return Finished(task, None, WorkerDiedError(f"{task}: {deaths} workers died while they played it ({how})"))
