"""``pitwise bench``: how fast everything is here."""

import json
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from cli.options import AsJson, clear_errors
from cli.waiting import working
from engine.catalog import GAMES
from eval.bench import BenchSettings
from eval.bench import bench as bench_engine
from eval.peers.bench import PARTS, PeerSettings, peer_figures
from server.bench import service_figures


def bench(
    as_json: AsJson = False,
    game: Annotated[str, typer.Option("--game", help="One game only.")] = "",
    players: Annotated[int, typer.Option("--players", help="One number of seats only; 0: all.")] = 0,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long each figure is measured.")] = 1.0,
    service: Annotated[bool, typer.Option(help="Measure the service as well.")] = True,
    arena: Annotated[bool, typer.Option(help="Measure the arena, with one and two workers.")] = True,
    starts: Annotated[bool, typer.Option(help="Measure cold and warm starts (a minute or more).")] = True,
    peers: Annotated[bool, typer.Option("--peers", help="Measure our search beside OpenSpiel's instead.")] = False,
    deals: Annotated[
        int, typer.Option("--deals", min=0, help="With --peers: deals of each match, played twice; 0: no matches.")
    ] = PeerSettings.deals,
    simulations: Annotated[
        int, typer.Option("--simulations", min=2, help="With --peers: OpenSpiel's simulations a move in the matches.")
    ] = PeerSettings.simulations,
    only: Annotated[
        str, typer.Option("--only", help=f"With --peers: one part only, {', '.join(PARTS)}; all if left out.")
    ] = "",
) -> None:
    """Measure games, searches, the arena, the service and starts; print a table, or JSON."""
    console = Console()
    notes = Console(stderr=True)
    if peers:
        with clear_errors(), working(notes, "Measuring") as progress:
            parts = (only,) if only else PARTS
            settings = PeerSettings(seconds=seconds, deals=deals, simulations=simulations, parts=parts)
            report = peer_figures(settings, teller(notes, progress))
        show(console, report, [figure_table(name, figures) for name, figures in report.items()], as_json)
        return
    with clear_errors():
        names = (game,) if game else tuple(GAMES)
        bench_settings = BenchSettings(
            seconds=seconds, starts=starts, arena=arena, seat_counts=(players,) if players else ()
        )
        with working(notes, "Measuring") as progress:
            tell = teller(notes, progress)
            report = bench_engine(names, bench_settings, tell)
            if service:
                tell("service")
                report["service"] = service_figures(names[0], seconds)
    show(console, report, tables(report), as_json)


def teller(notes: Console, progress: Progress) -> Callable[[str], None]:
    """What tells on ``notes`` what is being measured: in the progress line, or line by line."""

    def tell(text: str) -> None:
        if notes.is_terminal:
            progress.update(progress.task_ids[0], description=f"Measuring {text}")
        else:
            notes.print(f"Measuring {text}")

    return tell


def show(console: Console, report: dict[str, Any], made: list[Table], as_json: bool) -> None:
    """Print the tables, or the report as JSON."""
    if as_json:
        console.print_json(json.dumps(report, ensure_ascii=False))
        return
    for table in made:
        console.print(table)


def figure_table(title: str, figures: dict[str, Any]) -> Table:
    """Figures, one a line."""
    table = Table(title=title, title_justify="left")
    table.add_column("figure")
    table.add_column("value", justify="right")
    for figure, value in flat(figures).items():
        table.add_row(figure, f"{value:,}" if isinstance(value, int) else str(value))
    return table


def tables(report: dict[str, Any]) -> list[Table]:
    """The report as tables: by number of players for each game, then everything else."""
    made = []
    for name, figures in report["games"].items():
        by_seats = {seats: flat(values) for seats, values in figures["players"].items()}
        table = Table(title=f"{name}, by number of players", title_justify="left")
        table.add_column("figure")
        for seats in by_seats:
            table.add_column(seats, justify="right")
        for figure in next(iter(by_seats.values())):
            table.add_row(figure, *(f"{values[figure]:,}" for values in by_seats.values()))
        made.append(table)
    rest = Table(title="everything else", title_justify="left")
    rest.add_column("figure")
    rest.add_column("value", justify="right")
    for name, figures in report["games"].items():
        for figure, value in flat({key: value for key, value in figures.items() if key != "players"}).items():
            rest.add_row(f"{name}: {figure}", str(value))
    for figure, value in flat({key: value for key, value in report.items() if key != "games"}).items():
        rest.add_row(figure, str(value))
    made.append(rest)
    return made


def flat(figures: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested figures with their names joined."""
    result: dict[str, Any] = {}
    for name, value in figures.items():
        if isinstance(value, dict):
            result.update(flat(value, f"{prefix}{name}: "))
        else:
            result[f"{prefix}{name}"] = value
    return result
