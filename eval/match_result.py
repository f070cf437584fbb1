"""What a match says: win shares and payoffs with intervals that know which games shared a deal."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from rich.table import Table

from eval.intervals import Interval, interval_over_deals


@dataclass(frozen=True)
class PlayerResult:
    """One player of a match; several copies of it count as one player.

    Attributes:
        spec: what it is.
        copies: how many seats it held in every game.
        win_share: games won for each copy, a tie counting as its part; 1 / seats is an even match.
        payoff: mean payoff of a copy, in the game's unit.
        margin: its payoff above the mean of all other players'; 0 if there are none.
        decisions: moves it made, forced ones included.
        milliseconds: mean time for a move.
        slowest_milliseconds: the longest time for a move.
    """

    spec: str
    copies: int
    win_share: Interval
    payoff: Interval
    margin: Interval
    decisions: int
    milliseconds: float
    slowest_milliseconds: float


@dataclass(frozen=True)
class MatchResult:
    """A finished match.

    Attributes:
        game: the game's name.
        seats: players in a game.
        deals: different deals; each is played once for every rotation of the players over the seats.
        games: games played.
        unit: the unit of payoffs.
        players: one result for each different player, in the order given.
        payoffs: ``[deal, rotation, place in the line-up]``.
    """

    game: str
    seats: int
    deals: int
    games: int
    unit: str
    players: tuple[PlayerResult, ...]
    payoffs: npt.NDArray[np.float64] = field(repr=False, compare=False)

    def player(self, spec: str) -> PlayerResult:
        """The result of one player."""
        return next(player for player in self.players if player.spec == spec)


def win_shares(payoffs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Each place's share of a win, ties shared; players are along the last axis.

    >>> win_shares(np.array([3.0, 5.0, 5.0, 1.0])).tolist()
    [0.0, 0.5, 0.5, 0.0]
    """
    best = payoffs == payoffs.max(axis=-1, keepdims=True)
    shares: npt.NDArray[np.float64] = best / best.sum(axis=-1, keepdims=True)
    return shares


def summarize(
    game: str,
    unit: str,
    specs: Sequence[str],
    payoffs: npt.NDArray[np.float64],
    decisions: npt.NDArray[np.int64],
    seconds: npt.NDArray[np.float64],
    slowest: npt.NDArray[np.float64],
) -> MatchResult:
    """The result of a match.

    Args:
        game: the game's name.
        unit: the unit of payoffs.
        specs: the line-up; equal specs are copies of one player.
        payoffs: ``[deal, rotation, place in the line-up]``.
        decisions: moves of each place.
        seconds: time spent by each place.
        slowest: seconds of each place's slowest move.
    """
    shares = win_shares(payoffs)
    players = []
    for spec in dict.fromkeys(specs):
        places = [place for place, other in enumerate(specs) if other == spec]
        others = [place for place, other in enumerate(specs) if other != spec]
        own = payoffs[:, :, places].mean(axis=(1, 2))
        rest = payoffs[:, :, others].mean(axis=(1, 2)) if others else own
        moves = int(decisions[places].sum())
        players.append(
            PlayerResult(
                spec=spec,
                copies=len(places),
                win_share=interval_over_deals(shares[:, :, places].mean(axis=(1, 2))),
                payoff=interval_over_deals(own),
                margin=interval_over_deals(own - rest),
                decisions=moves,
                milliseconds=1000.0 * float(seconds[places].sum()) / max(1, moves),
                slowest_milliseconds=1000.0 * float(slowest[places].max()),
            )
        )
    deals, rotations, seats = payoffs.shape
    return MatchResult(game, seats, deals, deals * rotations, unit, tuple(players), payoffs)


def result_table(result: MatchResult) -> Table:
    """A match as a table for people."""
    table = Table(
        title=f"{result.game}, {result.seats} players: {result.games} games on {result.deals} deals",
        caption=f"95 % intervals over deals; an even match is a win share of {1.0 / result.seats:.3f}",
    )
    table.add_column("player")
    for heading in ("seats", "win share", f"payoff, {result.unit}", "margin", "moves", "ms a move", "slowest"):
        table.add_column(heading, justify="right")
    for player in result.players:
        table.add_row(
            player.spec,
            str(player.copies),
            player.win_share.text(3),
            player.payoff.text(1),
            player.margin.text(1),
            str(player.decisions),
            f"{player.milliseconds:.2f}",
            f"{player.slowest_milliseconds:.0f}",
        )
    return table
