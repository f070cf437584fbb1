"""A thin client for frontends in Python.

    with OpponentClient("127.0.0.1:50051") as client:
        client.wait_until_ready(timeout=120)
        answer = client.suggest_move(view, solver="ismcts", milliseconds=500)
        print(answer.analysis.move.text)

Views and answers are the messages of the contract (:mod:`pitwise.v1`). Errors are those of :mod:`pitwise.errors`.
"""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable
from types import TracebackType
from typing import Any, TypeVar

import grpc
import grpc.aio

from pitwise.errors import (
    AnswerTimeoutError,
    FieldProblem,
    InvalidRequestError,
    PitwiseServiceError,
    ServerBusyError,
    ServerUnavailableError,
    UnknownSolverError,
    opponent_error,
    retry_seconds_of,
)
from pitwise.v1 import analysis_pb2, catalog_pb2, opponent_service_pb2, opponent_service_pb2_grpc, position_pb2

__all__ = [
    "AnswerTimeoutError",
    "AsyncOpponentClient",
    "FieldProblem",
    "InvalidRequestError",
    "OpponentClient",
    "PitwiseServiceError",
    "ServerBusyError",
    "ServerUnavailableError",
    "UnknownSolverError",
]

MOST_TRIES = 5
"""How often a call is made in all while the server is busy."""

LONGEST_WAIT_SECONDS = 5.0
_SPARE_SECONDS = 10.0
"""Added to the milliseconds asked for when no timeout is given: waiting for a place, and the way there and back."""

_FIRST_LOOK_SECONDS = 0.05
_LOOK_SECONDS = 0.5

_CHANNEL_OPTIONS = [
    # A server that is gone without a word is noticed within half a minute.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # Without this a channel that failed to connect waits up to two minutes before it tries again.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
]

Result = TypeVar("Result")


def _suggest_request(
    view: position_pb2.View,
    earlier: Iterable[position_pb2.View],
    solver: str,
    iterations: int | None,
    milliseconds: int | None,
    seed: int | None,
    request_id: str,
) -> opponent_service_pb2.SuggestMoveRequest:
    return opponent_service_pb2.SuggestMoveRequest(
        view=view,
        earlier=earlier,
        solver=solver,
        budget=analysis_pb2.Budget(iterations=iterations, milliseconds=milliseconds),
        seed=seed,
        request_id=request_id,
    )


def _analyze_request(
    view: position_pb2.View,
    earlier: Iterable[position_pb2.View],
    solver: str,
    iterations: int | None,
    milliseconds: int | None,
    seed: int | None,
    request_id: str,
    report_milliseconds: int | None,
) -> opponent_service_pb2.AnalyzePositionRequest:
    return opponent_service_pb2.AnalyzePositionRequest(
        view=view,
        earlier=earlier,
        solver=solver,
        budget=analysis_pb2.Budget(iterations=iterations, milliseconds=milliseconds),
        seed=seed,
        request_id=request_id,
        report_milliseconds=report_milliseconds,
    )


def _timeout(timeout: float | None, milliseconds: int | None) -> float | None:
    """The call's timeout in seconds; by default long enough for the milliseconds asked for, else none."""
    if timeout is not None or milliseconds is None:
        return timeout
    return milliseconds / 1000.0 + _SPARE_SECONDS


class _Tries:
    """Decides whether a refused call is made again, and when."""

    def __init__(self, timeout: float | None) -> None:
        self._ends_at = None if timeout is None else time.monotonic() + timeout
        self._made = 0

    def seconds_left(self) -> float | None:
        """Until the timeout, which is for all tries together."""
        return None if self._ends_at is None else max(self._ends_at - time.monotonic(), 0.001)

    def wait_seconds(self, error: grpc.RpcError) -> float:
        """How long to wait before the next try.

        Raises:
            PitwiseServiceError: there is to be no other one.
        """
        self._made += 1
        failure = opponent_error(error)
        delay = retry_seconds_of(error)
        if not isinstance(failure, ServerBusyError) or delay is None or self._made >= MOST_TRIES:
            raise failure from None
        # Spread out, so that those turned away together do not come back together.
        delay = min(delay, LONGEST_WAIT_SECONDS) * random.uniform(1.0, 1.5)
        left = self.seconds_left()
        if left is not None and delay >= left:
            raise failure from None
        return delay


