"""What a report is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.catalog import GAMES
from eval.arena.results import GameResult
from eval.arena.run_spec import RunSpec
from eval.arena.standings import Standings


@dataclass(frozen=True)
class RunData:
    """A run, finished or not.

    Attributes:
        spec: what was to be played.
        results: every game that was played, those of unfinished blocks included.
        standings: computed from the complete blocks among them.
        meta: JSON values that tell the circumstances, each of which may be missing: ``started`` (ISO 8601),
            ``wall_seconds``, ``versions`` and ``machine`` (mappings from labels to values; no names of hosts, no
            paths).
    """

    spec: RunSpec
    results: Sequence[GameResult]
    standings: Standings
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The game's title."""
        return GAMES[self.spec.game].title

    @property
    def unit(self) -> str:
        """The unit of payoffs."""
        return str(GAMES[self.spec.game].game.unit)
