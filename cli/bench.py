"""``pitwise bench``: how fast everything is here."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from cli.options import AsJson, clear_errors
from cli.waiting import working
from engine.catalog import GAMES
from eval.bench import BenchSettings
from eval.bench import bench as bench_engine
from server.bench import service_figures


def bench(
    as_json: AsJson = False,
    game: Annotated[str, typer.Option("--game", help="One game only.")] = "",
    players: Annotated[int, typer.Option("--players", help="One number of seats only; 0: all.")] = 0,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long each figure is measured.")] = 1.0,
    service: Annotated[bool, typer.Option(help="Measure the service as well.")] = True,
    arena: Annotated[bool, typer.Option(help="Measure the arena, with one and two workers.")] = True,
    starts: Annotated[bool, typer.Option(help="Measure cold and warm starts (a minute or more).")] = True,
) -> None:
    """Measure games, searches, the arena, the service and starts; print a table, or JSON."""
    console = Console()
    notes = Console(stderr=True)
    with clear_errors():
        names = (game,) if game else tuple(GAMES)
        settings = BenchSettings(seconds=seconds, starts=starts, arena=arena, seat_counts=(players,) if players else ())
        with working(notes, "Measuring") as progress:

            def tell(text: str) -> None:
                if notes.is_terminal:
                    progress.update(progress.task_ids[0], description=f"Measuring {text}")
                else:
                    notes.print(f"Measuring {text}")

            report = bench_engine(names, settings, tell)
            if service:
                tell("service")
                report["service"] = service_figures(names[0], seconds)
    if as_json:
        console.print_json(json.dumps(report, ensure_ascii=False))
        return
    for table in tables(report):
        console.print(table)


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
