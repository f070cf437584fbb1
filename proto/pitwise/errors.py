"""What can go wrong with a call, as exceptions a frontend can act on."""

from dataclasses import dataclass

import grpc
import grpc.aio
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2

_DETAILS_KEY = "grpc-status-details-bin"

_OVERRUN_RETRY_SECONDS = 1.0
"""When to come back to a server at which far too many calls are open."""


@dataclass(frozen=True)
class FieldProblem:
    """A wrong field of a request: its path in the message, ``view.stockpile.seats[2].money``, and the rule."""

    field: str
    description: str

    def __str__(self) -> str:
        return f"{self.field}: {self.description}"


class PitwiseServiceError(Exception):
    """A call that failed.

    Attributes:
        code: the gRPC status.
        message: the server's words.
    """

    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(f"{message} ({code.name})")


class InvalidRequestError(PitwiseServiceError):
    """The request is malformed: its view, which may be no position of the game, its solver, seed or budget.

    Attributes:
        problems: every wrong field, as far as they fit into an answer.
    """

    def __init__(self, code: grpc.StatusCode, message: str, problems: list[FieldProblem]) -> None:
        super().__init__(code, message)
        self.problems = problems
        if problems:
            self.args = ("; ".join(str(problem) for problem in problems),)


class UnknownSolverError(PitwiseServiceError):
    """The server has no solver of this name."""


class ServerBusyError(PitwiseServiceError):
    """Every search place stayed taken, however often the call was tried.

    Attributes:
        retry_seconds: when it may be worth trying again; None if that is no use: the request is too large.
    """

    def __init__(self, code: grpc.StatusCode, message: str, retry_seconds: float | None) -> None:
        super().__init__(code, message)
        self.retry_seconds = retry_seconds


class ServerUnavailableError(PitwiseServiceError):
    """No server answers, or it is starting or being stopped."""


class AnswerTimeoutError(PitwiseServiceError):
    """The answer did not come in time."""


def details_of(error: grpc.RpcError) -> list[Message]:
    """The google.rpc details a server attached to an error; none if there are none that can be read."""
    metadata = error.trailing_metadata() if isinstance(error, grpc.Call | grpc.aio.AioRpcError) else None
    for key, value in metadata or ():
        if key == _DETAILS_KEY and isinstance(value, bytes):
            try:
                status = status_pb2.Status.FromString(value)
            except DecodeError:
                return []
            return [detail for packed in status.details if (detail := _unpack(packed)) is not None]
    return []


def retry_seconds_of(error: grpc.RpcError) -> float | None:
    """How long to wait before another try, None if there should be none."""
    for detail in details_of(error):
        if isinstance(detail, error_details_pb2.RetryInfo):
            delay: float = detail.retry_delay.ToMilliseconds() / 1000.0
            return delay
    if isinstance(error, grpc.Call | grpc.aio.AioRpcError) and error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED:
        # gRPC itself refused, and only its words tell why: the message is too large, or far too many calls are open.
        return None if "larger than max" in (error.details() or "") else _OVERRUN_RETRY_SECONDS
    return None


def opponent_error(error: grpc.RpcError) -> PitwiseServiceError:
    """The exception that says best what happened."""
    code, message = grpc.StatusCode.UNKNOWN, str(error)
    if isinstance(error, grpc.Call | grpc.aio.AioRpcError):
        code, message = error.code(), error.details() or ""
    if code is grpc.StatusCode.INVALID_ARGUMENT:
        problems = [
            FieldProblem(violation.field, violation.description)
            for detail in details_of(error)
            if isinstance(detail, error_details_pb2.BadRequest)
            for violation in detail.field_violations
        ]
        return InvalidRequestError(code, message, problems)
    if code is grpc.StatusCode.NOT_FOUND:
        return UnknownSolverError(code, message)
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED:
        return ServerBusyError(code, message, retry_seconds_of(error))
    if code is grpc.StatusCode.UNAVAILABLE:
        return ServerUnavailableError(code, message)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return AnswerTimeoutError(code, message)
    return PitwiseServiceError(code, message)


def _unpack(packed: object) -> Message | None:
    for kind in (error_details_pb2.BadRequest, error_details_pb2.RetryInfo):
        detail: Message = kind()
        if packed.Unpack(detail):  # type: ignore[attr-defined]
            return detail
    return None
