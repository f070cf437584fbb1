"""What a seat is worth: win share, place and payoff seat by seat, of everybody and of each entrant."""

from dataclasses import dataclass

import numpy as np

from eval.arena.measures import Array, Games
from eval.intervals import Interval, interval_of_ratio, interval_of_share


@dataclass(frozen=True)
class SeatEffect:
    """How those fare who sit in one seat.

    Attributes:
        seat: from 0, in turn order of the first round.
        games: games it is about.
        win_share: 1 / players where seats make no difference and all are equally strong.
        place: from 1.
        payoff: in the game's unit.
    """

    seat: int
    games: int
    win_share: Interval
    place: Interval
    payoff: Interval


def seat_effects(games: Games, entrant: int | None = None) -> tuple[SeatEffect, ...]:
    """The effect of each seat.

    Args:
        games: what was played.
        entrant: of whom; None: of all, which is a matter of the game alone where the seatings are balanced.
    """
    return tuple(_effect(games, entrant, seat) for seat in range(games.players))


def _effect(games: Games, entrant: int | None, seat: int) -> SeatEffect:
    there = np.zeros_like(games.forfeited)
    there[:, seat] = True if entrant is None else games.entrants[:, seat] == entrant
    counts = games.sums(np.ones_like(games.payoffs), there).sum(axis=1)

    def sums(values: Array) -> Array:
        added: Array = games.sums(values, there).sum(axis=1)
        return added

    return SeatEffect(
        seat=seat,
        games=int(counts.sum()),
        win_share=interval_of_share(sums(games.win_share), counts),
        place=interval_of_ratio(sums(games.place), counts),
        payoff=interval_of_ratio(sums(games.payoffs), counts),
    )
