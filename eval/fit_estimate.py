"""Learn what a position at the end of a round is worth, from games that our own players play.

python -m eval.fit_estimate stockpile --games 2000 --seed 1 --output engine/stockpile/weights/estimate_v2.toml
python -m eval.fit_estimate stonks --games 2000 --seed 1

For Stockpile it writes the weights that the game's ``estimate`` reads. In Stonks the seats start each round alike, with
what they scored before; the command shows what follows from that, and there is nothing to write.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
import tomlkit
import typer

from engine.catalog import load_game
from engine.game import Game
from engine.stockpile.estimate import Feature
from eval.estimating.fitting import Array, fit_spread, less_table_mean, shares_of_wins
from eval.estimating.round_ends import (
    RoundEnds,
    heuristic_round_ends,
    load_round_ends,
    save_round_ends,
    searched_round_ends,
)
from eval.estimating.stockpile_estimate import Learned, Sample, learn, part, sample_of
from eval.estimating.validation import Row, markdown, measure, rule_spread, single_game_measures

VERSION = 2
PLAYERS = (2, 3, 4, 5)
SEARCHED_GAMES = {2: 300, 3: 120, 4: 300, 5: 120}
"""How many games the search plays, by the number of players: a minute to three each."""

SEARCHED_ITERATIONS = 100
"""The search's iterations a move."""

SEARCHED = "games of the search"
HEURISTIC = "games of the heuristic styles"
BEST = "games of the best style"
_DIGITS = 3


STOCKPILE_TITLE = """# What the end of a round is worth in Stockpile: learned, beside the hand-made rule

`python -m eval.fit_estimate stockpile`. Hand-made → learned, on every fifth game, of which the weights here knew
nothing (those that ship are fitted to all games). Errors are root mean squares of differences between seats, against
the mean of 16 playouts by the best style into futures drawn anew, and against how the single game went on. R², log loss
and Brier score are against these playouts too, and so favour what was fitted to them; the single games' errors do not.
"""

STONKS_TITLE = """# What the end of a round is worth in Stonks

`python -m eval.fit_estimate stonks`. When a round ends, hands, portfolios and speculation cards are gone, and the
market is the same for all; what is left of a lead is points. The hand-made estimate is the points so far and an equal
share of what is to come; more could be known only if a lead grew or shrank. Hand-made → fitted spread, held-out games
between players of the best style. A spread of its own sharpens the chances to win at a table of two; at others the
hand-made one is as good, and it was left at that.

"""


def stockpile_rows(game: Game, learned: Learned, held_out: Sample, source: str) -> list[Row]:
    """What was learned on the training games, measured on those held out of the same ``source``."""
    rows = []
    estimates = learned.estimates(held_out)
    for left in range(1, len(learned.spreads) + 1):
        there = held_out.rounds_left == left
        means, wins = held_out.outlook.means[there], held_out.outlook.win_shares[there]
        results = held_out.results[there]
        old, new = rule_spread(game.typical_margin, left), float(learned.spreads[left - 1])
        rows.append(
            Row(
                players=game.seats,
                source=source,
                rounds_left=left,
                positions=int(there.sum()),
                rule=measure(held_out.by_rule[there], means, results, wins, old),
                learned=measure(estimates[there], means, results, wins, new),
                rule_spread=old,
                learned_spread=new,
            )
        )
    return rows


def stonks_rows(game: Game, ends: RoundEnds) -> tuple[list[Row], list[float]]:
    """What spreads fitted to four of five games do for the fifth; and what a point of lead is worth in the end."""
    rows, slopes = [], []
    points = ends.states.points[:, : game.seats].astype(np.float64)
    rounds_left = int(game.rules.rounds) - ends.states.round_number.astype(np.int64)
    held_out = ends.games % 5 == 0
    for left in range(1, int(game.rules.rounds)):
        fitted, there = (rounds_left == left) & ~held_out, (rounds_left == left) & held_out
        lead, end = less_table_mean(points[rounds_left == left]), less_table_mean(ends.results[rounds_left == left])
        slopes.append(float((lead * end).sum() / (lead**2).sum()))
        old = rule_spread(game.typical_margin, left)
        new = fit_spread(points[fitted], shares_of_wins(ends.results[fitted]))
        rows.append(
            Row(
                players=game.seats,
                source=BEST,
                rounds_left=left,
                positions=int(there.sum()),
                rule=single_game_measures(points[there], ends.results[there], old),
                learned=single_game_measures(points[there], ends.results[there], new),
                rule_spread=old,
                learned_spread=new,
            )
        )
    return rows, slopes


def rounded(values: Array) -> list[float]:
    """Numbers as the data file has them."""
    return [round(float(value), _DIGITS) + 0.0 for value in values]


