"""Telling a person what takes so long: nothing runs silently for more than two seconds."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from engine.compiling import COMPILED, cache_is_cold
from engine.game import Game
from solvers.warming import warm_up


@contextmanager
def working(console: Console, text: str) -> Iterator[Progress]:
    """Show a spinner, the text and the seconds gone while the block runs; a plain line where there is no terminal."""
    if not console.is_terminal:
        console.print(text)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        progress.add_task(text, total=None)
        yield progress


def compiling_text() -> str:
    """What is going on while kernels are prepared."""
    if not COMPILED:
        return "Running uncompiled (NUMBA_DISABLE_JIT): slow"
    if cache_is_cold():
        return "Compiling the game for this machine (first run only, about half a minute)"
    return "Loading the compiled game"


def prepare(console: Console, game: Game) -> None:
    """Compile or load everything the game needs, saying so."""
    with working(console, compiling_text()):
        warm_up(game)
