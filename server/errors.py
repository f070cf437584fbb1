"""From exceptions to gRPC statuses with google.rpc details. Nothing of the server's inside is told."""

import asyncio
import logging
from typing import Any

import grpc
import grpc.aio
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2, status_pb2

from engine.errors import Problem, ProblemsError, UnknownNameError

_LOG = logging.getLogger(__name__)

_DETAILS_KEY = "grpc-status-details-bin"
_MOST_VIOLATIONS = 20
_LONGEST_TEXT = 200
_MOST_DETAIL_BYTES = 3_000
"""Details travel in trailers, which clients accept up to 8 KiB; they are sent in base64, 4/3 as long."""


class RequestError(ProblemsError):
    """A request with wrong fields; the paths are those of the request message."""


class BusyError(Exception):
    """Every place is taken.

    Attributes:
        retry_seconds: when it may be worth trying again.
    """

    def __init__(self, retry_seconds: float, reason: str = "every search place is taken; try again later") -> None:
        self.retry_seconds = retry_seconds
        super().__init__(reason)


class NotServingError(Exception):
    """The server is starting or being stopped.

    Attributes:
        retry_seconds: when it may be worth trying again.
    """

    def __init__(self, reason: str, retry_seconds: float) -> None:
        self.retry_seconds = retry_seconds
        super().__init__(reason)


class SlowReaderError(Exception):
    """A reader has taken no report for too long.

    Attributes:
        seconds: how long it was waited for.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"the call was ended: no report has been read for {seconds:g} s")


class LateRequestError(Exception):
    """A call was opened and its request did not come.

    Attributes:
        seconds: how long it was waited for.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"the call was ended: its request has not come within {seconds:g} s")


_FAREWELL_SECONDS = 0.5
"""A status that cannot be sent in this time waits for its reader without us."""


def short(text: str, longest: int = _LONGEST_TEXT) -> str:
    """A text that may hold whatever a client sent: printable, and not too long."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[: longest + 1])
    return printable if len(printable) <= longest else printable[: longest - 3] + "..."


def status_of(error: BaseException, request_id: str = "") -> status_pb2.Status:
    """The status a client is told.

    Args:
        error: what went wrong.
        request_id: named in the log beside errors of ours.
    """
    if isinstance(error, ProblemsError):
        return _invalid(error.problems)
    if isinstance(error, UnknownNameError):
        return _status(grpc.StatusCode.NOT_FOUND, str(error))
    if isinstance(error, BusyError):
        return _status(grpc.StatusCode.RESOURCE_EXHAUSTED, str(error), _retry_info(error.retry_seconds))
    if isinstance(error, NotServingError):
        return _status(grpc.StatusCode.UNAVAILABLE, str(error), _retry_info(error.retry_seconds))
    if isinstance(error, SlowReaderError | LateRequestError):
        return _status(grpc.StatusCode.ABORTED, str(error))
    _LOG.error("request %r failed", request_id, exc_info=error)
    return _status(grpc.StatusCode.INTERNAL, "the server failed to answer; its log says why")


async def abort(
    context: "grpc.aio.ServicerContext[object, object]", error: BaseException, request_id: str = ""
) -> None:
    """End a call with the status of ``error``; never returns normally."""
    status = status_of(error, request_id)
    # The message begins with the first wrong field.
    _LOG.debug("request %r: %s, %s", request_id, _CODES[status.code].name, status.message)
    try:
        async with asyncio.timeout(_FAREWELL_SECONDS):
            await context.abort(_CODES[status.code], status.message, ((_DETAILS_KEY, status.SerializeToString()),))
    except TimeoutError:
        raise grpc.aio.AbortError from None


_CODES: dict[int, grpc.StatusCode] = {code.value[0]: code for code in grpc.StatusCode}


def _status(code: grpc.StatusCode, message: str, *details: Any) -> status_pb2.Status:
    status = status_pb2.Status(code=code.value[0], message=short(message, 3 * _LONGEST_TEXT))
    for detail in details:
        status.details.add().Pack(detail)
    return status


def _violation(problem: Problem) -> Any:
    return error_details_pb2.BadRequest.FieldViolation(
        field=short(problem.field), description=short(problem.description)
    )


def _retry_info(seconds: float) -> Any:
    delay = Duration()
    delay.FromMilliseconds(max(1, round(seconds * 1000)))
    return error_details_pb2.RetryInfo(retry_delay=delay)


def _invalid(problems: list[Problem]) -> status_pb2.Status:
    """INVALID_ARGUMENT with as many of the problems as fit; the last entry says how many more there are."""
    violations: list[Any] = []
    used = 0
    for problem in problems[:_MOST_VIOLATIONS]:
        violation = _violation(problem)
        used += violation.ByteSize()
        if violations and used > _MOST_DETAIL_BYTES:
            break
        violations.append(violation)
    left = problems[len(violations) :]
    if left:
        last = _violation(left[0])
        if len(left) > 1:
            last.description += f" (and {len(left) - 1} more faults)"
        violations.append(last)
    first = problems[0] if problems else Problem("request", "is not valid")
    message = f"{short(first.field)}: {short(first.description)}"
    if len(problems) > 1:
        message += f" (and {len(problems) - 1} more)"
    return _status(grpc.StatusCode.INVALID_ARGUMENT, message, error_details_pb2.BadRequest(field_violations=violations))
