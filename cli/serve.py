"""``pitwise serve``: the service, until it is told to stop."""

import logging
from typing import Annotated

import typer
from rich.console import Console
from rich.logging import RichHandler
from rich.text import Text

from cli.options import clear_errors
from cli.waiting import compiling_text
from server.config import ServerConfig
from server.lifecycle import serve as serve_until_stopped

_LOG = logging.getLogger(__name__)

_DEFAULTS = ServerConfig()


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = _DEFAULTS.host,
    port: Annotated[int, typer.Option(help="The port to listen on; 0 picks a free one.")] = _DEFAULTS.port,
    max_searches: Annotated[
        int, typer.Option(help="Searches that run at the same time; further requests wait or are refused.")
    ] = _DEFAULTS.max_searches,
    queue_length: Annotated[
        int, typer.Option(help="Requests that may wait for a search place.")
    ] = _DEFAULTS.queue_length,
    solver: Annotated[
        str, typer.Option(help="The solver that answers when a request names none.")
    ] = _DEFAULTS.default_solver,
    milliseconds: Annotated[
        int, typer.Option(help="Thinking time of a request that sets no budget and no deadline.")
    ] = _DEFAULTS.default_milliseconds,
    grace: Annotated[
        float, typer.Option(help="Seconds that running searches get to finish after SIGTERM.")
    ] = _DEFAULTS.grace_seconds,
    max_request_bytes: Annotated[
        int, typer.Option(help="Larger requests are refused unread; the largest view takes a few KiB.")
    ] = _DEFAULTS.max_request_bytes,
    max_megabytes: Annotated[
        int, typer.Option(min=1, help="The most memory in MB that a request may have its search take.")
    ] = int(_DEFAULTS.parameter_caps["megabytes"]),
    verbose: Annotated[bool, typer.Option("--verbose", help="Log every request.")] = False,
) -> None:
    """Serve moves over gRPC until SIGTERM or Ctrl-C."""
    console = Console(stderr=True)
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[log_handler(console)])
    for name in ("numba", "asyncio", "grpc"):
        logging.getLogger(name).setLevel(logging.WARNING)
    with clear_errors():
        config = ServerConfig(
            host=host,
            port=port,
            max_searches=max_searches,
            queue_length=queue_length,
            default_solver=solver,
            default_milliseconds=milliseconds,
            grace_seconds=grace,
            max_request_bytes=max_request_bytes,
            parameter_caps={**_DEFAULTS.parameter_caps, "megabytes": max_megabytes},
        )
        _LOG.info("%s; health says SERVING when that is done", compiling_text())
        try:
            serve_until_stopped(config)
        except OSError as error:
            console.print(Text.assemble(("Error: ", "red"), str(error)), soft_wrap=True)
            raise typer.Exit(1) from None


def log_handler(console: Console) -> logging.Handler:
    """For people at a terminal: colours. For a file or a collector: one line an entry, with time and level."""
    if console.is_terminal:
        handler: logging.Handler = RichHandler(console=console, show_path=False)
        handler.setFormatter(logging.Formatter("%(message)s"))
        return handler
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler
