"""The game's own heuristic player, in one of its styles."""

import time
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.game import Game
from solvers.base import Budget, Choice, Control, chosen_first, legal_moves_of_viewer
from solvers.specs import SpecError, spec_text

BEST_STYLE = "best"
"""The style name that stands for the game's strongest style."""


@dataclass(frozen=True)
class HeuristicPlayer:
    """Plays by rules of thumb, at once."""

    style: str = field(default=BEST_STYLE, metadata={"summary": "a style of the game's heuristic player, or best"})

    name: ClassVar[str] = "heuristic"
    summary: ClassVar[str] = "Plays by the game's rules of thumb, in one of several styles, at once."
    searches: ClassVar[bool] = False

    @property
    def spec(self) -> str:
        """The spec that makes this player."""
        return spec_text(self.name, self)

    def check(self, game: Game) -> None:
        """Check that the game has the style.

        Raises:
            SpecError: it has not.
        """
        if self.style != BEST_STYLE and self.style not in game.styles:
            raise SpecError(f"{game.name} has no style {self.style!r}; it has {', '.join(game.styles)}")

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """See :class:`solvers.base.Solver`."""
        started = time.perf_counter()
        self.check(game)
        style = game.best_style if self.style == BEST_STYLE else self.style
        moves = legal_moves_of_viewer(game, view)
        move = moves[0] if len(moves) == 1 else game.suggest(view, style, seed)
        return Choice(
            move=move,
            candidates=chosen_first(moves, move),
            principal_line=((game.viewer(view), move),),
            seconds=time.perf_counter() - started,
            forced=len(moves) == 1,
            explanation=f"{game.move_text(move)}: the {style} style's choice.",
        )