class OpponentClient:
    """Asks a server for moves; blocking, and safe to share between threads.

    Args:
        address: ``host:port``.
        channel: a channel of your own (TLS, a proxy) instead of an address; it is not closed by :meth:`close`.
    """

    def __init__(self, address: str = "127.0.0.1:50051", *, channel: grpc.Channel | None = None) -> None:
        self._own_channel = channel is None
        self._channel = channel or grpc.insecure_channel(address, options=_CHANNEL_OPTIONS)
        self._stub = opponent_service_pb2_grpc.OpponentServiceStub(self._channel)

    def suggest_move(
        self,
        view: position_pb2.View,
        *,
        earlier: Iterable[position_pb2.View] = (),
        solver: str = "",
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: int | None = None,
        request_id: str = "",
        timeout: float | None = None,
    ) -> opponent_service_pb2.SuggestMoveResponse:
        """The move for the seat whose view this is, and what it rests on.

        Args:
            view: what the seat sees.
            earlier: what it saw at earlier decisions of the round (in Stonks: of the half), its own and all others',
                oldest first; at most 256. What others did tells of what they hold: a search that knows is stronger.
            solver: a name or spec; empty: the server's default.
            iterations: search iterations at most.
            milliseconds: thinking time at most; with neither limit it is the time until ``timeout``, or the server's
                default.
            seed: for an answer that can be had again.
            request_id: for the server's log.
            timeout: in seconds, for all tries together.

        Raises:
            InvalidRequestError: fields are wrong.
            UnknownSolverError: there is no such solver.
            ServerBusyError: no place was free, however often it was tried.
            ServerUnavailableError: no server answers.
            AnswerTimeoutError: the timeout came first.
        """
        request = _suggest_request(view, earlier, solver, iterations, milliseconds, seed, request_id)
        timeout = _timeout(timeout, milliseconds)
        return self._persistently(lambda left: self._stub.SuggestMove(request, timeout=left), timeout)

    def analyze(
        self,
        view: position_pb2.View,
        *,
        earlier: Iterable[position_pb2.View] = (),
        solver: str = "",
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: int | None = None,
        request_id: str = "",
        report_milliseconds: int | None = None,
        timeout: float | None = None,
    ) -> Generator[opponent_service_pb2.AnalyzePositionResponse, None, None]:
        """Ever better reports; the last one, and only it, is ``final``. Leaving the loop ends the search.

        Arguments and errors are those of :meth:`suggest_move`; ``report_milliseconds`` is the rhythm of the reports.
        """
        request = _analyze_request(
            view, earlier, solver, iterations, milliseconds, seed, request_id, report_milliseconds
        )
        tries = _Tries(_timeout(timeout, milliseconds))
        while True:
            call = self._stub.AnalyzePosition(request, timeout=tries.seconds_left())
            try:
                # A refusal comes before the first report, so no report is ever sent twice.
                yield from call
                return
            except grpc.RpcError as error:
                time.sleep(tries.wait_seconds(error))
            finally:
                call.cancel()

    def list_games(self, timeout: float | None = 10.0) -> list[catalog_pb2.GameInfo]:
        """The games the server plays, with their options, editions, styles and assumed values."""
        request = opponent_service_pb2.ListGamesRequest()
        return list(self._persistently(lambda left: self._stub.ListGames(request, timeout=left), timeout).games)

    def list_solvers(self, timeout: float | None = 10.0) -> list[catalog_pb2.SolverInfo]:
        """The solvers the server has."""
        request = opponent_service_pb2.ListSolversRequest()
        return list(self._persistently(lambda left: self._stub.ListSolvers(request, timeout=left), timeout).solvers)

    def wait_until_ready(self, timeout: float = 120.0) -> None:
        """Wait until the server answers requests: the first start on a machine compiles for a minute or so.

        Args:
            timeout: in seconds.

        Raises:
            AnswerTimeoutError: it takes longer.
        """
        ends_at = time.monotonic() + timeout
        pause = _FIRST_LOOK_SECONDS
        while not _is_serving(self._health(max(ends_at - time.monotonic(), 0.001))):
            if time.monotonic() + pause >= ends_at:
                raise _not_ready(timeout)
            time.sleep(pause)
            pause = min(2 * pause, _LOOK_SECONDS)

    def close(self) -> None:
        """Close the connection."""
        if self._own_channel:
            self._channel.close()

    def __enter__(self) -> "OpponentClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _persistently(self, call: Callable[[float | None], Result], timeout: float | None) -> Result:
        tries = _Tries(timeout)
        while True:
            try:
                return call(tries.seconds_left())
            except grpc.RpcError as error:
                time.sleep(tries.wait_seconds(error))

    def _health(self, timeout: float) -> bytes | None:
        check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_HEALTH_CHECK)
        try:
            answer: bytes = check(_HEALTH_REQUEST, timeout=min(timeout, 5.0))
            return answer
        except grpc.RpcError:
            return None


