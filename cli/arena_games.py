"""``pitwise arena replay``, ``games``, ``merge`` and ``check``: single games, files of games, single solvers."""

import re
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.arena_play import RunFile
from cli.options import GameName, GameOptions, Seed, clear_errors, game_options
from cli.replay import show
from cli.waiting import working
from engine.errors import PitwiseError, RecordError
from eval.arena.conformance import ConformanceLimits, check_solver
from eval.arena.game_lines import game_line, game_record
from eval.arena.merge import merge_runs
from eval.arena.play_game import Table as RunTable
from eval.arena.repeat_game import differences, is_repeatable, played_again
from eval.arena.results import GameKey
from eval.arena.runner import spec_of, write_standings
from eval.arena.store import RunStore, clear_database_errors

NOT_AS_RECORDED, DOES_NOT_CONFORM = 1, 1

_KEY = re.compile(r"(\d{1,2})/(\d{1,9})/(\d{1,6})")


def replay(
    run: RunFile,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="players/block/number, such as 4/12/3.", show_default=False)
    ],
    verify: Annotated[bool, typer.Option("--verify", help="Play it again and compare, instead of showing it.")] = False,
) -> None:
    """Show a game of a run move by move, or check that it comes out the same again."""
    console = Console()
    with clear_errors(), clear_database_errors(run):
        key = _key(game)
        with RunStore.open(run) as store:
            spec = spec_of(store)
            result = store.result(key)
        table = RunTable(spec, key.players)
        if not verify:
            show(console, game_record(table, result), game, quiet=False)
            return
        again = played_again(table, result)
        different = differences(result, again)
        if different:
            console.print(Text(f"Game {game} is not as recorded: {', '.join(different)} differ.", style="red"))
            raise typer.Exit(NOT_AS_RECORDED)
        how = "" if is_repeatable(table, result) else " move by move, as a clock had a say in it"
        console.print(f"Game {game}, played again{how}, ends exactly as recorded.")


def games(
    run: RunFile,
    output: Annotated[
        Path | None, typer.Option("--output", help="The file; else standard output.", show_default=False)
    ] = None,
) -> None:
    """Write every game as a JSON line, as ``pitwise replay --verify`` reads them."""
    with clear_errors(), clear_database_errors(run), RunStore.open(run) as store:
        spec = spec_of(store)
        try:
            with output.open("w", encoding="utf-8") if output else nullcontext(sys.stdout) as file:
                for players in spec.players:
                    table = RunTable(spec, players)
                    for result in store.results(players, complete=False):
                        file.write(game_line(table, result) + "\n")
        except OSError as error:
            raise PitwiseError(f"--output: cannot write {output}: {error.strerror}") from None


def merge(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Files of one run.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", help="The new file.", show_default=False)],
) -> None:
    """Make one file of several that hold games of the same run, played in different places."""
    with clear_errors():
        count, twice = merge_runs(runs, output)
        with RunStore.open(output) as store:
            _, standings = write_standings(store)
    again = f" ({twice:,} were there more than once)" if twice else ""
    Console(stderr=True).print(f"{count:,} games{again}: {output}  standings: {standings}", soft_wrap=True)


def check(
    solver: Annotated[str, typer.Argument(help="The solver's spec.", show_default=False)],
    game: GameName = "stockpile",
    players: Annotated[
        list[int] | None, typer.Option("--players", help="A number of seats; may be given more than once. Else all.")
    ] = None,
    option: GameOptions = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Games at each number of players.")] = 4,
    seed: Seed = 0,
) -> None:
    """Check that a solver keeps what every solver promises, promise by promise."""
    console, notes = Console(), Console(stderr=True)
    with clear_errors():
        limits = ConformanceLimits(games=games)
        with working(notes, f"Checking {solver}"):
            found = check_solver(solver, game, game_options(game, option or ()), players or (), seed, limits)
    at = ", ".join(map(str, found.players))
    table = Table(title=f"{found.solver}\nat {found.game} with {at} players", title_justify="left")
    table.add_column("promise")
    for heading in ("asked", "broken"):
        table.add_column(heading, justify="right")
    table.add_column("note", overflow="fold")
    for one in found.checks:
        broken = Text(str(one.failed), style="bold red" if one.failed else "green" if one.asked else "dim")
        table.add_row(one.name, str(one.asked), broken, "; ".join(filter(None, [one.note, *one.examples[:2]])))
    console.print(table)
    if not found.passed:
        console.print("It does not keep its promises.", style="bold red")
        raise typer.Exit(DOES_NOT_CONFORM)
    console.print("It keeps its promises.")


def _key(text: str) -> GameKey:
    match = _KEY.fullmatch(text)
    if match is None:
        raise RecordError(f"GAME: must be players/block/number, such as 4/12/3, not {text[:40]!r}")
    return GameKey(*map(int, match.groups()))
