"""A match: players meet on the same deals, each deal once for every rotation of the players over the seats.

python -m eval.match --game stockpile --players 4 --seats "ismcts;heuristic(style=value)*3" --games 200
"""

import multiprocessing
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.progress import track

from engine.catalog import load_game
from engine.errors import PitwiseError
from engine.game import Game
from engine.randomness import draw, generator
from eval.match_result import MatchResult, result_table, summarize
from solvers.base import Budget, Solver
from solvers.registry import make_solver

_COPIES = re.compile(r"(.*?)(?:\*\s*(\d+))?\s*", re.DOTALL)


@dataclass(frozen=True)
class DealResult:
    """All rotations of one deal: payoffs ``[rotation, place]``; for each place its moves, seconds, slowest second."""

    deal: int
    payoffs: npt.NDArray[np.float64]
    decisions: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.float64]
    slowest: npt.NDArray[np.float64]


def parse_line_up(text: str) -> list[str]:
    """The specs of a line-up such as ``ismcts(iterations=500);random*3``.

    >>> parse_line_up("ismcts(trees=2); random*3")
    ['ismcts(trees=2)', 'random', 'random', 'random']
    """
    specs: list[str] = []
    for part in text.split(";"):
        match = _COPIES.fullmatch(part.strip())
        assert match is not None
        specs += [match[1].strip()] * int(match[2] or 1)
    return specs


def play_match(
    game: Game,
    players: Sequence[str | Solver],
    games: int,
    seed: int = 0,
    budget: Budget | None = None,
    jobs: int = 1,
    watch: bool = False,
) -> MatchResult:
    """Play a match.

    With an iteration budget the result depends on the arguments alone, ``jobs`` and machine excepted; with a time
    budget it is as reproducible as the clock.

    Args:
        game: the game, configured for as many seats as there are players.
        players: solvers, or their specs, in the order in which they sit down on the first rotation.
        games: how many games at least; rounded up to whole deals of one game for each rotation.
        seed: decides the deals and the solvers' seeds.
        budget: what each move may cost; None: as the solvers' specs say.
        jobs: processes, each with one game at a time; solvers are made from their specs in each.
        watch: show a progress bar on standard error.

    Raises:
        ValueError: the number of players is not the game's, or there is no game to play.
        PitwiseError: a spec is malformed or names a solver, parameter or style that does not exist.
    """
    solvers = [make_solver(player, game) if isinstance(player, str) else player for player in players]
    if len(solvers) != game.seats:
        raise ValueError(f"{game.name} is set up for {game.seats} players, not {len(solvers)}")
    if games < 1 or jobs < 1:
        raise ValueError("a match needs at least one game and one job")
    _warm_up(game, [solver for solver, player in zip(solvers, players, strict=True) if isinstance(player, str)])
    budget = budget or Budget()
    deals = -(-games // game.seats)
    places = len(solvers)
    payoffs = np.zeros((deals, places, places))
    decisions = np.zeros(places, np.int64)
    seconds = np.zeros(places)
    slowest = np.zeros(places)
    results: Iterable[DealResult] = (
        (play_deal(game, solvers, deal, seed, budget) for deal in range(deals))
        if jobs == 1
        else _play_deals_in_processes(game, solvers, deals, seed, budget, min(jobs, deals))
    )
    if watch:
        results = track(results, "Playing", total=deals, console=Console(stderr=True))
    for result in results:
        payoffs[result.deal] = result.payoffs
        decisions += result.decisions
        seconds += result.seconds
        slowest = np.maximum(slowest, result.slowest)
    return summarize(game.name, game.unit, [solver.spec for solver in solvers], payoffs, decisions, seconds, slowest)


def _warm_up(game: Game, solvers: Sequence[Solver]) -> None:
    """Compile what the solvers need before their moves are timed, and before several processes would do so at once."""
    state = game.deal(0)
    seat = game.mover(state)
    assert seat is not None
    view = game.view(state, seat)
    for solver in {solver.spec: solver for solver in solvers}.values():
        solver.choose(game, view, Budget(iterations=2), 0)


def play_deal(game: Game, solvers: Sequence[Solver], deal: int, seed: int, budget: Budget) -> DealResult:
    """Play one deal once for every rotation; solvers see views only."""
    seats = len(solvers)
    payoffs = np.zeros((seats, seats))
    decisions = np.zeros(seats, np.int64)
    seconds = np.zeros(seats)
    slowest = np.zeros(seats)
    chance = generator(seed)
    chance[0] += np.uint64(deal)
    deal_seed = int(draw(chance)) >> 1
    for rotation in range(seats):
        state = game.deal(deal_seed)
        move_seeds = generator(deal_seed + 1 + rotation)
        while (seat := game.mover(state)) is not None:
            place = (seat + rotation) % seats
            view = game.view(state, seat)
            move_seed = int(draw(move_seeds)) >> 1
            started = time.perf_counter()
            choice = solvers[place].choose(game, view, budget, move_seed)
            spent = time.perf_counter() - started
            game.apply(state, choice.move)
            decisions[place] += 1
            seconds[place] += spent
            slowest[place] = max(slowest[place], spent)
        for seat, payoff in enumerate(game.payoffs(state)):
            payoffs[rotation, (seat + rotation) % seats] = payoff
    return DealResult(deal, payoffs, decisions, seconds, slowest)


# --- Several processes ------------------------------------------------------------------------------------------------

_worker: dict[str, Any] = {}


def _play_deals_in_processes(
    game: Game, solvers: Sequence[Solver], deals: int, seed: int, budget: Budget, jobs: int
) -> Iterator[DealResult]:
    # Compiled code and its threads do not survive a fork, so workers are spawned.
    context = multiprocessing.get_context("spawn")
    specs = [solver.spec for solver in solvers]
    with context.Pool(jobs, _begin_work, (game.name, game.options_json, specs, seed, budget)) as pool:
        yield from pool.imap_unordered(_work, range(deals))


def _begin_work(name: str, options: dict[str, Any], specs: list[str], seed: int, budget: Budget) -> None:
    game = load_game(name, **options)
    _worker["game"] = game
    _worker["solvers"] = [make_solver(spec, game) for spec in specs]
    _warm_up(game, _worker["solvers"])
    _worker["seed"] = seed
    _worker["budget"] = budget


def _work(deal: int) -> DealResult:
    return play_deal(_worker["game"], _worker["solvers"], deal, _worker["seed"], _worker["budget"])


# --- Command ----------------------------------------------------------------------------------------------------------


def main(
    seats: Annotated[str, typer.Option(help="The players: specs with ; between them, *3 for three copies.")],
    game: Annotated[str, typer.Option(help="The game.")] = "stockpile",
    players: Annotated[int, typer.Option(help="How many players.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="Games at least; whole deals are played.")] = 100,
    milliseconds: Annotated[float, typer.Option(min=0.0, help="Time for a move; 0: as the specs say.")] = 0.0,
    iterations: Annotated[int, typer.Option(min=0, help="Iterations for a move; 0: as the specs say.")] = 0,
    seed: Annotated[int, typer.Option(help="Decides the deals.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
) -> None:
    """Play a match and print its table."""
    try:
        result = play_match(
            load_game(game, seats=players),
            parse_line_up(seats),
            games,
            seed,
            Budget(iterations or None, milliseconds or None),
            jobs,
            watch=sys.stderr.isatty(),
        )
    except (PitwiseError, ValueError) as error:
        typer.echo(f"eval.match: {error}", err=True)
        raise typer.Exit(2) from None
    Console().print(result_table(result))


if __name__ == "__main__":
    typer.run(main)
