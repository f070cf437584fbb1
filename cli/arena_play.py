"""``pitwise arena run``, ``resume`` and ``sprt``: the commands that play."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from cli.arena_tables import sequential_text, standings_tables
from cli.options import clear_errors, game_options
from cli.waiting import compiling_text, working
from engine.errors import PitwiseError
from eval.arena.live_standings import Display, JsonLines, LiveTable, Quiet, duration
from eval.arena.run_spec import RunSpec
from eval.arena.runner import (
    Ending,
    ExecutorKind,
    Outcome,
    StopRequest,
    create_run,
    make_executor,
    spec_of,
    work_on,
    write_standings,
)
from eval.arena.sequential import Verdict
from eval.arena.spec_file import read_spec, spec_digest, spec_of_values
from eval.arena.standings import Standings
from eval.arena.store import RunStore
from eval.arena.work import compile_games

INCIDENTS, ABORTED, STOPPED = 1, 3, 128

Workers = Annotated[
    int, typer.Option("--workers", min=0, help="Games or batches played at a time; 0: one for each core.")
]
ExecutorOption = Annotated[
    ExecutorKind, typer.Option("--executor", help="Who plays: this process, processes, or a Dask cluster.")
]
Scheduler = Annotated[
    str, typer.Option("--scheduler", metavar="ADDRESS", help="The Dask scheduler, such as tcp://host:8786.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 if anything went wrong with a solver.")]
IsQuiet = Annotated[bool, typer.Option("--quiet", help="Show nothing while it runs.")]
RunFile = Annotated[Path, typer.Argument(help="The run's file.", show_default=False)]


def run(
    spec: Annotated[Path, typer.Argument(help="The spec, a TOML file; eval/specs has some.", show_default=False)],
    output: Annotated[Path | None, typer.Option("--output", help="The run's file; else named after the spec.")] = None,
    workers: Workers = 0,
    executor: ExecutorOption = ExecutorKind.PROCESSES,
    scheduler: Scheduler = "",
    strict: Strict = False,
    quiet: IsQuiet = False,
) -> None:
    """Play a tournament; write its games to one file and its standings beside it."""
    with clear_errors():
        wanted = read_spec(spec)
        with create_run(output or Path(f"{spec.stem}.sqlite"), wanted) as store:
            play(store, workers, executor, scheduler, strict, quiet)


def resume(
    run: RunFile,
    spec: Annotated[
        Path | None, typer.Option("--spec", help="Check first that the run is of this spec.", show_default=False)
    ] = None,
    workers: Workers = 0,
    executor: ExecutorOption = ExecutorKind.PROCESSES,
    scheduler: Scheduler = "",
    strict: Strict = False,
    quiet: IsQuiet = False,
) -> None:
    """Go on with a tournament that was stopped or killed; it ends as if it had not been."""
    with clear_errors():
        digest = None if spec is None else spec_digest(read_spec(spec))
        with RunStore.open(run, digest, write=True) as store:
            play(store, workers, executor, scheduler, strict, quiet)


def sprt(
    first: Annotated[str, typer.Argument(metavar="A", help="The solver that may be better.", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", help="The solver in all other seats.", show_default=False)],
    game: Annotated[str, typer.Option("--game", help="The game to play.")] = "stockpile",
    players: Annotated[int, typer.Option("--players", help="How many seats.")] = 4,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    iterations: Annotated[int, typer.Option("--iterations", min=0, help="For a move of a search.")] = 0,
    milliseconds: Annotated[float, typer.Option("--milliseconds", min=0.0, help="For a move of a search.")] = 0.0,
    null: Annotated[float, typer.Option("--null", help="H0: A's mean block difference, in standard deviations.")] = 0.0,
    alternative: Annotated[float, typer.Option("--alternative", help="H1: the same.")] = 0.15,
    alpha: Annotated[float, typer.Option("--alpha", help="Chance to accept H1 though H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="Chance to accept H0 though H1 is true.")] = 0.05,
    least_blocks: Annotated[int, typer.Option("--least-blocks", help="No verdict before so many deals.")] = 20,
    blocks: Annotated[int, typer.Option("--blocks", help="Deals at most.")] = 5000,
    seed: Annotated[int, typer.Option("--seed", help="Decides deals and the solvers' chance.")] = 0,
    output: Annotated[Path | None, typer.Option("--output", help="The run's file.")] = None,
    workers: Workers = 0,
    executor: ExecutorOption = ExecutorKind.PROCESSES,
    scheduler: Scheduler = "",
    strict: Strict = False,
    quiet: IsQuiet = False,
) -> None:
    """Test whether solver A, in one seat, beats copies of B in the others; play no more deals than that takes."""
    with clear_errors():
        values: dict[str, Any] = {
            "name": f"{first} against {second}"[:80],
            "game": game,
            "players": [players],
            "options": game_options(game, option or ()),
            "design": "focal",
            "blocks": blocks,
            "seed": seed,
            "anchor": "B",
            "entrant": [{"name": "A", "solver": first}, {"name": "B", "solver": second}],
            "sequential": {
                "null": null,
                "alternative": alternative,
                "alpha": alpha,
                "beta": beta,
                "least_blocks": least_blocks,
            },
        }
        budget = {"iterations": iterations, "milliseconds": milliseconds}
        if any(budget.values()):
            values["budget"] = {name: limit for name, limit in budget.items() if limit}
        spec = spec_of_values(values)
        path = output or Path(f"sprt-{spec_digest(spec)[:8]}.sqlite")
        with create_run(path, spec) as store:
            found = play(store, workers, executor, scheduler, strict, quiet, tables=False)
    console = Console()
    listed = found.lists[0]
    state = listed.sequential
    assert state is not None
    console.print(sequential_text(state))
    console.print(f"Elo-like: A is {listed.entrant('A').rating.text(0)} above B; games in {path}", soft_wrap=True)
    if state.verdict is Verdict.UNDECIDED:
        console.print(f"No verdict within {spec.blocks:,} deals: more are needed (--blocks), or another alternative.")


def play(
    store: RunStore,
    workers: int,
    executor: ExecutorKind,
    scheduler: str,
    strict: bool,
    quiet: bool,
    tables: bool = True,
) -> Standings:
    """Play what a run has left and write its standings.

    Raises:
        typer.Exit: it was stopped or aborted, or there were incidents and ``strict``.
        PitwiseError: wrong input.
    """
    console, notes = Console(), Console(stderr=True)
    spec = spec_of(store)
    if scheduler and executor is not ExecutorKind.DASK:
        raise PitwiseError("--scheduler: is for --executor dask")
    with working(notes, compiling_text()):
        unit = compile_games(spec)
    stop = StopRequest()
    with (
        make_executor(executor, store, workers or os.cpu_count() or 1, scheduler) as playing,
        _display(spec, unit, console, quiet) as display,
        stop.on_signals(),
    ):
        outcome = work_on(store, playing, display, stop)
    _tell(notes, store, outcome)
    if outcome.ending is not Ending.FINISHED:
        raise typer.Exit(ABORTED if outcome.ending is Ending.ABORTED else STOPPED + stop.signal)
    found, path = write_standings(store)
    if tables and console.is_terminal:
        for table in standings_tables(found, unit):
            console.print(table)
    notes.print(f"Games: {store.path}  standings: {path}", soft_wrap=True, highlight=False)
    incidents = store.incidents()
    if incidents:
        notes.print(Text(f"Something went wrong with a solver in {incidents:,} games.", style="bold red"))
        if strict:
            raise typer.Exit(INCIDENTS)
    return found


def _display(spec: RunSpec, unit: str, console: Console, quiet: bool) -> Display:
    if quiet:
        return Quiet(spec, unit)
    return LiveTable(spec, unit, console) if console.is_terminal else JsonLines(spec, unit)


def _tell(notes: Console, store: RunStore, outcome: Outcome) -> None:
    if outcome.ending is Ending.ABORTED:
        notes.print(Text.assemble(("Aborted: ", "red"), outcome.detail), soft_wrap=True)
    if outcome.ending is not Ending.FINISHED:
        how = "Stopped; every finished game is kept. " if outcome.ending is Ending.STOPPED else ""
        notes.print(f"{how}Go on with: pitwise arena resume {store.path}", soft_wrap=True, highlight=False)
        return
    seconds = sum(session.seconds for session in store.sessions)
    notes.print(f"{store.games():,} games in {duration(seconds)}.", highlight=False)
