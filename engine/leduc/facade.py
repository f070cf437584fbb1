"""Leduc poker as a :class:`~engine.game.Game`: the kernels with typed moves, events and views, words and JSON."""

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine.contract import EVERYONE
from engine.errors import MoveError, ViewError
from engine.faults import Faults, quoted
from engine.game import Assumption, Game, Json
from engine.leduc import kernels

MOVES = ("fold", "call", "raise")
RANKS = ("jack", "queen", "king")
EVENTS = ("card_dealt", "move_made", "card_opened", "hands_shown")


@dataclass(frozen=True)
class Move:
    """A move: ``fold``, ``call`` (check, where there is nothing to call) or ``raise``."""

    name: str


@dataclass(frozen=True)
class Event:
    """Something that happened.

    Attributes:
        name: ``card_dealt``, ``move_made``, ``card_opened`` or ``hands_shown``.
        seat: whose card or move it is, None if nobody's.
        move: the move made, else None.
        cards: the cards' numbers that are seen, both hands by seat where they are shown.
    """

    name: str
    seat: int | None
    move: Move | None
    cards: tuple[int, ...]


@dataclass(frozen=True)
class TableView:
    """What a seat sees.

    Attributes:
        viewer: the seat.
        hands: both hands' card numbers, -1 where not seen.
        open_card: its number, -1 in the first round of bets.
        betting_round: 0 or 1.
        seat: to move, -1 when the game is over.
        paid: chips that each seat has put into the pot.
        raised: raises made in this round of bets.
        called: calls since the last raise of this round.
        folded: the seat that gave up, -1 if nobody has.
    """

    viewer: int
    hands: tuple[int, ...]
    open_card: int
    betting_round: int
    seat: int
    paid: tuple[int, ...]
    raised: int
    called: int
    folded: int


