"""The solvers by name: from a text spec to a player."""

from dataclasses import dataclass
from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from solvers.base import Solver
from solvers.bidding.player import BiddingPlayer, HybridPlayer
from solvers.cheating_player import CheatingPlayer
from solvers.heuristic_player import HeuristicPlayer
from solvers.ismcts.player import IsmctsPlayer
from solvers.pimc.player import PimcPlayer
from solvers.random_player import RandomPlayer
from solvers.specs import ParameterInfo, SpecError, parameters_of, parse_arguments, split_spec

__all__ = ["ParameterInfo", "SolverInfo", "SpecError", "list_solvers", "make_solver", "needs_true_state"]

SOLVERS: dict[str, Any] = {
    player.name: player
    for player in (
        RandomPlayer,
        HeuristicPlayer,
        IsmctsPlayer,
        PimcPlayer,
        CheatingPlayer,
        BiddingPlayer,
        HybridPlayer,
    )
}


@dataclass(frozen=True)
class SolverInfo:
    """A solver for listings: its name, a sentence, its parameters."""

    name: str
    summary: str
    parameters: tuple[ParameterInfo, ...]


def needs_true_state(solver: object) -> bool:
    """Whether a solver, or a class of solvers, is to be given the true position instead of its seat's view."""
    return bool(getattr(solver, "needs_true_state", False))


def list_solvers(may_cheat: bool = False) -> list[SolverInfo]:
    """Every solver there is; those that need the true position only on request."""
    return [
        SolverInfo(name, player.summary, tuple(parameters_of(player)))
        for name, player in SOLVERS.items()
        if may_cheat or not needs_true_state(player)
    ]


def make_solver(spec: str, game: Game | None = None, may_cheat: bool = False) -> Solver:
    """The solver of a spec such as ``ismcts(iterations=20000,threads=2)``.

    >>> make_solver("heuristic(style=value)").spec
    'heuristic(style=value)'

    Args:
        spec: ``name`` or ``name(parameter=value, ...)``.
        game: if given, the solver is checked to be able to play it.
        may_cheat: whether the caller can give a solver the true position, should it need that. Only the arena does.

    Raises:
        UnknownNameError: there is no solver of this name.
        SpecError: the spec is malformed, a parameter is unknown or impossible, or the solver needs the true position.
    """
    name, arguments = split_spec(spec)
    if name not in SOLVERS:
        known = ", ".join(info.name for info in list_solvers(may_cheat))
        raise UnknownNameError(f"there is no solver {name!r}; there are {known}")
    player = SOLVERS[name]
    if needs_true_state(player) and not may_cheat:
        raise SpecError(f"{name} plays with all cards open to it, so it may only play in the arena")
    solver: Solver = player(**parse_arguments(player, name, arguments))
    if game is not None:
        solver.check(game)
    return solver
