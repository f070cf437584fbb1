"""``pitwise tune``: a search for the parameters that make a solver strong."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from cli.arena_play import ABORTED, STOPPED
from cli.options import clear_errors
from cli.waiting import compiling_text, working
from engine.errors import PitwiseError
from eval.arena.executors import Executor, Processes, Serial, TaskFailedError, WorkerDiedError
from eval.arena.runner import StopRequest
from eval.arena.work import Played, compile_games
from eval.peers.extras import imported
from eval.tuning.play_steps import Games, IncidentInTrialError, StepPlayer, StoppedError, worker
from eval.tuning.tune_spec import TuneSpec, value_text
from eval.tuning.tune_spec_file import read_tune_spec

BEST_SHOWN = 10


def tune(
    spec: Annotated[
        Path, typer.Argument(help="The spec, a TOML file; eval/specs has some, tune_*.toml.", show_default=False)
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", help="The tuning's file; else named after the spec. Its record, .md, goes beside it."),
    ] = None,
    players: Annotated[
        int, typer.Option("--players", min=0, help="For this number of players; 0: for those the spec says.")
    ] = 0,
    iterations: Annotated[
        int, typer.Option("--iterations", min=0, help="For so many iterations a move; 0: for the spec's budget.")
    ] = 0,
    workers: Annotated[
        int, typer.Option("--workers", min=0, help="Games of a trial played at a time; 0: one for each core.")
    ] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show only the outcome.")] = False,
) -> None:
    """Search for a solver's best parameters on paired deals, and compare them with its defaults on fresh ones.

    Stopped or killed, the same command goes on where it was. Exit codes as for the arena.
    """
    console, notes = Console(), Console(stderr=True)
    with clear_errors():
        imported("optuna", "Optuna", "tune")
        instead: dict[str, Any] = {}
        if players:
            instead["players"] = [players]
        if iterations:
            instead["budget"] = {"iterations": iterations}
        wanted = read_tune_spec(spec, instead)
        toml = "".join(f"# instead: {key} = {value}\n" for key, value in instead.items()) + spec.read_text("utf-8")
        name = f"{spec.stem}_{players}" if players else spec.stem
        file = output or Path(f"{name}.sqlite")
        with working(notes, compiling_text()):
            compile_games(wanted.run_of(wanted.solver_text(wanted.defaults)))
        stop = StopRequest()
        try:
            with stop.on_signals(), _executor(workers or os.cpu_count() or 1) as executor:
                _tune(wanted, toml, file, StepPlayer(wanted, executor, stop), quiet, console)
        except StoppedError:
            notes.print("Stopped; what was played is kept. The same command goes on.", highlight=False)
            raise typer.Exit(STOPPED + stop.signal) from None
        except (IncidentInTrialError, TaskFailedError, WorkerDiedError) as error:
            notes.print(f"Aborted: {error}", markup=False, soft_wrap=True)
            raise typer.Exit(ABORTED) from None


def _executor(workers: int) -> Executor[Games, Played]:
    return Serial(worker()) if workers == 1 else Processes(worker(), workers)


def _tune(spec: TuneSpec, toml: str, file: Path, play: StepPlayer, quiet: bool, console: Console) -> None:
    from eval.tuning.record import difference_text, importances, record_text, summary
    from eval.tuning.study_file import open_study
    from eval.tuning.tuner import TrialResult, best_result, compare_on_held_out_deals, run_trials, trial_results

    def row(result: TrialResult) -> list[str]:
        how = f"{len(result.scores)}, pruned" if result.pruned else str(len(result.scores))
        values = " ".join(f"{name}={value_text(value)}" for name, value in result.parameters.items())
        difference = difference_text(result.difference, spec.measure)
        return [str(result.number), f"{result.value:.4g}", difference, how, values]

    def tell(result: TrialResult) -> None:
        if not quiet:
            number, value, difference, how, values = row(result)
            console.print(
                f"trial {number}: {value} ({difference} to the defaults), deals: {how}; {values}",
                soft_wrap=True,
                highlight=False,
            )

    with open_study(file, spec) as study:
        run_trials(study, spec, play, tell)
        if not quiet:
            console.print("Comparing the best parameters with the defaults on fresh deals ...")
        comparison = compare_on_held_out_deals(study, spec, play)
        results = trial_results(study, spec)
        path = file.with_suffix(".md")
        _write(path, record_text(study, spec, toml, comparison))
        if not quiet:
            best_first = sorted(results, key=lambda result: (result.pruned, -result.value))[:BEST_SHOWN]
            console.print(_table(spec, [row(result) for result in best_first]))
            found: dict[str, Any] = importances(study)
            if found:
                texts = ", ".join(f"{name} {value:.2f}" for name, value in found.items())
                console.print(f"Importance: {texts}", highlight=False)
        console.print(spec.solver_text(best_result(results).parameters), soft_wrap=True, highlight=False)
        console.print(summary(spec, results, comparison), highlight=False)
        console.print(f"Record: {path}", soft_wrap=True, highlight=False)


def _table(spec: TuneSpec, rows: list[list[str]]) -> Table:
    table = Table(title=f"{spec.name}: the best trials", title_justify="left")
    for heading in ("trial", str(spec.measure), "to the defaults", "deals", "parameters"):
        table.add_column(heading)
    for row in rows:
        table.add_row(*row)
    return table


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(f"{path.name}.new")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise PitwiseError(f"cannot write {path}: {error.strerror}") from None