def weights_file(learned: dict[int, Learned], rows: list[Row], recipe: dict[str, int]) -> str:
    """The data file: weights and spreads by players and rounds left, how they came about, and what they are worth."""
    document = tomlkit.document()
    document.add(tomlkit.comment("What play has taught of positions of Stockpile at the end of a round; written by"))
    document.add(
        tomlkit.comment("eval.fit_estimate, read by engine.stockpile.estimate_weights. Rows: rounds left, 1 on.")
    )
    document["version"] = VERSION
    document["edition"] = "base"
    names = [feature.name.lower() for feature in Feature]
    document["features"] = [f"{name} from {int(feature)}" for name, feature in zip(names, Feature, strict=True)]
    document["recipe"] = recipe
    players = tomlkit.table()
    for seats, found in learned.items():
        table = tomlkit.table()
        table["searched_games"] = SEARCHED_GAMES[seats]
        table["spreads"] = rounded(found.spreads)
        weights = tomlkit.array()
        for row in found.weights:
            weights.append(rounded(row))
        table["weights"] = weights.multiline(True)
        mine = [row for row in rows if row.players == seats and row.source == SEARCHED]
        held_out = tomlkit.table()
        held_out["rule_errors"] = rounded(np.array([row.rule.error for row in mine]))
        held_out["learned_errors"] = rounded(np.array([row.learned.error for row in mine]))
        held_out["rule_log_losses"] = rounded(np.array([row.rule.log_loss for row in mine]))
        held_out["learned_log_losses"] = rounded(np.array([row.learned.log_loss for row in mine]))
        table["held_out"] = held_out
        players[str(seats)] = table
    document["players"] = players
    return tomlkit.dumps(document)


def searched_games(game: Game, seed: int, folder: Path | None) -> RoundEnds:
    """The search's games, from the folder if they are there."""
    if folder is None:
        return searched_round_ends(game, SEARCHED_GAMES[game.seats], SEARCHED_ITERATIONS, seed)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.name}_{game.seats}_players_seed_{seed}.npz"
    if not path.exists():
        save_round_ends(searched_round_ends(game, SEARCHED_GAMES[game.seats], SEARCHED_ITERATIONS, seed), path)
    return load_round_ends(game, path)


def fit_stockpile(games: int, playouts: int, seed: int, folder: Path | None) -> tuple[dict[int, Learned], list[Row]]:
    """Learn for every number of players; the rows are of weights that held-out games had no part in."""
    learned, rows = {}, []
    for seats in PLAYERS:
        game = load_game("stockpile", seats=seats)
        positions = sample_of(game, heuristic_round_ends(game, games, seed), playouts, seed)
        searched = sample_of(game, searched_games(game, seed, folder), playouts, seed)
        trained = learn(game, part(positions, ~positions.held_out), part(searched, ~searched.held_out))
        rows += stockpile_rows(game, trained, part(searched, searched.held_out), SEARCHED)
        rows += stockpile_rows(game, trained, part(positions, positions.held_out), HEURISTIC)
        learned[seats] = learn(game, positions, searched)
    return learned, rows


def fit_stonks(games: int, seed: int) -> str:
    """What there is to say of Stonks, as Markdown."""
    rows, text = [], ""
    for seats in PLAYERS:
        game = load_game("stonks", seats=seats)
        found, slopes = stonks_rows(game, heuristic_round_ends(game, games, seed, best_share=1.0))
        rows += found
        worth = ", ".join(f"{slope:.2f}" for slope in slopes)
        text += f"- {seats} players: a point ahead with 1, 2 ... rounds left is {worth} ahead in the end\n"
    return text + markdown(rows, "points")


def main(
    name: Annotated[str, typer.Argument(metavar="GAME", help="stockpile or stonks.")],
    games: Annotated[
        int, typer.Option(min=10, help="Games of the heuristic styles for each number of players.")
    ] = 1200,
    playouts: Annotated[int, typer.Option(min=2, help="Playouts of each position.")] = 16,
    seed: Annotated[int, typer.Option(min=0, help="Decides everything.")] = 1,
    searched: Annotated[Path | None, typer.Option(help="A folder to keep the search's games in.")] = None,
    output: Annotated[Path | None, typer.Option(help="The file for the weights.")] = None,
    report: Annotated[Path | None, typer.Option(help="The file for the tables, Markdown.")] = None,
) -> None:
    """Learn a game's estimate, and validate it on held-out games."""
    if name == "stockpile":
        learned, rows = fit_stockpile(games, playouts, seed, searched)
        text = STOCKPILE_TITLE + markdown(rows, "\\$K")
        if output is not None:
            recipe = {"games": games, "playouts": playouts, "seed": seed, "searched_iterations": SEARCHED_ITERATIONS}
            output.write_text(weights_file(learned, rows, recipe), encoding="utf-8")
    elif name == "stonks":
        text = STONKS_TITLE + fit_stonks(games, seed)
    else:
        raise typer.BadParameter(f"must be stockpile or stonks, not {name!r}", param_hint="GAME")
    typer.echo(text)
    if report is not None:
        report.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
