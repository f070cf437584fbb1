"""The servicer: the four calls of the contract."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import DecodeError, Message

from pitwise.v1 import analysis_pb2, opponent_service_pb2
from server.config import ServerConfig
from server.errors import BusyError, NotServingError, SlowReaderError, abort, short
from server.listing import games_message, solvers_message
from server.punctual import punctual_handlers
from server.requests import LONGEST_REQUEST_ID, Request, Task, read_request
from server.searching import Searcher

_LOG = logging.getLogger(__name__)

SERVICE_NAME: str = opponent_service_pb2.DESCRIPTOR.services_by_name["OpponentService"].full_name

_SMALL_REQUEST_BYTES = 4_096
"""Views of real games have some hundred bytes, read in less time than a thread takes to begin."""

_BUSY_SECONDS = 0.5
"""When to come back if there are too many requests at once."""

Context = Any
"""``grpc.aio.ServicerContext``, whose stubs want the types of request and response at every turn."""

SomeMessage = TypeVar("SomeMessage", bound=Message)


class OpponentServicer:
    """Answers calls. It belongs to one event loop, which it never blocks."""

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self.searcher = Searcher(config)
        self._calls = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._ready = False
        self._closed = False

    def set_ready(self) -> None:
        """From now on requests are answered."""
        self._ready = True

    def close(self) -> None:
        """From now on requests are turned away; those being worked on go on."""
        self._closed = True
        self.searcher.close()

    async def wait_until_idle(self) -> None:
        """Wait until no call is under way."""
        await self._idle.wait()

    def handlers(self) -> grpc.GenericRpcHandler:
        """The calls by name, for a server. A request that cannot be decoded reaches its call as None."""
        messages = opponent_service_pb2
        return punctual_handlers(
            SERVICE_NAME,
            {
                "SuggestMove": _unary(self.suggest_move, messages.SuggestMoveRequest),
                "AnalyzePosition": grpc.unary_stream_rpc_method_handler(
                    self.analyze_position,
                    request_deserializer=_lenient(messages.AnalyzePositionRequest),
                    response_serializer=_serialize,
                ),
                "ListGames": _unary(self.list_games, messages.ListGamesRequest),
                "ListSolvers": _unary(self.list_solvers, messages.ListSolversRequest),
            },
            self._config.request_seconds,
        )

    async def suggest_move(
        self, request: opponent_service_pb2.SuggestMoveRequest | None, context: Context
    ) -> opponent_service_pb2.SuggestMoveResponse:
        """The call SuggestMove."""
        with self._call():
            try:
                task = await self._begin(request)
                analysis = await self.searcher.think(task, context.time_remaining)
            except asyncio.CancelledError:
                _log_cancelled(request)
                raise
            except Exception as error:
                raise await _failed(context, error, request)  # noqa: B904 - it is the call's end, no new error
            _log_answer(task, analysis)
            return opponent_service_pb2.SuggestMoveResponse(analysis=analysis, request_id=task.request_id)

    async def analyze_position(
        self, request: opponent_service_pb2.AnalyzePositionRequest | None, context: Context
    ) -> None:
        """The call AnalyzePosition. Reports are written, not yielded: so a caller's going is noticed in here."""
        with self._call():
            try:
                task = await self._begin(request)
                await self._stream(task, context)
            except asyncio.CancelledError:
                _log_cancelled(request)
                raise
            except Exception as error:
                raise await _failed(context, error, request)  # noqa: B904

    async def list_games(
        self, request: opponent_service_pb2.ListGamesRequest | None, context: Context
    ) -> opponent_service_pb2.ListGamesResponse:
        """The call ListGames."""
        with self._call():
            try:
                return await self.searcher.quickly(games_message)
            except Exception as error:
                raise await _failed(context, error, None)  # noqa: B904

    async def list_solvers(
        self, request: opponent_service_pb2.ListSolversRequest | None, context: Context
    ) -> opponent_service_pb2.ListSolversResponse:
        """The call ListSolvers."""
        with self._call():
            try:
                return await self.searcher.quickly(lambda: solvers_message(self._config.default_solver))
            except Exception as error:
                raise await _failed(context, error, None)  # noqa: B904

    async def _begin(self, request: Request | None) -> Task:
        if self._closed:
            raise NotServingError("the server is being stopped", 1.0)
        if not self._ready:
            raise NotServingError("the server is starting: kernels are being compiled", 2.0)
        if self._calls > self._config.max_requests:
            raise BusyError(_BUSY_SECONDS, "too many calls are under way; try again later")
        if request is None or request.ByteSize() <= _SMALL_REQUEST_BYTES:
            return read_request(request, self._config)
        return await self.searcher.quickly(lambda: read_request(request, self._config))

    async def _stream(self, task: Task, context: Context) -> None:
        sequence = 0

        async def write(analysis: analysis_pb2.Analysis, final: bool) -> None:
            nonlocal sequence
            sequence += 1
            report = opponent_service_pb2.AnalyzePositionResponse(
                analysis=analysis, final=final, sequence=sequence, request_id=task.request_id
            )
            try:
                async with asyncio.timeout(self._config.slow_reader_seconds):
                    await context.write(report)
            except TimeoutError:
                _LOG.info("request %r has a reader that does not read", task.request_id)
                raise SlowReaderError(self._config.slow_reader_seconds) from None

        reports = _LatestReport()
        answer = asyncio.ensure_future(self.searcher.think(task, context.time_remaining, reports.put))
        answer.add_done_callback(lambda _: reports.end())
        try:
            while (interim := await reports.next()) is not None:
                await write(interim, final=False)
            analysis = await answer
        finally:
            # When the caller has gone, this is what ends the search.
            answer.cancel()
        await write(analysis, final=True)
        _log_answer(task, analysis)

    @contextmanager
    def _call(self) -> Iterator[None]:
        self._calls += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._calls -= 1
            if self._calls == 0:
                self._idle.set()


