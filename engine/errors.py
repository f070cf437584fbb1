"""The errors a caller of the engine can meet; each names what is wrong and the rule it breaks."""

from dataclasses import dataclass


class PitwiseError(ValueError):
    """The base of every error that bad input causes."""


@dataclass(frozen=True)
class Problem:
    """One fault in some input: the path of the field, and what is wrong with it."""

    field: str
    description: str

    def __str__(self) -> str:
        return f"{self.field}: {self.description}"


class ProblemsError(PitwiseError):
    """Input with one or more faults, every one of them listed."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(str(problem) for problem in problems))


class OptionError(ProblemsError):
    """A game option is unknown or has an impossible value."""


class EditionError(ProblemsError):
    """An edition file is malformed or breaks a rule of the game."""


class ViewError(ProblemsError):
    """A view is malformed, or no position of the game looks like it."""


class NoWorldError(ViewError):
    """No position of the game agrees with a view."""

    def __init__(self) -> None:
        super().__init__([Problem("view", "no position of the game agrees with it")])


class TurnError(ViewError):
    """A view in which its seat has no move to choose."""

    def __init__(self, description: str) -> None:
        super().__init__([Problem("view", description)])


class MoveError(PitwiseError):
    """A move that is malformed or not legal here."""


class RecordError(PitwiseError):
    """A game record that cannot be read, or whose replay does not end as it says."""


class UnknownNameError(PitwiseError):
    """A game, solver, style or option name that does not exist."""
