"""Small runs for tests."""

from typing import Any

from eval.arena.run_spec import RunSpec
from eval.arena.spec_file import spec_of_values


def spec_of(solvers: list[str], **values: Any) -> RunSpec:
    """A run of two players on a few deals of Stockpile, unless told otherwise."""
    entrants = [{"name": f"{chr(97 + index)}", "solver": solver} for index, solver in enumerate(solvers)]
    defaults = {"name": "test", "game": "stockpile", "players": [2], "blocks": 6, "seed": 5, "entrant": entrants}
    return spec_of_values(defaults | values)


COMPILED = ["heuristic", "random", "heuristic(style=cautious)"]
SEARCHING = ["ismcts(iterations=4,trees=1)", "heuristic", "random"]
