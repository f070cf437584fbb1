"""What the service adds to a search, and how well it keeps deadlines; measured over loopback."""

import multiprocessing
import random
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
_DEADLINE_SECONDS = 0.2
_STEPS_BETWEEN_VIEWS = 7


def service_figures(game_name: str, seconds: float) -> dict[str, Any]:
    """Overhead over the search in milliseconds, at 1 and at 16 clients, and the overrun of deadlines.

    The overhead is the time a client waits less the time the server reports for the search, waiting for a search place
    included. The searches are a heuristic player's, the shortest there are. The server has a process of its own, as it
    has in real life; the clients share one, whose own work takes about as long as the server's.
    """
    views = _views(game_name)
    figures: dict[str, Any] = {}
    with _server(ServerConfig(port=0, queue_length=2 * _CLIENTS)) as address:
        for clients in (1, _CLIENTS):
            overheads = _overheads(address, views, clients, seconds)
            figures[f"overhead at {clients} clients p50 ms"] = round(statistics.median(overheads), 3)
            figures[f"overhead at {clients} clients p99 ms"] = round(float(np.percentile(overheads, 99)), 3)
            figures[f"requests/s at {clients} clients"] = round(len(overheads) / seconds)
        overruns, missed = _overruns(address, views, max(10, int(4 * seconds / _DEADLINE_SECONDS)))
        figures["deadline overrun p99 ms"] = round(float(np.percentile(overruns, 99)), 2)
        figures["time left at the answer p50 ms"] = round(-statistics.median(overruns), 2)
        figures["deadlines missed"] = missed
    return figures


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


def _overheads(address: str, views: list[Any], clients: int, seconds: float) -> list[float]:
    found: list[float] = []
    lock = threading.Lock()

    def ask(first: int) -> None:
        mine: list[float] = []
        with OpponentClient(address) as client:
            client.suggest_move(views[0], solver="heuristic", seed=1)
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                view = views[(first + len(mine)) % len(views)]
                started = time.perf_counter()
                answer = client.suggest_move(view, solver="heuristic", seed=1)
                mine.append(1000 * (time.perf_counter() - started) - answer.analysis.elapsed_milliseconds)
        with lock:
            found.extend(mine)

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _overruns(address: str, views: list[Any], times: int) -> tuple[list[float], int]:
    """Milliseconds from the deadline to the answer (negative: in time), and how many deadlines were missed."""
    overruns = []
    missed = 0
    with OpponentClient(address) as client:
        for seed in range(times):
            view = views[seed % len(views)]
            started = time.perf_counter()
            try:
                client.suggest_move(view, solver="ismcts", seed=seed, timeout=_DEADLINE_SECONDS)
            except (PitwiseServiceError, grpc.RpcError):
                missed += 1
            overruns.append(1000 * (time.perf_counter() - started - _DEADLINE_SECONDS))
    return overruns, missed
