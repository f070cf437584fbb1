"""Working on a run: units out to workers, games into the file, until all is played, decided, stopped or aborted."""

import contextlib
import os
import platform
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

from engine.compiling import COMPILED
from engine.errors import PitwiseError
from eval.arena.executors import Executor, Finished, Processes, Serial
from eval.arena.game_rows import Row, result_of
from eval.arena.live_standings import Display
from eval.arena.par import par_of_run
from eval.arena.play_block import is_compiled
from eval.arena.run_spec import RunSpec
from eval.arena.spec_file import spec_digest, spec_from_json, spec_json
from eval.arena.standings import Standings, standings
from eval.arena.stopping import StoppingRule
from eval.arena.store import RunFileError, RunStore, clear_database_errors
from eval.arena.work import Played, Unit, WorkCutter, code_version, job_of, play_unit

POLL_SECONDS = 0.25
PATIENCE_SECONDS = 5.0
"""How long units that are being played are waited for when the run is stopped."""
_CHUNK = 5000

_PACKAGES = ("pitwise", "numpy", "numba", "llvmlite")


class ExecutorKind(StrEnum):
    """Who works."""

    SERIAL = "serial"
    PROCESSES = "processes"
    DASK = "dask"


class Ending(StrEnum):
    """How work on a run ended."""

    FINISHED = "finished"
    STOPPED = "stopped"
    ABORTED = "aborted"


@dataclass(frozen=True)
class Outcome:
    """How work on a run ended, and why if it was before its end."""

    ending: Ending
    detail: str = ""


class StopRequest:
    """Work is to end soon, in good order.

    Attributes:
        reason: why, in a word; empty as long as nobody wants it.
        signal: the number of the signal that wants it, 0 if none does.
    """

    def __init__(self) -> None:
        self.reason = ""
        self.signal = 0

    @contextlib.contextmanager
    def on_signals(self) -> Iterator[None]:
        """Take SIGINT and SIGTERM as requests while the block runs; the second SIGINT interrupts at once."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

        def request(number: int, frame: FrameType | None) -> None:
            if self.signal and number == signal.SIGINT:
                raise KeyboardInterrupt
            self.signal = number
            self.reason = signal.Signals(number).name

        for number in before:
            signal.signal(number, request)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def create_run(path: Path, spec: RunSpec) -> RunStore:
    """A new run's file.

    Raises:
        RunFileError: there is a file already, or it cannot be written.
    """
    return RunStore.create(path, spec_json(spec), spec_digest(spec))


def spec_of(store: RunStore) -> RunSpec:
    """The spec of a run's file."""
    return spec_from_json(store.spec_json)


def make_executor(kind: ExecutorKind, store: RunStore, workers: int, scheduler: str = "") -> Executor[Unit, Played]:
    """An executor for a run's units.

    Args:
        kind: who works.
        store: the run.
        workers: processes on this machine; of no meaning for a serial executor or a scheduler that is given.
        scheduler: address of a Dask scheduler; empty: a local cluster.

    Raises:
        ClusterError: Dask is not installed, or no scheduler answers.
    """
    work = partial(play_unit, job_of(store.spec_json))
    if kind is ExecutorKind.SERIAL:
        return Serial(work)
    if kind is ExecutorKind.PROCESSES:
        return Processes(work, workers)
    from eval.arena.dask_cluster import DaskCluster

    return DaskCluster(work, scheduler, workers)


def circumstances(executor: Executor[Any, Any]) -> dict[str, Any]:
    """On what machine, with what versions and by whom a run is played; for the session's entry in the file."""
    return {
        "machine": {
            "processor": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.release()}",
            "python": platform.python_version(),
        },
        "versions": {name: version(name) for name in _PACKAGES},
        "code": code_version(),
        "compiled": COMPILED,
        "executor": type(executor).__name__,
        "workers": executor.slots,
    }


def work_on(
    store: RunStore, executor: Executor[Unit, Played], display: Display, stop: StopRequest | None = None
) -> Outcome:
    """Play what a run has left. Every game is in the file as soon as it comes back.

    Args:
        store: the run, open for writing.
        executor: who plays.
        display: is told of everything.
        stop: if it is set, work ends in good order.

    Returns:
        How it ended. It is aborted by an incident where the spec says so, by an error that is no incident of a solver,
        and by workers that die again and again.

    Raises:
        RunFileError: the file cannot be written.
    """
    with clear_database_errors(store.path):
        work = _Work(store, executor, display, stop or StopRequest())
        store.begin_session(circumstances(executor))
        outcome = Outcome(Ending.STOPPED, "interrupted")
        try:
            outcome = work.run()
        except RunFileError:
            raise
        except PitwiseError as error:
            outcome = Outcome(Ending.ABORTED, str(error))
        finally:
            store.end_session(f"{outcome.ending}: {outcome.detail}" if outcome.detail else outcome.ending)
        return outcome


