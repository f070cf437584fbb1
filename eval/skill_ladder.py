"""A skill ladder: does a search grow stronger with every doubling of its budget, and by how much?

Each rung is a solver with twice the iterations of the rung below, and plays it on deals that are the same for all
rungs: the two in turn around the table, in all rotations. Upper rungs cost twice as much for each game, so they play
fewer deals. Every rung is an arena run with a file of its own in the output folder: killed, the same command goes on.

    python -m eval.skill_ladder --game stonks --players 4 --deals 100 --deals-at-top 12 --output ladder
"""

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from engine.errors import PitwiseError
from eval.arena.finished_run import finished_run
from eval.arena.run_spec import Entrant, IncidentPolicy, RunSpec
from eval.arena.runner import StopRequest
from eval.arena.spec_file import spec_from_json, spec_json
from eval.arena.standings import Standings, standings
from eval.intervals import Interval

UPPER, LOWER = "upper", "lower"
EVEN = 0.5


@dataclass(frozen=True)
class Ladder:
    """What ladder is climbed.

    Attributes:
        game: the game's name.
        players: at the table.
        solver: its spec, without a limit of its own.
        lowest: iterations a move of the lowest rung.
        doublings: how many rungs there are above it.
        deals: that the second rung plays against the lowest.
        deals_at_top: that the topmost rung plays; between the two the number falls by equal factors.
        seed: of the deals.
    """

    game: str
    players: int
    solver: str = "ismcts"
    lowest: int = 100
    doublings: int = 10
    deals: int = 100
    deals_at_top: int = 10
    seed: int = 0

    def iterations(self, rung: int) -> int:
        """A move's, of a rung from 0 to ``doublings``."""
        return self.lowest << rung

    def deals_of(self, rung: int) -> int:
        """Deals on which a rung, from 1 on, plays the one below."""
        climbed = (rung - 1) / max(1, self.doublings - 1)
        factor = float((self.deals_at_top / self.deals) ** climbed)
        return max(1, round(self.deals * factor))

    def run(self, rung: int) -> RunSpec:
        """A rung against the one below; the round robin seats two entrants in turn around the table.

        Raises:
            RunSpecError: there is no such game or solver, or not with so many players.
        """
        spec = RunSpec(
            name=f"{self.iterations(rung)} iterations against {self.iterations(rung - 1)}",
            game=self.game,
            players=(self.players,),
            entrants=(
                Entrant(UPPER, self.solver, self.iterations(rung)),
                Entrant(LOWER, self.solver, self.iterations(rung - 1)),
            ),
            blocks=self.deals_of(rung),
            seed=self.seed,
            anchor=LOWER,
            on_incident=IncidentPolicy.ABORT,
        )
        return spec_from_json(spec_json(spec))


@dataclass(frozen=True)
class Rung:
    """How a rung did against the one below.

    Attributes:
        iterations: its own, a move.
        deals: played.
        games: played.
        score: how often one of its seats finishes ahead of one of the other's, a tie half; 0.5 is even.
        win_share: for a seat.
        gain: Elo-like points above the rung below.
        height: the same above the lowest rung: all gains up to here.
        milliseconds: mean for a move.
    """

    iterations: int
    deals: int
    games: int
    score: Interval
    win_share: Interval
    gain: Interval
    height: Interval
    milliseconds: float


def climb(
    ladder: Ladder,
    folder: Path,
    workers: int = 1,
    stop: StopRequest | None = None,
    tell: Callable[[Rung], None] = lambda _: None,
) -> list[Rung]:
    """Play all rungs, from below, or what is left of them in the folder.

    Raises:
        PitwiseError: the ladder asks for what there is not, the folder has the runs of another one, or it was stopped.
    """
    rungs: list[Rung] = []
    for number in range(1, ladder.doublings + 1):
        spec = ladder.run(number)
        results = finished_run(folder / f"rung_{ladder.iterations(number):06}.sqlite", spec, workers, stop)
        rungs.append(_rung(ladder, number, standings(spec, results), rungs[-1].height if rungs else None))
        tell(rungs[-1])
    return rungs


