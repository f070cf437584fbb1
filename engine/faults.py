"""Collecting everything that is wrong with some input: small checks, and error texts that quote what was given."""

from typing import Any

from engine.errors import Problem

_LONGEST_QUOTE = 40


def quoted(value: object) -> str:
    """A value for an error text, shortened."""
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether ``value`` is an integer (no bool, no float) from ``low`` to ``high``."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class Faults:
    """The problems found so far, and the small checks that add to them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, field: str, description: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(field, description))

    def sound(self, *fields: str) -> bool:
        """Whether nothing is wrong so far with these fields and what they contain.

        A check of how fields go together runs only if each of them makes sense by itself.
        """
        if not self.problems:
            return True
        return not any(
            problem.field == field or problem.field.startswith((f"{field}.", f"{field}["))
            for problem in self.problems
            for field in fields
        )

    def whole(self, field: str, value: object, low: int, high: int, what: str) -> bool:
        """Whether ``value`` is a whole number from ``low`` to ``high``; a problem if not."""
        if is_whole(value, low, high):
            return True
        self.add(field, f"must be {what} from {low} to {high}, not {quoted(value)}")
        return False

    def flag(self, field: str, value: object) -> bool:
        """Whether ``value`` is a bool; a problem if not."""
        if isinstance(value, bool):
            return True
        self.add(field, f"must be true or false, not {quoted(value)}")
        return False

    def items(self, field: str, value: object, least: int, most: int, what: str) -> tuple[Any, ...]:
        """The items of a list of ``least`` to ``most`` items; a problem and no items if it is none."""
        if not isinstance(value, (tuple, list)):
            self.add(field, f"must be a list of {what}, not {quoted(value)}")
        elif not least <= len(value) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            self.add(field, f"must have {wanted} {what}, not {len(value)}")
        else:
            return tuple(value)
        return ()

    def different(self, field: str, values: tuple[Any, ...], low: int, high: int, what: str) -> bool:
        """Whether the values are whole numbers in the range, none of them twice; problems if not."""
        fine = True
        for index, value in enumerate(values):
            if not self.whole(f"{field}[{index}]", value, low, high, what):
                fine = False
            elif value in values[:index]:
                self.add(f"{field}[{index}]", f"{what} {value} is listed twice")
                fine = False
        return fine
