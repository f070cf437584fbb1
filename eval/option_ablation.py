"""What each option of a solver is worth: every entrant of a spec against the first, on the same deals, as one table.

Each comparison is an arena run of its own, a round robin of two in rotations: both sit in every second seat, then they
change places. Per game that finds a difference of win shares with the smallest error of the arena's designs: the
standard deviation of a game's difference is about 0.46, against 0.6 with one seat against copies of the other (focal)
and 0.49 with all permutations, measured with heuristic players of both games at tables of four.

    python -m eval.option_ablation eval/specs/stonks_search_options.toml --milliseconds 10 --deals 100

Runs are kept in the output folder and go on where they were stopped; the table there is written anew after each.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from engine.catalog import load_game
from engine.errors import PitwiseError
from eval.arena.complete_blocks import complete_blocks
from eval.arena.crosstable import block_scores, paired_difference
from eval.arena.live_standings import Quiet
from eval.arena.measures import games_from_results
from eval.arena.results import GameResult
from eval.arena.run_spec import Design, Entrant, RunSpec, Seatings
from eval.arena.runner import Ending, ExecutorKind, StopRequest, create_run, make_executor, work_on
from eval.arena.spec_file import read_spec, spec_digest
from eval.arena.store import RunStore
from eval.arena.work import warmed_table
from eval.intervals import Interval, interval_of_share

_STOPPED = 130


@dataclass(frozen=True)
class Comparison:
    """An option against the base, over the deals on which all games are played.

    Attributes:
        option: the entrant's name.
        solver: its spec.
        win_share: of the option's seats; even is 1 / players.
        win_difference: the option's win share less the base's, paired by deal.
        payoff_difference: the same of payoffs, in the game's unit.
        deals: complete ones.
        games: on them.
        incidents: of either solver, in these games.
        milliseconds: mean time of a move, of the option and of the base, forced moves included.
    """

    option: str
    solver: str
    win_share: Interval
    win_difference: Interval
    payoff_difference: Interval
    deals: int
    games: int
    incidents: int
    milliseconds: tuple[float, float]


def pair_specs(
    spec: RunSpec, milliseconds: float | None, deals: int | None, players: int | None
) -> list[tuple[Entrant, RunSpec]]:
    """For every entrant but the first, the run in which it meets the first.

    Args:
        spec: of all entrants.
        milliseconds: the time of a move, instead of the entrants' limits.
        deals: how many, instead of the spec's.
        players: at the table, instead of the first number in the spec.

    Raises:
        PitwiseError: there is only one entrant.
    """
    base, *options = spec.entrants
    if not options:
        raise PitwiseError(f"{spec.name}: an ablation needs a base and something to compare it with")

    def limited(entrant: Entrant) -> Entrant:
        if milliseconds is None:
            return entrant
        return replace(entrant, iterations=None, milliseconds=milliseconds)

    return [
        (
            option,
            replace(
                spec,
                name=f"{option.name} against {base.name}"[:80],
                players=(players or spec.players[0],),
                entrants=(limited(base), limited(option)),
                design=Design.ROUND_ROBIN,
                seatings=Seatings.ROTATIONS,
                blocks=deals or spec.blocks,
                anchor=base.name,
                sequential=None,
            ),
        )
        for option in options
    ]


def run_path(folder: Path, option: Entrant, spec: RunSpec) -> Path:
    """Where a comparison's run is kept: another budget or number of deals is another file."""
    plain = re.sub(r"[^a-z0-9]+", "-", option.name.lower()).strip("-")
    return folder / f"{plain}-{spec_digest(spec)[:8]}.sqlite"


def compare(option: Entrant, spec: RunSpec, results: Sequence[GameResult]) -> Comparison:
    """Compare from the games played so far."""
    players = spec.players[0]
    counted = complete_blocks(spec, results, players).results
    games = games_from_results(counted, players, 2)
    wins, payoffs = block_scores(games, games.win_share), block_scores(games, games.payoffs)
    return Comparison(
        option=option.name,
        solver=option.solver,
        win_share=interval_of_share(games.sums(games.win_share)[:, 1], games.counts[:, 1]),
        win_difference=paired_difference(wins, 1, 0),
        payoff_difference=paired_difference(payoffs, 1, 0),
        deals=games.blocks,
        games=len(counted),
        incidents=sum(len(result.incidents) for result in counted),
        milliseconds=(_milliseconds(counted, 1), _milliseconds(counted, 0)),
    )


