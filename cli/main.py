"""The command ``pitwise``."""

from importlib.metadata import version
from typing import Annotated

import typer

from cli.arena import app as arena
from cli.audit import audit
from cli.bench import bench
from cli.demo import demo
from cli.play import play
from cli.replay import replay
from cli.serve import serve
from cli.tune import tune

app = typer.Typer(
    name="pitwise",
    help="An AI opponent for stock-market board games with hidden information.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)
for command in (serve, demo, play, replay, bench, audit, tune):
    app.command()(command)
app.add_typer(arena)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pitwise {version('pitwise')}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line."""
    app()