class LeducGame(Game):
    """Leduc poker for two; it has no options."""

    name: ClassVar[str] = "leduc"
    title: ClassVar[str] = "Leduc poker"
    seat_counts: ClassVar[tuple[int, ...]] = (kernels.SEATS,)
    styles: ClassVar[tuple[str, ...]] = ("by_hand",)
    best_style: ClassVar[str] = "by_hand"
    playout_style: ClassVar[str] = "by_hand"
    unit: ClassVar[str] = "chips"
    small: ClassVar[bool] = True

    def __init__(self) -> None:
        self.seats = kernels.SEATS
        self.state_dtype = kernels.STATE_DTYPE
        self.typical_margin = 6.0
        self.rules = np.zeros(1, kernels.RULES_DTYPE).view(np.recarray)[0]
        self.rules.seats = kernels.SEATS
        self.rules.ante = 1
        self.rules.raises[:] = (2, 4)

    @property
    def options_json(self) -> Json:
        """There are none."""
        return {}

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """There are none."""
        return ()

    # --- moves ------------------------------------------------------------------------------------------------

    def decode_move(self, code: int) -> Move:
        """The typed move of a code.

        Raises:
            MoveError: no move has this code.
        """
        if not 0 <= code < len(MOVES):
            raise MoveError(f"no move has the code {code}")
        return Move(MOVES[code])

    def encode_move(self, move: Move) -> int:
        """The code of a typed move.

        Raises:
            MoveError: there is no such move.
        """
        if move.name not in MOVES:
            raise MoveError(f"move must be one of {', '.join(MOVES)}, not {quoted(move.name)}")
        return MOVES.index(move.name)

    def move_text(self, code: int) -> str:
        """A move in words: ``raise``.

        Raises:
            MoveError: no move has this code.
        """
        return self.decode_move(code).name

    def move_json(self, code: int) -> Json:
        """A move as JSON values, ``{"move": "raise"}``.

        Raises:
            MoveError: no move has this code.
        """
        return {"move": self.move_text(code)}

    def move_from_json(self, data: Json) -> int:
        """The code of a move in JSON form.

        Raises:
            MoveError: there is no such move.
        """
        return self.encode_move(Move(data.get("move", "")))

    # --- events -----------------------------------------------------------------------------------------------

    def events(self, log: npt.NDArray[np.int16], seat: int | None = None) -> tuple[Event, ...]:
        """The typed events of a log: all of them, or those that ``seat`` sees."""
        found = []
        for kind, audience, actor, first, second, *_ in log[1 : 1 + int(log[0, 0])].tolist():
            if seat is not None and audience not in (EVERYONE, seat):
                continue
            made = kind == kernels.MOVE_MADE
            whose = actor if made or kind == kernels.CARD_DEALT else None
            cards = () if made else (first, second) if kind == kernels.HANDS_SHOWN else (first,)
            found.append(Event(EVENTS[kind], whose, self.decode_move(first) if made else None, cards))
        return tuple(found)

    def event_text(self, event: Event) -> str:
        """An event in words, ``Seat 2: raise``: seats count from 1."""
        ranks = " against ".join(RANKS[card // 2] for card in event.cards)
        if event.name == "card_opened":
            return f"Open card: {ranks}"
        if event.name == "hands_shown":
            return f"Hands: {ranks}"
        return f"Seat {(event.seat or 0) + 1}: {event.move.name if event.move else ranks}"

    # --- views ------------------------------------------------------------------------------------------------

    def table_view(self, view: Any) -> TableView:
        """A view record in typed form.

        Raises:
            ViewError: the record is a full position.
        """
        if view.viewer < 0:
            faults = Faults()
            faults.add("viewer", "this is a full position, not a view")
            raise ViewError(faults.problems)
        return self._table(view)

    def _table(self, state: Any) -> TableView:
        values: dict[str, Any] = {field.name: state[field.name] for field in fields(TableView)}
        shown: dict[str, Any] = {
            name: tuple(value.tolist()) if np.ndim(value) else int(value) for name, value in values.items()
        }
        return TableView(**shown)

    def view_from_table(self, table_view: TableView) -> Any:
        """The view record of a typed view, with the keys of one history that leads to it.

        Raises:
            ViewError: no position of the game looks like this to the seat.
        """
        for record in self._reachable_views(table_view.viewer):
            if self._table(record) == table_view:
                return record
        faults = Faults()
        faults.add("view", "no position of the game looks like this")
        raise ViewError(faults.problems)

    def _reachable_views(self, viewer: int) -> Any:
        """Every view of a seat: the game is small enough to list them."""
        for first in range(kernels.CARDS):
            for second in range(kernels.CARDS):
                for opened in range(kernels.CARDS):
                    if len({first, second, opened}) == kernels.SEATS + 1 and viewer in range(kernels.SEATS):
                        yield from self._views_of_game(self.dealt((first, second), opened), viewer)

    def _views_of_game(self, state: Any, viewer: int) -> Any:
        yield self.view(state, viewer)
        for move in self.legal_moves(state):
            following = self.copy(state)
            self.apply(following, move)
            yield from self._views_of_game(following, viewer)

    def dealt(self, hands: tuple[int, int], open_card: int) -> Any:
        """A fresh game with these cards, by number.

        Raises:
            MoveError: they are not three different cards of the game.
        """
        if len({*hands, open_card} & set(range(kernels.CARDS))) != kernels.SEATS + 1:
            raise MoveError(f"hands and open card must be three different cards below {kernels.CARDS}")
        state = self.deal(0)
        for seat, card in enumerate(hands):
            kernels.give_hand(state, seat, card)
        state.open_card = open_card
        return state

    def view_json(self, view: Any) -> Json:
        """A view as JSON values."""
        return asdict(self.table_view(view))

    def position_json(self, state: Any) -> Json:
        """A full position as JSON values."""
        return asdict(self._table(state))

    def position_text(self, state: Any) -> str:
        """A position or view as two lines; unseen cards are ``?``."""
        shown = self._table(state)
        hands = ", ".join(
            f"seat {seat + 1} {'?' if card < 0 else RANKS[card // 2]} ({paid} in the pot)"
            for seat, (card, paid) in enumerate(zip(shown.hands, shown.paid, strict=True))
        )
        opened = "?" if shown.open_card < 0 or not shown.betting_round else RANKS[shown.open_card // 2]
        turn = "the game is over" if shown.seat < 0 else f"seat {shown.seat + 1} to move"
        return f"{hands}\nopen card {opened}; {turn}"
