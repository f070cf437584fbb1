"""From start to stop."""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from engine.errors import OptionError, UnknownNameError
from pitwise.client import (
    AnswerTimeoutError,
    OpponentClient,
    PitwiseServiceError,
    ServerBusyError,
    ServerUnavailableError,
)
from pitwise.errors import retry_seconds_of
from pitwise.v1 import analysis_pb2
from server import health as health_module
from server import lifecycle
from server.config import ServerConfig
from server.lifecycle import start_server
from tests.server.positions import Sleeper, referee_after

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def health(address: str, service: str = "") -> int:
    with grpc.insecure_channel(address) as channel:
        request = health_pb2.HealthCheckRequest(service=service)
        stub: Any = health_pb2_grpc.HealthStub(channel)
        status: int = stub.Check(request, timeout=5).status
        return status


def test_health_and_reflection(server):
    assert health(server.address) == SERVING
    assert health(server.address, "pitwise.v1.OpponentService") == SERVING
    with grpc.insecure_channel(server.address) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        assert "pitwise.v1.OpponentService" in database.get_services()
        file = database.FindFileContainingSymbol("pitwise.v1.StockpileView")
        assert file.name == "pitwise/v1/stockpile_view.proto"
        file = database.FindFileContainingSymbol("pitwise.v1.StonksView")
        assert file.name == "pitwise/v1/stonks_view.proto"


def test_requests_are_turned_away_until_the_kernels_are_compiled(monkeypatch):
    compiled = threading.Event()

    def compile_slowly(game):
        compiled.wait(30)
        return 1.0

    monkeypatch.setattr(lifecycle, "warm_up", compile_slowly)
    referee = referee_after(30)
    with start_server(ServerConfig(port=0)) as server, OpponentClient(server.address) as client:
        assert health(server.address) == NOT_SERVING
        with pytest.raises(AnswerTimeoutError):
            client.wait_until_ready(timeout=0.2)
        with pytest.raises(ServerUnavailableError, match="starting"):
            client.suggest_move(referee.view())
        compiled.set()
        client.wait_until_ready(timeout=5)
        assert health(server.address) == SERVING
        assert client.suggest_move(referee.view(), solver="heuristic").analysis.move.text


def test_a_server_that_cannot_compile_says_so(monkeypatch):
    def fail(game):
        raise RuntimeError("no compiler")

    monkeypatch.setattr(lifecycle, "warm_up", fail)
    with start_server(ServerConfig(port=0)) as server:
        with pytest.raises(RuntimeError, match="no compiler"):
            server.wait_until_ready(timeout=5)
        assert health(server.address) == NOT_SERVING


def test_a_taken_port_is_said_to_be(server):
    with pytest.raises(OSError, match=str(server.port)):
        start_server(ServerConfig(port=server.port))


def test_a_default_solver_that_does_not_exist_stops_the_start():
    with pytest.raises(UnknownNameError, match="oracle"):
        start_server(ServerConfig(port=0, default_solver="oracle"))


def test_impossible_settings_are_all_named():
    with pytest.raises(OptionError) as caught:
        ServerConfig(port=70_000, max_searches=0, deadline_margin_fraction=2.0, grace_seconds=-1)
    assert {problem.field for problem in caught.value.problems} == {
        "port",
        "max_searches",
        "deadline_margin_fraction",
        "grace_seconds",
    }
    assert "max_searches = " in str(ServerConfig())


@pytest.mark.usefixtures("test_solvers")
def test_stopping_lets_searches_end(start):
    server = start(max_searches=1, queue_length=4)
    view = referee_after(30).view()
    answers: list[Any] = []

    def ask(client: OpponentClient) -> None:
        try:
            answers.append(client.suggest_move(view, solver="sleeper", milliseconds=400).analysis)
        except PitwiseServiceError as error:
            answers.append(error)

    with OpponentClient(server.address) as client:
        asking = [threading.Thread(target=ask, args=(client,)) for _ in range(2)]
        for thread in asking:
            thread.start()
            time.sleep(0.1)
        began = time.monotonic()
        server.stop(grace_seconds=5.0)
        assert time.monotonic() - began < 2.0
        for thread in asking:
            thread.join()
        # The one was searching: it has its answer. The other was waiting for a place: it can try another server.
        assert [type(answer) for answer in answers] == [ServerUnavailableError, analysis_pb2.Analysis]
        assert not answers[1].degraded
        with pytest.raises(ServerUnavailableError):
            client.suggest_move(view, timeout=2)
    server.stop()


@pytest.mark.usefixtures("test_solvers")
def test_searches_that_outlast_the_grace_answer_with_what_they_have(start):
    server = start(max_searches=1)
    view = referee_after(30).view()
    answers = []
    with OpponentClient(server.address) as client:
        asking = threading.Thread(
            target=lambda: answers.append(client.suggest_move(view, solver="sleeper", milliseconds=30_000).analysis)
        )
        asking.start()
        while not Sleeper.running:
            time.sleep(0.01)
        with grpc.insecure_channel(server.address) as channel:
            # A watch has no end of its own; it must not hold up the server.
            stub: Any = health_pb2_grpc.HealthStub(channel)
            watch = stub.Watch(health_pb2.HealthCheckRequest(service=""))
            assert next(watch).status == SERVING
            began = time.monotonic()
            server.stop(grace_seconds=1.0)
            assert time.monotonic() - began < 2.0
        asking.join()
    (answer,) = answers
    assert answer.degraded
    assert answer.degraded_reason == analysis_pb2.DEGRADED_REASON_SHUTDOWN
    assert answer.iterations > 0


