"""Fit the weights of a game's best style by rules of thumb by its own play, for one number of players.

One seat of a candidate sits at a table of rivals, in every seat of the same deals in turn; its score is its win share
(even is 1) and its margin in typical margins. Candidates come from CMA-ES (Hansen and Ostermeier, "Completely
Derandomized Self-Adaptation in Evolution Strategies", Evolutionary Computation 9(2), 2001), every generation on new
deals. Half-way the mean candidate joins the rivals, so that the weights are not fitted to a single opponent. In the end
they play the present weights on deals of their own.

    python -m eval.fit_style --game stockpile --players 5 --minutes 5
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console

from engine.catalog import load_game
from engine.compiling import kernel
from engine.contract import NO_LOG, apply, deal, mover, payoffs
from engine.game import Game
from engine.randomness import mix
from engine.stockpile import styles as stockpile_styles
from engine.stockpile.suggest import suggest_with_weights as suggest_at_stockpile
from engine.stonks import styles as stonks_styles
from engine.stonks.rules_of_thumb import suggest_with_weights as suggest_at_stonks
from eval.arena.measures import first_against_rest
from eval.intervals import Interval, interval_over_deals
from eval.peers.extras import imported

FIRST_STEP = 0.3
"""CMA-ES's first standard deviation, in units of a weight's size; half of it after the rivals have changed."""

HELD_OUT = 10**12
"""The first seed of the deals on which the result is compared; those of the fit are below."""


@dataclass(frozen=True)
class StyleOfGame:
    """What is fitted: the weights of a style, with the kernel that plays by them.

    Attributes:
        names: of the weights.
        row: function of the number of players: float64[weight].
        sizes: float64[weight], how large a weight is among all styles.
        suggest: the kernel.
    """

    names: tuple[str, ...]
    row: Callable[[int], npt.NDArray[np.float64]]
    sizes: npt.NDArray[np.float64]
    suggest: Any


def style_of_game(game: Game) -> StyleOfGame:
    """The style by which searches of Stockpile or Stonks play on."""
    number = game.styles.index(game.playout_style)
    styles: Any = stockpile_styles
    suggest: Any = suggest_at_stockpile
    if game.name == "stonks":
        styles, suggest = stonks_styles, suggest_at_stonks
    return StyleOfGame(
        names=tuple(weight.name for weight in styles.Weight),
        row=lambda seats: styles.WEIGHTS[seats - styles.FEWEST_SEATS, number],
        sizes=np.abs(styles.WEIGHTS).max(axis=(0, 1)),
        suggest=suggest,
    )


@kernel
def play_weights(rules, state, suggest, weights, seeds, results, log):
    """Play every seed with the first row of ``weights`` in each seat in turn, against the other rows.

    Payoffs go to ``results[seed, rotation, place]``, place 0 for the first row.
    """
    seats = int(rules.seats)
    rng = np.zeros(1, np.uint64)
    final = np.empty(seats, np.float64)
    rivals = weights.shape[0] - 1
    for game in range(seeds.shape[0]):
        for rotation in range(seats):
            deal(rules, state, seeds[game], log)
            rng[0] = mix(np.uint64(seeds[game]))
            seat = mover(rules, state)
            while seat >= 0:
                place = (seat + rotation) % seats
                row = 0 if place == 0 else 1 + (game + place) % rivals
                apply(rules, state, int(suggest(rules, state, weights[row], rng)), log)
                seat = mover(rules, state)
            payoffs(rules, state, final)
            for seat in range(seats):
                results[game, rotation, (seat + rotation) % seats] = final[seat]


def scores(
    game: Game, style: StyleOfGame, rows: npt.NDArray[np.float64], seeds: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The first row's win share and margin over the mean of the others, for each deal."""
    results = np.zeros((len(seeds), game.seats, game.seats))
    play_weights(game.rules, game.empty_state(), style.suggest, np.ascontiguousarray(rows), seeds, results, NO_LOG)
    return first_against_rest(results)


def fit(
    game: Game, style: StyleOfGame, deals: int, generations: int, seed: int, seconds: float | None = None
) -> npt.NDArray[np.float64]:
    """The fitted weights, float64[weight]; the random tie-break's width stays as it is.

    Args:
        game: with the number of players that they are for.
        style: what is fitted.
        deals: for each candidate of a generation.
        generations: at most.
        seed: of deals and candidates.
        seconds: at most; None: no limit.

    Raises:
        MissingExtraError: cmaes is not installed.
    """
    cma = imported("cmaes", "cmaes", "tune").CMA
    start = style.row(game.seats).copy()
    free = [index for index, name in enumerate(style.names) if name != "JITTER"]
    sizes = np.maximum(np.abs(start), 0.15 * np.maximum(style.sizes, 0.2))[free]

    def row(point: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        weights = start.copy()
        weights[free] = point * sizes
        return weights

    random = np.random.default_rng(seed)
    rivals = [start]
    optimizer = cma(mean=start[free] / sizes, sigma=FIRST_STEP, population_size=16, seed=seed)
    began = time.perf_counter()
    for generation in range(generations):
        gone = 0.0 if seconds is None else (time.perf_counter() - began) / seconds
        if gone >= 1.0:
            break
        if len(rivals) == 1 and max(gone, generation / generations) >= 0.5:
            rivals.append(row(optimizer.mean))
            optimizer = cma(mean=optimizer.mean, sigma=FIRST_STEP / 2.0, population_size=16, seed=seed + 1)
        seeds = random.integers(0, HELD_OUT, size=deals)
        told = []
        for _ in range(optimizer.population_size):
            point = optimizer.ask()
            wins, margins = scores(game, style, np.stack([row(point), *rivals]), seeds)
            told.append((point, -float(wins.mean()) * game.seats - float(margins.mean()) / game.typical_margin))
        optimizer.tell(told)
    return row(optimizer.mean)


def compare(game: Game, style: StyleOfGame, weights: npt.NDArray[np.float64], deals: int) -> tuple[Interval, Interval]:
    """One seat with ``weights`` against the present ones in all others, on held-out deals: win share and margin."""
    rows = np.stack([weights, style.row(game.seats)])
    wins, margins = scores(game, style, rows, HELD_OUT + np.arange(deals, dtype=np.int64))
    return interval_over_deals(wins), interval_over_deals(margins)


def main(
    name: Annotated[str, typer.Option("--game", help="The game.")] = "stockpile",
    players: Annotated[int, typer.Option(min=2, max=5, help="How many players.")] = 4,
    deals: Annotated[int, typer.Option(min=1, help="Deals for each candidate.")] = 120,
    minutes: Annotated[float, typer.Option(min=0, help="How long.")] = 5.0,
    seed: Annotated[int, typer.Option(min=0, help="Decides deals and candidates.")] = 0,
) -> None:
    """Fit the weights of the game's best style by rules of thumb and compare them with the present ones."""
    game = load_game(name, seats=players)
    style = style_of_game(game)
    weights = fit(game, style, deals, 1_000_000, seed, 60.0 * minutes)
    console = Console()
    for weight, value in zip(style.names, weights, strict=True):
        console.print(f"{weight}: {value:.3f}")
    wins, margins = compare(game, style, weights.round(3), 2000)
    console.print(f"against the present weights: win share {wins.text(3)}, margin {margins.text(2)}")


if __name__ == "__main__":
    typer.run(main)
