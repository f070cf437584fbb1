"""The solver of another checkout, at its end of a pipe: lines of JSON come in, one line of JSON goes out for each.

This file is run as a program with that checkout's packages on the path, which may be of another version. So it uses
only what every version has had, and it keeps a game of its own: deals and moves are told, views are not.

    {"game": "stonks", "options": {"seats": 4}, "solver": "ismcts"}     -> {"from": the files it plays with}
    {"deal": 7}                                                         -> {"mover": 0, "legal": [...], "payoffs": []}
    {"choose": {"iterations": null, "milliseconds": 100.0}, "seed": 5}  -> {"move": 17}
    {"apply": 17}                                                       -> {"mover": 1, "legal": [...], "payoffs": []}
    {"apply": 5}, the last move of a game                               -> {"mover": null, "legal": [], "payoffs": [9]}

Whatever goes wrong is answered with {"error": "..."}. Only answers go out there: what anything else prints goes to the
errors.
"""

import dataclasses
import json
import os
import signal
import sys
from typing import Any

ANSWERS = os.fdopen(os.dup(sys.stdout.fileno()), "w")
os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

import engine  # noqa: E402
import solvers  # noqa: E402
from engine import contract  # noqa: E402
from engine.catalog import load_game  # noqa: E402
from solvers.base import Budget, Control  # noqa: E402
from solvers.registry import make_solver  # noqa: E402

CONTROLS = {field.name for field in dataclasses.fields(Control)}
READS_EARLIER_VIEWS = "earlier" in CONTROLS
KEEPS_TREES = "trees" in CONTROLS
WARM_UP_ITERATIONS = 2


class Player:
    """A solver with the game it plays.

    Args:
        game: the game's name.
        options: as ``load_game`` takes them.
        solver: its spec.
    """

    def __init__(self, game: str, options: dict[str, Any], solver: str) -> None:
        self.game = load_game(game, **options)
        self.solver = make_solver(solver, self.game)
        self.state: Any = None
        self.earlier: list[list[Any]] = []
        self.trees: list[Any] = []
        self.deal(0)
        while self.mover() is not None:
            self.apply(self.choose({"iterations": WARM_UP_ITERATIONS}, 0))

    def mover(self) -> int | None:
        """Whose turn it is."""
        return self.game.mover(self.state)

    def deal(self, seed: int) -> None:
        """Begin a game."""
        self.state = self.game.deal(seed)
        self.earlier = [[] for _ in range(self.game.seats)]
        if KEEPS_TREES:
            from solvers.kept_trees import KeptTrees

            self.trees = [KeptTrees() for _ in range(self.game.seats)]

    def choose(self, limits: dict[str, Any], seed: int) -> int:
        """The solver's move for the seat whose turn it is."""
        seat = self.mover()
        assert seat is not None
        controls: dict[str, Any] = {"earlier": tuple(self.earlier[seat])} if READS_EARLIER_VIEWS else {}
        if KEEPS_TREES:
            controls["trees"] = self.trees[seat]
        view = self.game.view(self.state, seat)
        choice = self.solver.choose(self.game, view, Budget(**limits), seed, Control(**controls))
        return int(choice.move)

    def apply(self, move: int) -> None:
        """Make a move.

        Raises:
            ValueError: it is not legal here.
        """
        if move not in self.game.legal_moves(self.state):
            raise ValueError(f"{move} is no legal move here")
        for seat, views in enumerate(self.earlier if READS_EARLIER_VIEWS else ()):
            views.append(self.game.view(self.state, seat))
        rounds = contract.rounds_played(self.game.rules, self.state)
        self.game.apply(self.state, move)
        if contract.rounds_played(self.game.rules, self.state) > rounds:
            self.earlier = [[] for _ in self.earlier]

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What a request is answered with."""
        if "choose" in request:
            return {"move": self.choose(request["choose"], request["seed"])}
        if "deal" in request:
            self.deal(request["deal"])
        else:
            self.apply(request["apply"])
        mover = self.mover()
        legal = [] if mover is None else list(map(int, self.game.legal_moves(self.state)))
        payoffs = list(self.game.payoffs(self.state)) if mover is None else []
        return {"mover": mover, "legal": legal, "payoffs": payoffs}


def main() -> None:
    """Answer until there are no more requests."""
    # Ctrl-C is for the arena, which ends this process in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player: Player | None = None
    for line in sys.stdin:
        try:
            request = json.loads(line)
            if player is None:
                player = Player(**request)
                answer: dict[str, Any] = {"from": [engine.__file__, solvers.__file__]}
            else:
                answer = player.answer(request)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        ANSWERS.write(f"{json.dumps(answer)}\n")
        ANSWERS.flush()


if __name__ == "__main__":
    main()
