"""``pitwise arena status``, ``report`` and ``crosstable``: the commands that look at a run, also while it goes on."""

import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from cli.arena_play import RunFile
from cli.arena_tables import crosstables, standings_tables
from cli.options import clear_errors
from engine.catalog import load_game
from engine.errors import PitwiseError
from eval.arena.live_standings import duration
from eval.arena.report import RunData, write_report
from eval.arena.runner import facts, run_standings, spec_of
from eval.arena.standings import standings
from eval.arena.store import RunStore, clear_database_errors

_WATCH_SECONDS = 2.0


class ReportFormat(StrEnum):
    """What a report is written as."""

    HTML = "html"
    MD = "md"
    JSON = "json"
    CSV = "csv"
    GAMES_CSV = "games-csv"


def status(
    run: RunFile,
    watch: Annotated[bool, typer.Option("--watch", help="Look again every few seconds until Ctrl-C.")] = False,
) -> None:
    """Show how far a run is and its standings so far."""
    console = Console()
    with clear_errors(), clear_database_errors(run):
        if not watch:
            console.print(_status(run))
            return
        try:
            with Live(_status(run), console=console, auto_refresh=False) as live:
                while True:
                    time.sleep(_WATCH_SECONDS)
                    live.update(_status(run), refresh=True)
        except KeyboardInterrupt:
            return


def report(
    run: RunFile,
    form: Annotated[ReportFormat, typer.Option("--format", help="What to write.")] = ReportFormat.HTML,
    output: Annotated[
        Path | None, typer.Option("--output", help="The report's file; - is standard output.", show_default=False)
    ] = None,
) -> None:
    """Write a run's report: a page to look at, Markdown, or its data (csv: standings, games-csv: every game)."""
    with clear_errors(), clear_database_errors(run):
        with RunStore.open(run) as store:
            found = RunData(spec_of(store), store.results(complete=False), run_standings(store), facts(store))
        text = write_report(found, form.value)
        path = output or run.with_suffix(f".{form.value.replace('-', '.')}")
        if str(path) == "-":
            typer.echo(text, nl=False)
            return
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise PitwiseError(f"--output: cannot write {path}: {error.strerror}") from None
    Console(stderr=True).print(f"Report: {path}", soft_wrap=True, highlight=False)


def crosstable(run: RunFile) -> None:
    """Show who finishes ahead of whom."""
    console = Console()
    with clear_errors(), clear_database_errors(run):
        with RunStore.open(run) as store:
            found = standings(spec_of(store), store.results())
        for table in crosstables(found):
            console.print(table)


def _status(run: Path) -> RenderableType:
    with RunStore.open(run) as store:
        spec = spec_of(store)
        sessions = store.sessions
        found = standings(spec, store.results(complete=False))
        games = store.games()
        digest = store.digest
    parts: list[RenderableType] = [Text(f"{spec.name}, spec {digest}: {games:,} games in {len(sessions)} sessions")]
    for listed in found.lists:
        of = f"at most {spec.blocks:,}" if spec.sequential else f"{spec.blocks:,}"
        state = "" if listed.sequential is None else f", sequential test: {listed.sequential.verdict}"
        parts.append(Text(f"{listed.players} players: {listed.blocks:,} of {of} blocks{state}"))
    if sessions:
        last = sessions[-1]
        took = f" after {duration(last.seconds)}" if last.ended else ""
        parts.append(Text(f"last session: {last.ending or 'goes on, or was killed'}{took}", style="dim"))
    unit = load_game(spec.game, **spec.options, seats=spec.players[0]).unit
    return Group(*parts, *standings_tables(found, unit))
