"""Every task submitted is finished once, whatever happens to those who work on it."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine.errors import PitwiseError
from eval.arena.executors import Executor, Finished, Processes, Serial, TaskFailedError, WorkerDiedError

PATIENCE = 60.0


def square(task: int) -> int:
    return task * task


def square_slowly(task: int) -> int:
    time.sleep(0.1)
    return task * task


def fail(task: int) -> int:
    if task == 3:
        raise PitwiseError("three is refused")
    if task == 4:
        raise RuntimeError("four is a bug")
    return task


def die_once(folder: Path, task: int) -> int:
    """Task 2 kills its worker the first time."""
    mark = folder / "died"
    if task == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def die_always(task: int) -> int:
    if task == 2:
        os._exit(7)
    return task


def all_of(executor: Executor[int, int], count: int) -> list[Finished[int, int]]:
    """What has come of so many tasks."""
    done: list[Finished[int, int]] = []
    until = time.monotonic() + PATIENCE
    while len(done) < count and time.monotonic() < until:
        done += executor.finished(0.2)
    assert len(done) == count
    return done


EXECUTORS: dict[str, Callable[[Callable[[int], int]], Executor[int, int]]] = {
    "serial": Serial,
    "processes": partial(Processes, workers=2),
}


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
def test_every_task_is_finished_once(make: Callable[[Callable[[int], int]], Executor[int, int]]) -> None:
    with make(square) as executor:
        for task in range(20):
            executor.submit(task)
        done = all_of(executor, 20)
        assert executor.finished(0.0) == []
    assert sorted((one.task, one.result) for one in done) == [(task, task * task) for task in range(20)]


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
def test_errors_come_back_with_their_task(make: Callable[[Callable[[int], int]], Executor[int, int]]) -> None:
    with make(fail) as executor:
        for task in range(6):
            executor.submit(task)
        done = {one.task: one for one in all_of(executor, 6)}
    assert {task: one.result for task, one in done.items()} == {0: 0, 1: 1, 2: 2, 3: None, 4: None, 5: 5}
    assert type(done[3].error) is PitwiseError
    assert isinstance(done[4].error, TaskFailedError)
    assert "four is a bug" in str(done[4].error)
    assert "in fail" in str(done[4].error), "the worker's traceback"


def test_a_dead_worker_is_replaced_and_its_task_done_again(tmp_path: Path) -> None:
    with Processes(partial(die_once, tmp_path), 2) as executor:
        for task in range(8):
            executor.submit(task)
        done = all_of(executor, 8)
    assert (tmp_path / "died").exists()
    assert sorted((one.task, one.result) for one in done) == [(task, task) for task in range(8)]


def test_a_worker_killed_from_outside_loses_nothing() -> None:
    with Processes(square_slowly, 2) as executor:
        for task in range(12):
            executor.submit(task)
        done = all_of(executor, 1)
        victim = executor.process_ids[0]
        os.kill(victim, signal.SIGKILL)
        while len(done) < 12:
            done += executor.finished(0.2)
        assert victim not in executor.process_ids
    assert sorted((one.task, one.result) for one in done) == [(task, task * task) for task in range(12)]


def test_a_task_that_always_kills_its_worker_is_given_up() -> None:
    with Processes(die_always, 2) as executor:
        for task in range(5):
            executor.submit(task)
        done = {one.task: one for one in all_of(executor, 5)}
    assert isinstance(done[2].error, WorkerDiedError)
    assert "2: 3 workers died while they played it (exit code 7)" in str(done[2].error)
    assert [done[task].result for task in (0, 1, 3, 4)] == [0, 1, 3, 4]


def test_close_ends_the_workers() -> None:
    executor = Processes(partial(square_slowly), 2)
    for task in range(10):
        executor.submit(task)
    ids = executor.process_ids
    assert len(ids) == 2
    executor.close()
    for process in ids:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
