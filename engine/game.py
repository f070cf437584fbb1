"""The facade over the kernels: a configured game with typed moves, events, text and JSON.

Only the facade is slow; searches and playouts call the kernels of :mod:`engine.contract` directly.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.errors import MoveError, NoWorldError, UnknownNameError
from engine.randomness import generator

Json = dict[str, Any]


@dataclass(frozen=True)
class Assumption:
    """A value of the game that rests on an assumption, for ``ListGames`` and the documentation."""

    name: str
    source: str


class Game(ABC):
    """One configured game: options and tables fixed, positions passed in.

    Positions and views are record scalars of ``state_dtype``; they are changed in place by ``apply`` only.
    Moves are ``int`` codes here; ``decode_move``/``encode_move`` turn them into the game's typed moves and back.
    """

    name: ClassVar[str]
    """The game's name in specs, records and the service: ``stockpile``."""
    title: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]]
    styles: ClassVar[tuple[str, ...]]
    """Names of the heuristic player's styles; the index is the ``style`` of the ``suggest`` kernel."""
    best_style: ClassVar[str]
    """The strongest style."""
    playout_style: ClassVar[str]
    """The style by which searches play on unless told otherwise: a strong one that is quick; may be the best."""
    unit: ClassVar[str]
    """The unit of payoffs."""
    phases: ClassVar[tuple[str, ...]] = ()
    """The phases in which a seat decides, by the names that views have for them; none if they are not told apart."""
    small: ClassVar[bool] = False
    """Whether games dealt anew come to the same information sets again and again: then a search may solve it whole."""

    seats: int
    rules: Any
    state_dtype: np.dtype[Any]
    typical_margin: float
    """A typical winning margin in ``unit``: the scale on which searches weigh margins."""

    # --- play -------------------------------------------------------------------------------------------------

    def empty_state(self) -> Any:
        """A record for a position, not yet dealt."""
        return np.zeros(1, self.state_dtype).view(np.recarray)[0]

    def copy(self, state: Any) -> Any:
        """An independent copy of a position or view."""
        copied = np.zeros(1, self.state_dtype).view(np.recarray)
        copied[0] = state
        return copied[0]

    def deal(self, seed: int, log: npt.NDArray[np.int16] = contract.NO_LOG) -> Any:
        """A fresh game; every chance decision of the whole game is drawn from ``seed`` (any integer)."""
        state = self.empty_state()
        contract.deal(self.rules, state, seed & 0x7FFFFFFFFFFFFFFF, log)
        return state

    def mover(self, state: Any) -> int | None:
        """The seat that decides, None when the game is over."""
        seat = contract.mover(self.rules, state)
        return None if seat < 0 else seat

    def legal_moves(self, state: Any) -> list[int]:
        """The mover's legal move codes, ascending; works on positions and on the mover's view."""
        out = np.empty(contract.MAX_MOVES, np.int32)
        return [int(code) for code in out[: contract.legal_moves(self.rules, state, out)]]

    def apply(self, state: Any, move: int, log: npt.NDArray[np.int16] = contract.NO_LOG) -> None:
        """Play a move in place.

        Raises:
            MoveError: the move is not legal here.
        """
        if move not in self.legal_moves(state):
            raise MoveError(f"{self.move_text(move)} is not legal here")
        contract.apply(self.rules, state, move, log)

    def payoffs(self, state: Any) -> list[float]:
        """Each seat's final result in ``unit``.

        Raises:
            MoveError: the game is not over.
        """
        if self.mover(state) is not None:
            raise MoveError("the game is not over")
        out = np.zeros(self.seats)
        contract.payoffs(self.rules, state, out)
        return [float(value) for value in out]

    def view(self, state: Any, seat: int) -> Any:
        """What ``seat`` can see of a position, as a new record."""
        if not 0 <= seat < self.seats:
            raise MoveError(f"there is no seat {seat}")
        view = self.copy(state)
        contract.hide(self.rules, view, seat)
        return view

    def viewer(self, view: Any) -> int:
        """The seat whose view this is, -1 for a full position."""
        return int(view["viewer"])

    def phase(self, view: Any) -> str:
        """The phase of a position or view, one of ``phases`` while a seat decides; empty if none are told apart."""
        return ""

    def consecutive_views(self, views: Sequence[Any]) -> list[Any]:
        """Views made from typed views one by one, as the series that solvers read (``Control.earlier``).

        Args:
            views: of one seat, at its and others' decisions, oldest first; the last one is the present view.

        Returns:
            New records: the present view, and before it as many of the others as lead to it, each to the next. A game
            that does not say how one view leads to another keeps the present one alone.
        """
        return [self.copy(views[-1])]

    def redeal(self, view: Any, seed: int) -> Any:
        """A world drawn uniformly from all that agree with the view, as a new record.

        Raises:
            NoWorldError: no world agrees with the view.
        """
        world = self.copy(view)
        if not contract.redeal(self.rules, world, generator(seed)):
            raise NoWorldError
        return world

    def suggest(self, view: Any, style: str, seed: int) -> int:
        """The heuristic player's move in the named style.

        Raises:
            UnknownNameError: the game has no such style.
        """
        if style not in self.styles:
            raise UnknownNameError(f"{self.name} has no style {str(style)[:40]!r}; it has {', '.join(self.styles)}")
        return contract.suggest(self.rules, view, self.styles.index(style), generator(seed))

    # --- words ------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def options_json(self) -> Json:
        """The options this game was made with, as JSON values; ``load_game`` takes them back."""

    @property
    @abstractmethod
    def assumptions(self) -> tuple[Assumption, ...]:
        """The values of this edition that rest on an assumption."""

    @abstractmethod
    def decode_move(self, code: int) -> Any:
        """The typed move (a frozen dataclass) of a code.

        Raises:
            MoveError: no move has this code.
        """

    @abstractmethod
    def encode_move(self, move: Any) -> int:
        """The code of a typed move."""

    @abstractmethod
    def move_text(self, code: int) -> str:
        """A move in words, ``bid $6K on pile 2``."""

    @abstractmethod
    def move_json(self, code: int) -> Json:
        """A move as JSON values, ``{"move": "bid", "pile": 1, "amount": 6}``."""

    @abstractmethod
    def move_from_json(self, data: Json) -> int:
        """The code of a move in JSON form.

        Raises:
            MoveError: naming the wrong field.
        """

    @abstractmethod
    def events(self, log: npt.NDArray[np.int16], seat: int | None = None) -> Sequence[Any]:
        """The typed events of a log, all of them or those that ``seat`` sees."""

    @abstractmethod
    def event_text(self, event: Any) -> str:
        """An event in words: ``Seat 2 pays $6K for pile 1``; seats and piles count from 1."""

    @abstractmethod
    def table_view(self, view: Any) -> Any:
        """A view record in typed form (a frozen dataclass), complete for that seat."""

    @abstractmethod
    def view_from_table(self, table_view: Any) -> Any:
        """The view record of a typed view.

        Raises:
            ViewError: listing every field that is malformed or breaks a rule.
        """

    @abstractmethod
    def view_json(self, view: Any) -> Json:
        """A view as JSON values."""

    @abstractmethod
    def position_json(self, state: Any) -> Json:
        """A full position as JSON values, everything shown."""

    @abstractmethod
    def position_text(self, state: Any) -> str:
        """A position or view drawn as plain text."""
