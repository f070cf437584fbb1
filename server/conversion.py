"""What the service needs to know of a game: how its messages are read and made, and what ListGames says of it."""

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, ClassVar

from google.protobuf.message import Message

from engine.catalog import load_game
from engine.game import Game
from pitwise.v1 import analysis_pb2, catalog_pb2
from server.errors import short
from server.reading import Reading
from solvers.base import Choice

MAX_SEATS = 5
LONGEST_NAME = 40


class Conversion(ABC):
    """One game's messages and the engine's types: the one place where the two meet."""

    name: ClassVar[str]
    """The game's name, which is also that of its fields in View, Move and GameInfo."""

    @abstractmethod
    def read_view(self, reading: Reading, message: Any, path: str) -> Any:
        """The typed view of a view message; what is malformed is noted as a fault under ``path``."""

    @abstractmethod
    def options_of(self, table_view: Any) -> tuple[tuple[str, Any], ...]:
        """The options of a typed view, as :func:`configured_game` takes them."""

    def record(self, game: Game, message: Any, table_view: Any) -> Any:
        """The view record of a message, of which ``table_view`` was read without a fault.

        Raises:
            ViewError: with every broken rule.
        """
        return game.view_from_table(table_view)

    @abstractmethod
    def view_message(self, game: Game, table_view: Any) -> Message:
        """The message of a game's typed view."""

    def field_path(self, field: str) -> str:
        """The path in the message of a field that the engine finds fault with."""
        return field

    @abstractmethod
    def read_move(self, reading: Reading, message: Any, path: str) -> Any:
        """The typed move of a move message; what is malformed is noted as a fault under ``path``."""

    @abstractmethod
    def move_message(self, move: Any) -> Message:
        """The message of a typed move."""

    @abstractmethod
    def add_reasons(self, game: Game, choice: Choice, message: analysis_pb2.Analysis) -> None:
        """Add what a choice rests on that only this game's messages can say."""

    @abstractmethod
    def list_details(self, message: catalog_pb2.GameInfo) -> None:
        """Add the game's own part to what ListGames says of it."""

    @abstractmethod
    def edition_value(self, game: Game, name: str) -> str:
        """A value of the game's edition as JSON text."""


@lru_cache(maxsize=256)
def configured_game(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    """A game by name and options; games are made once, as their rules never change.

    Raises:
        OptionError: an option has an impossible value.
    """
    return load_game(name, **dict(options))


def read_edition(reading: Reading, name: str, path: str, names: tuple[str, ...]) -> str:
    """The name of an edition, ``base`` if it is empty. A client may name an edition, never a file of ours."""
    edition = name or "base"
    if edition not in names:
        reading.fault(f"{path}.edition", f"must be one of {', '.join(names)}, not {short(edition, 40)!r}")
        return "base"
    return edition
