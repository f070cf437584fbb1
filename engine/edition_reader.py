"""What the edition files of every game share: entries with a value, its source and its status, read from TOML.

Faults are collected, so that whoever writes an edition file sees all of them at once.
"""

import tomllib
from pathlib import Path
from typing import Any

from engine.errors import EditionError, Problem

STATUSES = ("rulebook", "public", "assumed")
SEAT_COUNTS = (2, 3, 4, 5)


def names_of_editions(folder: Path) -> tuple[str, ...]:
    """The names of the built-in editions in a folder, ``base`` first."""
    names = [file.stem for file in folder.glob("*.toml")]
    return tuple(sorted(names, key=lambda name: (name != "base", name)))


def read_edition_file(edition: str | Path, folder: Path) -> dict[str, Any]:
    """The parsed contents of a built-in edition, given by its name, or of a TOML file, given by its path.

    Raises:
        EditionError: the file does not exist or is not TOML.
    """
    path = Path(edition)
    if isinstance(edition, str) and path.suffix != ".toml":
        path = folder / f"{edition}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        known = ", ".join(names_of_editions(folder))
        raise EditionError([Problem("edition", f"no edition {str(edition)!r}; built in: {known}")]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EditionError([Problem("edition", f"not a TOML file: {error}")]) from None


class EditionReader:
    """Reads typed entries out of parsed TOML and collects every problem on the way."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.problems: list[Problem] = []
        self.sources: dict[str, str] = {}
        self.statuses: dict[str, str] = {}

    def fault(self, field: str, description: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(field, description))

    def text(self, name: str) -> str:
        """The top-level text ``name``."""
        value = self.data.get(name)
        if not isinstance(value, str) or not value:
            self.fault(name, "must be a non-empty text")
            return ""
        return value

    def value(self, name: str) -> Any:
        """The value of the entry ``name``, whose source and status are noted; None if there is no such entry."""
        entry = self.data.get(name)
        if not isinstance(entry, dict) or "value" not in entry:
            self.fault(name, "must be a table with value, source and status")
            return None
        source, status = entry.get("source"), entry.get("status")
        if not isinstance(source, str) or not source:
            self.fault(f"{name}.source", "must say where the value comes from")
        if status not in STATUSES:
            self.fault(f"{name}.status", f"must be one of {', '.join(STATUSES)}")
        self.sources[name] = str(source)
        self.statuses[name] = str(status)
        return entry["value"]

    def integer(self, value: Any, field: str, low: int, high: int) -> int:
        """``value`` if it is a whole number from ``low`` to ``high``, else ``low``."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(field, f"must be a whole number from {low} to {high}, not {value!r}")
            return low
        return value

    def integers(self, value: Any, field: str, low: int, high: int, least: int, most: int) -> tuple[int, ...]:
        """``value`` if it is a list of ``least`` to ``most`` such whole numbers."""
        if not isinstance(value, list) or not least <= len(value) <= most:
            self.fault(field, f"must be a list of {least} to {most} whole numbers")
            return (low,) * least
        return tuple(self.integer(item, f"{field}[{index}]", low, high) for index, item in enumerate(value))

    def tables(self, value: Any, field: str, least: int, most: int) -> list[dict[str, Any]]:
        """``value`` if it is a list of ``least`` to ``most`` tables, else an empty list."""
        if (
            not isinstance(value, list)
            or not least <= len(value) <= most
            or not all(isinstance(item, dict) for item in value)
        ):
            self.fault(field, f"must be a list of {least} to {most} tables")
            return []
        return value

    def by_seats(self, name: str, low: int, high: int) -> dict[int, int]:
        """The entry ``name``: one whole number for each number of players."""
        value = self.value(name)
        if not isinstance(value, dict) or set(value) != {str(seats) for seats in SEAT_COUNTS}:
            self.fault(f"{name}.value", "must give a number for each of 2, 3, 4 and 5 players")
            return dict.fromkeys(SEAT_COUNTS, low)
        return {seats: self.integer(value[str(seats)], f"{name}.value.{seats}", low, high) for seats in SEAT_COUNTS}

    def table(self, name: str) -> dict[str, Any]:
        """The entry ``name``: a table, empty if it is none."""
        value = self.value(name)
        if not isinstance(value, dict):
            self.fault(f"{name}.value", "must be a table")
            return {}
        return value
