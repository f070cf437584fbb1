"""Settings of a player that hold in one phase of the game only: ``selling.widening:0; demand.cutoff:2``.

Phases have the names that the game's views give them (:attr:`engine.game.Game.phases`). What is not set for a phase is
as in the player's other parameters.
"""

import re
from typing import Any

from solvers.specs import SpecError, parse_arguments

NONE = "none"
"""The text for no settings at all."""

LIMITS = frozenset(("iterations", "milliseconds", "threads", "trees", "exchanges", "chains", "megabytes"))
"""Parameters that say what a search may cost; they hold for the whole game, as callers look at them beforehand."""

_SETTING = re.compile(r"\s*([a-z_][a-z0-9_]*)\s*\.\s*([a-z_][a-z0-9_]*)\s*:\s*([^:;]+?)\s*")


def read_phase_settings(text: str, solver_class: Any, allowed: frozenset[str]) -> dict[str, dict[str, Any]]:
    """The settings by phase and parameter, as the types that the parameters want.

    Args:
        text: settings of the form ``phase.parameter:value``, with semicolons between them, or ``none``.
        solver_class: whose parameters they are.
        allowed: the parameters that may be set for a phase.

    Raises:
        SpecError: the text is malformed, a parameter is unknown or must not be set, or a value is not of its type.
    """
    name = f"{solver_class.name}: by_phase"
    settings: dict[str, dict[str, Any]] = {}
    for part in [] if text == NONE else text.split(";"):
        match = _SETTING.fullmatch(part)
        if not match:
            raise SpecError(f"{name}: {part.strip()!r} is not of the form phase.parameter:value")
        phase, parameter, value = match.groups()
        if parameter not in allowed:
            raise SpecError(f"{name}: {parameter!r} is not one of {', '.join(sorted(allowed))}")
        of_phase = settings.setdefault(phase, {})
        if parameter in of_phase:
            raise SpecError(f"{name}: {phase}.{parameter} is given twice")
        of_phase |= parse_arguments(solver_class, f"{name}: {phase}", {parameter: value})
    return settings