class _LatestReport:
    """Hands on reports one at a time; a new one takes the place of one not yet taken, so that nothing piles up."""

    def __init__(self) -> None:
        self._report: analysis_pb2.Analysis | None = None
        self._ended = False
        self._changed = asyncio.Event()

    def put(self, report: analysis_pb2.Analysis) -> None:
        self._report = report
        self._changed.set()

    def end(self) -> None:
        self._ended = True
        self._changed.set()

    async def next(self) -> analysis_pb2.Analysis | None:
        """The next report, None when the search is over."""
        await self._changed.wait()
        if self._ended:
            return None
        self._changed.clear()
        report, self._report = self._report, None
        return report


def _unary(call: Callable[..., Any], request: type[Message]) -> Any:
    return grpc.unary_unary_rpc_method_handler(
        call, request_deserializer=_lenient(request), response_serializer=_serialize
    )


def _serialize(message: Message) -> bytes:
    return message.SerializeToString()


def _lenient(message: type[SomeMessage]) -> Callable[[bytes], SomeMessage | None]:
    """A decoder that gives None for bytes it cannot decode: gRPC would call that an error of ours.

    Fields of a later contract are dropped: nothing here reads them, and nothing shall carry them about.
    """

    def decode(data: bytes) -> SomeMessage | None:
        try:
            decoded: Any = message.FromString(data)
        except DecodeError:
            return None
        decoded.DiscardUnknownFields()
        found: SomeMessage = decoded
        return found

    return decode


def _log_answer(task: Task, analysis: analysis_pb2.Analysis) -> None:
    _LOG.debug(
        "request %r: %s, %d iterations in %.0f ms, %s",
        task.request_id,
        analysis.move.text,
        analysis.iterations,
        analysis.elapsed_milliseconds,
        analysis.solver,
    )


def _id_of(request: Request | None) -> str:
    """A request's id as it can be logged: it may be too long, and hold anything."""
    return short(request.request_id, LONGEST_REQUEST_ID) if request is not None else ""


def _log_cancelled(request: Request | None) -> None:
    _LOG.debug("request %r: cancelled by its caller", _id_of(request))


async def _failed(context: Context, error: Exception, request: Request | None) -> Exception:
    """End the call with the status of an error; returns what is to be raised then."""
    request_id = _id_of(request)
    try:
        await abort(context, error, request_id)
    except grpc.aio.AbortError as aborted:
        return aborted
    return error
