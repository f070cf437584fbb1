"""What the service adds to a search, and how well it keeps deadlines; measured over loopback."""

import statistics
import threading
import time
from typing import Any

import grpc
import numpy as np

from engine.catalog import load_game
from pitwise.client import OpponentClient, PitwiseServiceError
from server.config import ServerConfig
from server.lifecycle import start_server
from server.referee import Referee

_CLIENTS = 16
_DEADLINE_SECONDS = 0.2


def service_figures(game_name: str, seconds: float) -> dict[str, Any]:
    """Overhead over the search in milliseconds, at 1 and at 16 clients, and the overrun of deadlines.

    The overhead is the time a client waits less the time the server reports for the search, waiting for a search place
    included. The searches are a heuristic player's, the shortest there are.
    """
    referee = Referee(load_game(game_name), 1)
    for _ in range(30):
        referee.play(referee.game.legal_moves(referee.state)[0])
    view = referee.view(_turn(referee))
    figures: dict[str, Any] = {}
    with start_server(ServerConfig(port=0, queue_length=2 * _CLIENTS)) as server:
        server.wait_until_ready()
        for clients in (1, _CLIENTS):
            overheads = _overheads(server.address, view, clients, seconds)
            figures[f"overhead at {clients} clients p50 ms"] = round(statistics.median(overheads), 3)
            figures[f"overhead at {clients} clients p99 ms"] = round(float(np.percentile(overheads, 99)), 3)
            figures[f"requests/s at {clients} clients"] = round(len(overheads) / seconds)
        overruns, missed = _overruns(server.address, view, max(10, int(4 * seconds / _DEADLINE_SECONDS)))
        figures["deadline overrun p99 ms"] = round(float(np.percentile(overruns, 99)), 2)
        figures["time left at the answer p50 ms"] = round(-statistics.median(overruns), 2)
        figures["deadlines missed"] = missed
    return figures


def _turn(referee: Referee) -> int:
    seat = referee.turn
    assert seat is not None
    return seat


def _overheads(address: str, view: Any, clients: int, seconds: float) -> list[float]:
    found: list[float] = []
    lock = threading.Lock()

    def ask() -> None:
        mine = []
        with OpponentClient(address) as client:
            client.suggest_move(view, solver="heuristic", seed=1)
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                started = time.perf_counter()
                answer = client.suggest_move(view, solver="heuristic", seed=1)
                mine.append(1000 * (time.perf_counter() - started) - answer.analysis.elapsed_milliseconds)
        with lock:
            found.extend(mine)

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _overruns(address: str, view: Any, times: int) -> tuple[list[float], int]:
    """Milliseconds from the deadline to the answer (negative: in time), and how many deadlines were missed."""
    overruns = []
    missed = 0
    with OpponentClient(address) as client:
        for seed in range(times):
            started = time.perf_counter()
            try:
                client.suggest_move(view, solver="ismcts", seed=seed, timeout=_DEADLINE_SECONDS)
            except (PitwiseServiceError, grpc.RpcError):
                missed += 1
            overruns.append(1000 * (time.perf_counter() - started - _DEADLINE_SECONDS))
    return overruns, missed
