"""Two solvers compared where a round ends, from the same positions: sharper and cheaper than whole games.

python -m eval.endings_check --game stockpile --players 4 --deals 20 --milliseconds 20 \
    --first "ismcts" --second "ismcts(sale_plans=0)"

The best heuristic style plays every deal. At Stockpile each seat's turn in a Selling Phase is a position, at Stonks a
seat's first decision in one of the last tricks of a round. In worlds that agree with the seat's view both solvers play
that seat from there, to the end of its turn or of the round; rivals, and everybody afterwards, play the heuristic.
Worlds and random numbers are the same for both, so what is compared is their difference.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

from engine import contract
from engine.catalog import load_game
from engine.errors import PitwiseError
from engine.game import Game
from engine.randomness import generator
from engine.stockpile.cards import Phase as StockpilePhase
from engine.stonks.cards import Phase as StonksPhase
from engine.stonks.scoring import tricks_left
from eval.intervals import Interval, interval_over_deals
from solvers.base import Budget, Solver
from solvers.ismcts.leaf_value import leaf_utilities
from solvers.ismcts.player import IsmctsPlayer
from solvers.playout import play_out
from solvers.registry import make_solver

MEASURES = ("utility at the end of the round", "utility at the end", "margin at the end", "win share")

_FRESH_SEED = 1 << 40
"""Seeds of the worlds played on are so far from those that solvers are given."""


@dataclass(frozen=True)
class EndingPosition:
    """A decision from which a seat plays to the end of its turn or of the round.

    Attributes:
        deal: the seed of the game.
        seat: to move.
        view: what it sees.
    """

    deal: int
    seat: int
    view: Any


def is_ending(game: Game, state: Any, seat: int, tricks: int) -> bool:
    """Whether the position belongs to the ending that starts at one of the seat's decisions."""
    if game.name == "stockpile":
        return bool(state.phase == StockpilePhase.SELLING and state.turn == seat)
    if state.phase in (StonksPhase.OVER, StonksPhase.OPENING_PAIR):
        return False
    return bool(tricks_left(game.rules, state) <= tricks)


def ending_positions(game: Game, deals: range, tricks: int, rounds: str) -> Iterator[EndingPosition]:
    """The positions of some deals, decisions with a single move left out.

    Args:
        game: Stockpile or Stonks.
        deals: seeds.
        tricks: at Stonks, how many tricks of the round are left.
        rounds: ``all``, ``last`` or ``earlier``.
    """
    for deal in deals:
        state = game.deal(deal)
        met: set[tuple[int, int]] = set()
        number = 0
        while (seat := game.mover(state)) is not None:
            number += 1
            played = int(contract.rounds_played(game.rules, state))
            last = int(contract.rounds_left(game.rules, state)) == 1
            wanted = rounds == "all" or last == (rounds == "last")
            # At Stonks one seat's ending a round is enough: its rivals' would go through the same tricks.
            place = (played, seat if game.name == "stockpile" else 0)
            if wanted and place not in met and is_ending(game, state, seat, tricks):
                mine = game.name == "stockpile" or seat == (deal + played) % game.seats
                if mine and len(game.legal_moves(state)) > 1:
                    met.add(place)
                    yield EndingPosition(deal, seat, game.view(state, seat))
            game.apply(state, game.suggest(game.view(state, seat), game.playout_style, (deal << 16) + number))


class RememberedChoices:
    """A solver that is asked once for each thing it can know; a sale's seat learns nothing between its sales."""

    def __init__(self, game: Game, solver: Solver, budget: Budget, seed: int) -> None:
        self.game = game
        self.solver = solver
        self.budget = budget
        self.seed = seed
        self.seconds = 0.0
        self._known: dict[int, int] = {}

    def __call__(self, view: Any) -> int:
        """The solver's move."""
        key = int(contract.information_key(self.game.rules, view, self.game.viewer(view)))
        if key not in self._known:
            began = time.process_time()
            self._known[key] = self.solver.choose(self.game, view, self.budget, self.seed ^ key & 0xFFFFFFFF).move
            self.seconds += time.process_time() - began
        return self._known[key]


def play_on(
    game: Game, position: EndingPosition, choose: Callable[[Any], int], seed: int, tricks: int
) -> npt.NDArray[np.float64]:
    """Play one world on, the position's seat by ``choose``; return the :data:`MEASURES`."""
    seat = position.seat
    settings = IsmctsPlayer().settings(game)
    style = int(settings.playout_style)
    state = game.redeal(position.view, seed)
    rng = generator(seed)
    moves = np.empty(contract.MAX_MOVES, np.int32)
    round_number = int(contract.rounds_played(game.rules, state))
    while (
        (mover := game.mover(state)) is not None
        and contract.rounds_played(game.rules, state) == round_number
        and is_ending(game, state, seat, tricks)
    ):
        if mover == seat and len(game.legal_moves(state)) > 1:
            move = choose(game.view(state, seat))
        else:
            move = int(contract.suggest(game.rules, state, style, rng))
        contract.apply(game.rules, state, move, contract.NO_LOG)
    results = np.zeros(8)
    utilities = np.zeros(8)
    play_out(game.rules, state, moves, style, 0.0, round_number + 1, rng)
    leaf_utilities(game.rules, state, settings, results, utilities)
    of_round = utilities[seat]
    play_out(game.rules, state, moves, style, 0.0, 0, rng)
    leaf_utilities(game.rules, state, settings, results, utilities)
    own = results[: game.seats]
    others = np.delete(own, seat)
    wins = float(own[seat] == own.max()) / float((own == own.max()).sum())
    return np.array([of_round, utilities[seat], own[seat] - others.max(), wins])


