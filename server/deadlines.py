"""How long a request may think: its budget, the time until its deadline, and the server's caps."""

from dataclasses import dataclass

from server.config import ServerConfig
from solvers.base import Budget


@dataclass(frozen=True)
class Allowance:
    """What a request is given.

    Attributes:
        budget: iterations, if asked for, and always milliseconds: no search is without an end.
        capped: the server's caps made it smaller than what was asked for.
        deadline_bound: it ends where it does because of the call's deadline.
        too_late: the time left is too short to search at all.
    """

    budget: Budget
    capped: bool = False
    deadline_bound: bool = False
    too_late: bool = False


def usable_milliseconds(seconds_left: float, config: ServerConfig) -> float:
    """The part of the time until a deadline that can be spent before the answer must be on its way."""
    left = seconds_left * 1000.0
    return left - max(config.deadline_margin_milliseconds, config.deadline_margin_fraction * left)


def allowance(
    asked: Budget, seconds_left: float | None, config: ServerConfig, solver_limits_itself: bool = False
) -> Allowance:
    """What a request may spend.

    Args:
        asked: the request's budget; either limit, both or none.
        seconds_left: until the call's deadline, None without one.
        config: the server's caps, defaults and margins.
        solver_limits_itself: the solver's spec has a limit, so the default is not for it.
    """
    iterations = asked.iterations
    milliseconds = asked.milliseconds
    capped = False
    deadline_bound = False
    if iterations is not None and iterations > config.max_iterations:
        iterations = config.max_iterations
        capped = True
    if milliseconds is None:
        if iterations is not None or seconds_left is not None or solver_limits_itself:
            milliseconds = config.max_milliseconds
        else:
            milliseconds = min(config.default_milliseconds, config.max_milliseconds)
    elif milliseconds > config.max_milliseconds:
        milliseconds = config.max_milliseconds
        capped = True
    if seconds_left is not None:
        usable = usable_milliseconds(seconds_left, config)
        if usable < config.min_milliseconds and milliseconds > usable:
            return Allowance(Budget(iterations, 1.0), capped, deadline_bound=True, too_late=True)
        if milliseconds > usable:
            milliseconds = usable
            deadline_bound = True
    return Allowance(Budget(iterations, milliseconds), capped, deadline_bound)
