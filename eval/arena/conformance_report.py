"""What a test of a solver found: one check for each promise."""

from dataclasses import dataclass, field
from typing import Any

LEGAL_MOVES = "legal moves only"
CANDIDATES = "tells of every legal move, the chosen one first"
NO_ERRORS = "answers never raise"
UNCHANGED = "leaves the position as it is"
SAME_ANSWER = "same seed, same answer"
THREADS = "more threads, same answer"
FORCED_MOVES = "forced moves at once"
ITERATIONS = "keeps its budget of iterations"
MILLISECONDS = "keeps its budget of time"
TWINS = "twin worlds, same answer"
CHECKS = (
    LEGAL_MOVES,
    CANDIDATES,
    NO_ERRORS,
    UNCHANGED,
    SAME_ANSWER,
    THREADS,
    FORCED_MOVES,
    ITERATIONS,
    MILLISECONDS,
    TWINS,
)

_MOST_EXAMPLES = 5
_LONGEST_EXAMPLE = 200


@dataclass
class Check:
    """One promise.

    Attributes:
        name: what is promised.
        asked: how often it was put to the test.
        failed: how often it was broken.
        examples: the first few failures in words.
        note: a measurement that goes with it, or why it was not tested.
    """

    name: str
    asked: int = 0
    failed: int = 0
    examples: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def passed(self) -> bool:
        """Whether it was never broken."""
        return self.failed == 0

    def count(self, kept: bool, example: str) -> None:
        """Count one test; ``example`` says what was wrong if the promise was not kept."""
        self.asked += 1
        if not kept:
            self.failed += 1
            if len(self.examples) < _MOST_EXAMPLES:
                self.examples.append(example[:_LONGEST_EXAMPLE])


@dataclass(frozen=True)
class ConformanceReport:
    """What was found of a solver.

    Attributes:
        solver: its spec, every parameter written out.
        game: the game's name.
        players: at which numbers of players it was tested.
        games: how many games at each.
        checks: one for each promise.
    """

    solver: str
    game: str
    players: tuple[int, ...]
    games: int
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether no promise was broken."""
        return all(check.passed for check in self.checks)

    def check(self, name: str) -> Check:
        """The check of this name."""
        return next(check for check in self.checks if check.name == name)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "solver": self.solver,
            "game": self.game,
            "players": list(self.players),
            "games": self.games,
            "passed": self.passed,
            "checks": [vars(check) | {"passed": check.passed} for check in self.checks],
        }