class AsyncOpponentClient:
    """Asks a server for moves from within an event loop; arguments and errors are :class:`OpponentClient`'s."""

    def __init__(self, address: str = "127.0.0.1:50051", *, channel: grpc.aio.Channel | None = None) -> None:
        self._own_channel = channel is None
        self._channel = channel or grpc.aio.insecure_channel(address, options=_CHANNEL_OPTIONS)
        self._stub: Any = opponent_service_pb2_grpc.OpponentServiceStub(self._channel)

    async def suggest_move(
        self,
        view: position_pb2.View,
        *,
        earlier: Iterable[position_pb2.View] = (),
        solver: str = "",
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: int | None = None,
        request_id: str = "",
        timeout: float | None = None,  # noqa: ASYNC109 - it is the call's deadline, which the server is told
    ) -> opponent_service_pb2.SuggestMoveResponse:
        """See :meth:`OpponentClient.suggest_move`. Cancelling the task ends the search."""
        request = _suggest_request(view, earlier, solver, iterations, milliseconds, seed, request_id)
        timeout = _timeout(timeout, milliseconds)
        response: opponent_service_pb2.SuggestMoveResponse = await self._persistently(
            lambda left: self._stub.SuggestMove(request, timeout=left), timeout
        )
        return response

    async def analyze(
        self,
        view: position_pb2.View,
        *,
        earlier: Iterable[position_pb2.View] = (),
        solver: str = "",
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: int | None = None,
        request_id: str = "",
        report_milliseconds: int | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> AsyncGenerator[opponent_service_pb2.AnalyzePositionResponse, None]:
        """See :meth:`OpponentClient.analyze`."""
        request = _analyze_request(
            view, earlier, solver, iterations, milliseconds, seed, request_id, report_milliseconds
        )
        tries = _Tries(_timeout(timeout, milliseconds))
        while True:
            call = self._stub.AnalyzePosition(request, timeout=tries.seconds_left())
            try:
                async for report in call:
                    yield report
                return
            except grpc.RpcError as error:
                await asyncio.sleep(tries.wait_seconds(error))
            finally:
                call.cancel()

    async def list_games(self, timeout: float | None = 10.0) -> list[catalog_pb2.GameInfo]:  # noqa: ASYNC109
        """See :meth:`OpponentClient.list_games`."""
        request = opponent_service_pb2.ListGamesRequest()
        response = await self._persistently(lambda left: self._stub.ListGames(request, timeout=left), timeout)
        return list(response.games)

    async def list_solvers(self, timeout: float | None = 10.0) -> list[catalog_pb2.SolverInfo]:  # noqa: ASYNC109
        """See :meth:`OpponentClient.list_solvers`."""
        request = opponent_service_pb2.ListSolversRequest()
        response = await self._persistently(lambda left: self._stub.ListSolvers(request, timeout=left), timeout)
        return list(response.solvers)

    async def wait_until_ready(self, timeout: float = 120.0) -> None:  # noqa: ASYNC109
        """See :meth:`OpponentClient.wait_until_ready`."""
        ends_at = time.monotonic() + timeout
        pause = _FIRST_LOOK_SECONDS
        while not _is_serving(await self._health(max(ends_at - time.monotonic(), 0.001))):
            if time.monotonic() + pause >= ends_at:
                raise _not_ready(timeout)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LOOK_SECONDS)

    async def close(self) -> None:
        """Close the connection."""
        if self._own_channel:
            await self._channel.close()

    async def __aenter__(self) -> "AsyncOpponentClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _persistently(self, call: Callable[[float | None], Awaitable[Any]], timeout: float | None) -> Any:  # noqa: ASYNC109
        tries = _Tries(timeout)
        while True:
            try:
                return await call(tries.seconds_left())
            except grpc.RpcError as error:
                await asyncio.sleep(tries.wait_seconds(error))

    async def _health(self, timeout: float) -> bytes | None:  # noqa: ASYNC109
        check: Any = self._channel.unary_unary(_HEALTH_CHECK)
        try:
            answer: bytes = await check(_HEALTH_REQUEST, timeout=min(timeout, 5.0))
            return answer
        except grpc.RpcError:
            return None


def _not_ready(timeout: float) -> AnswerTimeoutError:
    return AnswerTimeoutError(grpc.StatusCode.DEADLINE_EXCEEDED, f"the server was not ready within {timeout:g} s")


# The standard health check, spelled out so that a frontend need not install its package: the request's field 1 is the
# service's name, the answer's field 1 the status, of which 1 is SERVING.
_HEALTH_CHECK = "/grpc.health.v1.Health/Check"
_SERVICE = b"pitwise.v1.OpponentService"
_HEALTH_REQUEST = b"\x0a" + bytes([len(_SERVICE)]) + _SERVICE
_SERVING = b"\x08\x01"


def _is_serving(answer: bytes | None) -> bool:
    return answer == _SERVING
