"""Par: what a reference player makes of each seat of a deal, as a control variate.

On a deal with much money in it everybody ends up with more. How much there is in it shows when the reference player,
the game's best heuristic style, plays the deal in all the seats: that is par, as in duplicate bridge. Par costs next to
nothing, so its expectation can be learned from many more deals than the entrants play. The entrants' mean is then
corrected by the luck of their deals (Lavenberg and Welch, "A perspective on the use of control variables", 1981).

Where all entrants sit in all seats of a deal, par is the same for all: it corrects payoffs, which deals make larger or
smaller for everybody, and leaves win shares and differences between entrants, which blocks have freed of this luck.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.catalog import load_game
from eval.arena.measures import Array, Games
from eval.arena.play_block import play_blocks
from eval.arena.play_game import Table
from eval.arena.run_spec import Design, Entrant, RunSpec
from eval.intervals import UNKNOWN, Interval, interval_of_ratio, t_quantile

FURTHER_DEALS = 20
"""So many deals beyond the run's own, for each of the run's, tell the expectation of par."""

LEAST_FURTHER_DEALS = 1000

Par = Callable[[int, Sequence[int]], Array]
"""Par of some deals at a number of players, ``[deal, seat]`` in the game's unit."""


def par_of_run(spec: RunSpec) -> Par:
    """Par on the deals of a run: the game's best heuristic style in all seats, in compiled games.

    A run's deals go on beyond its last block; those that no entrant plays are as good for the expectation of par.
    """
    reference = Entrant("par", f"heuristic(style={load_game(spec.game, **spec.options).best_style})")

    def par(players: int, deals: Sequence[int]) -> Array:
        run = replace(spec, entrants=(reference,), design=Design.ROUND_ROBIN, anchor="", sequential=None)
        results = play_blocks(Table(run, players), deals)
        return np.array([result.payoffs for result in results], np.float64).reshape(len(deals), players)

    return par


@dataclass(frozen=True)
class ParCorrection:
    """An entrant's mean payoff with and without correction for the luck of its deals.

    Attributes:
        plain: the mean payoff, in the game's unit.
        corrected: the same, had all deals been as good as deals are on the average.
        coefficient: payoff for a unit of par.
        variance_ratio: variance of the corrected over that of the plain mean; below 1 where par helps.
    """

    plain: Interval
    corrected: Interval
    coefficient: float
    variance_ratio: float


NO_CORRECTION = ParCorrection(UNKNOWN, UNKNOWN, float("nan"), float("nan"))


@dataclass(frozen=True, eq=False)
class ParOfDeals:
    """Par where it is needed for a run.

    Attributes:
        own: on the run's deals, ``[block, seat]``.
        further: on other deals, ``[deal, seat]``.
    """

    own: Array
    further: Array


def par_for(games: Games, par: Par) -> ParOfDeals:
    """Par of the games' deals and of enough further ones, the next after the last of the run's."""
    first = int(games.deals.max(initial=-1)) + 1
    number = max(LEAST_FURTHER_DEALS, FURTHER_DEALS * games.blocks)
    deals = [*games.deals.tolist(), *range(first, first + number)]
    found = par(games.players, deals)
    return ParOfDeals(found[: games.blocks], found[games.blocks :])


def correct_by_par(games: Games, entrant: int, par: ParOfDeals) -> ParCorrection:
    """Correct an entrant's mean payoff by par.

    A block's payoff, the mean over the entrant's seats, is regressed on the mean of par over the same seats. The
    corrected mean is where the line is at the expectation of par. Its variance is the usual one of a fitted line with
    ``blocks - 2`` degrees of freedom, which takes the uncertain coefficient into account, plus what is left unsure
    about the expectation.

    Returns:
        The correction; without one (ratio 1) where par does not vary, unknown for fewer than four blocks.
    """
    counts = games.counts[:, entrant]
    played = counts > 0
    if int(played.sum()) < 4:
        return NO_CORRECTION
    counts = counts[played]
    seats = np.stack(
        [
            np.bincount(games.block, (games.entrants[:, seat] == entrant).astype(np.float64), games.blocks)
            for seat in range(games.players)
        ],
        axis=1,
    )[played]
    payoffs = games.sums(games.payoffs)[played, entrant] / counts
    luck = (seats * par.own[played]).sum(axis=1) / counts
    # In further deals the entrant would sit in each seat as often as it did.
    share = seats.sum(axis=0) / seats.sum()
    further = par.further @ share
    plain = interval_of_ratio(payoffs, np.ones(len(payoffs)))
    blocks = len(payoffs)
    spread = float(((luck - luck.mean()) ** 2).sum())
    plain_variance = float(payoffs.var(ddof=1)) / blocks
    if spread <= 1e-9 or plain_variance <= 0.0:
        return ParCorrection(plain, plain, 0.0, 1.0)
    coefficient = float(((luck - luck.mean()) * (payoffs - payoffs.mean())).sum()) / spread
    residuals = payoffs - payoffs.mean() - coefficient * (luck - luck.mean())
    lucky = float(luck.mean() - further.mean())
    mean = float(payoffs.mean()) - coefficient * lucky
    noise = float((residuals**2).sum()) / (blocks - 2)
    variance = noise * (1.0 / blocks + lucky**2 / spread) + coefficient**2 * float(further.var(ddof=1)) / len(further)
    reach = t_quantile(blocks - 2) * float(np.sqrt(variance))
    return ParCorrection(plain, Interval(mean, mean - reach, mean + reach), coefficient, variance / plain_variance)
