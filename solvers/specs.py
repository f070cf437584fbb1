"""Solver specs: ``ismcts(iterations=20000, threads=2)`` as text, both ways."""

import re
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import Any, get_type_hints

from engine.errors import PitwiseError

_SPEC = re.compile(r"\s*([a-z_][a-z0-9_]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_ARGUMENT = re.compile(r"\s*([a-z_][a-z0-9_]*)\s*=\s*([^,=]+?)\s*")
_LONGEST_SPEC = 1_000


class SpecError(PitwiseError):
    """A solver spec that is malformed, or has an unknown parameter or an impossible value."""


@dataclass(frozen=True)
class ParameterInfo:
    """A solver's parameter: its name, type (``int``, ``float`` or ``str``), default as text, and meaning."""

    name: str
    type: str
    default: str
    summary: str


def parameter(default: Any, summary: str) -> Any:
    """A parameter of a solver: a dataclass field with its meaning."""
    return field(default=default, metadata={"summary": summary})


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The solver's name and its arguments as text.

    Raises:
        SpecError: the text is not of the form ``name`` or ``name(parameter=value, ...)``.
    """
    if len(spec) > _LONGEST_SPEC:
        raise SpecError(f"a solver spec has at most {_LONGEST_SPEC} characters")
    match = _SPEC.fullmatch(spec)
    if not match:
        raise SpecError(f"{spec!r} is not of the form name(parameter=value, ...)")
    arguments: dict[str, str] = {}
    text = match[2] or ""
    for part in text.split(",") if text.strip() else []:
        argument = _ARGUMENT.fullmatch(part)
        if not argument:
            raise SpecError(f"{part.strip()!r} in {spec!r} is not of the form parameter=value")
        if argument[1] in arguments:
            raise SpecError(f"{argument[1]} is given twice in {spec!r}")
        arguments[argument[1]] = argument[2]
    return match[1], arguments


def parameters_of(solver_class: type) -> list[ParameterInfo]:
    """The parameters a solver class takes: its dataclass fields, with their ``summary`` metadata."""
    hints = _types_of(solver_class)
    return [
        ParameterInfo(one.name, hints[one.name].__name__, _text(_default(one)), one.metadata["summary"])
        for one in fields(solver_class)
        if one.init
    ]


def parse_arguments(solver_class: type, name: str, arguments: dict[str, str]) -> dict[str, Any]:
    """Arguments as the types their parameters want.

    Raises:
        SpecError: an unknown parameter, or text that is not of its type.
    """
    hints = _types_of(solver_class)
    known = {one.name for one in fields(solver_class) if one.init}
    values: dict[str, Any] = {}
    for parameter, text in arguments.items():
        if parameter not in known:
            raise SpecError(f"{name} has no parameter {parameter!r}; it has {', '.join(sorted(known)) or 'none'}")
        wanted = hints[parameter]
        try:
            values[parameter] = wanted(text)
        except ValueError:
            raise SpecError(f"{name}: {parameter} must be of type {wanted.__name__}, not {text!r}") from None
    return values


@cache
def _types_of(solver_class: type) -> dict[str, Any]:
    return get_type_hints(solver_class)


def spec_text(name: str, solver: Any) -> str:
    """The spec of a solver with every parameter written out."""
    arguments = ",".join(f"{one.name}={_text(getattr(solver, one.name))}" for one in fields(solver) if one.init)
    return f"{name}({arguments})" if arguments else name


def _default(one: "Field[Any]") -> Any:
    return "" if one.default is MISSING else one.default


def _text(value: Any) -> str:
    text = repr(value) if isinstance(value, float) else str(value)
    return text.removesuffix(".0")
