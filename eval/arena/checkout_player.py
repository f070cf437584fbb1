"""A solver of another checkout of this project, such as an older version, as an entrant.

It plays in a process of its own (:mod:`eval.arena.checkout_process`), which is told of deals and moves.
"""

import contextlib
import json
import os
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any, ClassVar

from engine.errors import PitwiseError
from engine.game import Game
from solvers.base import Budget, Candidate, Choice, Control

_PROGRAM = Path(__file__).with_name("checkout_process.py")


class CheckoutError(PitwiseError):
    """There is no such checkout, its process has failed, or it plays by other rules than this one."""


class CheckoutPlayer:
    """Asks a solver of another checkout. The arena tells it of every deal and move.

    Its process starts with the first that it is told.

    Args:
        checkout: the folder, as seen from the current one.
        commit: the beginning of the commit's name that must be checked out there, unchanged; None: any will do.
        solver: the solver's spec there.
        game: the configured game.

    Attributes:
        spec: tells it from other entrants; no solver's spec.
    """

    searches: ClassVar[bool] = True

    def __init__(self, checkout: str, commit: str | None, solver: str, game: Game) -> None:
        self.spec = f"{solver} of {checkout}"
        self._folder = Path(checkout).resolve()
        self._commit = commit
        self._solver = solver
        self._game = game
        self._process: subprocess.Popen[str] | None = None

    def check(self, game: Game) -> None:
        """Its own process checks that it can play."""

    def start(self) -> None:
        """Start its process, which compiles what it needs, if it does not run already.

        Raises:
            CheckoutError: it cannot be started, or cannot play the game so configured with such a solver.
        """
        if self._process is not None:
            return
        self._check_folder()
        places = [str(self._folder), str(self._folder / "proto"), os.environ.get("PYTHONPATH", "")]
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(_PROGRAM)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))},
                text=True,
            )
        except OSError as error:
            raise CheckoutError(f"{self.spec}: its process cannot be started: {error.strerror}") from None
        weakref.finalize(self, _end, self._process)
        answer = self._ask({"game": self._game.name, "options": self._game.options_json, "solver": self._solver})
        for place in answer["from"]:
            if not Path(place).resolve().is_relative_to(self._folder):
                raise CheckoutError(f"{self.spec}: plays with {place}, which is elsewhere")

    def begin(self, seed: int, state: Any) -> None:
        """Be told of a deal.

        Args:
            seed: of the deal.
            state: what it leads to here.

        Raises:
            CheckoutError: it leads elsewhere there.
        """
        self.start()
        self._agree(self._ask({"deal": seed}), state)

    def follow(self, move: int, state: Any) -> None:
        """Be told of a move.

        Args:
            move: its code.
            state: what it has led to here.

        Raises:
            CheckoutError: the move is not legal there, or leads elsewhere.
        """
        self._agree(self._ask({"apply": move}), state)

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """The solver's move in the position told of.

        Raises:
            CheckoutError: the solver failed.
        """
        limits = {"iterations": budget.iterations, "milliseconds": budget.milliseconds}
        move = int(self._ask({"choose": limits, "seed": seed})["move"])
        return Choice(move=move, candidates=(Candidate(move),))

    def _check_folder(self) -> None:
        if not (self._folder / "engine" / "contract.py").is_file():
            raise CheckoutError(f"{self._folder} is not the folder of a checkout of this project")
        if not self._commit:
            return
        head = _git(self._folder, "rev-parse", "HEAD")
        if not head.startswith(self._commit):
            raise CheckoutError(f"{self._folder} is at commit {head[:12]}, not at {self._commit}")
        if _git(self._folder, "status", "--porcelain", "--untracked-files=no"):
            raise CheckoutError(f"{self._folder} is not as commit {self._commit} has it: files were changed")

    def _agree(self, answer: dict[str, Any], state: Any) -> None:
        """Check that seat, legal moves and payoffs are the same there as here."""
        mover = self._game.mover(state)
        here = {
            "mover": mover,
            "legal": [] if mover is None else self._game.legal_moves(state),
            "payoffs": list(self._game.payoffs(state)) if mover is None else [],
        }
        for name, expected in here.items():
            if answer[name] != expected:
                raise CheckoutError(f"{self.spec}: plays by other rules: {name} {answer[name]}, here {expected}")

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process is not None
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        line = ""
        with contextlib.suppress(OSError):
            requests.write(f"{json.dumps(request)}\n")
            requests.flush()
            line = answers.readline()
        if not line:
            raise CheckoutError(f"{self.spec}: its process has ended with code {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise CheckoutError(f"{self.spec}: {answer['error']}")
        return answer


def _git(folder: Path, *arguments: str) -> str:
    """What git says of a checkout.

    Raises:
        CheckoutError: git is not there, or the folder is none of its.
    """
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CheckoutError(f"{folder}: git cannot tell its commit: {error}") from None
    return done.stdout.strip()


def _end(process: "subprocess.Popen[str]") -> None:
    """Let a process see that there are no more requests, and end it if it does not end by itself."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    try:
        process.wait(timeout=1.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
