"""The standard health and reflection services, such that nobody can use them to keep others out."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import grpc
import grpc.aio
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from server.errors import BusyError, abort
from server.punctual import Few, punctual_handlers, while_punctual

HEALTH_NAME: str = health.SERVICE_NAME
REFLECTION_NAME: str = reflection.SERVICE_NAME

MOST_WATCHES = 256
MOST_REFLECTIONS = 64

Status = health_pb2.HealthCheckResponse


class HealthService:
    """Health of services by name. Watches have their own limit and hold up nobody, however slow their readers are."""

    def __init__(self, request_seconds: float, write_seconds: float) -> None:
        self._request_seconds = request_seconds
        self._write_seconds = write_seconds
        self._statuses: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._watches = Few(MOST_WATCHES)

    def set(self, statuses: dict[str, Any]) -> None:
        """Say how services are."""
        self._statuses.update(statuses)
        self._changed.set()
        self._changed = asyncio.Event()

    def handlers(self) -> grpc.GenericRpcHandler:
        """The calls by name, for a server."""
        kinds: dict[str, Any] = {
            "request_deserializer": health_pb2.HealthCheckRequest.FromString,
            "response_serializer": health_pb2.HealthCheckResponse.SerializeToString,
        }
        return punctual_handlers(
            HEALTH_NAME,
            {
                "Check": grpc.unary_unary_rpc_method_handler(self.check, **kinds),
                "Watch": grpc.unary_stream_rpc_method_handler(self.watch, **kinds),
            },
            self._request_seconds,
        )

    async def check(self, request: health_pb2.HealthCheckRequest | None, context: Any) -> Any:
        """The call Check."""
        status = self._statuses.get(request.service if request is not None else "")
        if status is None:
            await context.abort(grpc.StatusCode.NOT_FOUND, "there is no service of this name")
        return Status(status=status)

    async def watch(self, request: health_pb2.HealthCheckRequest | None, context: Any) -> None:
        """The call Watch."""
        name = request.service if request is not None else ""
        try:
            with self._watches.one_more():
                last = None
                while True:
                    changed = self._changed
                    status = self._statuses.get(name, Status.SERVICE_UNKNOWN)
                    if status != last:
                        async with asyncio.timeout(self._write_seconds):
                            await context.write(Status(status=status))
                        last = status
                    await changed.wait()
        except BusyError as error:
            await abort(context, error)
        except TimeoutError:
            await context.abort(grpc.StatusCode.ABORTED, "the status was not read")


def reflection_handlers(services: Iterable[str], seconds: float) -> grpc.GenericRpcHandler:
    """The reflection service; a stream in which nothing is asked for ``seconds`` is over."""
    servicer: Any = reflection.aio.ReflectionServicer(services)
    streams = Few(MOST_REFLECTIONS)

    async def info(requests: AsyncIterator[Any], context: Any) -> None:
        try:
            with streams.one_more():
                async for answer in servicer.ServerReflectionInfo(while_punctual(requests, seconds), context):
                    async with asyncio.timeout(seconds):
                        await context.write(answer)
        except BusyError as error:
            await abort(context, error)
        except TimeoutError:
            await context.abort(grpc.StatusCode.ABORTED, "the answer was not read")

    handler = grpc.stream_stream_rpc_method_handler(
        info,
        request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    return grpc.method_handlers_generic_handler(REFLECTION_NAME, {"ServerReflectionInfo": handler})
