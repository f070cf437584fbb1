"""The arena's speed: compiled games against the bare kernel loop, overhead of search games, two workers against one."""

import math
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine import contract
from eval.arena.executors import Executor
from eval.arena.game_rows import Row
from eval.arena.kernel_games import play_games
from eval.arena.live_standings import Quiet
from eval.arena.run_spec import RunSpec
from eval.arena.runner import ExecutorKind, StopRequest, create_run, make_executor, work_on
from eval.arena.spec_file import spec_of_values
from eval.arena.work import Played, Unit, warmed_table

_BATCH = 200
_MOST_BLOCKS = 10_000_000
_SEARCH_ITERATIONS = 20


class _Timed(Quiet):
    """Measures from the first unit on, when everything is loaded, and asks for a stop after some seconds."""

    def __init__(self, spec: RunSpec, seconds: float, stop: StopRequest) -> None:
        super().__init__(spec, "")
        self._seconds = seconds
        self._stop = stop
        self._begun = math.nan
        self._last = math.nan
        self._games = 0
        self._choosing = 0.0

    def played(self, rows: Sequence[Row], sizes: Mapping[tuple[int, int], int]) -> None:
        """Count games and look at the clock."""
        super().played(rows, sizes)
        self._last = time.perf_counter()
        if math.isnan(self._begun):
            self._begun = self._last
            return
        self._games += len(rows)
        self._choosing += sum(float(np.frombuffer(row[6], "<f8").sum()) for row in rows if row[6] is not None)
        if self._last - self._begun >= self._seconds:
            self._stop.reason = "measured"

    @property
    def games_a_second(self) -> float:
        """Since the first unit."""
        return self._games / (self._last - self._begun)

    @property
    def overhead(self) -> float:
        """Seconds a game beyond those that solvers took to choose."""
        return (self._last - self._begun - self._choosing) / self._games


def arena_figures(game: str, seconds: float) -> dict[str, Any]:
    """The arena's figures at a game of four players.

    Args:
        game: the game's name.
        seconds: how long each figure is measured.
    """
    heuristic = _spec(game, ["heuristic"] * 4)
    bare = _bare_games_a_second(heuristic, seconds)
    arena = _measured(heuristic, ExecutorKind.SERIAL, 1, seconds).games_a_second
    by_workers = [
        _measured(heuristic, ExecutorKind.PROCESSES, workers, 2 * seconds).games_a_second for workers in (1, 2)
    ]
    search = _measured(
        _spec(game, ["heuristic", f"ismcts(iterations={_SEARCH_ITERATIONS})"]), ExecutorKind.SERIAL, 1, seconds
    )
    return {
        "heuristic games/s in the kernel loop": round(bare),
        "heuristic games/s through the arena": round(arena),
        "share of the kernel loop": round(arena / bare, 2),
        "games/s with 1 worker": round(by_workers[0]),
        "games/s with 2 workers": round(by_workers[1]),
        "speed-up of 2 workers": round(by_workers[1] / by_workers[0], 2),
        "overhead a search game ms": round(1000.0 * search.overhead, 2),
    }


def _spec(game: str, solvers: list[str]) -> RunSpec:
    return spec_of_values(
        {
            "name": "bench",
            "game": game,
            "players": [4],
            "blocks": _MOST_BLOCKS,
            "entrant": [{"name": str(number), "solver": solver} for number, solver in enumerate(solvers)],
        }
    )


def _bare_games_a_second(spec: RunSpec, seconds: float) -> float:
    """The kernel that plays whole games, called in a loop whose results nobody looks at."""
    table = warmed_table(spec, spec.players[0])
    players = table.players
    styles = np.full((_BATCH, players), table.game.styles.index(table.game.best_style), np.int64)
    arrays = (
        np.zeros((_BATCH, players)),
        np.zeros((_BATCH, players), np.int64),
        np.zeros(_BATCH, np.int64),
        np.zeros((_BATCH, table.rounds, players)),
        np.zeros((_BATCH, 0), np.int32),
    )
    state = table.game.empty_state()
    games = 0
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < seconds:
        for array in arrays:
            array[...] = 0
        blocks = np.arange(games, games + _BATCH, dtype=np.int64)
        play_games(table.game.rules, state, styles, spec.seed, blocks, *arrays, contract.NO_LOG)
        games += _BATCH
    return games / elapsed


def _measured(spec: RunSpec, kind: ExecutorKind, workers: int, seconds: float) -> _Timed:
    stop = StopRequest()
    timed = _Timed(spec, seconds, stop)
    with tempfile.TemporaryDirectory() as folder, create_run(Path(folder) / "bench.sqlite", spec) as store:
        executor: Executor[Unit, Played] = make_executor(kind, store, workers)
        with executor:
            work_on(store, executor, timed, stop)
    return timed
