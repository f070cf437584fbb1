"""A real local cluster: nothing is lost or counted twice, whatever happens to its workers."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import PitwiseError
from eval.arena.dask_cluster import ClusterError, DaskCluster
from eval.arena.executors import Finished, WorkerDiedError
from eval.arena.live_standings import Quiet
from eval.arena.run_spec import RunSpec
from eval.arena.runner import Ending, ExecutorKind, create_run, make_executor, work_on, write_standings
from eval.arena.work import Played, Unit
from tests.eval.arena.specs import spec_of

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


class Killing(Quiet):
    """Kills a worker when the first block is complete."""

    def __init__(self, spec: RunSpec, cluster: DaskCluster[Unit, Played]) -> None:
        super().__init__(spec, "$K")
        self._cluster = cluster
        self.killed = 0

    def block_complete(self, players: int, block: int, games: int) -> None:
        if not self.killed:
            self.killed = self._cluster.worker_process_ids[0]
            os.kill(self.killed, signal.SIGKILL)


@pytest.mark.slow
def test_a_run_on_a_cluster_ends_as_one_in_this_process(tmp_path: Path) -> None:
    spec = spec_of(["ismcts(iterations=10,trees=1)", "heuristic", "random"], blocks=4)
    standings = []
    with create_run(tmp_path / "serial.sqlite", spec) as store:
        with make_executor(ExecutorKind.SERIAL, store, 1) as serial:
            assert work_on(store, serial, Quiet(spec, "$K")).ending is Ending.FINISHED
        standings.append(write_standings(store)[1].read_bytes())
    with create_run(tmp_path / "cluster.sqlite", spec) as store:
        with make_executor(ExecutorKind.DASK, store, 2) as cluster:
            assert isinstance(cluster, DaskCluster)
            display = Killing(spec, cluster)
            assert work_on(store, cluster, display).ending is Ending.FINISHED
        assert display.killed
        assert store.games() == display.tallies[2].games == 4 * 6
        standings.append(write_standings(store)[1].read_bytes())
    assert standings[0] == standings[1]
