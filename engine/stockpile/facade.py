"""Stockpile as a :class:`~engine.game.Game`: the kernels with typed moves, events, views, text and JSON."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine.errors import ViewError
from engine.game import Assumption, Game, Json
from engine.stockpile.cards import Phase
from engine.stockpile.consecutive_views import consecutive_views
from engine.stockpile.edition import SEAT_COUNTS, Edition, load_edition
from engine.stockpile.event_words import event_json, event_text
from engine.stockpile.kernels import register_stockpile
from engine.stockpile.move_codec import decode_move, encode_move
from engine.stockpile.move_words import move_from_json, move_json, move_text
from engine.stockpile.moves import Move
from engine.stockpile.plain_rules import PlainRules, plain_rules
from engine.stockpile.rules import StockpileOptions, rules_record
from engine.stockpile.state import STATE_DTYPE
from engine.stockpile.suggest import STYLES
from engine.stockpile.table_events import Event, events_of_log
from engine.stockpile.table_text import position_text
from engine.stockpile.table_view import TablePhase, TableView
from engine.stockpile.table_view_checks import check_view
from engine.stockpile.table_view_codec import TABLE_PHASES, record_of_view, view_of_record
from engine.stockpile.view_json import options_json, position_json, view_json

register_stockpile()


class StockpileGame(Game):
    """A configured game of Stockpile.

    Attributes:
        options: what the table chose.
        edition: the counts, tables and prices in play.
    """

    name: ClassVar[str] = "stockpile"
    title: ClassVar[str] = "Stockpile"
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
    styles: ClassVar[tuple[str, ...]] = STYLES
    best_style: ClassVar[str] = "value"
    playout_style: ClassVar[str] = "value"
    unit: ClassVar[str] = "$K"
    phases: ClassVar[tuple[str, ...]] = tuple(phase for phase in TablePhase if phase is not TablePhase.OVER)

    def __init__(self, options: StockpileOptions, edition: Edition | None = None) -> None:
        """Configure a game; without ``edition`` the one named in the options is loaded.

        Raises:
            EditionError: the edition file is missing or faulty; every fault is listed.
        """
        self.options = options
        self.edition = load_edition(options.edition) if edition is None else edition
        self.seats = options.seats
        self.rules = rules_record(options, self.edition)
        self.state_dtype = STATE_DTYPE
        self.typical_margin = 30.0

    @cached_property
    def plain_rules(self) -> PlainRules:
        """The rules as plain Python values."""
        return plain_rules(self.rules)

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
        return decode_move(self.edition, self.plain_rules.piles, code)

    def encode_move(self, move: Move) -> int:
        """The code of a typed move.

        Raises:
            MoveError: naming the field that no move of this game can have.
        """
        return encode_move(self.edition, self.plain_rules.piles, move)

    def move_text(self, code: int) -> str:
        """A move in words, ``bid $6K on pile 2``: piles count from 1.

        Raises:
            MoveError: no move has this code.
        """
        return move_text(self.edition, self.decode_move(code))

    def move_json(self, code: int) -> Json:
        """A move as JSON values, ``{"move": "bid", "pile": 1, "amount": 6}``: piles count from 0.

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
        return tuple(events_of_log(self.edition, log, seat))

    def event_text(self, event: Event) -> str:
        """An event in words, ``Seat 2 pays $6K for pile 1``: seats and piles count from 1."""
        return event_text(self.edition, event)

    def event_json(self, event: Event) -> Json:
        """An event as JSON values, ``{"event": "bid_paid", "seat": 1, "pile": 0, "amount": 6}``."""
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
        return view_of_record(self.options, self.edition, self.plain_rules, view)

    def view_from_table(self, table_view: TableView) -> Any:
        """The view record of a typed view.

        Raises:
            ViewError: listing every field that is malformed or breaks a rule, or that no position of the game looks
                like this.
        """
        checked = check_view(self.options, self.edition, self.plain_rules, table_view)
        return record_of_view(self.edition, self.plain_rules, self.rules, checked)

    def consecutive_views(self, views: Sequence[Any]) -> list[Any]:
        """The views that lead to the last one, cards numbered alike in all; faces seen earlier are known in it."""
        series = consecutive_views(self.rules, self.plain_rules, [self.copy(view) for view in views])
        if len(series) > 1:
            try:
                # Faces that were seen and cannot be: the views contradict each other.
                self.view_from_table(self.table_view(series[-1]))
            except ViewError:
                return [self.copy(views[-1])]
        return series

    def view_json(self, view: Any) -> Json:
        """A view as JSON values."""
        return view_json(self.table_view(view))

    def position_json(self, state: Any) -> Json:
        """A full position as JSON values: all cards, the market deck in order, and the pairs still to come."""
        return position_json(self.edition, self.rules, state, self._open_view(state))

    def _open_view(self, state: Any) -> TableView:
        """The typed view of somebody who sees every card."""
        shown = self.copy(state)
        shown.viewer = 0
        return self.table_view(shown)

    def position_text(self, state: Any) -> str:
        """A position or view drawn as plain text; unseen cards are ``?``."""
        return position_text(self.edition, self.rules, state, self._open_view(state))
