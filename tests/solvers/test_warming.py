"""Warming up: no question has to wait for a compiler."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from numba.core.dispatcher import Dispatcher
from engine.catalog import load_game
from solvers.base import Budget, Control
from solvers.registry import make_solver
from solvers.warming import warm_up

late = []
compile_kernel = Dispatcher.compile

def noting(dispatcher, signature):
    if tuple(signature) not in dispatcher.overloads:
        late.append(dispatcher.py_func.__qualname__)
    return compile_kernel(dispatcher, signature)

game = load_game(sys.argv[1])
warm_up(game)
Dispatcher.compile = noting
for spec in sys.argv[2:]:
    solver = make_solver(spec)
    state = game.deal(1)
    earlier = [[] for _ in range(game.seats)]
    while (seat := game.mover(state)) is not None:
        view = game.view(state, seat)
        choice = solver.choose(game, view, Budget(iterations=30), 1, Control(earlier=tuple(earlier[seat])))
        earlier[seat].append(view)
        game.apply(state, choice.move)
print(*late)
"""


@pytest.mark.parametrize(
    ("game", "solvers"),
    [("stockpile", ("ismcts", "pimc", "heuristic", "bidding", "hybrid")), ("stonks", ("ismcts", "pimc", "heuristic"))],
)
def test_no_kernel_is_compiled_or_loaded_for_a_question(game, solvers):
    done = subprocess.run([sys.executable, "-c", PROGRAM, game, *solvers], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
