"""``pitwise arena``: tournaments between solvers that anyone can repeat."""

import typer

from cli.arena_games import check, games, merge, replay
from cli.arena_play import resume, run, sprt
from cli.arena_standings import crosstable, report, status

EXIT_CODES = """Exit codes: 0 done; 1 incidents under --strict, a solver that fails its check, a game that is not as
recorded; 2 wrong input; 3 aborted by an incident or by workers that keep dying; 130 or 143 stopped by a signal."""

app = typer.Typer(
    name="arena",
    help="Tournaments between solvers: run, watch, resume, report, repeat.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
)
for command in (run, resume, status, report, crosstable, replay, games, sprt, merge, check):
    app.command()(command)
