"""From start to stop: warm up, say that the server is ready, serve, drain.

Three ways in: :class:`OpponentServer` inside a running event loop, :func:`start_server` in a thread of its own (tests,
demos, tools), and :func:`serve`, which is a whole process's life.
"""

import asyncio
import contextlib
import gc
import importlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Any

import grpc.aio
from grpc_health.v1 import health_pb2

from engine.catalog import load_game
from server.config import ServerConfig
from server.convert import CONVERSIONS
from server.health import HEALTH_NAME, REFLECTION_NAME, HealthService, reflection_handlers
from server.service import SERVICE_NAME, OpponentServicer
from solvers.registry import make_solver
from solvers.warming import warm_up

_LOG = logging.getLogger(__name__)

WHOLE_SERVER = ""
"""Health checks with no service name ask about the server as a whole."""

_REFLECTION_SECONDS = 30.0
"""A reflection stream in which nothing is asked for so long is over."""

_HURRY_SECONDS = 0.5
"""Before the grace ends, for searches to answer with what they have and for the answers to go out."""


class OpponentServer:
    """The service in the running event loop."""

    def __init__(self, config: ServerConfig) -> None:
        self.config = config
        self._port = 0
        self._server: grpc.aio.Server | None = None
        self._warming: asyncio.Task[None] | None = None
        self._warmed_up = False
        self._stopping: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port the server listens on, once started."""
        return self._port

    @property
    def is_warming_up(self) -> bool:
        """Whether kernels are still being compiled."""
        return not self._warmed_up

    @property
    def address(self) -> str:
        """What a client connects to, once started."""
        return f"{_in_brackets(self.config.host)}:{self._port}"

    async def start(self) -> None:
        """Listen, and begin to warm up; until that is done health says NOT_SERVING.

        Raises:
            OSError: the address cannot be listened on.
            PitwiseError: the default solver does not exist, or its spec is malformed.
        """
        config = self.config
        make_solver(config.default_solver)
        self._servicer = OpponentServicer(config)
        self._health = HealthService(config.request_seconds, config.slow_reader_seconds)
        self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
        # The servicer counts requests itself. To gRPC a call begins before its request has come and goes on until its
        # status has been read, so that callers who never ask or never read would use up its limit: it is only the
        # last resort, and its refusal has no details.
        server = grpc.aio.server(options=_options(config), maximum_concurrent_rpcs=most_open_calls(config))
        names = (SERVICE_NAME, HEALTH_NAME, REFLECTION_NAME)
        server.add_generic_rpc_handlers(
            (
                self._servicer.handlers(),
                self._health.handlers(),
                reflection_handlers(names, _REFLECTION_SECONDS),
            )
        )
        await _check_host(config)
        try:
            self._port = server.add_insecure_port(f"{_in_brackets(config.host)}:{config.port}")
        except RuntimeError:
            raise OSError(
                f"cannot listen on {_in_brackets(config.host)}:{config.port}: the port is in use or not allowed"
            ) from None
        await server.start()
        self._server = server
        _LOG.info("listening on %s", self.address)
        self._warming = asyncio.create_task(self._warm_up())

    async def wait_until_ready(self) -> None:
        """Wait until requests are answered.

        Raises:
            Exception: what kept the kernels from being compiled.
        """
        assert self._warming is not None
        await asyncio.shield(self._warming)

    async def stop(self, grace_seconds: float | None = None) -> None:
        """Take no new requests, let those under way end, then stop. Calling it again waits for the same end.

        Args:
            grace_seconds: how long they may take, the configuration's by default.
        """
        if self._stopping is None:
            grace = self.config.grace_seconds if grace_seconds is None else grace_seconds
            self._stopping = asyncio.create_task(self._stop(grace))
        await asyncio.shield(self._stopping)

    async def _stop(self, grace: float) -> None:
        assert self._server is not None
        _LOG.info("stopping; %d searches are running", self._servicer.searcher.running)
        self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
        self._servicer.close()
        draining = asyncio.create_task(self._server.stop(grace + _HURRY_SECONDS))
        try:
            async with asyncio.timeout(max(grace - _HURRY_SECONDS, 0.0)):
                await self._servicer.wait_until_idle()
        except TimeoutError:
            self._servicer.searcher.hurry()
            try:
                async with asyncio.timeout(_HURRY_SECONDS):
                    await self._servicer.wait_until_idle()
            except TimeoutError:
                _LOG.warning("some calls did not end within the grace")
        # What is left are calls that have no end of their own, such as health watches; and answers on their way out.
        await self._server.stop(_HURRY_SECONDS / 5)
        await draining
        if self._warming is not None:
            self._warming.cancel()
        await self._servicer.searcher.release()
        _LOG.info("stopped")

    async def _warm_up(self) -> None:
        if self.config.warm_up:
            for name in self.config.warm_up_games or CONVERSIONS:
                seconds = await _in_daemon_thread(partial(_warm_up_game, name))
                _LOG.info("%s is ready after %.1f s", name, seconds)
        self._warmed_up = True
        self._servicer.set_ready()
        if self._stopping is None:
            self._set_health(health_pb2.HealthCheckResponse.SERVING)

    def _set_health(self, status: Any) -> None:
        self._health.set({WHOLE_SERVER: status, SERVICE_NAME: status})


class ServerHandle:
    """A server in a thread of its own; a context manager that stops it."""

    def __init__(self, config: ServerConfig) -> None:
        self._started = threading.Event()
        self._failure: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: OpponentServer | None = None
        self._stop_asked: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, args=(config,), name="pitwise server", daemon=True)
        self._thread.start()
        self._started.wait()
        if self._failure is not None:
            raise self._failure

    @property
    def port(self) -> int:
        """The port it listens on."""
        assert self._server is not None
        return self._server.port

    @property
    def address(self) -> str:
        """What a client connects to."""
        assert self._server is not None
        return self._server.address

    def wait_until_ready(self, timeout: float = 300.0) -> None:
        """Wait until requests are answered: compiling takes up to a minute the first time.

        Args:
            timeout: in seconds.

        Raises:
            TimeoutError: it takes longer.
        """
        assert self._loop is not None
        assert self._server is not None
        asyncio.run_coroutine_threadsafe(self._server.wait_until_ready(), self._loop).result(timeout)

    def stop(self, grace_seconds: float | None = None) -> None:
        """Drain and stop; see :meth:`OpponentServer.stop`. Stopping twice does nothing."""
        if self._thread.is_alive() and self._loop is not None and self._server is not None:
            asyncio.run_coroutine_threadsafe(self._server.stop(grace_seconds), self._loop).result()
            assert self._stop_asked is not None
            self._loop.call_soon_threadsafe(self._stop_asked.set)
        self._thread.join()

    def __enter__(self) -> "ServerHandle":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    def _run(self, config: ServerConfig) -> None:
        asyncio.run(self._live(config))

    async def _live(self, config: ServerConfig) -> None:
        self._stop_asked = asyncio.Event()
        try:
            server = OpponentServer(config)
            await server.start()
        except BaseException as error:
            self._failure = error
            self._started.set()
            return
        self._loop = asyncio.get_running_loop()
        self._server = server
        self._started.set()
        await self._stop_asked.wait()


def start_server(config: ServerConfig) -> ServerHandle:
    """Start a server in a thread; with ``port=0`` on a free port, see the handle's ``port``.

    Raises:
        OSError: the address cannot be listened on.
        PitwiseError: the default solver does not exist, or its spec is malformed.
    """
    return ServerHandle(config)


def serve(config: ServerConfig) -> None:
    """Serve until SIGTERM or SIGINT, then drain; call it from the main thread.

    Raises:
        OSError: the address cannot be listened on.
        PitwiseError: the default solver does not exist, or its spec is malformed.
    """
    if not asyncio.run(_serve(config)):
        # A compiler is at work in another thread. It cannot be stopped, and the interpreter's own end would trip it up.
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def settle_memory() -> None:
    """Tell the garbage collector that what has been made so far is here to stay; for processes that only serve.

    The compiler leaves some hundred thousand objects; looking through them again and again would hold up requests.
    """
    gc.collect()
    gc.freeze()


async def _serve(config: ServerConfig) -> bool:
    """Serve until a signal comes; whether no thread of ours is left."""
    server = OpponentServer(config)
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, asked.set)
        except NotImplementedError:
            # Windows has no handlers in the event loop.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(asked.set))
    await server.start()
    ready = asyncio.create_task(server.wait_until_ready())
    stop = asyncio.create_task(asked.wait())
    await asyncio.wait({ready, stop}, return_when=asyncio.FIRST_COMPLETED)
    if ready.done() and ready.exception() is not None:
        await server.stop(0.0)
        ready.result()
    if ready.done():
        settle_memory()
    await stop
    await server.stop()
    return not server.is_warming_up


async def _in_daemon_thread(work: Callable[[], float]) -> float:
    """Run ``work`` in a thread whose end nobody has to wait for: compiling takes long and cannot be interrupted."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[float] = loop.create_future()

    def settle(seconds: float, error: BaseException | None) -> None:
        if result.done():
            return
        if error is None:
            result.set_result(seconds)
        else:
            result.set_exception(error)

    def run() -> None:
        seconds, failure = 0.0, None
        try:
            seconds = work()
        except BaseException as error:
            failure = error
        with contextlib.suppress(RuntimeError):
            # The loop may have ended long ago.
            loop.call_soon_threadsafe(settle, seconds, failure)

    threading.Thread(target=run, name="warm up", daemon=True).start()
    return await result


