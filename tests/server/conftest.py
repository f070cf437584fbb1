"""Servers on free loopback ports."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pitwise.client import OpponentClient
from server.config import ServerConfig
from server.lifecycle import ServerHandle, start_server
from solvers import registry
from tests.server.positions import Chatterbox, Doubter, Sleeper, Stumbler


@pytest.fixture(scope="session")
def server() -> Iterator[ServerHandle]:
    """A server with the settings of the house, warmed up."""
    with start_server(ServerConfig(port=0, default_solver="heuristic")) as handle:
        handle.wait_until_ready()
        yield handle


@pytest.fixture
def client(server: ServerHandle) -> Iterator[OpponentClient]:
    with OpponentClient(server.address) as client:
        yield client


@pytest.fixture
def start(server: ServerHandle) -> Iterator[Callable[..., ServerHandle]]:
    """Starts servers with other settings; the kernels are compiled already."""
    handles = []

    def start(**settings: Any) -> ServerHandle:
        handle = start_server(ServerConfig(port=0, warm_up=False, **settings))
        handles.append(handle)
        handle.wait_until_ready()
        return handle

    yield start
    for handle in handles:
        handle.stop(0.0)


@pytest.fixture
def test_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry with solvers that sleep and stumble."""
    monkeypatch.setitem(registry.SOLVERS, "sleeper", Sleeper)
    monkeypatch.setitem(registry.SOLVERS, "stumbler", Stumbler)
    monkeypatch.setitem(registry.SOLVERS, "doubter", Doubter)
    monkeypatch.setitem(registry.SOLVERS, "chatterbox", Chatterbox)
    Sleeper.diary.clear()
    Sleeper.running.clear()
    Sleeper.most_running = 0
