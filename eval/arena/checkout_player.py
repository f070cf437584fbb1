"""A solver of another checkout of this project, such as an older version, as an entrant.

It plays in a process of its own (:mod:`eval.arena.checkout_process`), which is told of deals and moves.
"""

import json
import os
import subprocess
import sys
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from engine.errors import PitwiseError
from engine.game import Game
from solvers.base import Budget, Candidate, Choice, Control

_PROGRAM = Path(__file__).with_name("checkout_process.py")


class CheckoutError(PitwiseError):
    """The process of another checkout cannot be had, has failed, or plays by other rules than this one."""


class CheckoutPlayer:
    """Asks a solver of another checkout. The arena tells it of every deal and move.

    Attributes:
        spec: tells it from other entrants; no solver's spec.
        process: where it plays.
    """

    searches: ClassVar[bool] = True

    def __init__(self, checkout: str, solver: str, game: Game) -> None:
        """Start its process, which compiles what it needs.

        Raises:
            CheckoutError: it cannot be started, or cannot play the game so configured with such a solver.
        """
        self.spec = f"{solver} of {checkout}"
        folder = Path(checkout).resolve()
        places = [str(folder), str(folder / "proto"), os.environ.get("PYTHONPATH", "")]
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(_PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))},
            text=True,
        )
        self._end = weakref.finalize(self, _end, self.process)
        name = str(game.name)
        answer = self._ask({"game": name, "options": game.options_json, "solver": solver})
        engine = Path(answer["engine"]).resolve()
        if not engine.is_relative_to(folder):
            raise CheckoutError(f"{self.spec}: plays with {engine}, which is elsewhere")

    def check(self, game: Game) -> None:
        """Its own process has checked that it can play."""

    def begin(self, seed: int, mover: int | None) -> None:
        """Be told of a deal and of who moves first.

        Raises:
            CheckoutError: another seat moves first there.
        """
        self._agree(self._ask({"deal": seed}), mover, None)

    def follow(self, move: int, mover: int | None, payoffs: Sequence[float] | None) -> None:
        """Be told of a move, of who is next, and of the payoffs if nobody is.

        Raises:
            CheckoutError: the move is not legal there, or leads elsewhere.
        """
        self._agree(self._ask({"apply": move}), mover, payoffs)

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """The solver's move in the position told of.

        Raises:
            CheckoutError: the solver failed.
        """
        limits = {"iterations": budget.iterations, "milliseconds": budget.milliseconds}
        move = int(self._ask({"choose": limits, "seed": seed})["move"])
        return Choice(move=move, candidates=(Candidate(move),))

    def close(self) -> None:
        """End the process."""
        self._end()

    def _agree(self, answer: dict[str, Any], mover: int | None, payoffs: Sequence[float] | None) -> None:
        found = (answer["mover"], answer.get("payoffs"))
        expected = (mover, None if payoffs is None else list(payoffs))
        if found != expected:
            raise CheckoutError(f"{self.spec}: plays by other rules: next seat and payoffs {found}, here {expected}")

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        requests, answers = self.process.stdin, self.process.stdout
        assert requests is not None
        assert answers is not None
        try:
            requests.write(f"{json.dumps(request)}\n")
            requests.flush()
            line = answers.readline()
        except OSError:
            line = ""
        if not line:
            raise CheckoutError(f"{self.spec}: its process has ended with code {self.process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise CheckoutError(f"{self.spec}: {answer['error']}")
        return answer


def _end(process: subprocess.Popen[str]) -> None:
    """Let a process see that there are no more requests."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        process.wait(timeout=1.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
