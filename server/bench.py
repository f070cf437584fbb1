"""What the service adds to a search, and how well it keeps deadlines; measured over loopback."""

import multiprocessing
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import grpc
import numpy as np

from engine.catalog import load_game
from pitwise.client import OpponentClient, PitwiseServiceError
from server.config import ServerConfig
from server.lifecycle import settle_memory, start_server
from server.referee import Referee

_CLIENTS = 16
_DEADLINES = (0.06, 0.1, 0.15, 0.2, 0.3)
_DEADLINE_CLIENTS = 2
_MOST_SAMPLES, _FEWEST_SAMPLES = 120, 10
_STEPS_BETWEEN_VIEWS = 7

SOLVERS: dict[str, dict[str, Any]] = {
    "heuristic": {"solver": "heuristic"},
    "ismcts, 50 iterations": {"solver": "ismcts", "iterations": 50},
    "ismcts, 1000 iterations": {"solver": "ismcts", "iterations": 1_000},
}
"""Requests whose overhead is measured: one answered in the server's event loop, two by searches in threads."""


def service_figures(game_name: str, seconds: float) -> dict[str, Any]:
    """What the service adds to a search, and how well it keeps deadlines.

    The overhead is the time a client waits less the time the server reports for the search, in milliseconds; waiting
    for a search place is part of it, so that searches at 16 clients have much of it on few cores. The heuristic player
    answers in the server's event loop, searches in threads of their own. The server has a process of its own, as it has
    in real life; the clients share one, whose own work takes about as long as the server's.

    Deadlines are mixed, two clients at a time. The overrun is the time from the deadline to the answer (negative: time
    was left); that of the budget is what a search took beyond the time that the server gave it.

    Args:
        game_name: the game.
        seconds: for each figure of the overhead; the deadlines take about ten times as long, or a second at least.
    """
    views = _views(game_name)
    figures: dict[str, Any] = {}
    with _server(ServerConfig(port=0, queue_length=2 * _CLIENTS)) as address:
        for name, request in SOLVERS.items():
            for clients in (1, _CLIENTS):
                overheads = _overheads(address, views, clients, seconds, request)
                where = f"{name}, {clients} client{'s' if clients > 1 else ''}"
                figures[f"{where}: overhead p50 ms"] = _percentile(overheads, 50)
                figures[f"{where}: overhead p99 ms"] = _percentile(overheads, 99)
                figures[f"{where}: requests/s"] = round(len(overheads) / seconds)
        times = min(max(_FEWEST_SAMPLES, round(_MOST_SAMPLES * seconds)), _MOST_SAMPLES)
        deadlines = _deadlines(address, views, times)
    figures["deadlines tried"] = times
    figures["deadlines missed"] = deadlines.missed
    figures["deadline overrun p99 ms"] = _percentile(deadlines.overruns, 99)
    figures["deadline overrun max ms"] = _percentile(deadlines.overruns, 100)
    figures["time left at the answer p50 ms"] = _percentile([-overrun for overrun in deadlines.overruns], 50)
    figures["budget overrun p50 ms"] = _percentile(deadlines.budget_overruns, 50)
    figures["budget overrun p99 ms"] = _percentile(deadlines.budget_overruns, 99)
    figures["answers degraded"] = deadlines.degraded
    return figures


def _percentile(values: list[float], percent: int) -> float | None:
    return round(float(np.percentile(values, percent)), 3) if values else None


@dataclass
class _Deadlines:
    """How calls with deadlines ended; times in milliseconds."""

    overruns: list[float] = field(default_factory=list)
    budget_overruns: list[float] = field(default_factory=list)
    missed: int = 0
    degraded: int = 0


def _views(game_name: str) -> list[Any]:
    """Views of all phases of a game, each with a choice to make."""
    referee = Referee(load_game(game_name), 1)
    chance = random.Random(1)
    views = []
    steps = 0
    while referee.turn is not None:
        moves = referee.game.legal_moves(referee.state)
        if steps % _STEPS_BETWEEN_VIEWS == 0 and len(moves) > 1:
            views.append(referee.view())
        referee.play(chance.choice(moves))
        steps += 1
    return views


@contextmanager
def _server(config: ServerConfig) -> Iterator[str]:
    """The address of a server in a process of its own."""
    # Not forked: gRPC's threads do not survive it.
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(config, there), daemon=True)
    process.start()
    there.close()
    try:
        yield here.recv()
    finally:
        here.close()
        process.join()


def _serve(config: ServerConfig, pipe: Connection) -> None:
    """Serve until the other end of the pipe is closed."""
    with start_server(config) as server:
        server.wait_until_ready()
        settle_memory()
        pipe.send(server.address)
        pipe.poll(None)


def _overheads(address: str, views: list[Any], clients: int, seconds: float, request: dict[str, Any]) -> list[float]:
    found: list[float] = []
    lock = threading.Lock()

    def ask(first: int) -> None:
        mine: list[float] = []
        with OpponentClient(address) as client:
            client.suggest_move(views[0], seed=1, **request)
            until = time.perf_counter() + seconds
            while not mine or time.perf_counter() < until:
                view = views[(first + len(mine)) % len(views)]
                started = time.perf_counter()
                answer = client.suggest_move(view, seed=1, **request)
                mine.append(1000 * (time.perf_counter() - started) - answer.analysis.elapsed_milliseconds)
        with lock:
            found.extend(mine)

    with ThreadPoolExecutor(clients) as threads:
        for asking in [threads.submit(ask, first) for first in range(clients)]:
            asking.result()
    return found


def _deadlines(address: str, views: list[Any], times: int) -> _Deadlines:
    found = _Deadlines()
    lock = threading.Lock()

    def ask(client: OpponentClient, number: int) -> None:
        seconds = _DEADLINES[number % len(_DEADLINES)]
        view = views[number % len(views)]
        started = time.perf_counter()
        try:
            analysis = client.suggest_move(view, solver="ismcts", seed=number, timeout=seconds).analysis
        except (PitwiseServiceError, grpc.RpcError):
            analysis = None
        overrun = 1000 * (time.perf_counter() - started - seconds)
        with lock:
            found.overruns.append(overrun)
            found.missed += analysis is None or overrun > 0
            if analysis is not None:
                found.degraded += analysis.degraded
                if not analysis.degraded and analysis.budget.HasField("milliseconds"):
                    found.budget_overruns.append(analysis.elapsed_milliseconds - analysis.budget.milliseconds)

    with OpponentClient(address) as client, ThreadPoolExecutor(_DEADLINE_CLIENTS) as threads:
        client.suggest_move(views[0], solver="heuristic", seed=1)
        for asking in [threads.submit(ask, client, number) for number in range(times)]:
            asking.result()
    return found
