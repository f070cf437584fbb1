"""Specs of runs as files: read from TOML with every fault named, written as canonical JSON, and hashed.

    name = "styles"
    game = "stockpile"
    players = [2, 4]
    blocks = 200

    [budget]
    iterations = 400

    [[entrant]]
    solver = "ismcts"

    [[entrant]]
    solver = "heuristic(style=cautious)"

Every key may be left out. Both forms have the same keys: those of :class:`~eval.arena.run_spec.RunSpec`, its entrants
as tables called ``entrant``, and ``budget``, what entrants get that search and have no limit of their own.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from engine.errors import Problem, ProblemsError
from engine.faults import quoted
from eval.arena.run_spec import Design, Entrant, IncidentPolicy, RunSpec, Seatings, SequentialTest
from eval.arena.seeds import LARGEST_SEED
from eval.arena.spec_reader import (
    DEFAULT_GAME,
    DEFAULT_ITERATIONS,
    DEFAULT_PLAYERS,
    LONGEST_NAME,
    MOST_BLOCKS,
    SpecReader,
    toml_values,
)

__all__ = [
    "DEFAULT_FIELD",
    "DEFAULT_ITERATIONS",
    "RunSpecError",
    "read_spec",
    "spec_digest",
    "spec_from_json",
    "spec_json",
    "spec_of_values",
]

DEFAULT_FIELD = ("random", "heuristic", "ismcts", "cheating")
"""The solvers of a spec that names no entrants: the lower bound, the rules of thumb, a search, the upper bound."""


class RunSpecError(ProblemsError):
    """A spec of a run that is malformed or asks for what cannot be; every fault is listed with its key."""


def read_spec(path: Path | str) -> RunSpec:
    """The spec in a TOML file; its name is the file's unless given.

    Raises:
        RunSpecError: the file cannot be read or is not TOML, or listing every fault with the path of its key.
    """
    path = Path(path)
    return spec_of_values({"name": path.stem[:LONGEST_NAME]} | toml_values(path, RunSpecError))


def spec_json(spec: RunSpec) -> str:
    """A spec as canonical JSON: equal specs give equal texts, and :func:`spec_from_json` gives the spec back."""
    values = {name: value for name, value in asdict(spec).items() if value is not None}
    values["players"] = list(spec.players)
    # Entrants without a limit have none: the budget is in each entrant already.
    values["budget"] = {}
    values["entrant"] = [
        {name: value for name, value in entrant.items() if value is not None} for entrant in values.pop("entrants")
    ]
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def spec_from_json(text: str) -> RunSpec:
    """The spec that :func:`spec_json` wrote.

    Raises:
        RunSpecError: not JSON, or listing every fault with the path of its key.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RunSpecError([Problem("spec", f"not JSON: {error}")]) from None
    if not isinstance(values, dict):
        raise RunSpecError([Problem("spec", "must be a JSON object")])
    return spec_of_values(values)


def spec_digest(spec: RunSpec) -> str:
    """The first 16 hex digits of the SHA-256 of a spec's canonical JSON."""
    return hashlib.sha256(spec_json(spec).encode()).hexdigest()[:16]


def spec_of_values(values: Mapping[str, Any]) -> RunSpec:
    """The spec of values as TOML or JSON give them.

    Raises:
        RunSpecError: listing every fault with the path of its key.
    """
    return _Reader().spec(values)


class _Reader(SpecReader):
    """Reads a run's spec."""

    def spec(self, values: Mapping[str, Any]) -> RunSpec:
        known = {field.name for field in fields(RunSpec)} - {"entrants"} | {"entrant", "budget"}
        self.only("", values, known)
        game = self.game(values.get("game", DEFAULT_GAME))
        players = self.players(values.get("players", list(DEFAULT_PLAYERS)), game)
        options = self.table("options", values.get("options", {}))
        tables = self.tables(game, players, options)
        iterations, milliseconds = self.budget(values)
        default = [{"solver": solver} for solver in DEFAULT_FIELD]
        entrants = self.entrants("entrant", values.get("entrant", default), tables, iterations, milliseconds)
        design = self.one_of("design", values.get("design", Design.ROUND_ROBIN), Design)
        spec = RunSpec(
            name=self.name("name", values.get("name", "arena")),
            game=game,
            players=players,
            entrants=entrants,
            options=options,
            design=design,
            seatings=self.one_of("seatings", values.get("seatings", Seatings.ROTATIONS), Seatings),
            blocks=self.whole("blocks", values.get("blocks", 20), 1, MOST_BLOCKS, "a number of deals"),
            seed=self.whole("seed", values.get("seed", 0), 0, LARGEST_SEED, "a whole number"),
            anchor=self._anchor(values.get("anchor", ""), entrants),
            on_incident=self.one_of("on_incident", values.get("on_incident", IncidentPolicy.FALLBACK), IncidentPolicy),
            time_out=self.number("time_out", values["time_out"], 1e6, "seconds") if "time_out" in values else None,
            sequential=self._sequential(values["sequential"]) if "sequential" in values else None,
            record_moves=self.faults.flag("record_moves", values.get("record_moves", False))
            and bool(values.get("record_moves", False)),
        )
        self._check_design(spec)
        if self.faults.problems:
            raise RunSpecError(self.faults.problems)
        return spec

    def _anchor(self, value: object, entrants: tuple[Entrant, ...]) -> str:
        names = [entrant.name for entrant in entrants]
        if isinstance(value, str) and (value == "" or value in names):
            return value
        if self.faults.sound("entrant"):
            self.faults.add("anchor", f"must be the name of an entrant ({', '.join(names)}), not {quoted(value)}")
        return ""

    # --- until when -----------------------------------------------------------------------------------------------

    def _sequential(self, value: object) -> SequentialTest:
        default = SequentialTest()
        values = asdict(default) | self.table("sequential", value)
        self.only("sequential.", values, {field.name for field in fields(SequentialTest)})
        test = SequentialTest(
            null=self.number("sequential.null", values["null"], 10.0, "standard deviations", low=-10.0),
            alternative=self.number(
                "sequential.alternative", values["alternative"], 10.0, "standard deviations", low=-10.0
            ),
            alpha=self.number("sequential.alpha", values["alpha"], 0.5, "an error rate"),
            beta=self.number("sequential.beta", values["beta"], 0.5, "an error rate"),
            least_blocks=self.whole(
                "sequential.least_blocks", values["least_blocks"], 2, MOST_BLOCKS, "a number of deals"
            ),
        )
        if test.alternative <= test.null and self.faults.sound("sequential"):
            self.faults.add("sequential.alternative", f"must be above null, {test.null:g}, not {test.alternative:g}")
        return test

    def _check_design(self, spec: RunSpec) -> None:
        """Check that the design has the entrants it needs."""
        if not self.faults.sound("entrant", "design", "players"):
            return
        entrants = len(spec.entrants)
        if spec.design is Design.FOCAL and entrants < 2:
            self.faults.add("entrant", "the focal design needs an entrant beside the first")
        if spec.sequential is not None and spec.design is not Design.FOCAL and entrants != 2:
            self.faults.add(
                "sequential", f'needs design = "focal" or a round robin of two entrants; there are {entrants}'
            )
