"""How good an estimate is on held-out games, beside the one made by hand; as Markdown."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from eval.estimating.fitting import (
    Array,
    brier_score,
    explained,
    log_loss,
    root_mean_square,
    shares_of_wins,
)
from solvers.utility import SPREAD_A_ROUND


@dataclass(frozen=True)
class Measures:
    """One estimate's errors for one number of rounds left.

    Attributes:
        error: the root mean square error of differences between seats, against the outlook (or results).
        explained: R² of the same.
        game_error: the error against the results of single games.
        log_loss: of the chances to win, against who won.
        brier: the Brier score of the same.
    """

    error: float
    explained: float
    game_error: float
    log_loss: float
    brier: float


@dataclass(frozen=True)
class Row:
    """Both estimates for a number of players and of rounds left, on held-out games of one source."""

    players: int
    source: str
    rounds_left: int
    positions: int
    rule: Measures
    learned: Measures
    rule_spread: float
    learned_spread: float


def rule_spread(typical_margin: float, rounds_left: int) -> float:
    """The spread that searches use where none was learned."""
    return typical_margin * math.sqrt(rounds_left) * SPREAD_A_ROUND


def measure(estimates: Array, means: Array, results: Array, win_shares: Array, spread: float) -> Measures:
    """Compare estimates, ``[position, seat]``, with mean results and shares of wins, and with single games."""
    return Measures(
        error=root_mean_square(estimates - means),
        explained=explained(estimates - means, means),
        game_error=root_mean_square(estimates - results),
        log_loss=log_loss(estimates, win_shares, spread),
        brier=brier_score(estimates, win_shares, spread),
    )


def markdown(rows: Iterable[Row], unit: str) -> str:
    """A table for each number of players."""
    lines: list[str] = []
    heading = ""
    for row in rows:
        if heading != f"## {row.players} players, {row.source}":
            heading = f"## {row.players} players, {row.source}"
            lines += [
                "",
                heading,
                "",
                f"| rounds left | positions | error, {unit} | R² | error, single games, {unit} | spread, {unit} "
                "| log loss | Brier |",
                "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            ]
        rule, learned = row.rule, row.learned
        lines.append(
            f"| {row.rounds_left} | {row.positions:,} | {rule.error:.2f} → {learned.error:.2f} "
            f"| {rule.explained:.2f} → {learned.explained:.2f} | {rule.game_error:.2f} → {learned.game_error:.2f} "
            f"| {row.rule_spread:.1f} → {row.learned_spread:.1f} | {rule.log_loss:.3f} → {learned.log_loss:.3f} "
            f"| {rule.brier:.3f} → {learned.brier:.3f} |"
        )
    return "\n".join(lines) + "\n"


def single_game_measures(estimates: Array, results: Array, spread: float) -> Measures:
    """The measures where all there is to compare with are the results of single games."""
    return measure(estimates, results, results, shares_of_wins(results), spread)
