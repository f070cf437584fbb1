"""Reading specs from TOML or JSON values key by key: the parts that every spec has that names a game and who plays it.

A reader goes on after a fault, with some value that will do, so that all faults are found at once.
"""

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from engine.catalog import GAMES, load_game
from engine.edition_reader import SEAT_COUNTS
from engine.errors import PitwiseError, Problem, ProblemsError
from engine.faults import Faults, quoted
from engine.game import Game
from eval.arena.run_spec import Entrant
from solvers.registry import make_solver
from solvers.specs import split_spec

DEFAULT_GAME = "stockpile"
DEFAULT_PLAYERS = (4,)

DEFAULT_ITERATIONS = 400
"""Iterations a move of entrants that search, where nothing limits them: what they find depends on no clock."""

MOST_BLOCKS = 100_000_000
MOST_ENTRANTS = 100
MOST_ITERATIONS = 10**12
MOST_MILLISECONDS = 1e9
LONGEST_NAME = 80
LONGEST_PATH = 500
_COMMIT = re.compile(r"[0-9a-f]{7,40}")

_Choice = TypeVar("_Choice", bound=StrEnum)


def toml_values(path: Path, error: type[ProblemsError]) -> dict[str, Any]:
    """What is in a TOML file.

    Raises:
        ProblemsError: of the type ``error``: the file cannot be read or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise error([Problem(str(path), fault.strerror or "cannot be read")]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise error([Problem(str(path), f"not a TOML file: {fault}")]) from None


class SpecReader:
    """Reads values key by key and collects what is wrong with them in ``faults``."""

    def __init__(self) -> None:
        self.faults = Faults()

    # --- the game -------------------------------------------------------------------------------------------------

    def game(self, value: object) -> str:
        """The name of a game."""
        if isinstance(value, str) and value in GAMES:
            return value
        self.faults.add("game", f"must be one of {', '.join(GAMES)}, not {quoted(value)}")
        return ""

    def players(self, value: object, game: str) -> tuple[int, ...]:
        """Numbers of players that the game can be played with, each once."""
        counts = GAMES[game].seat_counts if game else SEAT_COUNTS
        players: list[int] = []
        for index, item in enumerate(self.faults.items("players", value, 1, len(counts), "numbers of players")):
            field = f"players[{index}]"
            if item in players:
                self.faults.add(field, f"{item} is listed twice")
            elif self.faults.whole(field, item, min(counts), max(counts), "a number of players"):
                players.append(item)
        return tuple(players)

    def tables(self, name: str, players: tuple[int, ...], options: dict[str, Any]) -> list[Game]:
        """The configured games at all numbers of players that can be had."""
        if "seats" in options:
            self.faults.add("options.seats", "is not given here: players says how many sit at the table")
            return []
        tables = []
        for seats in players if name else ():
            try:
                tables.append(load_game(name, **options, seats=seats))
            except ProblemsError as error:
                for problem in error.problems:
                    field = f"options.{problem.field}"
                    if self.faults.sound(field):
                        self.faults.add(field, f"{problem.description} (with {seats} players)")
        return tables

    # --- who plays ------------------------------------------------------------------------------------------------

    def budget(self, values: Mapping[str, Any]) -> tuple[int | None, float | None]:
        """The limits of searching entrants that have none. A table that is there but empty leaves them without."""
        if "budget" not in values:
            return DEFAULT_ITERATIONS, None
        budget = self.table("budget", values["budget"])
        self.only("budget.", budget, {"iterations", "milliseconds"})
        return self.limits("budget.", budget)

    def limits(self, prefix: str, values: Mapping[str, Any]) -> tuple[int | None, float | None]:
        """The keys ``iterations`` and ``milliseconds`` of a table; None where there is none."""
        iterations = milliseconds = None
        if "iterations" in values:
            field = f"{prefix}iterations"
            iterations = self.whole(field, values["iterations"], 1, MOST_ITERATIONS, "a number of iterations")
        if "milliseconds" in values:
            field = f"{prefix}milliseconds"
            milliseconds = self.number(field, values["milliseconds"], MOST_MILLISECONDS, "milliseconds")
        return iterations, milliseconds

    def entrants(
        self, key: str, value: object, tables: list[Game], iterations: int | None, milliseconds: float | None
    ) -> tuple[Entrant, ...]:
        """Who plays: tables with a solver and, if wanted, a name and limits.

        Args:
            key: what the list is called.
            value: the list.
            tables: the games that the solvers must be able to play.
            iterations: a move, of solvers that search and have no limit of their own.
            milliseconds: likewise.
        """
        entrants: list[Entrant] = []
        for index, item in enumerate(self.faults.items(key, value, 1, MOST_ENTRANTS, f"{key}s")):
            field = f"{key}[{index}]"
            values = self.table(field, item)
            self.only(f"{field}.", values, {"name", "solver", "iterations", "milliseconds", "checkout", "commit"})
            solver = values.get("solver")
            if not isinstance(solver, str):
                if self.faults.sound(field):
                    self.faults.add(f"{field}.solver", f"must be a solver's spec, not {quoted(solver)}")
                continue
            name = self.name(f"{field}.name", values.get("name", solver[:LONGEST_NAME]))
            if name in (entrant.name for entrant in entrants):
                self.faults.add(f"{field}.name", f"another {key} is called {quoted(name)} already")
            own = self.limits(f"{field}.", values)
            checkout, commit = self.checkout(f"{field}.", values)
            if "checkout" in values:
                unlimited = self.has_no_limits(f"{field}.solver", solver)
            else:
                unlimited = self.is_unlimited(f"{field}.solver", solver, tables)
            if own == (None, None) and unlimited:
                own = (iterations, milliseconds)
            entrants.append(Entrant(name, solver, *own, checkout, commit))
        return tuple(entrants)

    def checkout(self, prefix: str, values: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """The keys ``checkout`` and ``commit`` of a table; None where there is none.

        Whether the folder is there is seen when it is to play: a finished run can be read without.
        """
        checkout, commit = values.get("checkout"), values.get("commit")
        if "checkout" in values and not (isinstance(checkout, str) and 0 < len(checkout) <= LONGEST_PATH):
            self.faults.add(f"{prefix}checkout", f"must be the folder of another checkout, not {quoted(checkout)}")
            checkout = None
        if "commit" in values and not (isinstance(commit, str) and _COMMIT.fullmatch(commit)):
            self.faults.add(f"{prefix}commit", f"must be 7 to 40 hex digits, not {quoted(commit)}")
            commit = None
        if commit and "checkout" not in values:
            self.faults.add(f"{prefix}commit", "is for a checkout, and there is none")
        return checkout, commit

    def has_no_limits(self, field: str, text: str) -> bool:
        """Another checkout's solver, known to that one alone: its limits are to be told in the entrant's own keys."""
        try:
            _, arguments = split_spec(text)
        except PitwiseError as error:
            self.faults.add(field, str(error))
            return False
        for limit in ("iterations", "milliseconds"):
            if limit in arguments:
                self.faults.add(field, f"must not limit {limit}: of another checkout's solver the entrant's key does")
        return True

    def is_unlimited(self, field: str, text: str, tables: list[Game]) -> bool:
        """Whether the solver searches without a limit of its own; a problem if there is no such solver."""
        try:
            solver = make_solver(text, may_cheat=True)
            for game in tables:
                solver.check(game)
        except PitwiseError as error:
            self.faults.add(field, str(error))
            return False
        return solver.searches and not getattr(solver, "iterations", 0) and not getattr(solver, "milliseconds", 0)

    # --- small checks ---------------------------------------------------------------------------------------------

    def only(self, prefix: str, values: Mapping[str, Any], known: set[str]) -> None:
        """Name the keys that there are not."""
        for name in values:
            if name not in known:
                self.faults.add(
                    f"{prefix}{str(name)[:40]}", f"there is no such key; there are {', '.join(sorted(known))}"
                )

    def table(self, field: str, value: object) -> dict[str, Any]:
        """A table; empty if it is none."""
        if isinstance(value, dict):
            return dict(value)
        self.faults.add(field, f"must be a table, not {quoted(value)}")
        return {}

    def name(self, field: str, value: object) -> str:
        """A text for titles."""
        if isinstance(value, str) and value.isprintable() and len(value.strip()) > 0 and len(value) <= LONGEST_NAME:
            return value
        self.faults.add(field, f"must be a text of 1 to {LONGEST_NAME} printable characters, not {quoted(value)}")
        return ""

    def one_of(self, field: str, value: object, choices: type[_Choice]) -> _Choice:
        """One of the values of an enumeration."""
        values = [choice.value for choice in choices]
        if value in values:
            return choices(value)
        self.faults.add(field, f"must be one of {', '.join(values)}, not {quoted(value)}")
        return next(iter(choices))

    def whole(self, field: str, value: Any, low: int, high: int, what: str) -> int:
        """A whole number from ``low`` to ``high``."""
        return int(value) if self.faults.whole(field, value, low, high, what) else low

    def number(self, field: str, value: Any, high: float, what: str, low: float = 0.0) -> float:
        """A number above ``low``, up to ``high``; whole ones will do."""
        if isinstance(value, int | float) and not isinstance(value, bool) and low < value <= high:
            return float(value)
        self.faults.add(field, f"must be {what} above {low:g}, up to {high:g}, not {quoted(value)}")
        return high
