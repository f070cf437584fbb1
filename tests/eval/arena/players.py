"""Runs and players for tests of the arena: solvers that fail in every way there is."""

import time
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.game import Game
from eval.arena.run_spec import Entrant, RunSpec
from solvers.base import Budget, Candidate, Choice, Control
from solvers.random_player import RandomPlayer
from solvers.specs import spec_text


@dataclass(frozen=True)
class Faulty:
    """Plays at random until its ``first`` decision of the game with more than one legal move, then fails ever after."""

    first: int = 0
    how: str = "raise"

    name: ClassVar[str] = "faulty"
    summary: ClassVar[str] = "Fails."
    searches: ClassVar[bool] = False
    asked: ClassVar[list[Any]] = []

    @property
    def spec(self) -> str:
        return spec_text(self.name, self)

    def check(self, game: Game) -> None:
        """Any game will do."""

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        moves = game.legal_moves(view)
        if len(moves) == 1 or len(self.asked) < self.first:
            if len(moves) > 1:
                self.asked.append(seed)
            return RandomPlayer().choose(game, view, budget, seed)
        self.asked.append(seed)
        if self.how == "raise":
            raise ZeroDivisionError("nobody can")
        if self.how == "dawdle":
            time.sleep(0.02)
            return RandomPlayer().choose(game, view, budget, seed)
        answers: dict[str, Any] = {"illegal": -7, "text": "a move", "nothing": None, "flag": True}
        return Choice(answers[self.how], (Candidate(moves[0]),))


def run(*solvers: str, game: str = "stonks", players: int = 3, **more: Any) -> RunSpec:
    """A run of entrants with few iterations."""
    entrants = tuple(Entrant(f"{number}. {solver}", solver, iterations=8) for number, solver in enumerate(solvers))
    return RunSpec(name="a run", game=game, players=(players,), entrants=entrants, **more)
