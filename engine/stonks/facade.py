"""Stonks as a :class:`~engine.game.Game`: the kernels with typed moves, events, views, text and JSON."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine.edition_reader import SEAT_COUNTS
from engine.game import Assumption, Game, Json
from engine.stonks.cards import Phase
from engine.stonks.consecutive_views import consecutive_views
from engine.stonks.edition import Edition, load_edition
from engine.stonks.kernels import register_stonks
from engine.stonks.move_codec import decode_move, encode_move, move_from_json, move_json, move_text
from engine.stonks.moves import Move
from engine.stonks.rules import StonksOptions, rules_record
from engine.stonks.state import STATE_DTYPE
from engine.stonks.styles import BEST_STYLE, PLAYOUT_STYLE, STYLES
from engine.stonks.table_events import Event, event_json, event_text, events_of_log
from engine.stonks.table_text import position_text
from engine.stonks.table_view import TablePhase, TableView
from engine.stonks.table_view_checks import check_view
from engine.stonks.table_view_codec import TABLE_PHASES, record_of_view, view_of_record
from engine.stonks.view_json import options_json, position_json, view_json

register_stonks()

TYPICAL_MARGINS = {2: 24.0, 3: 16.0, 4: 15.0, 5: 12.0}
"""The mean margin between winner and runner-up in points, over 3 rounds among players of the style ``all_round``."""


class StonksGame(Game):
    """A configured game of Stonks.

    Attributes:
        options: what the table chose.
        edition: the cards, tiles and set-up in play.
    """

    name: ClassVar[str] = "stonks"
    title: ClassVar[str] = "Stonks"
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
    styles: ClassVar[tuple[str, ...]] = STYLES
    best_style: ClassVar[str] = BEST_STYLE
    playout_style: ClassVar[str] = PLAYOUT_STYLE
    unit: ClassVar[str] = "points"
    phases: ClassVar[tuple[str, ...]] = tuple(phase for phase in TablePhase if phase is not TablePhase.OVER)

    def __init__(self, options: StonksOptions, edition: Edition | None = None) -> None:
        """Configure a game; without ``edition`` the one named in the options is loaded.

        Raises:
            EditionError: the edition file is missing or faulty; every fault is listed.
        """
        self.options = options
        self.edition = load_edition(options.edition) if edition is None else edition
        self.seats = options.seats
        self.rules = rules_record(options, self.edition)
        self.state_dtype = STATE_DTYPE
        self.typical_margin = TYPICAL_MARGINS[options.seats]

    @property
    def options_json(self) -> Json:
        """The options as JSON values; ``load_game`` takes them back."""
        return options_json(self.options)

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """The edition's values that rest on an assumption."""
        return tuple(Assumption(name, self.edition.sources[name]) for name in self.edition.assumed)

    # --- moves ------------------------------------------------------------------------------------------------

    def decode_move(self, code: int) -> Move:
        """The typed move of a code.

        Raises:
            MoveError: no move has this code.
        """
        return decode_move(code)

    def encode_move(self, move: Move) -> int:
        """The code of a typed move.

        Raises:
            MoveError: naming the field that no move of this game can have.
        """
        return encode_move(move)

    def move_text(self, code: int) -> str:
        """A move in words, ``play carrot 7``.

        Raises:
            MoveError: no move has this code.
        """
        return move_text(self.edition, self.decode_move(code))

    def move_json(self, code: int) -> Json:
        """A move as JSON values, ``{"move": "play", "card": {...}}``.

        Raises:
            MoveError: no move has this code.
        """
        return move_json(self.decode_move(code))

    def move_from_json(self, data: Json) -> int:
        """The code of a move in JSON form.

        Raises:
            MoveError: naming the field that is missing, unknown, of the wrong type or out of range.
        """
        return self.encode_move(move_from_json(data))

    # --- events -----------------------------------------------------------------------------------------------

    def events(self, log: npt.NDArray[np.int16], seat: int | None = None) -> tuple[Event, ...]:
        """The typed events of a log: all of them, or those that ``seat`` sees."""
        return tuple(events_of_log(log, seat))

    def event_text(self, event: Event) -> str:
        """An event in words, ``Seat 2 plays carrot 7``: seats count from 1."""
        return event_text(self.edition, event)

    def event_json(self, event: Event) -> Json:
        """An event as JSON values, ``{"event": "card_played", "seat": 1, "card": {...}}``."""
        return event_json(event)

    # --- views ------------------------------------------------------------------------------------------------

    def phase(self, view: Any) -> str:
        """The phase of a position or view, by the name that typed views have for it."""
        return TABLE_PHASES[Phase(int(view.phase))]

    def table_view(self, view: Any) -> TableView:
        """A view record in typed form, every optional field given.

        Raises:
            ViewError: the record is a full position.
        """
        return view_of_record(self.options, self.rules, view)

    def view_from_table(self, table_view: TableView) -> Any:
        """The view record of a typed view.

        Raises:
            ViewError: listing every field that is malformed or breaks a rule, or that no position of the game looks
                like this.
        """
        check_view(self.options, self.edition, self.rules, table_view)
        return record_of_view(self.rules, table_view)

    def consecutive_views(self, views: Sequence[Any]) -> list[Any]:
        """The views of the running half that lead to the last one; cards are told by their faces alone."""
        return consecutive_views(self.seats, [self.copy(view) for view in views])

    def view_json(self, view: Any) -> Json:
        """A view as JSON values."""
        return view_json(self.table_view(view))

    def position_json(self, state: Any) -> Json:
        """A full position as JSON values: all hands, the decks in order, and the rows of tiles still to come."""
        return position_json(self.rules, state, self._open_view(state))

    def _open_view(self, state: Any) -> TableView:
        """The typed view of somebody who sees every card."""
        shown = self.copy(state)
        shown.viewer = 0
        return self.table_view(shown)

    def position_text(self, state: Any) -> str:
        """A position or view drawn as plain text; unseen cards are ``?``."""
        return position_text(self.edition, self.rules, state, self._open_view(state))
