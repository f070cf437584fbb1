"""Tournaments whose truth is known: finishing orders drawn from Plackett-Luce strengths, with luck of the deal.

In a game every seat's payoff is its entrant's strength plus Gumbel noise, which makes the order Plackett-Luce. The
noise of a seat is drawn once for the deal; each game takes the deal's noise with the chance ``luck`` and otherwise its
own. So every single game is exactly Plackett-Luce, while the games of a block are strongly alike.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from eval.arena.measures import Games


def rotations(line_ups: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """``[game, seat]``: every line-up once in each rotation."""
    return np.array([np.roll(line_up, turn) for line_up in line_ups for turn in range(len(line_up))], np.int64)


def simulate(
    rng: np.random.Generator,
    strengths: Sequence[float],
    seatings: npt.NDArray[np.int64],
    blocks: int,
    luck: float,
    step: float = 0.0,
) -> Games:
    """Play ``blocks`` blocks of the games ``seatings[game, seat]``; payoffs are rounded to multiples of ``step``."""
    games, seats = seatings.shape
    deal = rng.gumbel(size=(blocks, 1, seats))
    own = rng.gumbel(size=(blocks, games, seats))
    noise = np.where(rng.random((blocks, games, 1)) < luck, deal, own)
    payoffs = (np.array(strengths)[seatings] + noise).reshape(-1, seats)
    if step:
        payoffs = np.round(payoffs / step) * step
    return Games(
        entrant_count=len(strengths),
        deals=np.arange(blocks, dtype=np.int64),
        block=np.repeat(np.arange(blocks, dtype=np.int64), games),
        entrants=np.tile(seatings, (blocks, 1)),
        payoffs=payoffs,
        forfeited=np.zeros(payoffs.shape, np.bool_),
    )


def true_shares(strengths: Sequence[float], seatings: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """``[entrant]``: the expected win share of a seat."""
    powers = np.exp(np.array(strengths))[seatings]
    shares = powers / powers.sum(axis=1, keepdims=True)
    won = np.bincount(seatings.ravel(), shares.ravel(), len(strengths))
    held: npt.NDArray[np.int64] = np.bincount(seatings.ravel(), minlength=len(strengths))
    return won / held