class _Work:
    def __init__(self, store: RunStore, executor: Executor[Unit, Played], display: Display, stop: StopRequest) -> None:
        self.store = store
        self.executor = executor
        self.display = display
        self.stop = stop
        self.spec = spec_of(store)
        self.rules = (
            {players: StoppingRule(self.spec, players) for players in self.spec.players} if self.spec.sequential else {}
        )
        # A block of compiled games is always played whole, so what there is of it counts only when all is there.
        self.whole = is_compiled(self.spec)
        self.units = 0
        self.decided: set[int] = set()
        self.aborted = ""
        complete = {players: set(store.complete_blocks(players)) for players in self.spec.players}
        begun = {players: store.begun_blocks(players) for players in self.spec.players}
        self.cutter = WorkCutter(self.spec, complete, begun)

    def run(self) -> Outcome:
        self._count_earlier_games()
        while not self.aborted and not self.stop.reason:
            self._hand_out()
            # With a verdict everywhere, all that is still out lies beyond the blocks that count.
            if not self.units or (self.rules and self.decided == set(self.spec.players)):
                return Outcome(Ending.FINISHED)
            self._take(self.executor.finished(POLL_SECONDS))
            self.display.refresh()
        self._wait_for_what_is_out()
        if self.aborted:
            return Outcome(Ending.ABORTED, self.aborted)
        return Outcome(Ending.STOPPED, self.stop.reason)

    def _hand_out(self) -> None:
        # One more for each worker than it works on, so that none waits while games are written.
        while self.units < 2 * self.executor.slots:
            unit = self.cutter.next_unit(self.executor.slots)
            if unit is None:
                return
            self.executor.submit(unit)
            self.units += 1

    def _take(self, finished: list[Finished[Unit, Played]]) -> None:
        """Write what is finished, all of it, before any error is raised."""
        errors = []
        for item in finished:
            self.units -= 1
            if item.result is None:
                errors.append(item.error)
                continue
            played = item.result
            self.store.record(played.rows, played.sizes)
            self.cutter.note(item.task, played)
            self.display.played(played.rows, played.sizes)
            self.aborted = self.aborted or played.aborted
            if self.rules:
                self._test(item.task.players, played.rows, played.sizes)
        for error in errors:
            if error is not None:
                raise error

    def _test(self, players: int, rows: list[Row], sizes: dict[tuple[int, int], int]) -> None:
        rule = self.rules[players]
        rule.add([result_of(row) for row in rows], sizes)
        if rule.decided and players not in self.decided:
            self.decided.add(players)
            self.cutter.stop(players)
            self.display.decided(players, f"{rule.state.verdict} after {rule.state.blocks:,} blocks")

    def _count_earlier_games(self) -> None:
        sizes = self.store.block_sizes()
        rows = self.store.rows(complete=self.whole)
        while chunk := list(islice(rows, _CHUNK)):
            self.display.earlier(chunk, sizes)
            for players in self.rules:
                own = [row for row in chunk if row[0] == players]
                self._test(players, own, sizes)

    def _wait_for_what_is_out(self) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        # Units that are still queued are not begun any more; the serial executor has only such.
        while self.units and not isinstance(self.executor, Serial) and (left := until - time.monotonic()) > 0:
            self._take(self.executor.finished(min(left, POLL_SECONDS)))
            self.display.refresh()


def facts(store: RunStore) -> dict[str, Any]:
    """The circumstances of a run for its report: ``started``, ``wall_seconds``, ``machine``, ``versions``.

    Wall time is that of the sessions that ended in good order.
    """
    sessions = store.sessions
    if not sessions:
        return {}
    last = sessions[-1].circumstances
    return {
        "started": sessions[0].began,
        "wall_seconds": sum(one.seconds for one in sessions),
        "machine": {**last["machine"], "executor": f"{last['executor']}, {last['workers']} at a time"},
        "versions": {**last["versions"], "code": last["code"]},
    }


def standings_path(path: Path) -> Path:
    """Where a run's standings are written: beside its file."""
    return path.with_name(f"{path.stem}.standings.json")


def run_standings(store: RunStore) -> Standings:
    """The standings of a run so far, payoffs corrected for the luck of the deals."""
    spec = spec_of(store)
    return standings(spec, store.results(complete=False), par_of_run(spec))


def write_standings(store: RunStore) -> tuple[Standings, Path]:
    """Compute a run's standings and write them beside its file.

    Raises:
        RunFileError: they cannot be written.
    """
    found = run_standings(store)
    path = standings_path(store.path)
    unfinished = path.with_name(f"{path.name}.new")
    try:
        unfinished.write_bytes(found.canonical_bytes())
        unfinished.replace(path)
    except OSError as error:
        raise RunFileError(f"cannot write {path}: {error.strerror}") from None
    return found, path
