"""What every solver promises: a view in, a choice with its reasons out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from engine.errors import PitwiseError, TurnError
from engine.game import Game
from solvers.beliefs.inference import Inference
from solvers.bidding.outlook import AuctionOutlook
from solvers.kept_trees import KeptTrees

ON = "on"
OFF = "off"


class BudgetError(PitwiseError):
    """A budget that no search can keep."""


@dataclass(frozen=True)
class Budget:
    """How much a solver may spend: whichever of the limits given is met first ends the search.

    With neither given a solver uses its own default. Attributes: ``iterations`` (count), ``milliseconds``.
    """

    iterations: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        """Check the limits.

        Raises:
            BudgetError: a limit is not a number above 0.
        """
        for name in ("iterations", "milliseconds"):
            limit = getattr(self, name)
            if limit is not None and not 0 < limit < float("inf"):
                raise BudgetError(f"{name} must be a number above 0, not {limit!r}")


@dataclass(frozen=True)
class Candidate:
    """One legal move as a solver saw it.

    Attributes:
        move: its code.
        visits: how often it was tried; 0 if the solver does not search.
        mean: mean utility in [0, 1] for the mover, None without visits.
        standard_error: of the mean, None with fewer than two visits.
        probability: with which the solver plays the move, where it mixes moves; else None.
    """

    move: int
    visits: int = 0
    mean: float | None = None
    standard_error: float | None = None
    probability: float | None = None


@dataclass(frozen=True)
class Choice:
    """A solver's answer and what it is based on.

    Attributes:
        move: the chosen move's code.
        candidates: every legal move, the chosen one first, then the most visited.
        principal_line: the expected continuation as (seat, move code), the chosen move first.
        worlds: determinizations sampled.
        iterations: search iterations done.
        decisions: moves played in the search, playouts included.
        seconds: wall time spent.
        forced: there was only one legal move.
        cancelled: the search was stopped early by ``cancel``.
        explanation: one sentence in plain words.
        inference: what was inferred of hidden cards from what rivals did, None if nothing.
        auction: what a solver that plans its bids expects of an auction, where it was asked for a bid.
    """

    move: int
    candidates: tuple[Candidate, ...]
    principal_line: tuple[tuple[int, int], ...] = ()
    worlds: int = 0
    iterations: int = 0
    decisions: int = 0
    seconds: float = 0.0
    forced: bool = False
    cancelled: bool = False
    explanation: str = ""
    inference: Inference | None = None
    auction: AuctionOutlook | None = None


@dataclass
class Control:
    """How a caller follows and stops a running search.

    Attributes:
        cancel_flag: ``uint8[1]``; set to 1 (from any thread) the search returns within 20 ms with what it has.
        on_report: called now and then, from the searching thread, with an improving interim choice.
        report_milliseconds: at least so long between two reports.
        earlier: the seat's views at all decisions of this round before the present one, oldest first, its own decisions
            included; what rivals did tells of what they hold. It may begin later or be empty.
        trees: where a search with ``reuse_tree=on`` keeps its trees for the same seat's next search at the table.
    """

    cancel_flag: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))
    on_report: Callable[[Choice], None] | None = None
    report_milliseconds: float = 200.0
    earlier: Sequence[Any] = ()
    trees: KeptTrees | None = None

    def cancel(self) -> None:
        """Stop the search."""
        self.cancel_flag[0] = 1


class Solver(Protocol):
    """A player: chooses moves from views.

    Same view, same seed, same iteration budget: the same choice, whatever the number of threads. A forced move is
    answered at once. A solver never sees a full position.
    """

    searches: ClassVar[bool]
    """Whether it takes the time it is given. If not, it answers at once: within a millisecond, whatever the budget."""

    @property
    def spec(self) -> str:
        """The text that :func:`solvers.registry.make_solver` makes this solver from, every parameter written out."""
        ...

    def check(self, game: Game) -> None:
        """Check that this solver can play the game.

        Raises:
            SpecError: it cannot; a parameter does not fit the game.
        """
        ...

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """Choose a move for the view's seat, whose turn it is.

        Raises:
            TurnError: it is not the viewer's turn, or the game is over.
            NoWorldError: no position of the game agrees with the view.
        """
        ...


def reads_earlier_views(solver: object) -> bool:
    """Whether a solver makes use of :attr:`Control.earlier`."""
    return bool(getattr(solver, "reads_earlier_views", False))


def reuses_trees(solver: object) -> bool:
    """Whether a solver makes use of :attr:`Control.trees`."""
    return getattr(solver, "reuse_tree", OFF) == ON


def legal_moves_of_viewer(game: Game, view: Any) -> list[int]:
    """The legal moves of the view's seat.

    Raises:
        TurnError: the game is over, or another seat is to move.
    """
    mover = game.mover(view)
    if mover is None:
        raise TurnError("the game is over: there is no move to choose")
    if mover != game.viewer(view):
        raise TurnError(f"seat {mover} is to move, but this is the view of seat {game.viewer(view)}")
    return game.legal_moves(view)


def chosen_first(moves: list[int], chosen: int) -> tuple[Candidate, ...]:
    """The candidates of a solver that does not search: the chosen move, then the others."""
    return tuple(Candidate(move) for move in sorted(moves, key=lambda move: move != chosen))
