"""A player that plays legal moves at random: the floor every other solver must beat."""

import time
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.game import Game
from engine.randomness import draw_below, generator
from solvers.base import Budget, Choice, Control, chosen_first, legal_moves_of_viewer
from solvers.specs import spec_text


@dataclass(frozen=True)
class RandomPlayer:
    """Every legal move is equally likely."""

    name: ClassVar[str] = "random"
    summary: ClassVar[str] = "Plays legal moves at random."
    searches: ClassVar[bool] = False

    @property
    def spec(self) -> str:
        """The spec that makes this player."""
        return spec_text(self.name, self)

    def check(self, game: Game) -> None:
        """Any game will do."""

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """See :class:`solvers.base.Solver`."""
        started = time.perf_counter()
        moves = legal_moves_of_viewer(game, view)
        move = moves[draw_below(generator(seed), len(moves))]
        return Choice(
            move=move,
            candidates=chosen_first(moves, move),
            principal_line=((game.viewer(view), move),),
            seconds=time.perf_counter() - started,
            forced=len(moves) == 1,
            explanation=f"{game.move_text(move)}: one of {len(moves)} legal moves, drawn at random.",
        )
