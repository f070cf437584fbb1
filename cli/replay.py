"""``pitwise replay``: a recorded game, move by move."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli.options import clear_errors
from engine import contract
from engine.errors import RecordError
from engine.records import parse_record, replay_moves


def replay(
    file: Annotated[Path, typer.Argument(help="A file of game records, one JSON line a game.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check that every game ends as recorded.")] = False,
) -> None:
    """Replay recorded games and check their checksums."""
    raise NotImplementedError
