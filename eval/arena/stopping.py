"""When a run with a sequential test has enough: the test follows the blocks in deal order while they come in any."""

from collections.abc import Mapping, Sequence

import numpy as np

from eval.arena.measures import games_from_results
from eval.arena.results import GameResult
from eval.arena.run_spec import RunSpec
from eval.arena.sequential import SequentialState, Verdict, block_differences, state_of


class StoppingRule:
    """The sequential test of a run at one number of players, fed block by block.

    Args:
        spec: the run, with a sequential test.
        players: which number of players.
    """

    def __init__(self, spec: RunSpec, players: int) -> None:
        if spec.sequential is None:
            raise ValueError(f"{spec.name} has no stopping rule")
        self._spec = spec
        self._test = spec.sequential
        self._players = players
        self._waiting: dict[int, list[GameResult]] = {}
        self._sizes: dict[int, int] = {}
        self._differences = np.zeros(0)
        self.state: SequentialState = state_of(self._test, self._differences)
        """Where the test stands."""

    @property
    def decided(self) -> bool:
        """Whether there is a verdict."""
        return self.state.verdict is not Verdict.UNDECIDED

    def add(self, results: Sequence[GameResult], sizes: Mapping[tuple[int, int], int]) -> None:
        """Look at more games, in any order, each once.

        Args:
            results: games with this number of players.
            sizes: how many games their blocks have, by players and block.
        """
        for result in results:
            self._waiting.setdefault(result.key.block, []).append(result)
            self._sizes[result.key.block] = sizes[result.key.players, result.key.block]
        following: list[GameResult] = []
        block = len(self._differences)
        while block in self._waiting and len(self._waiting[block]) == self._sizes[block]:
            following += self._waiting.pop(block)
            block += 1
        if following and not self.decided:
            games = games_from_results(following, self._players, len(self._spec.entrants))
            self._differences = np.append(self._differences, block_differences(self._spec, games))
            self.state = state_of(self._test, self._differences)
