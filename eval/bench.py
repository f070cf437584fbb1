"""The engine's and the searches' speed, measured the same way every time.

Figures are for one thread unless they say otherwise. On a shared machine believe ratios of figures from one run.
"""

import hashlib
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import numpy as np

from engine import contract
from engine.catalog import load_game
from engine.compiling import COMPILED
from engine.game import Game
from engine.randomness import generator
from eval.arena_bench import arena_figures
from eval.bench_bids import bid_figures
from eval.bench_kernels import hide_repeatedly, play_random_games, redeal_repeatedly
from solvers.base import Budget, Control
from solvers.ismcts.player import IsmctsPlayer
from solvers.registry import make_solver

Figures = dict[str, Any]
Progress = Callable[[str], None]

PACKAGES = ("pitwise", "numpy", "numba", "llvmlite", "ortools", "grpcio", "protobuf")

SEARCHES = {
    "random playouts to the end": "ismcts(trees=1,playouts=random,cutoff=0)",
    "random playouts to the end of the round": "ismcts(trees=1,playouts=random,cutoff=1)",
    "heuristic playouts to the end": "ismcts(trees=1,cutoff=0)",
    "heuristic playouts to the end of the round": "ismcts(trees=1,cutoff=1)",
}

_MID_GAME_MOVES = 60


@dataclass(frozen=True)
class BenchSettings:
    """How long each figure is measured: ``seconds`` a figure, ``repeats`` for latencies and ratios."""

    seconds: float = 1.0
    repeats: int = 20
    starts: bool = True
    arena: bool = True
    seat_counts: tuple[int, ...] = field(default=())


def mid_game(game: Game, seed: int = 1, moves: int = _MID_GAME_MOVES) -> Any:
    """A position some fixed random moves into a game."""
    state = game.deal(seed)
    before = game.copy(state)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        legal = game.legal_moves(state)
        before = game.copy(state)
        game.apply(state, legal[int(rng.integers(len(legal)))])
        if game.mover(state) is None:
            return before
    while len(game.legal_moves(state)) < 2:
        game.apply(state, game.legal_moves(state)[0])
        if game.mover(state) is None:
            return before
    return state


def view_of_mover(game: Game, state: Any) -> Any:
    """The view of the seat to move."""
    seat = game.mover(state)
    assert seat is not None
    return game.view(state, seat)


def machine() -> Figures:
    """What the figures were measured on, and with which versions."""
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "compiled": COMPILED,
        "versions": {name: version(name) for name in PACKAGES},
    }


