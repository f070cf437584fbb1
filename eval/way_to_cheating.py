"""How much of the way from the best rules of thumb to play with open cards does an honest search go?

A search and the yardstick ``cheating``, which is shown the true position, play in one seat against copies of the game's
best heuristic style: on the same deals, with equal budgets, in every seat in turn. The heuristic in that seat as well
would make a margin of exactly 0 and an even win share. So the share of the way is

    (search - heuristic) / (cheating - heuristic)

in mean margin and in win share. Nobody can be asked for all of it, as some of what open cards win is worth nothing
without them. The intervals are from resampled deals: both solvers play a deal that is drawn. Each number of players is
two arena runs with files in the output folder: killed, the same command goes on.

    python -m eval.way_to_cheating --game stonks --milliseconds 100 --deals 40 --output way
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from engine.catalog import GAMES
from engine.errors import PitwiseError
from eval.arena.crosstable import block_scores
from eval.arena.finished_run import finished_run
from eval.arena.measures import games_from_results
from eval.arena.run_spec import Design, Entrant, IncidentPolicy, RunSpec
from eval.arena.runner import StopRequest
from eval.arena.spec_file import spec_from_json, spec_json
from eval.intervals import CONFIDENCE, Interval, interval_of_share, interval_over_deals

Array = npt.NDArray[np.float64]

SAMPLES = 10_000
_BOOTSTRAP = 0x776179


@dataclass(frozen=True)
class Way:
    """How far a search goes at one number of players.

    Attributes:
        game: the game's name.
        players: at the table.
        deals: played by each.
        margin: the search's mean, in the game's unit, above the mean of the others.
        cheating_margin: the yardstick's.
        margin_share: of the way in the margin.
        win_share: the search's.
        cheating_win_share: the yardstick's.
        win_share_share: of the way in win shares, above an even one.
    """

    game: str
    players: int
    deals: int
    margin: Interval
    cheating_margin: Interval
    margin_share: Interval
    win_share: Interval
    cheating_win_share: Interval
    win_share_share: Interval


def focal_run(
    game: str, players: int, solver: str, deals: int, iterations: int | None, milliseconds: float | None, seed: int
) -> RunSpec:
    """A solver in one seat against copies of the best heuristic style.

    Raises:
        RunSpecError: there is no such game or solver, or not with so many players.
    """
    spec = RunSpec(
        name=f"{solver} against the best heuristic",
        game=game,
        players=(players,),
        entrants=(Entrant("focal", solver, iterations, milliseconds), Entrant("best", "heuristic")),
        design=Design.FOCAL,
        blocks=deals,
        seed=seed,
        on_incident=IncidentPolicy.ABORT,
    )
    return spec_from_json(spec_json(spec))


def measure_way(
    game: str,
    players: int,
    folder: Path,
    solver: str = "ismcts",
    cheating: str = "cheating",
    deals: int = 40,
    iterations: int | None = None,
    milliseconds: float | None = None,
    seed: int = 0,
    workers: int = 1,
    stop: StopRequest | None = None,
) -> Way:
    """Play both runs at one number of players, or what is left of them in the folder.

    Raises:
        PitwiseError: there is no such game or solver, the folder has other runs, or it was stopped.
    """
    margins: list[Array] = []
    wins: list[Array] = []
    for name, played in (("search", solver), ("cheating", cheating)):
        spec = focal_run(game, players, played, deals, iterations, milliseconds, seed)
        results = finished_run(folder / f"{game}_{players}_{name}.sqlite", spec, workers, stop)
        games = games_from_results(results, players, 2)
        margins.append(block_scores(games, games.margin)[:, 0])
        wins.append(block_scores(games, games.win_share)[:, 0])
    ones = np.ones(deals)
    even = 1.0 / players
    return Way(
        game=game,
        players=players,
        deals=deals,
        margin=interval_over_deals(margins[0]),
        cheating_margin=interval_over_deals(margins[1]),
        margin_share=share_of_way(margins[0], margins[1], seed),
        win_share=interval_of_share(wins[0], ones),
        cheating_win_share=interval_of_share(wins[1], ones),
        win_share_share=share_of_way(wins[0] - even, wins[1] - even, seed),
    )


def share_of_way(gains: Array, whole: Array, seed: int = 0, samples: int = SAMPLES) -> Interval:
    """The ratio of the means with its percentile bootstrap interval.

    Where a mean of ``whole`` that is not above 0 is among what the resampled deals allow, there may be no way to go:
    the interval has no bounds then.

    Args:
        gains: the search's, deal by deal.
        whole: the yardstick's, on the same deals.
        seed: of the resampling.
        samples: how often deals are drawn anew.

    Returns:
        The interval; of unknown ends (NaN) for a single deal.
    """
    deals = len(gains)
    mean = float(gains.mean() / whole.mean()) if whole.mean() != 0.0 else float("nan")
    if deals < 2:
        return Interval(mean, float("nan"), float("nan"))
    rng = np.random.default_rng([_BOOTSTRAP, seed])
    weights = rng.multinomial(deals, np.full(deals, 1.0 / deals), samples).astype(np.float64)
    drawn, drawn_whole = weights @ gains, weights @ whole
    tail = (1.0 - CONFIDENCE) / 2.0
    if np.quantile(drawn_whole, tail) <= 0.0:
        return Interval(mean, float("-inf"), float("inf"))
    # The few samples without a way stand at the end that their gain points to.
    ratios = np.where(drawn_whole > 0.0, drawn / np.where(drawn_whole > 0.0, drawn_whole, 1.0), np.copysign(1e9, drawn))
    low, high = np.quantile(ratios, [tail, 1.0 - tail])
    return Interval(mean, float(low), float(high))


def way_table(ways: Sequence[Way]) -> str:
    """The ways as a Markdown table."""
    lines = [
        "| game | players | margin | of `cheating` | share of the way | win share | of `cheating` | even "
        "| share of the way | deals |",
        "| --- |" + " ---: |" * 9,
    ]
    for way in ways:
        cells = (
            GAMES[way.game].title,
            str(way.players),
            way.margin.text(1),
            way.cheating_margin.text(1),
            way.margin_share.text(2),
            way.win_share.text(3),
            way.cheating_win_share.text(3),
            f"{1.0 / way.players:.3f}",
            way.win_share_share.text(2),
            str(way.deals),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main(
    output: Annotated[Path, typer.Option(help="The folder of the runs and of way.md.")],
    game: Annotated[list[str] | None, typer.Option(help="A game; may be given more than once.")] = None,
    players: Annotated[list[int] | None, typer.Option(help="A number of players; likewise.")] = None,
    solver: Annotated[str, typer.Option(help="The search.")] = "ismcts",
    cheating: Annotated[str, typer.Option(help="The yardstick.")] = "cheating",
    deals: Annotated[int, typer.Option(min=2, help="Deals at each number of players.")] = 40,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations a move.")] = None,
    milliseconds: Annotated[float | None, typer.Option(help="Time a move; 100 if nothing is given.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Games at a time; 0: one for each core.")] = 0,
) -> None:
    """Measure the way from rules of thumb to open cards, or what is left to measure, and write the table."""
    if iterations is None and milliseconds is None:
        milliseconds = 100.0
    stop = StopRequest()
    ways = []
    try:
        with stop.on_signals():
            for name in game or ["stockpile", "stonks"]:
                for number in players or [2, 3, 4, 5]:
                    ways.append(
                        measure_way(
                            name,
                            number,
                            output,
                            solver,
                            cheating,
                            deals,
                            iterations,
                            milliseconds,
                            seed,
                            workers or os.cpu_count() or 1,
                            stop,
                        )
                    )
    except PitwiseError as error:
        typer.echo(f"eval.way_to_cheating: {error}", err=True)
        raise typer.Exit(128 + stop.signal if stop.signal else 2) from None
    limits = [] if iterations is None else [f"{iterations:,} iterations"]
    limits += [] if milliseconds is None else [f"{milliseconds:g} ms"]
    text = f"# The way to open cards: {solver}, {' and '.join(limits)} a move\n\n{way_table(ways)}\n"
    (output / "way.md").write_text(text, encoding="utf-8")
    typer.echo(way_table(ways))


if __name__ == "__main__":
    typer.run(main)
