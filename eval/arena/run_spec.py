"""What a run is: the game, who plays, on how many deals, until when. ``spec_file`` reads it from TOML."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Design(StrEnum):
    """Who meets whom on a deal."""

    ROUND_ROBIN = "round_robin"
    """All entrants, in a ring whose order is drawn for each deal; every window of the ring is a line-up."""
    FOCAL = "focal"
    """The first entrant alone against line-ups of the others."""


class Seatings(StrEnum):
    """In which orders a line-up sits down on a deal; orders that would be the same game are played once."""

    ROTATIONS = "rotations"
    PERMUTATIONS = "permutations"


class IncidentPolicy(StrEnum):
    """What happens after an illegal move, an exception or a time-out."""

    ABORT = "abort"
    """The run stops."""
    FALLBACK = "fallback"
    """The best heuristic style plays this move."""
    FORFEIT = "forfeit"
    """The best heuristic style plays the rest of the game for the seat, which gets no win share and the last place."""


@dataclass(frozen=True)
class Entrant:
    """A solver that takes part.

    Attributes:
        name: unique in the run; what tables and plots say.
        solver: its spec, ``ismcts(trees=1)``.
        iterations: iterations a move; None: no limit.
        milliseconds: time a move; None: no limit.
        checkout: the folder of another checkout of this project whose solver it is, such as an older version, as seen
            from the current folder; None: it is this one's.
        commit: the beginning of the name of the commit that must be checked out there; None: any will do.
    """

    name: str
    solver: str
    iterations: int | None = None
    milliseconds: float | None = None
    checkout: str | None = None
    commit: str | None = None


@dataclass(frozen=True)
class SequentialTest:
    """A stopping rule: is the first entrant better than the others (or the second) at all?

    Attributes:
        null: mean block difference under H0, in standard deviations of a block's difference.
        alternative: the same under H1.
        alpha: chance to accept H1 though H0 is true.
        beta: chance to accept H0 though H1 is true.
        least_blocks: no verdict before so many blocks.
    """

    null: float = 0.0
    alternative: float = 0.15
    alpha: float = 0.05
    beta: float = 0.05
    least_blocks: int = 20


@dataclass(frozen=True)
class RunSpec:
    """A run as its user describes it; everything that decides the results is in here.

    Attributes:
        name: of the run, for titles.
        game: the game's name.
        players: the numbers of players at which all is played; each has its own lists.
        entrants: who takes part.
        options: the game's other options, as ``load_game`` takes them.
        design: who meets whom.
        seatings: in which orders a line-up sits down.
        blocks: deals for each number of players; the most there are with a sequential test.
        seed: decides deals and the solvers' seeds.
        anchor: the entrant whose rating is 0; empty: the first.
        on_incident: what follows an incident.
        time_out: seconds after which a single move is an incident; None: a time budget's tenfold plus 5 s, else never.
        sequential: the stopping rule, None for a fixed size. Needs the round robin of two entrants or the focal design.
        record_moves: keep each game's moves even where they can be found again by playing it.
    """

    name: str
    game: str
    players: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    options: dict[str, Any] = field(default_factory=dict)
    design: Design = Design.ROUND_ROBIN
    seatings: Seatings = Seatings.ROTATIONS
    blocks: int = 20
    seed: int = 0
    anchor: str = ""
    on_incident: IncidentPolicy = IncidentPolicy.FALLBACK
    time_out: float | None = None
    sequential: SequentialTest | None = None
    record_moves: bool = False
