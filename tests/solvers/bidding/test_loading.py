"""OR-Tools is imported when a bidder thinks, and not before."""

import subprocess
import sys

PROGRAM = """
import sys
from engine.catalog import load_game
from solvers.base import Budget
from solvers.registry import list_solvers, make_solver

list_solvers()
game = load_game("stockpile", seats=3)
state = game.deal(1)
while state.phase != 1:
    game.apply(state, game.suggest(game.view(state, game.mover(state)), "value", 0))
view = game.view(state, game.mover(state))
for spec in ("bidding", "hybrid"):
    make_solver(spec, game)
make_solver("bidding(planning=off)", game).choose(game, view, Budget(iterations=4), 0)
assert not any(name.partition(".")[0] == "ortools" for name in sys.modules), "too early"
make_solver("bidding", game).choose(game, view, Budget(iterations=4), 0)
assert "ortools.sat.python.cp_model" in sys.modules, "never"
"""


def test_it_is_imported_by_a_plan_and_by_nothing_else():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
