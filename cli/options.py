"""Options several commands share, and turning their faults into one clear line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from engine.catalog import load_game
from engine.errors import PitwiseError
from engine.game import Game

GameName = Annotated[str, typer.Option("--game", help="The game to play.")]
Players = Annotated[int, typer.Option("--players", min=2, max=5, help="How many seats.")]
Seed = Annotated[int, typer.Option("--seed", help="The seed of the deal; the same seed gives the same game.")]
Dividends = Annotated[str, typer.Option("--dividends", help="Stockpile: automatic or choice.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


@contextmanager
def clear_errors() -> Iterator[None]:
    """End the command with one line and exit status 2 when its input is at fault."""
    try:
        yield
    except PitwiseError as error:
        Console(stderr=True).print(f"[red]Error:[/red] {error}", highlight=False)
        raise typer.Exit(2) from None


def configured_game(name: str, players: int, dividends: str) -> Game:
    """The game these options ask for.

    Raises:
        PitwiseError: an unknown game or an impossible option.
    """
    options = {} if dividends == "automatic" else {"dividends": dividends}
    return load_game(name, seats=players, **options)