def _rung(ladder: Ladder, number: int, found: Standings, below: Interval | None) -> Rung:
    listed = found.lists[0]
    upper = listed.entrant(UPPER)
    score = listed.crosstable.ahead[0][1]
    assert score is not None
    return Rung(
        iterations=ladder.iterations(number),
        deals=listed.blocks,
        games=listed.games,
        score=score,
        win_share=upper.win_share,
        gain=upper.rating,
        height=upper.rating if below is None else added(below, upper.rating),
        milliseconds=found.circumstances[0].times[UPPER].milliseconds,
    )


def added(first: Interval, second: Interval) -> Interval:
    """The sum of two estimates; their errors are taken as independent, so the intervals' arms add up as squares.

    Neighbouring rungs share their deals, but a difference on a deal is hardly that deal's doing.
    """
    mean = first.mean + second.mean
    down = math.hypot(first.mean - first.low, second.mean - second.low)
    up = math.hypot(first.high - first.mean, second.high - second.mean)
    return Interval(mean, mean - down, mean + up)


def verdict(rungs: Sequence[Rung]) -> str:
    """Whether strength falls anywhere, in words: a rung is weaker if its whole interval is below even."""
    weaker = [f"{rung.iterations:,}" for rung in rungs if rung.score.high < EVEN]
    stronger = sum(rung.score.low > EVEN for rung in rungs)
    falls = f"Weaker than the rung below: {', '.join(weaker)}." if weaker else "No rung is weaker than the one below."
    return f"{falls} {stronger} of {len(rungs)} are stronger with 95 % confidence."


def ladder_table(rungs: Sequence[Rung]) -> str:
    """The ladder as a Markdown table."""
    lines = [
        "| iterations a move | score against half as many | win share of a seat | Elo-like gain "
        "| above the lowest rung | ms a move | games | deals |",
        "|" + " ---: |" * 8,
    ]
    for rung in rungs:
        cells = (
            f"{rung.iterations:,}",
            rung.score.text(3),
            rung.win_share.text(3),
            rung.gain.text(0),
            rung.height.text(0),
            f"{rung.milliseconds:.1f}",
            f"{rung.games:,}",
            f"{rung.deals:,}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main(
    output: Annotated[Path, typer.Option(help="The folder of the runs, ladder.md and ladder.png.")],
    game: Annotated[str, typer.Option(help="The game to play.")] = "stonks",
    players: Annotated[int, typer.Option(help="How many seats.")] = 4,
    solver: Annotated[str, typer.Option(help="The search, without a limit of its own.")] = "ismcts",
    lowest: Annotated[int, typer.Option(min=1, help="Iterations a move of the lowest rung.")] = 100,
    doublings: Annotated[int, typer.Option(min=1, max=30, help="Rungs above it.")] = 10,
    deals: Annotated[int, typer.Option(min=1, help="Deals of the lowest match.")] = 100,
    deals_at_top: Annotated[int, typer.Option(min=1, help="Deals of the topmost match.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Games at a time; 0: one for each core.")] = 0,
) -> None:
    """Play a skill ladder, or what is left of it, and write its table and its plot."""
    ladder = Ladder(game, players, solver, lowest, doublings, deals, deals_at_top, seed)
    stop = StopRequest()
    try:
        with stop.on_signals():
            rungs = climb(
                ladder,
                output,
                workers or os.cpu_count() or 1,
                stop,
                lambda rung: typer.echo(f"{rung.iterations:,}: score {rung.score.text(3)}, {rung.deals} deals"),
            )
    except PitwiseError as error:
        typer.echo(f"eval.skill_ladder: {error}", err=True)
        raise typer.Exit(128 + stop.signal if stop.signal else 2) from None
    from eval.skill_ladder_plot import ladder_plot

    title = f"{game}, {players} players: {solver}"
    (output / "ladder.md").write_text(f"# {title}\n\n{verdict(rungs)}\n\n{ladder_table(rungs)}\n", encoding="utf-8")
    ladder_plot(rungs, title).savefig(output / "ladder.png", dpi=120)
    typer.echo(f"{verdict(rungs)} {output / 'ladder.md'}")


if __name__ == "__main__":
    typer.run(main)