@dataclass(frozen=True)
class Comparison:
    """What two solvers made of the same endings.

    Attributes:
        differences: float64[positions, measures], the first solver's mean over the worlds less the second's.
        deals: each position's deal.
        agreed: in how many positions both chose the same first move.
        seconds: of processor time that each solver took in all.
    """

    differences: npt.NDArray[np.float64]
    deals: tuple[int, ...]
    agreed: int
    seconds: tuple[float, float]

    def interval(self, measure: int) -> Interval:
        """The mean difference over the positions; those of a deal are one observation."""
        by_deal = [self.differences[np.array(self.deals) == deal, measure].mean() for deal in sorted(set(self.deals))]
        return interval_over_deals(np.array(by_deal))


def compare(
    game: Game,
    first: Solver,
    second: Solver,
    budget: Budget,
    deals: range,
    worlds: int,
    tricks: int = 2,
    rounds: str = "all",
) -> Comparison:
    """Let both solvers play the same endings.

    Args:
        game: Stockpile or Stonks.
        first: solver.
        second: solver.
        budget: of each decision.
        deals: seeds of the games.
        worlds: in which each position is played on.
        tricks: at Stonks, how many tricks of the round are left.
        rounds: ``all``, ``last`` or ``earlier``.

    Raises:
        ValueError: there is no such position in these deals.
    """
    differences = []
    of_deals = []
    agreed = 0
    seconds = np.zeros(2)
    for number, position in enumerate(ending_positions(game, deals, tricks, rounds)):
        choosers = [RememberedChoices(game, solver, budget, number) for solver in (first, second)]
        agreed += choosers[0](position.view) == choosers[1](position.view)
        measured = np.array(
            [
                [play_on(game, position, choose, _FRESH_SEED + number * worlds + world, tricks) for choose in choosers]
                for world in range(worlds)
            ]
        )
        differences.append((measured[:, 0] - measured[:, 1]).mean(axis=0))
        of_deals.append(position.deal)
        seconds += [choose.seconds for choose in choosers]
    if not differences:
        raise ValueError(f"no such endings of {game.name} on these deals")
    return Comparison(np.array(differences), tuple(of_deals), agreed, (float(seconds[0]), float(seconds[1])))


def comparison_table(found: Comparison) -> Table:
    """The differences with their intervals."""
    table = Table(title=f"first - second, {len(found.deals)} positions on {len(set(found.deals))} deals")
    table.add_column("measure")
    table.add_column("difference", justify="right")
    for measure, name in enumerate(MEASURES):
        table.add_row(name, found.interval(measure).text(5))
    table.add_row("same first move", f"{found.agreed / len(found.deals):.2f}")
    table.add_row("processor seconds", f"{found.seconds[0]:.1f}, {found.seconds[1]:.1f}")
    return table


def main(
    first: Annotated[str, typer.Option(help="A solver.")],
    second: Annotated[str, typer.Option(help="Another.")],
    game: Annotated[str, typer.Option(help="stockpile or stonks.")] = "stockpile",
    players: Annotated[int, typer.Option(help="How many players.")] = 4,
    deals: Annotated[int, typer.Option(min=1, help="Games.")] = 5,
    seed: Annotated[int, typer.Option(help="The first deal.")] = 0,
    worlds: Annotated[int, typer.Option(min=1, help="Worlds in which each position is played on.")] = 100,
    tricks: Annotated[int, typer.Option(min=1, help="Stonks: tricks left in the round.")] = 2,
    rounds: Annotated[str, typer.Option(help="all, last or earlier.")] = "all",
    iterations: Annotated[int, typer.Option(min=0, help="A decision's; 0: no limit.")] = 0,
    milliseconds: Annotated[float, typer.Option(min=0, help="A decision's; 0: no limit.")] = 0,
) -> None:
    """Compare two solvers at the ends of rounds and print the table."""
    try:
        if game not in ("stockpile", "stonks"):
            raise ValueError(f"game must be stockpile or stonks, not {game!r}")
        if rounds not in ("all", "last", "earlier"):
            raise ValueError(f"rounds must be all, last or earlier, not {rounds!r}")
        loaded = load_game(game, seats=players)
        found = compare(
            loaded,
            make_solver(first, loaded),
            make_solver(second, loaded),
            Budget(iterations or None, milliseconds or None),
            range(seed, seed + deals),
            worlds,
            tricks,
            rounds,
        )
    except (PitwiseError, ValueError) as error:
        typer.echo(f"eval.endings_check: {error}", err=True)
        raise typer.Exit(2) from None
    Console().print(comparison_table(found))


if __name__ == "__main__":
    typer.run(main)
