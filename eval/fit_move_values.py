"""Learn what moves are worth in Stonks from self-play, for one number of players: the style ``learned``.

Approximate policy iteration with a policy that is greedy in fitted values (Bertsekas, "Approximate policy iteration: a
survey and some new methods", Journal of Control Theory and Applications 9, 2011): players of a style play each other,
every move of some decisions is tried out and played on to the end of the round by that style, and a small network for
each phase is fitted to what the moves brought. The style that plays by these networks is next. The first round's
players go by rules of thumb.

    python -m eval.fit_move_values --players 4 --rounds 3 --rows 6000000

Each round's player is compared with the one before and with the rules of thumb, on deals that none has learned from;
the last round's weights are written to the data file, which keeps those for other numbers of players.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console

from engine.catalog import load_game
from engine.stonks.facade import StonksGame
from engine.stonks.move_value_weights import WEIGHTS_FILE, MoveValueWeights, put_weights, save_weights
from engine.stonks.rules import StonksOptions
from eval.move_values.fitting import fit
from eval.move_values.matches import match
from eval.move_values.recording import trials_of_games

RULES_OF_THUMB = "all_round"
LEARNED = "learned"

SEEDS_A_ROUND = 10**9
HELD_OUT = 10**12
"""The first seed of the deals on which players are compared; those that are learned from are below."""


def game_with(players: int, weights: MoveValueWeights | None) -> StonksGame:
    """The base game, its moves judged by the weights."""
    game = StonksGame(StonksOptions(seats=players))
    put_weights(game.rules, weights)
    return game


def main(
    players: Annotated[int, typer.Option(min=2, max=5, help="How many players.")] = 4,
    rounds: Annotated[int, typer.Option(min=1, max=9, help="Rounds of playing and fitting.")] = 3,
    rows: Annotated[int, typer.Option(min=1000, help="Moves tried out in a round.")] = 6_000_000,
    epochs: Annotated[int, typer.Option(min=1, help="How often each is shown to the network.")] = 6,
    deals: Annotated[int, typer.Option(min=1, help="Deals of a comparison.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, max=99, help="Decides deals and first weights.")] = 0,
    output: Annotated[Path, typer.Option(help="The data file.")] = WEIGHTS_FILE,
) -> None:
    """Learn, compare and write the weights."""
    console = Console()
    by_rules = (load_game("stonks", seats=players), RULES_OF_THUMB)
    before = (game_with(players, None), RULES_OF_THUMB)
    held_out = HELD_OUT + np.arange(deals, dtype=np.int64)
    weights = None
    for number in range(rounds):
        trials = trials_of_games(*before, rows=rows, seed=(1 + rounds * seed + number) * SEEDS_A_ROUND)
        weights, fits = fit(trials, epochs, seed)
        console.print(f"round {number + 1}: {len(trials.leads):,} moves of {trials.decisions[-1] + 1:,} decisions")
        for one in fits:
            console.print(
                f"  {one.phase.name.lower()}: {one.rows:,} moves, explains {one.explained:.3f}, its best move brings"
                f" {one.gain:.2f} above the mean, that of the rules of thumb {one.rule_gain:.2f}"
            )
        now = (game_with(players, weights), LEARNED)
        for name, other in (("rules of thumb", by_rules), ("round before", before)):
            wins, leads = match(now, other, held_out)
            console.print(f"  against the {name}: win share {wins.text(3)}, lead {leads.text(2)} points")
        before = now
    if weights is not None:
        save_weights(output, "base", players, weights)
        console.print(f"Weights: {output}")


if __name__ == "__main__":
    typer.run(main)
