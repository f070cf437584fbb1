"""A real local cluster: nothing is lost or counted twice, whatever happens to its workers."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from engine.errors import PitwiseError
from eval.arena.dask_cluster import ClusterError, DaskCluster
from eval.arena.executors import Finished, WorkerDiedError

PATIENCE = 120.0


def square_slowly(task: int) -> int:
    time.sleep(0.2)
    if task == 1000:
        raise PitwiseError("a thousand is refused")
    if task == 2000:
        os._exit(7)
    return task * task


@pytest.fixture(scope="module")
def cluster() -> Iterator[DaskCluster[int, int]]:
    with DaskCluster(square_slowly, workers=2) as executor:
        yield executor


def all_of(cluster: DaskCluster[int, int], count: int) -> list[Finished[int, int]]:
    done: list[Finished[int, int]] = []
    until = time.monotonic() + PATIENCE
    while len(done) < count and time.monotonic() < until:
        done += cluster.finished(0.5)
    assert len(done) == count
    return done


def test_a_killed_worker_loses_nothing_and_nothing_is_counted_twice(cluster: DaskCluster[int, int]) -> None:
    assert cluster.slots == 2
    for task in range(20):
        cluster.submit(task)
    done = all_of(cluster, 3)
    os.kill(cluster.worker_process_ids[0], signal.SIGKILL)
    done += all_of(cluster, 17)
    assert sorted((one.task, one.result) for one in done) == [(task, task * task) for task in range(20)]
    assert cluster.finished(1.0) == []


def test_errors_come_back_with_their_task(cluster: DaskCluster[int, int]) -> None:
    cluster.submit(1000)
    cluster.submit(2000)
    done = {one.task: one for one in all_of(cluster, 2)}
    assert type(done[1000].error) is PitwiseError
    assert isinstance(done[2000].error, WorkerDiedError)
    cluster.submit(7)
    assert all_of(cluster, 1)[0].result == 49, "others go on"


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eval.arena.dask_cluster._CONNECT_SECONDS", 0.5)
    with pytest.raises(ClusterError, match=r"--scheduler: no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        DaskCluster(square_slowly, "tcp://127.0.0.1:9")
