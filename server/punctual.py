"""Calls that are opened and never asked: how long a server waits for the request, and how many it lets wait.

gRPC begins a unary call's method only when the request message has come, and has no limit on how long that takes. Here
the methods are registered as if requests came in a stream, which is the same on the wire: so the wait is ours to end.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import grpc
import grpc.aio

from server.errors import BusyError, LateRequestError, abort

Item = TypeVar("Item")

_AGAIN_SECONDS = 2.0


class Few:
    """At most so many calls of a kind at a time. It belongs to one event loop."""

    def __init__(self, most: int) -> None:
        self._left = most

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count a call while the block runs.

        Raises:
            BusyError: there are too many.
        """
        if self._left <= 0:
            raise BusyError(_AGAIN_SECONDS, "too many calls of this kind are open; try again later")
        self._left -= 1
        try:
            yield
        finally:
            self._left += 1


def punctual_handlers(service: str, methods: Mapping[str, Any], seconds: float) -> grpc.GenericRpcHandler:
    """A service's handlers, with methods of one request turned into ones that wait ``seconds`` for it at most."""
    return grpc.method_handlers_generic_handler(
        service, {name: _punctual(handler, seconds) for name, handler in methods.items()}
    )


async def while_punctual(requests: AsyncIterator[Item], seconds: float) -> AsyncIterator[Item]:
    """The requests of a stream until one takes longer than ``seconds``: then the stream is over."""
    while True:
        try:
            async with asyncio.timeout(seconds):
                request = await anext(requests)
        except (TimeoutError, StopAsyncIteration):
            return
        yield request


def _punctual(handler: Any, seconds: float) -> Any:
    if handler.unary_unary:
        make: Callable[..., Any] = grpc.stream_unary_rpc_method_handler
        method = handler.unary_unary
    elif handler.unary_stream:
        make = grpc.stream_stream_rpc_method_handler
        method = handler.unary_stream
    else:
        return handler

    async def call(requests: AsyncIterator[Any], context: Any) -> Any:
        try:
            async with asyncio.timeout(seconds):
                # An end without a request is like a request that cannot be decoded.
                request = await anext(requests, None)
        except TimeoutError:
            await abort(context, LateRequestError(seconds))
        else:
            return await method(request, context)

    return make(
        call, request_deserializer=handler.request_deserializer, response_serializer=handler.response_serializer
    )
