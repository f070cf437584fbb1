"""Options several commands share, and turning their faults into one clear line."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from engine.catalog import GAMES, load_game
from engine.errors import OptionError, PitwiseError, Problem, RecordError
from engine.game import Game
from engine.records import GameRecord, record_line
from solvers.registry import make_solver
from solvers.specs import SpecError

GameName = Annotated[str, typer.Option("--game", help="The game to play.")]
Players = Annotated[int, typer.Option("--players", min=2, max=5, help="How many seats.")]
Seed = Annotated[int, typer.Option("--seed", help="The seed of the deal; the same seed gives the same game.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game, such as rounds=5; may be given more than once. docs/rulings.md has all.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

_WHOLE = re.compile(r"-?[0-9]{1,9}")


@contextmanager
def clear_errors() -> Iterator[None]:
    """End the command with one line and exit status 2 when its input is at fault."""
    try:
        yield
    except PitwiseError as error:
        # Plain text: field paths such as seats[2].money are no markup; and one line, however long.
        Console(stderr=True).print(Text.assemble(("Error: ", "red"), str(error)), soft_wrap=True)
        raise typer.Exit(2) from None


def configured_game(name: str, players: int, options: Iterable[str] | None = None) -> Game:
    """The game of this name for so many players, with options as ``name=value``.

    Raises:
        PitwiseError: an unknown game or an impossible option.
    """
    return load_game(name, **{**game_options(name, options or ()), "seats": players})


def game_options(game: str, texts: Iterable[str]) -> dict[str, Any]:
    """Options as ``name=value`` with their values in the types that the game has them in.

    Raises:
        OptionError: naming those that cannot be.
    """
    types = {option.name: option.type for option in GAMES[game].options} if game in GAMES else {}
    options: dict[str, Any] = {}
    problems = []
    for text in texts:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name:
            problems.append(Problem("--option", f"must be NAME=VALUE, not {text[:40]!r}"))
        elif name == "seats":
            problems.append(Problem(name, "is given by --players"))
        elif name in options:
            problems.append(Problem(name, "is given twice"))
        else:
            options[name] = int(value) if types.get(name) is int and _WHOLE.fullmatch(value) else value
    if problems:
        raise OptionError(problems)
    return options


def split_specs(text: str, game: Game) -> list[str]:
    """Split a list of solver specs at the commas outside parentheses; each must be able to play the game.

    Raises:
        PitwiseError: there is none, or one of them is no solver for the game.
    """
    specs, depth, current = [], 0, ""
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            specs.append(current.strip())
            current = ""
        else:
            current += character
    specs = [spec for spec in [*specs, current.strip()] if spec]
    if not specs:
        raise SpecError("name at least one solver")
    for spec in specs:
        make_solver(spec, game)
    return specs


def check_writable(file: Path | None) -> None:
    """Find out before a game, not after it, whether its record can be written.

    Raises:
        RecordError: it cannot.
    """
    if file is not None:
        try:
            file.open("a", encoding="utf-8").close()
        except OSError as error:
            raise RecordError(f"cannot write to {file}: {error.strerror}") from None


def append_record(file: Path, record: GameRecord) -> None:
    """Append a game's record to a file."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(record_line(record) + "\n")
