"""What games tell about entrants besides who won: moves, times, results over the rounds, incidents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eval.arena.results import GameResult, Incident, IncidentKind


@dataclass(frozen=True)
class EntrantFigures:
    """One entrant in all its seats.

    Attributes:
        seats: seats it held, over all games; copies in one game count each.
        decisions: its moves, forced ones included.
        mean_seconds: for a move.
        slowest_seconds: the longest time for a move.
        incidents: how many of each kind.
        forfeits: games it forfeited, counted for each seat.
    """

    seats: int
    decisions: int
    mean_seconds: float
    slowest_seconds: float
    incidents: dict[IncidentKind, int]
    forfeits: int


def entrant_figures(results: Iterable[GameResult], entrants: int) -> list[EntrantFigures]:
    """The figures of each entrant of the spec."""
    seats, decisions, forfeits = ([0] * entrants for _ in range(3))
    seconds, slowest = [0.0] * entrants, [0.0] * entrants
    incidents = [dict.fromkeys(IncidentKind, 0) for _ in range(entrants)]
    for result in results:
        for seat, entrant in enumerate(result.seating):
            seats[entrant] += 1
            decisions[entrant] += result.decisions[seat]
            seconds[entrant] += result.seconds[seat]
            slowest[entrant] = max(slowest[entrant], result.slowest[seat])
            forfeits[entrant] += seat in result.forfeits
        for incident in result.incidents:
            incidents[result.seating[incident.seat]][incident.kind] += 1
    return [
        EntrantFigures(
            seats[entrant], decisions[entrant], seconds[entrant] / max(1, decisions[entrant]), slowest[entrant],
            incidents[entrant], forfeits[entrant],
        )
        for entrant in range(entrants)
    ]  # fmt: skip


def mean_progress(results: Sequence[GameResult], entrants: int) -> npt.NDArray[np.float64] | None:
    """Mean result so far after each round, ``[entrant, round]``; None if no game recorded any.

    NaN where an entrant has not played so many rounds.
    """
    rounds = max((len(result.progress) for result in results), default=0)
    if rounds == 0:
        return None
    totals = np.zeros((entrants, rounds))
    counts = np.zeros((entrants, rounds))
    for result in results:
        for finished, values in enumerate(result.progress):
            np.add.at(totals[:, finished], list(result.seating), values)
            np.add.at(counts[:, finished], list(result.seating), 1.0)
    return np.divide(totals, counts, out=np.full_like(totals, np.nan), where=counts > 0)


def all_incidents(results: Iterable[GameResult]) -> list[tuple[GameResult, Incident]]:
    """Every incident with its game, in the order of the games."""
    ordered = sorted(results, key=lambda result: result.key)
    return [(result, incident) for result in ordered for incident in result.incidents]
