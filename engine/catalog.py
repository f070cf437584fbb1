"""The games this engine plays, by name."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from engine.errors import OptionError, Problem, UnknownNameError
from engine.game import Game
from engine.stockpile.facade import StockpileGame
from engine.stockpile.rules import StockpileOptions
from engine.stonks.facade import StonksGame
from engine.stonks.rules import StonksOptions


@dataclass(frozen=True)
class GameOption:
    """An option of a game.

    Attributes:
        name: as in the options' dataclass.
        type: of its value.
        default: its value unless given.
        summary: what it decides.
        allowed_values: every value there is; which of them go together is the options' own to check.
    """

    name: str
    type: type
    default: Any
    summary: str
    allowed_values: tuple[Any, ...]


@dataclass(frozen=True)
class GameInfo:
    """A game in the catalogue.

    Attributes:
        game: its facade; ``game(options)`` configures one.
        options_type: the dataclass of its options. The metadata of each field are a ``summary`` and a function,
            ``allowed_values``, that lists every value.
    """

    game: Any
    options_type: Any

    @property
    def name(self) -> str:
        """The game's name."""
        return str(self.game.name)

    @property
    def title(self) -> str:
        """The game's title."""
        return str(self.game.title)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """For how many players the game is."""
        return tuple(self.game.seat_counts)

    @property
    def styles(self) -> tuple[str, ...]:
        """The styles of its heuristic player."""
        return tuple(self.game.styles)

    @property
    def options(self) -> tuple[GameOption, ...]:
        """Its options with their defaults."""
        return tuple(
            GameOption(
                option.name,
                type(option.default),
                option.default,
                option.metadata["summary"],
                tuple(option.metadata["allowed_values"]()),
            )
            for option in fields(self.options_type)
            if option.default is not MISSING
        )

    def configure(self, options: Mapping[str, Any]) -> Game:
        """A configured game.

        Raises:
            OptionError: an option is unknown, of the wrong type or impossible; every fault is listed.
            EditionError: the edition file is missing or faulty.
        """
        known = {option.name: option for option in self.options}
        problems = []
        for name, value in options.items():
            if name not in known:
                problems.append(Problem(str(name)[:40], f"{self.title} has no such option; it has {', '.join(known)}"))
            elif type(value) is not known[name].type:
                wanted = "a whole number" if known[name].type is int else "a text"
                problems.append(Problem(name, f"must be {wanted}, not {type(value).__name__}"))
        if problems:
            raise OptionError(problems)
        game: Game = self.game(self.options_type(**options))
        return game


GAMES: dict[str, GameInfo] = {
    info.name: info for info in (GameInfo(StockpileGame, StockpileOptions), GameInfo(StonksGame, StonksOptions))
}
"""Every game by name."""


def load_game(name: str, **options: Any) -> Game:
    """A configured game, from its name and options; ``game.options_json`` gives them back.

    >>> load_game("stockpile", seats=3).seats
    3

    Raises:
        UnknownNameError: there is no such game.
        OptionError: an option is unknown, of the wrong type or impossible; every fault is listed.
        EditionError: the edition file is missing or faulty; every fault is listed.
    """
    if name not in GAMES:
        raise UnknownNameError(f"no game is called {str(name)[:40]!r}; known: {', '.join(GAMES)}")
    return GAMES[name].configure(options)