def _rate(run: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Runs of ``run(count)`` a second, and what it returned for each run, over about ``seconds``."""
    count = 1
    while True:
        started = time.perf_counter()
        result = run(count)
        elapsed = time.perf_counter() - started
        if elapsed >= seconds / 3:
            return count / elapsed, result / count
        count = max(count + 1, int(count * min(10.0, seconds / max(elapsed, 1e-7))))


def engine_figures(game: Game, settings: BenchSettings) -> Figures:
    """Random complete games, and the cost of views and worlds."""
    state = game.empty_state()
    moves = np.empty(contract.MAX_MOVES, np.int32)
    rng = generator(1)
    play_random_games(game.rules, state, moves, 1, 1, rng, contract.NO_LOG)
    games, decisions = _rate(
        lambda count: int(play_random_games(game.rules, state, moves, count, 1, rng, contract.NO_LOG)),
        settings.seconds,
    )
    position = mid_game(game)
    view = view_of_mover(game, position)
    work = np.zeros(1, game.state_dtype).view(np.recarray)
    hide_repeatedly(game.rules, position, work, 1)
    redeal_repeatedly(game.rules, view, work, 1, rng)
    hides, _ = _rate(lambda count: int(hide_repeatedly(game.rules, position, work, count)), settings.seconds / 3)
    redeals, _ = _rate(lambda count: int(redeal_repeatedly(game.rules, view, work, count, rng)), settings.seconds / 3)
    return {
        "random games/s": round(games),
        "random decisions/s": round(games * decisions),
        "decisions a game": round(decisions, 1),
        "hide µs": round(1e6 / hides, 3),
        "redeal µs": round(1e6 / redeals, 3),
        "position bytes": game.state_dtype.itemsize,
    }


def search_figures(game: Game, settings: BenchSettings) -> Figures:
    """Iterations a second of each kind of search, over views from the whole game."""
    figures = {}
    views = [view_of_mover(game, mid_game(game, seed=seed, moves=12 * seed)) for seed in range(6)]
    for name, spec in SEARCHES.items():
        player = make_solver(spec)
        player.choose(game, views[0], Budget(iterations=2), 1)
        iterations, decisions, seconds = 0, 0, 0.0
        for index, view in enumerate(views):
            choice = player.choose(game, view, Budget(milliseconds=1000 * settings.seconds / len(views)), index)
            iterations += choice.iterations
            decisions += choice.decisions
            seconds += choice.seconds
        figures[name] = {
            "iterations/s": round(iterations / seconds),
            "µs a simulated decision": round(1e6 * seconds / decisions, 4),
        }
    return figures


def thread_figures(game: Game, settings: BenchSettings) -> Figures:
    """How much faster two threads are than one, in pairs of runs one after the other."""
    view = view_of_mover(game, mid_game(game))
    ratios = []
    for repeat in range(max(3, settings.repeats // 4)):
        seconds = []
        for threads in (1, 2):
            player = IsmctsPlayer(threads=threads, trees=2)
            choice = player.choose(game, view, Budget(milliseconds=1000 * settings.seconds / 2), repeat)
            seconds.append(choice.seconds / choice.iterations)
        ratios.append(seconds[0] / seconds[1])
    return {"speed-up of 2 threads": round(statistics.median(ratios), 2), "cores": os.cpu_count()}


def cancel_figures(game: Game, settings: BenchSettings) -> Figures:
    """Milliseconds from ``cancel`` to the answer."""
    view = view_of_mover(game, mid_game(game))
    delays = []
    for repeat in range(settings.repeats):
        control = Control()
        cancelled_at: list[float] = []

        def cancel(control: Control = control, times: list[float] = cancelled_at) -> None:
            times.append(time.perf_counter())
            control.cancel()

        timer = threading.Timer(0.03, cancel)
        timer.start()
        IsmctsPlayer().choose(game, view, Budget(milliseconds=5000), repeat, control)
        delays.append(1000 * (time.perf_counter() - cancelled_at[0]))
        timer.join()
    return {"cancel p50 ms": round(statistics.median(delays), 2), "cancel max ms": round(max(delays), 2)}


def overrun_figures(game: Game, settings: BenchSettings) -> Figures:
    """Milliseconds by which a search overruns its time budget."""
    views = [view_of_mover(game, mid_game(game, seed=seed, moves=15 * seed)) for seed in range(6)]
    overruns = []
    for repeat in range(settings.repeats * 6):
        view = views[repeat % len(views)]
        started = time.perf_counter()
        IsmctsPlayer().choose(game, view, Budget(milliseconds=20), repeat)
        overruns.append(1000 * (time.perf_counter() - started) - 20)
    return {
        "overrun p50 ms": round(statistics.median(overruns), 2),
        "overrun p99 ms": round(float(np.percentile(overruns, 99)), 2),
    }


_START = """
import time; started = time.perf_counter()
from engine.catalog import load_game
from engine.compiling import COMPILED
from solvers.warming import warm_up
warm_up(load_game({game!r}))
print(time.perf_counter() - started)
"""


def start_figures(name: str) -> Figures:
    """Seconds from a new process to its first possible answer, with an empty and with a filled compile cache."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = []
        for _ in range(4):
            started = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", _START.format(game=name)],
                env={**os.environ, "PITWISE_CACHE_DIR": folder},
                check=True,
                capture_output=True,
            )
            seconds.append(time.perf_counter() - started)
    return {"cold start s": round(seconds[0], 2), "warm start s": round(statistics.median(seconds[1:]), 2)}


def signature(game_names: tuple[str, ...]) -> str:
    """A number that stands for the behaviour of a fixed set of searches: it changes only when behaviour does."""
    digest = hashlib.sha256()
    for name in game_names:
        for seats in load_game(name).seat_counts:
            game = load_game(name, seats=seats)
            for seed, moves in enumerate((0, 17, 40, 77)):
                view = view_of_mover(game, mid_game(game, seed=seed, moves=moves))
                for spec in SEARCHES.values():
                    choice = make_solver(spec).choose(game, view, Budget(iterations=200), seed)
                    digest.update(repr([(item.move, item.visits) for item in choice.candidates]).encode())
    return digest.hexdigest()[:12]


def bench(game_names: tuple[str, ...], settings: BenchSettings, progress: Progress) -> Figures:
    """All figures of the engine and the solvers, as JSON values."""
    report: Figures = {"machine": machine(), "games": {}}
    for name in game_names:
        seat_counts = settings.seat_counts or load_game(name).seat_counts
        by_seats: Figures = {}
        for seats in seat_counts:
            game = load_game(name, seats=seats)
            progress(f"{name}, {seats} players: engine")
            by_seats[str(seats)] = engine_figures(game, settings)
            progress(f"{name}, {seats} players: searches")
            by_seats[str(seats)]["ismcts"] = search_figures(game, settings)
            if bids := bid_figures(game, settings.repeats):
                by_seats[str(seats)]["bidding"] = bids
        game = load_game(name)
        progress(f"{name}: threads, cancelling and budgets")
        figures = {
            "players": by_seats,
            **thread_figures(game, settings),
            **cancel_figures(game, settings),
            **overrun_figures(game, settings),
        }
        if settings.arena:
            progress(f"{name}: the arena, with one and two workers")
            figures["arena"] = arena_figures(name, settings.seconds)
        if settings.starts:
            progress(f"{name}: cold and warm start (compiles everything once)")
            figures.update(start_figures(name))
        report["games"][name] = figures
    progress("signature")
    report["signature"] = signature(game_names)
    report["peak memory MB"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return report
