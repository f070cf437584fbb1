"""``pitwise serve``: the service, until it is told to stop."""

import logging
from typing import Annotated

import typer
from rich.console import Console
from rich.logging import RichHandler

from cli.options import clear_errors
from cli.waiting import compiling_text
from server.config import ServerConfig
from server.lifecycle import serve as serve_until_stopped

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
    verbose: Annotated[bool, typer.Option("--verbose", help="Log every request.")] = False,
) -> None:
    """Serve moves over gRPC until SIGTERM or Ctrl-C."""
    console = Console(stderr=True)
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.INFO,
        format="%(message)s",
        handlers=[RichHandler(console=console, show_path=False)],
    )
    logging.getLogger("numba").setLevel(logging.WARNING)
    with clear_errors():
        config = ServerConfig(
            host=host,
            port=port,
            max_searches=max_searches,
            queue_length=queue_length,
            default_solver=solver,
            default_milliseconds=milliseconds,
            grace_seconds=grace,
        )
        console.print(f"{compiling_text()}; health says SERVING when that is done.")
        try:
            serve_until_stopped(config)
        except OSError as error:
            console.print(f"[red]Error:[/red] cannot listen on {host}:{port}: {error}", highlight=False)
            raise typer.Exit(1) from None
