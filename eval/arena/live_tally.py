"""Running sums over the games of a run, cheap enough for thousands of games a second."""

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy import stats

from eval.arena.game_rows import Row
from eval.arena.measures import Games
from eval.intervals import CONFIDENCE, Interval


@dataclass(frozen=True)
class EntrantTally:
    """How an entrant does so far, over complete blocks; times and incidents over all games.

    Attributes:
        name: of the entrant.
        seats: seats that it held; in one game it may hold several.
        win_share: a seat, with an interval over blocks.
        place: mean place, from 1; equals share the mean of theirs.
        payoff: mean, in the game's unit.
        milliseconds: mean time for a move.
        incidents: how often it failed.
    """

    name: str
    seats: int
    win_share: Interval
    place: float
    payoff: float
    milliseconds: float
    incidents: int


@dataclass
class _Block:
    """Sums over the games of a block, ``[measure, entrant]``: seats, win shares, places, payoffs."""

    sums: npt.NDArray[np.float64]
    games: int = 0


@dataclass
class Tally:
    """The tally of the games with one number of players.

    Args:
        names: the entrants'.
    """

    names: Sequence[str]
    blocks: int = 0
    games: int = 0
    _open: dict[int, _Block] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start at nothing."""
        entrants = len(self.names)
        self._sums = np.zeros((4, entrants))
        self._squares = np.zeros((3, entrants))  # of shares, of seats, and of their products: for the ratio's variance
        self._decisions = np.zeros(entrants)
        self._seconds = np.zeros(entrants)
        self._incidents = np.zeros(entrants, np.int64)

    def add(self, rows: Sequence[Row], sizes: Mapping[tuple[int, int], int]) -> list[int]:
        """Count games, each once; returns the blocks that are complete now."""
        if not rows:
            return []
        players = rows[0][0]
        seating = np.frombuffer(b"".join(row[3] for row in rows), "<u2").reshape(-1, players).astype(np.int64)
        payoffs = np.frombuffer(b"".join(row[4] for row in rows), "<f8").reshape(-1, players)
        decisions = np.frombuffer(b"".join(row[5] for row in rows), "<u4").reshape(-1, players)
        self._note_times_and_incidents(rows, seating, decisions)
        numbers, which = np.unique([row[1] for row in rows], return_inverse=True)
        games = Games(
            len(self.names), numbers, which.astype(np.int64), seating, payoffs, _forfeited(rows, payoffs.shape)
        )
        sums = np.stack([games.counts, *map(games.sums, (games.win_share, games.place, payoffs))], axis=1)
        counts = np.bincount(which)
        complete = []
        for block, added, count in zip(numbers.tolist(), sums, counts.tolist(), strict=True):
            begun = self._open.get(block)
            if begun is None:
                begun = self._open[block] = _Block(np.zeros_like(added))
            begun.sums += added
            begun.games += count
            if begun.games == sizes[players, block]:
                self._close(self._open.pop(block).sums)
                complete.append(block)
        self.games += len(rows)
        return complete

    def entrants(self) -> list[EntrantTally]:
        """Everybody's figures so far, in the order of the spec."""
        return [self._entrant(index) for index in range(len(self.names))]

    def _close(self, sums: npt.NDArray[np.float64]) -> None:
        seats, shares = sums[0], sums[1]
        self._sums += sums
        self._squares += (shares * shares, seats * seats, shares * seats)
        self.blocks += 1

    def _entrant(self, index: int) -> EntrantTally:
        seats, _, places, payoffs = self._sums[:, index]
        there = seats > 0
        return EntrantTally(
            name=self.names[index],
            seats=int(seats),
            win_share=self._interval(index) if there else Interval(math.nan, math.nan, math.nan),
            place=float(places / seats) if there else math.nan,
            payoff=float(payoffs / seats) if there else math.nan,
            milliseconds=1000.0 * float(self._seconds[index]) / max(1.0, float(self._decisions[index])),
            incidents=int(self._incidents[index]),
        )

    def _interval(self, index: int) -> Interval:
        """A ratio's interval over blocks: share a seat, where an entrant may have more seats in one than in another."""
        seats, shares = self._sums[0, index], self._sums[1, index]
        mean = float(shares / seats)
        if self.blocks < 2:
            return Interval(mean, math.nan, math.nan)
        squares, seat_squares, products = self._squares[:, index]
        residuals = max(0.0, float(squares - 2.0 * mean * products + mean * mean * seat_squares))
        error = math.sqrt(residuals * self.blocks / (self.blocks - 1.0)) / float(seats)
        half = float(stats.t.ppf(0.5 + CONFIDENCE / 2.0, self.blocks - 1)) * error
        return Interval(mean, mean - half, mean + half)

    def _note_times_and_incidents(
        self, rows: Sequence[Row], seating: npt.NDArray[np.int64], decisions: npt.NDArray[np.uint32]
    ) -> None:
        np.add.at(self._decisions, seating, decisions)
        for index, row in enumerate(rows):
            if row[6] is not None:
                np.add.at(self._seconds, seating[index], struct.unpack(f"<{row[0]}d", row[6]))
            for seat in _seats_of_incidents(row):
                self._incidents[seating[index, seat]] += 1


def _seats_of_incidents(row: Row) -> list[int]:
    return [] if row[11] is None else [seat for seat, *_ in json.loads(row[11])]


def _forfeited(rows: Sequence[Row], shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    forfeited = np.zeros(shape, np.bool_)
    for index, row in enumerate(rows):
        if row[10] is not None:
            forfeited[index, json.loads(row[10])] = True
    return forfeited