SERVE = """
import logging, sys
from server.config import ServerConfig
from server.lifecycle import serve
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
serve(ServerConfig(port=0, grace_seconds=10.0, max_searches=1))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_drain_the_process(server, number):
    referee = referee_after(30)
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        answers = []
        with OpponentClient(address) as client:
            client.wait_until_ready(timeout=300)
            asking = threading.Thread(
                target=lambda: answers.append(
                    client.suggest_move(referee.view(), solver="ismcts", milliseconds=1_500).analysis
                )
            )
            asking.start()
            time.sleep(0.7)
            process.send_signal(number)
            asking.join()
        output, _ = process.communicate(timeout=20)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, output
    assert "stopped" in output
    assert "Traceback" not in output
    (answer,) = answers
    assert answer.elapsed_milliseconds > 1_400
    assert not answer.degraded


SERVE_COMPILING = (
    """
import threading
from server import health as health_module
from server import lifecycle
lifecycle.warm_up = lambda game: threading.Event().wait(600) or 1.0
"""
    + SERVE
)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_signal_while_compiling_ends_the_process_at_once():
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE_COMPILING], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=10)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, output
    assert "Traceback" not in output


def test_old_connections_are_renewed_without_a_client_noticing(start):
    server = start(connection_seconds=1.0, default_solver="heuristic")
    view = referee_after(30).view()
    ends_at = time.monotonic() + 4.0
    with OpponentClient(server.address) as client:
        while time.monotonic() < ends_at:
            assert client.suggest_move(view, timeout=10).analysis.candidates


def half_open(channel: grpc.Channel, method: str, calls: int) -> list[Any]:
    """Calls whose request never comes."""
    never = threading.Event()

    def silence() -> Any:
        never.wait(60)
        yield b""

    return [channel.stream_stream(method)(silence()) for _ in range(calls)]


@pytest.mark.parametrize("method", ["pitwise.v1.OpponentService/SuggestMove", "grpc.health.v1.Health/Check"])
def test_calls_whose_request_never_comes_are_ended(start, method):
    server = start(request_seconds=0.5, default_solver="heuristic")
    with grpc.insecure_channel(server.address) as channel:
        calls = half_open(channel, f"/{method}", 8)
        for call in calls:
            with pytest.raises(grpc.RpcError) as caught:
                next(call)
            assert caught.value.code() is grpc.StatusCode.ABORTED
            assert "has not come within 0.5 s" in caught.value.details()
    assert health(server.address) == SERVING


def test_calls_that_only_wait_keep_nobody_out(start):
    server = start(max_requests=1, default_solver="heuristic")
    view = referee_after(30).view()
    channels = [grpc.insecure_channel(server.address, options=[("grpc.use_local_subchannel_pool", 1)]) for _ in "123"]
    try:
        waiting = half_open(channels[0], "/pitwise.v1.OpponentService/SuggestMove", 100)
        waiting += half_open(channels[1], "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", 70)
        stub: Any = health_pb2_grpc.HealthStub(channels[2])
        watches = [stub.Watch(health_pb2.HealthCheckRequest(service="")) for _ in range(150)]
        assert all(next(watch).status == SERVING for watch in watches)
        assert health(server.address) == SERVING
        with OpponentClient(server.address) as client:
            assert client.suggest_move(view, timeout=5).analysis.candidates
        for call in waiting + watches:
            call.cancel()
    finally:
        for channel in channels:
            channel.close()


def test_watches_have_a_limit_and_are_all_told(start, monkeypatch):
    monkeypatch.setattr(health_module, "MOST_WATCHES", 3)
    server = start()
    with grpc.insecure_channel(server.address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        watches = []
        for _ in range(3):
            watches.append(stub.Watch(health_pb2.HealthCheckRequest(service="")))
            assert next(watches[-1]).status == SERVING
        watches.append(stub.Watch(health_pb2.HealthCheckRequest(service="")))
        with pytest.raises(grpc.RpcError) as caught:
            next(watches[3])
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert retry_seconds_of(caught.value) == 2.0
        watches[0].cancel()
        stopping = threading.Thread(target=server.stop, args=(2.0,))
        stopping.start()
        assert [next(watch).status for watch in watches[1:3]] == [NOT_SERVING] * 2
        stopping.join()


def test_the_last_resort_is_worth_another_try(start, monkeypatch):
    monkeypatch.setattr(lifecycle, "most_open_calls", lambda config: 2)
    server = start(request_seconds=1.5, default_solver="heuristic")
    view = referee_after(30).view()
    with grpc.insecure_channel(server.address) as channel, OpponentClient(server.address) as client:
        kept = half_open(channel, "/pitwise.v1.OpponentService/SuggestMove", 2)
        time.sleep(0.3)
        with pytest.raises(ServerBusyError) as caught:
            client.suggest_move(view, timeout=0.5)
        assert caught.value.retry_seconds == 1.0
        assert client.suggest_move(view, timeout=20).analysis.candidates
        assert len(kept) == 2


def test_the_warm_up_imports_what_odd_views_need(monkeypatch):
    monkeypatch.setattr(lifecycle, "warm_up", lambda game: 0.0)
    imported = []
    monkeypatch.setattr(lifecycle.importlib, "import_module", imported.append)
    lifecycle._warm_up_game("stockpile")
    assert imported == ["scipy.sparse.csgraph", "scipy.optimize"]
