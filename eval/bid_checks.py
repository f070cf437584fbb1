"""Whether a bidder's numbers can be believed: its estimates on fresh worlds, and its chances in played auctions.

python -m eval.bid_checks --players 4 --deals 20

The chosen bid is the best of many noisy estimates, so its own estimate is too high in the mean (the optimizer's curse;
Smith and Winkler, Management Science 52, 2006): it is estimated again in worlds that had no part in the choice. A
predicted chance is calibrated if bids that were given it stand that often.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

from engine.catalog import load_game
from engine.errors import PitwiseError
from engine.game import Game
from engine.stockpile.cards import Phase
from eval.auctions import views_of_bidders
from solvers.base import Budget, Control, Solver
from solvers.bidding.auction import no_caps
from solvers.bidding.beliefs import form_beliefs
from solvers.bidding.bidder import decide_bid
from solvers.bidding.clock import Clock
from solvers.bidding.enumeration import enumerate_bids
from solvers.bidding.player import BiddingPlayer
from solvers.bidding.position import bid_of_code
from solvers.registry import make_solver

Floats = npt.NDArray[np.float64]

_FRESH_SEED = 1 << 40
"""Seeds of fresh worlds are so far from those of the worlds that bids are chosen by."""


@dataclass(frozen=True)
class Optimism:
    """Estimates of chosen bids in $K.

    Attributes:
        own: ``[bids]`` in the worlds by which they were chosen.
        fresh: ``[bids]`` in as many others.
    """

    own: Floats
    fresh: Floats

    @property
    def mean(self) -> float:
        """By how much the estimates are too high in the mean."""
        return float((self.own - self.fresh).mean())

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        differences = self.own - self.fresh
        return float(differences.std(ddof=1) / np.sqrt(len(differences))) if len(differences) > 1 else float("nan")


def measure_optimism(game: Game, player: BiddingPlayer, deals: int, every: int = 3) -> Optimism:
    """Estimate chosen bids on fresh worlds, with the continuation that was chosen with them.

    Args:
        game: a configured game of Stockpile.
        player: whose bids; it has to try them (``enumeration=on``).
        deals: how many games, played by the best heuristic style.
        every: one in so many bids is looked at.

    Raises:
        ValueError: the player does not try bids, or there was no bid to look at.
    """
    own = []
    fresh = []
    for seed, view in enumerate(views_of_bidders(game, deals, every)):
        clock = Clock(0.0, None, Control())
        decision = decide_bid(game, view, player, player.worlds, seed, clock)
        if decision.estimates is None:
            raise ValueError("this player does not try bids")
        others = form_beliefs(game, view, player, player.worlds, seed + _FRESH_SEED, clock)
        assert others is not None
        caps = no_caps(others.position) if decision.continuation is None else decision.continuation
        again = enumerate_bids(
            others.position,
            others.believed,
            others.own,
            others.weights,
            caps,
            player.rival_weight,
            np.array([[decision.pile, decision.step]], np.int64),
        )
        own.append(float(decision.estimates.values[decision.estimates.best]))
        fresh.append(float(again.values[0]))
    if not own:
        raise ValueError("there was no bid to look at")
    return Optimism(np.array(own), np.array(fresh))


@dataclass(frozen=True)
class Reliability:
    """Predicted chances against what happened, in bins of equal width.

    Attributes:
        edges: ``[bins + 1]``.
        counts: ``[bins]`` predictions.
        predicted: ``[bins]`` their mean; NaN in an empty bin.
        happened: ``[bins]`` the share of them that came true; NaN in an empty bin.
        brier: the mean squared error of all predictions.
        base: the same if each had been the share of all that came true.
    """

    edges: Floats
    counts: npt.NDArray[np.int64]
    predicted: Floats
    happened: Floats
    brier: float
    base: float

    @property
    def error(self) -> float:
        """The expected calibration error: the mean distance of bins from the diagonal, by predictions."""
        filled = self.counts > 0
        distance = np.abs(self.predicted[filled] - self.happened[filled])
        return float(distance @ self.counts[filled] / self.counts.sum())


def reliability(predictions: Sequence[tuple[float, bool]], bins: int = 10) -> Reliability:
    """Bin predictions.

    Raises:
        ValueError: there are none.
    """
    if not predictions:
        raise ValueError("there are no predictions")
    chances = np.array([chance for chance, _ in predictions])
    came = np.array([happened for _, happened in predictions], float)
    edges = np.linspace(0.0, 1.0, bins + 1)
    place = np.minimum((chances * bins).astype(np.int64), bins - 1)
    counts = np.bincount(place, minlength=bins)
    with np.errstate(invalid="ignore"):
        predicted = np.bincount(place, chances, bins) / counts
        happened = np.bincount(place, came, bins) / counts
    brier = float(((chances - came) ** 2).mean())
    return Reliability(edges, counts, predicted, happened, brier, float(came.var()))


def predicted_chances(game: Game, player: BiddingPlayer, rivals: str, deals: Iterable[int]) -> list[tuple[float, bool]]:
    """The predicted chance that a bid stands, for every bid that the player made in games, and whether it stood.

    Args:
        game: a configured game of Stockpile.
        player: who predicts; it sits in every seat once on each deal.
        rivals: the spec of all others.
        deals: seeds of the games.
    """
    others = make_solver(rivals, game)
    predictions: list[tuple[float, bool]] = []
    for deal in deals:
        for own_seat in range(game.seats):
            predictions += _chances_of_game(game, player, others, deal, own_seat)
    return predictions


def _chances_of_game(
    game: Game, player: BiddingPlayer, others: Solver, deal: int, own_seat: int
) -> list[tuple[float, bool]]:
    state = game.deal(deal)
    predictions: list[tuple[float, bool]] = []
    standing: dict[int, float] = {}  # own bids in the auction under way: pile and chance
    number = 0
    while (seat := game.mover(state)) is not None:
        number += 1
        view = game.view(state, seat)
        choice = (player if seat == own_seat else others).choose(game, view, Budget(), deal * 1000 + number)
        if state.phase == Phase.DEMAND:
            pile, step = bid_of_code(choice.move)
            if pile in standing:
                predictions.append((standing.pop(pile), False))
            if choice.auction is not None and seat == own_seat:
                amount = int(game.rules.bid_amounts[step])
                for one in choice.auction.piles[pile].chances:
                    if one.amount == amount:
                        standing[pile] = one.chance
        game.apply(state, choice.move)
        if state.phase != Phase.DEMAND:
            predictions += [(chance, True) for chance in standing.values()]
            standing.clear()
    return predictions


def check_table(optimism: Optimism, found: Reliability) -> Table:
    """Both checks as a table."""
    table = Table(
        title=f"{len(optimism.own)} estimates, ${optimism.mean:.2f}K ± {1.96 * optimism.standard_error:.2f} too high;"
        f" {found.counts.sum()} chances, Brier score {found.brier:.3f} (without prediction {found.base:.3f}), "
        f"calibration error {found.error:.3f}",
        title_justify="left",
    )
    for column in ("chance", "bids", "predicted", "stood"):
        table.add_column(column, justify="right")
    for place, count in enumerate(found.counts):
        if count:
            low, high = found.edges[place], found.edges[place + 1]
            table.add_row(
                f"{low:.1f}-{high:.1f}", str(count), f"{found.predicted[place]:.3f}", f"{found.happened[place]:.3f}"
            )
    return table


def main(
    players: Annotated[int, typer.Option(help="How many players.")] = 4,
    deals: Annotated[int, typer.Option(min=1, help="Games, times the seats for chances.")] = 5,
    spec: Annotated[str, typer.Option(help="The bidder.")] = "bidding",
    rivals: Annotated[str, typer.Option(help="All others.")] = "heuristic",
) -> None:
    """Check a bidder's estimates and chances and print the table."""
    try:
        game = load_game("stockpile", seats=players)
        player = make_solver(spec, game)
        if not isinstance(player, BiddingPlayer):
            raise ValueError(f"{spec} is no bidder")
        optimism = measure_optimism(game, player, deals)
        found = reliability(predicted_chances(game, player, rivals, range(deals)))
    except (PitwiseError, ValueError) as error:
        typer.echo(f"eval.bid_checks: {error}", err=True)
        raise typer.Exit(2) from None
    Console().print(check_table(optimism, found))


if __name__ == "__main__":
    typer.run(main)