def _warm_up_game(name: str) -> float:
    # The first view that needs a closer look would else hold up the event loop while these are imported.
    for module in ("scipy.sparse.csgraph", "scipy.optimize"):
        importlib.import_module(module)
    return warm_up(load_game(name))


def most_open_calls(config: ServerConfig) -> int:
    """How many calls of all kinds gRPC keeps open, those included that wait for a request or a reader."""
    return 16 * config.max_requests + 1_024


def _options(config: ServerConfig) -> list[tuple[str, int]]:
    keepalive = int(config.keepalive_seconds * 1000)
    return [
        ("grpc.max_receive_message_length", config.max_request_bytes),
        ("grpc.max_concurrent_streams", config.max_streams_per_connection),
        ("grpc.keepalive_time_ms", keepalive),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.max_connection_age_ms", int(config.connection_seconds * 1000)),
        ("grpc.max_connection_age_grace_ms", config.max_milliseconds + 60_000),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", keepalive // 6),
        # A second server on a taken port is a mistake, not a helper.
        ("grpc.so_reuseport", 0),
    ]


async def _check_host(config: ServerConfig) -> None:
    """Tell a host that does not exist, or is another machine, from a port that is taken: gRPC does not.

    Raises:
        OSError: the host is at fault.
    """
    where = f"cannot listen on {_in_brackets(config.host)}:{config.port}"
    bare = config.host.removeprefix("[").removesuffix("]")
    try:
        found = await asyncio.get_running_loop().getaddrinfo(bare, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise OSError(f"{where}: there is no host of this name") from None
    for family, kind, protocol, _, address in found:
        with contextlib.suppress(OSError), socket.socket(family, kind, protocol) as probe:
            probe.bind(address)  # To any port.
            return
    raise OSError(f"{where}: it is no address of this machine")


def _in_brackets(host: str) -> str:
    """IPv6 addresses stand in brackets before a port."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
