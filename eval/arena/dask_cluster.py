"""Work on a Dask cluster, for runs that outgrow one machine. Needs the extra ``cluster``."""

import importlib
import itertools
import os
import queue
import time
from collections.abc import Callable
from typing import Any, TypeVar

from engine.errors import PitwiseError
from eval.arena.executors import MOST_DEATHS, Executor, Finished, WorkerDiedError, attempt

Task = TypeVar("Task")
Result = TypeVar("Result")

_LOOK_SECONDS = 2.0
_ANY_LOCAL_PORT = "127.0.0.1:0"
_CONNECT_SECONDS = 30.0


class ClusterError(PitwiseError):
    """Dask is not installed, or there is no scheduler at the address."""


class DaskCluster(Executor[Task, Result]):
    """The workers of a Dask scheduler; those that come later get work too.

    A worker that dies takes its unfinished tasks and its results not yet fetched with it; the scheduler has them done
    again elsewhere. A task is taken from it once.

    Args:
        work: what to do with a task.
        scheduler: the scheduler's address, ``tcp://host:8786``; empty: a cluster of processes on this machine.
        workers: how many processes such a local cluster has.
    """

    def __init__(self, work: Callable[[Task], Result], scheduler: str = "", workers: int = 1) -> None:
        try:
            # No types to be had, and not there without the extra.
            dask: Any = importlib.import_module("dask")
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError("the executor dask needs the extra cluster: pip install 'pitwise[cluster]'") from None
        self._killed: type[Exception] = distributed.KilledWorker
        self._work = work
        self._local: Any = None
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._tasks: dict[str, tuple[Any, Task]] = {}
        self._numbers = itertools.count()
        self._looked = -_LOOK_SECONDS
        self.slots = max(1, workers)
        if not scheduler:
            with dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS - 1}):
                self._local = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=_ANY_LOCAL_PORT,
                    silence_logs=50,
                )
        try:
            self._client: Any = distributed.Client(
                self._local or scheduler, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError) as error:
            raise ClusterError(f"--scheduler: no Dask scheduler answers at {scheduler}: {error}") from None
        self._look()

    def submit(self, task: Task) -> None:
        """Queue a task."""
        key = f"pitwise-arena-{self._client.id}-{next(self._numbers)}"
        future = self._client.submit(attempt, self._work, task, key=key, pure=False)
        self._tasks[key] = (future, task)
        future.add_done_callback(self._finished.put)

    def finished(self, seconds: float) -> list[Finished[Task, Result]]:
        """Tasks finished since the last call; waits so many seconds at most for the first.

        Raises:
            WorkerDiedError: the scheduler is gone.
        """
        self._look()
        done: list[Finished[Task, Result]] = []
        try:
            done.append(self._fetch(self._finished.get(timeout=seconds)))
            while True:
                done.append(self._fetch(self._finished.get_nowait()))
        except queue.Empty:
            pass
        if not done and self._client.status != "running":
            raise WorkerDiedError("the Dask scheduler is gone")
        return done

    def close(self) -> None:
        """Stop at once; what is not finished is lost. Workers of a scheduler that was given go on living."""
        self._client.cancel([future for future, _ in self._tasks.values()])
        self._tasks.clear()
        self._client.close()
        if self._local is not None:
            self._local.close()

    @property
    def worker_process_ids(self) -> list[int]:
        """Of the workers there are, on whatever machines."""
        return list(self._client.run(os.getpid).values())

    def _fetch(self, future: Any) -> Finished[Task, Result]:
        _, task = self._tasks.pop(future.key)
        try:
            outcome: Finished[Task, Result] = future.result()
        except self._killed as error:
            return Finished(task, None, WorkerDiedError(f"{task}: its workers died: {error}"))
        return Finished(task, outcome.result, outcome.error)

    def _look(self) -> None:
        """See now and then how many threads the workers have."""
        if time.monotonic() - self._looked < _LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        self.slots = max(1, sum(worker["nthreads"] for worker in workers))
