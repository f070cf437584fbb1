"""``pitwise audit``: proof that the engine is fair."""

import json
from typing import Annotated

import typer
from rich.console import Console

from cli.options import AsJson, GameName, GameOptions, Players, clear_errors, configured_game
from cli.waiting import prepare, working
from engine.errors import UnknownNameError
from eval.audit import CHECKERS
from eval.audit import audit as audit_game


def audit(
    game: GameName = "stockpile",
    players: Players = 4,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games are played and audited.")] = 20,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same report.")] = 1,
    solvers: Annotated[
        list[str] | None, typer.Option("--solver", help="A solver to ask twin worlds; may be given more than once.")
    ] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Check views, sampled worlds and solvers for leaks and skew; exit status 1 if there is any."""
    console = Console()
    notes = Console(stderr=True)
    with clear_errors():
        configured = configured_game(game, players, option)
        if game not in CHECKERS:
            raise UnknownNameError(f"there is no audit of {configured.title}; there is one of {', '.join(CHECKERS)}")
        prepare(notes, configured)
        with working(notes, f"Auditing {games} games") as progress:

            def tell(done: int, of: int) -> None:
                if notes.is_terminal:
                    progress.update(progress.task_ids[0], description=f"Audited {done} of {of} games")

            more = {"solvers": tuple(solvers)} if solvers else {}
            report = audit_game(configured, games, seed, progress=tell, **more)  # type: ignore[arg-type]
    if as_json:
        console.print_json(json.dumps(report.to_json()))
    else:
        console.print(report.table())
    if not report.passed:
        raise typer.Exit(1)
