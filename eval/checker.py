"""What the audit asks of a game's independent checker."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Marginal:
    """The exact distribution of something hidden: a card's face, two cards' faces.

    Attributes:
        name: what it is.
        probabilities: of every possible value.
        read: the value in a world.
    """

    name: str
    probabilities: dict[tuple[int, ...], float]
    read: Callable[[Any], tuple[int, ...]]


class Checker(Protocol):
    """One seat's own books: fed with the events the seat sees, and nothing else."""

    def observe(self, row: Sequence[int]) -> None:
        """Book one row of an event log."""

    def faults(self, world: Any) -> list[str]:
        """What a world that should agree with the seat's view breaks."""

    def leaks(self, view: Any) -> list[str]:
        """What the seat's view shows though the seat never saw it."""

    def exact_marginals(self) -> list[Marginal]:
        """Distributions of hidden cards enumerated from the books; none if there are too many worlds."""
