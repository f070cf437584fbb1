"""Reading messages: faults are noted with the paths of their fields, and all of them are told together."""

from typing import Any

from google.protobuf.message import Message

from engine.errors import Problem
from server.errors import RequestError


class Reading:
    """The faults found while a message is read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def fault(self, path: str, description: str) -> None:
        """Note a fault."""
        self.problems.append(Problem(path, description))

    # Paths come in two parts, the message's and the field's: they are joined only for a fault, which is rare.

    def number(self, value: int, path: str, name: str, low: int, high: int) -> int:
        """A whole number in a range; out of it, a fault and the nearest number in it."""
        if low <= value <= high:
            return value
        self.fault(f"{path}{name}", f"must be from {low} to {high}, not {value}")
        return min(max(value, low), high)

    def optional_number(self, message: Message, name: str, path: str, low: int, high: int) -> int | None:
        """Like :meth:`number` for a field that may be unset."""
        return self.number(getattr(message, name), path, f".{name}", low, high) if message.HasField(name) else None

    def items(self, values: Any, path: str, name: str, most: int) -> Any:
        """The entries of a repeated field, no more than there can be."""
        if len(values) > most:
            self.fault(f"{path}{name}", f"must have at most {most} entries, not {len(values)}")
            return values[:most]
        return values

    def numbers(self, values: Any, path: str, name: str, most: int, low: int, high: int) -> tuple[int, ...]:
        """The entries of a repeated number."""
        found = tuple(self.items(values, path, name, most))
        if not found or (low <= min(found) and max(found) <= high):
            return found
        return tuple([self.number(value, path, f"{name}[{index}]", low, high) for index, value in enumerate(found)])

    def text(self, value: str, path: str, longest: int) -> str:
        """A text no longer than it may be."""
        if len(value) > longest:
            self.fault(path, f"must have at most {longest} characters, not {len(value)}")
        return value[:longest]

    def one_of(self, value: int, path: str, names: dict[int, Any]) -> Any:
        """What an enumerator stands for; unknown or unspecified: a fault and the first there is."""
        if value not in names:
            self.fault(path, "must be set" if value == 0 else f"has no value of number {value}")
            return next(iter(names.values()))
        return names[value]

    def check(self) -> None:
        """Go on only if there were no faults.

        Raises:
            RequestError: listing them.
        """
        if self.problems:
            raise RequestError(self.problems)
