"""The measures of a game, seat by seat: place, win share, place score, payoff and margins, as arrays over games."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from eval.arena.results import GameResult

Array = npt.NDArray[np.float64]


def win_shares(payoffs: Array) -> Array:
    """Each seat's share of a win, ties shared; seats are along the last axis.

    >>> win_shares(np.array([3.0, 5.0, 5.0, 1.0])).tolist()
    [0.0, 0.5, 0.5, 0.0]
    """
    best = payoffs == payoffs.max(axis=-1, keepdims=True)
    shares: Array = best / best.sum(axis=-1, keepdims=True)
    return shares


def first_against_rest(payoffs: Array) -> tuple[Array, Array]:
    """The first player's win share and its lead over the mean of the others, for each deal.

    Args:
        payoffs: float64[deal, rotation, player].
    """
    leads = payoffs[:, :, 0] - payoffs[:, :, 1:].mean(axis=2)
    return win_shares(payoffs)[:, :, 0].mean(axis=1), leads.mean(axis=1)


@dataclass(frozen=True, eq=False)
class Games:
    """The games of complete blocks at one number of players, in the order of blocks and numbers.

    A seat that forfeited has no win share and comes last, whatever its payoff; several of them share the last places.

    Attributes:
        entrant_count: entrants of the run.
        deals: the blocks' numbers; everything else counts them from 0 without gaps.
        block: ``[game]``, an index of ``deals``.
        entrants: ``[game, seat]``.
        payoffs: ``[game, seat]``, in the game's unit, of forfeited seats too.
        forfeited: ``[game, seat]``.
    """

    entrant_count: int
    deals: npt.NDArray[np.int64]
    block: npt.NDArray[np.int64]
    entrants: npt.NDArray[np.int64]
    payoffs: Array
    forfeited: npt.NDArray[np.bool_]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.entrants.shape[1])

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(self.deals)

    @cached_property
    def ranking(self) -> Array:
        """``[game, seat]``: payoffs, minus infinity where forfeited: what places go by."""
        return np.where(self.forfeited, -np.inf, self.payoffs)

    @cached_property
    def better(self) -> npt.NDArray[np.int64]:
        """``[game, seat]``: how many seats finished ahead."""
        better: npt.NDArray[np.int64] = (self.ranking[:, None, :] > self.ranking[:, :, None]).sum(axis=2)
        return better

    @cached_property
    def equal(self) -> npt.NDArray[np.int64]:
        """``[game, seat]``: how many seats share the place, itself among them."""
        equal: npt.NDArray[np.int64] = (self.ranking[:, None, :] == self.ranking[:, :, None]).sum(axis=2)
        return equal

    @cached_property
    def place(self) -> Array:
        """``[game, seat]``: from 1; who ties shares the mean of the places."""
        return self.better + (self.equal + 1.0) / 2.0

    @cached_property
    def win_share(self) -> Array:
        """``[game, seat]``: 1 / k where k tie for the win; all zero where everybody forfeited."""
        return np.where(self.forfeited, 0.0, win_shares(self.ranking))

    @cached_property
    def place_score(self) -> Array:
        """``[game, seat]``: 1 for the first place, 0 for the last, even steps between."""
        return (self.players - self.place) / max(1.0, self.players - 1.0)

    @cached_property
    def margin(self) -> Array:
        """``[game, seat]``: payoff above the mean of all others."""
        others = max(1, self.players - 1)
        margin: Array = self.payoffs - (self.payoffs.sum(axis=1, keepdims=True) - self.payoffs) / others
        return margin

    @cached_property
    def margin_to_best(self) -> Array:
        """``[game, seat]``: payoff above the best of the others; who wins alone is above 0."""
        seats = range(self.players)
        if self.players == 1:
            return np.zeros_like(self.payoffs)
        best = [np.delete(self.payoffs, seat, axis=1).max(axis=1) for seat in seats]
        margin: Array = self.payoffs - np.stack(best, axis=1)
        return margin

    @cached_property
    def place_parts(self) -> Array:
        """``[game, seat, place]``: 1 at the seat's place; who ties is in equal parts at each of the places shared."""
        places = np.arange(self.players)
        shared = (places >= self.better[:, :, None]) & (places < (self.better + self.equal)[:, :, None])
        parts: Array = shared / self.equal[:, :, None]
        return parts

    def sums(self, values: Array, seats: npt.NDArray[np.bool_] | None = None) -> Array:
        """``[block, entrant]``: ``values[game, seat]`` added up over each entrant's seats (those marked, if given)."""
        groups = self.block[:, None] * self.entrant_count + self.entrants
        chosen = np.ones_like(self.forfeited) if seats is None else np.broadcast_to(seats, self.forfeited.shape)
        added: Array = np.bincount(groups[chosen], values[chosen], self.blocks * self.entrant_count).astype(np.float64)
        return added.reshape(self.blocks, self.entrant_count)

    @cached_property
    def counts(self) -> Array:
        """``[block, entrant]``: seats held."""
        return self.sums(np.ones_like(self.payoffs))

    def first_blocks(self, number: int) -> "Games":
        """The games of the first so many blocks."""
        kept = self.block < number
        return Games(
            self.entrant_count,
            self.deals[:number],
            self.block[kept],
            self.entrants[kept],
            self.payoffs[kept],
            self.forfeited[kept],
        )


def games_from_results(results: Sequence[GameResult], players: int, entrant_count: int) -> Games:
    """The arrays of games, which are sorted by block and number here.

    Args:
        results: games at one number of players, each once.
        players: that number.
        entrant_count: entrants of the run.

    Raises:
        ValueError: a game is there twice, or is not one of so many players.
    """
    results = sorted(results, key=lambda result: result.key)
    for result in results:
        if result.key.players != players or len(result.seating) != players:
            raise ValueError(f"{result.key} is not a game of {players} players")
    for result, following in pairwise(results):
        if result.key == following.key:
            raise ValueError(f"{result.key} is there twice")
    shape = (len(results), players)
    forfeited = np.zeros(shape, np.bool_)
    for game, result in enumerate(results):
        forfeited[game, list(result.forfeits)] = True
    deals, block = np.unique(np.array([result.key.block for result in results], np.int64), return_inverse=True)
    return Games(
        entrant_count,
        deals,
        block.astype(np.int64),
        np.array([result.seating for result in results], np.int64).reshape(shape),
        np.array([result.payoffs for result in results], np.float64).reshape(shape),
        forfeited,
    )
