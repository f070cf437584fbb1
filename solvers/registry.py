"""The solvers by name: from a text spec to a player."""

from dataclasses import dataclass
from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from solvers.base import Solver
from solvers.bidding.player import BiddingPlayer, HybridPlayer
from solvers.heuristic_player import HeuristicPlayer
from solvers.ismcts.player import IsmctsPlayer
from solvers.pimc.player import PimcPlayer
from solvers.random_player import RandomPlayer
from solvers.specs import ParameterInfo, SpecError, parameters_of, parse_arguments, split_spec

__all__ = ["ParameterInfo", "SolverInfo", "SpecError", "list_solvers", "make_solver"]

SOLVERS: dict[str, Any] = {
    player.name: player
    for player in (RandomPlayer, HeuristicPlayer, IsmctsPlayer, PimcPlayer, BiddingPlayer, HybridPlayer)
}


@dataclass(frozen=True)
class SolverInfo:
    """A solver for listings: its name, a sentence, its parameters."""

    name: str
    summary: str
    parameters: tuple[ParameterInfo, ...]


def list_solvers() -> list[SolverInfo]:
    """Every solver there is."""
    return [SolverInfo(name, player.summary, tuple(parameters_of(player))) for name, player in SOLVERS.items()]


def make_solver(spec: str, game: Game | None = None) -> Solver:
    """The solver of a spec such as ``ismcts(iterations=20000,threads=2)``.

    >>> make_solver("heuristic(style=value)").spec
    'heuristic(style=value)'

    Args:
        spec: ``name`` or ``name(parameter=value, ...)``.
        game: if given, the solver is checked to be able to play it.

    Raises:
        UnknownNameError: there is no solver of this name.
        SpecError: the spec is malformed, or a parameter is unknown or impossible.
    """
    name, arguments = split_spec(spec)
    if name not in SOLVERS:
        raise UnknownNameError(f"there is no solver {name!r}; there are {', '.join(SOLVERS)}")
    player = SOLVERS[name]
    solver: Solver = player(**parse_arguments(player, name, arguments))
    if game is not None:
        solver.check(game)
    return solver
