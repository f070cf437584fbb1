"""What a client may ask of a solver: no spec may take more threads or memory than the server is willing to give."""

from dataclasses import replace
from typing import Any, cast

from engine.errors import Problem
from server.config import ServerConfig
from server.errors import RequestError
from solvers.base import Solver
from solvers.registry import make_solver

HASTY_SOLVER = "heuristic"
"""Who answers when there is no time to search."""


def checked_solver(spec: str, config: ServerConfig) -> Solver:
    """The solver of a client's spec.

    Raises:
        UnknownNameError: there is no such solver.
        SpecError: the spec is malformed.
        RequestError: a parameter is beyond what this server gives.
    """
    solver = make_solver(spec)
    plain: Any = type(solver)()
    lowered = {
        name: type(getattr(solver, name))(most)
        for name, most in config.parameter_caps.items()
        if getattr(solver, name, 0) > most and getattr(solver, name) == getattr(plain, name)
    }
    if lowered:
        # The client has not asked for it, it is only the solver's default.
        solver = replace(cast("Any", solver), **lowered)
    problems = [
        Problem("solver", f"{name} may be at most {most:g} on this server, not {getattr(solver, name):g}")
        for name, most in config.parameter_caps.items()
        if getattr(solver, name, 0) > most
    ]
    if problems:
        raise RequestError(problems)
    return solver


def limits_itself(solver: Solver) -> bool:
    """Whether a solver's own parameters end its search, so that the server's default time need not."""
    return bool(getattr(solver, "iterations", 0) or getattr(solver, "milliseconds", 0))