def _milliseconds(results: Iterable[GameResult], entrant: int) -> float:
    seconds, decisions = 0.0, 0
    for result in results:
        for seat, seated in enumerate(result.seating):
            if seated == entrant:
                seconds += result.seconds[seat]
                decisions += result.decisions[seat]
    return 1000.0 * seconds / max(1, decisions)


def play(path: Path, spec: RunSpec, workers: int, stop: StopRequest) -> list[GameResult]:
    """Play what a comparison's run has left; return all its games, fewer than the spec's if it was to stop.

    Raises:
        PitwiseError: the file cannot be used, or the run was aborted.
    """
    found = RunStore.open(path, spec_digest(spec), write=True) if path.exists() else create_run(path, spec)
    with found as store:
        players = spec.players[0]
        if len(store.complete_blocks(players)) < spec.blocks:
            # Before there are several workers, which would all compile the same.
            table = warmed_table(spec, players)
            kind = ExecutorKind.SERIAL if workers == 1 else ExecutorKind.PROCESSES
            with make_executor(kind, store, workers) as executor, Quiet(spec, table.game.unit) as display:
                outcome = work_on(store, executor, display, stop)
            if outcome.ending is Ending.ABORTED:
                raise PitwiseError(f"{path}: {outcome.detail}")
        return store.results(complete=False)


def markdown(spec: RunSpec, players: int, compared: Sequence[Comparison]) -> str:
    """The comparisons as a page with one table."""
    unit = load_game(spec.game, **spec.options, seats=players).unit
    lines = [
        f"# {spec.name}",
        "",
        f"{players} players. Each row is an option against `{spec.entrants[0].solver}` on the same deals, both in every"
        " second seat, then with places changed. Differences are the option's less the base's; intervals are 95 % over"
        f" deals; a win share of {1.0 / players:.3f} is even.",
        "",
        f"| option | solver | win share a seat | difference | payoff difference, {unit} | deals | games | ms a move |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in compared:
        lines.append(
            f"| {one.option} | `{one.solver}` | {one.win_share.text(3)} | {_signed(one.win_difference, 3)}"
            f" | {_signed(one.payoff_difference, 1)} | {one.deals} | {one.games}"
            f" | {one.milliseconds[0]:.1f} / {one.milliseconds[1]:.1f} |"
        )
    incidents = sum(one.incidents for one in compared)
    if incidents:
        lines += ["", f"Something went wrong with a solver {incidents} times; see the runs' reports."]
    return "\n".join(lines) + "\n"


def _signed(interval: Interval, digits: int) -> str:
    """An interval with the sign of its mean written out."""
    text = interval.text(digits)
    return text if text.startswith(("-", "nan")) else f"+{text}"


def main(
    spec: Annotated[Path, typer.Argument(help="A spec of the arena: the base, then the options.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", help="The folder of the runs and the table.")] = Path("ablation"),
    milliseconds: Annotated[float, typer.Option(min=0.0, help="Time of a move; 0: the spec's limits.")] = 0.0,
    deals: Annotated[int, typer.Option(min=0, help="Deals of each comparison; 0: the spec's.")] = 0,
    players: Annotated[int, typer.Option(min=0, help="At the table; 0: the spec's first number.")] = 0,
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this option; may be repeated.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Games played at a time.")] = 1,
) -> None:
    """Play every option of a spec against its base and write one table."""
    stop = StopRequest()
    try:
        wanted = read_spec(spec)
        pairs = pair_specs(wanted, milliseconds or None, deals or None, players or None)
        unknown = set(only or ()) - {option.name for option, _ in pairs}
        if unknown:
            raise PitwiseError(f"--only: {wanted.name} has no option {', '.join(sorted(unknown))}")
        output.mkdir(parents=True, exist_ok=True)
        table = output / f"{spec.stem}.md"
        compared: list[Comparison] = []
        with stop.on_signals():
            for option, pair in pairs:
                if only and option.name not in only:
                    continue
                results = play(run_path(output, option, pair), pair, workers, stop)
                compared.append(compare(option, pair, results))
                table.write_text(markdown(wanted, pair.players[0], compared), encoding="utf-8")
                last = compared[-1]
                typer.echo(f"{last.option}: {_signed(last.win_difference, 3)} on {last.deals} deals")
                if stop.reason:
                    break
    except PitwiseError as error:
        typer.echo(f"eval.option_ablation: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"Table: {table}")
    if stop.reason:
        typer.echo("Stopped; the same command goes on.", err=True)
        raise typer.Exit(_STOPPED)


if __name__ == "__main__":
    typer.run(main)
