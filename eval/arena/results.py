"""What a game of a run leaves behind."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, order=True)
class GameKey:
    """Which game of a run it is: ``players`` at the table, ``block`` (the deal), ``number`` in the block."""

    players: int
    block: int
    number: int


class IncidentKind(StrEnum):
    """What may go wrong with a solver."""

    ILLEGAL_MOVE = "illegal_move"
    EXCEPTION = "exception"
    TIME_OUT = "time_out"


@dataclass(frozen=True)
class Incident:
    """A solver's failure in one decision; ``decision`` counts the game's decisions from 0."""

    seat: int
    decision: int
    kind: IncidentKind
    detail: str


@dataclass(frozen=True)
class GameResult:
    """A finished game.

    Attributes:
        key: which game it is.
        seating: for each seat the index of its entrant in the spec.
        payoffs: for each seat, in the game's unit, tie-breaks included (higher is better).
        decisions: for each seat, forced moves included.
        seconds: spent choosing, for each seat; 0 where whole games are compiled.
        slowest: seconds of each seat's slowest move.
        progress: for each finished round each seat's result so far, in the game's unit; empty if not recorded.
        moves: move codes; empty where playing the game again gives them.
        forfeits: seats that forfeited.
        incidents: what went wrong.
    """

    key: GameKey
    seating: tuple[int, ...]
    payoffs: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    progress: tuple[tuple[float, ...], ...] = ()
    moves: tuple[int, ...] = ()
    forfeits: tuple[int, ...] = ()
    incidents: tuple[Incident, ...] = ()
