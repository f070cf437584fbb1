"""The cheating player: one search of the true position, all cards open. The arena's upper yardstick.

What a search like this wins more than an honest one is what there is to gain by knowing the hidden cards at best, so
no honest player can be asked for more. It must never be served: it is made only for callers that say so, and it
refuses views.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine.errors import TurnError
from engine.game import Game
from solvers.base import Budget, Candidate, Choice, Control
from solvers.ismcts.report import candidates_of
from solvers.ismcts.statistics import Tree
from solvers.specs import SpecError, parameter
from solvers.tree_player import TreePlayer


@dataclass(frozen=True)
class CheatingPlayer(TreePlayer):
    """UCT (Kocsis and Szepesvari 2006) on the true position, as if every seat knew every card and all still to come."""

    trees: int = parameter(1, "independent trees the iterations are shared among, added up in the end")

    name: ClassVar[str] = "cheating"
    summary: ClassVar[str] = "Searches the true position, all cards open: an upper bound, in the arena only."
    one_world_a_tree: ClassVar[bool] = True
    needs_true_state: ClassVar[bool] = True
    """Its ``choose`` takes the true position where other solvers take a view."""

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        self.check_ranges(trees=(1, 256))

    @property
    def tree_count(self) -> int:
        """See :class:`~solvers.tree_player.TreePlayer`."""
        return self.trees

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """Choose a move for the seat to move; ``view`` must be the true position.

        Raises:
            SpecError: it is a view.
            TurnError: the game is over.
        """
        if game.viewer(view) >= 0:
            raise SpecError(f"{self.name} is given a view, but it may only play in the arena, on the true position")
        mover = game.mover(view)
        if mover is None:
            raise TurnError("the game is over: there is no move to choose")
        return super().choose(game, _with_viewer(game, view, mover), budget, seed, control)

    def root(self, game: Game, view: Any, seeds: npt.NDArray[np.uint64]) -> Any:
        """The true position."""
        return _with_viewer(game, view, -1)

    def candidates(
        self, game: Game, view: Any, searched: list[tuple[Any, Tree]], moves: list[int], seed: int
    ) -> tuple[Candidate, ...]:
        """The moves by their visits, all trees added up."""
        root, _ = searched[0]
        return candidates_of(game, view, [(root, [tree for _, tree in searched])], moves, seed)


def _with_viewer(game: Game, state: Any, viewer: int) -> Any:
    """A copy that says whose it is, nothing of it hidden."""
    copied = game.copy(state)
    copied.viewer = viewer
    return copied
