"""Specs of tunings as files: read from TOML with every fault named, written as canonical JSON, and hashed.

    game = "stonks"
    players = [4]
    solver = "ismcts(trees=1)"

    [search]
    exploration = { low = 0.1, high = 1.6, log = true }
    cutoff = { low = 0, high = 3 }
    elimination = { choices = [0.0, 3.0, 4.0, 6.0] }

    [budget]
    iterations = 400

Every key but ``solver`` and ``search`` may be left out; docs/tuning.md has them all.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from engine.errors import PitwiseError, ProblemsError
from engine.faults import quoted
from engine.game import Game
from eval.arena.seeds import LARGEST_SEED
from eval.arena.spec_reader import DEFAULT_GAME, DEFAULT_PLAYERS, LONGEST_NAME, SpecReader, toml_values
from eval.tuning.tune_spec import Choices, Measure, Pruning, Range, TuneSpec, Value
from solvers.registry import SOLVERS, ParameterInfo, make_solver
from solvers.specs import parameters_of, split_spec

KEYS = {field.name for field in fields(TuneSpec)} - {
    "fixed",
    "defaults",
    "opponents",
    "iterations",
    "milliseconds",
} | {"opponent", "budget"}
"""The keys of a spec."""

OPPONENT = "heuristic"
"""Who sits in the other seats unless the spec says so."""

MOST_BLOCKS = 1_000_000
MOST_TRIALS = 100_000
MOST_CHOICES = 100
LARGEST_SAMPLER_SEED = 2**32 - 1
_NOT_TO_TUNE = ("iterations", "milliseconds", "threads")
_TYPES: dict[str, type[Value]] = {"float": float, "int": int, "str": str}


class TuneSpecError(ProblemsError):
    """A spec of a tuning that is malformed or asks for what cannot be; every fault is listed with its key."""


def read_tune_spec(path: Path | str, instead: Mapping[str, Any] | None = None) -> TuneSpec:
    """The spec in a TOML file; its name is the file's unless given.

    Args:
        path: of the file.
        instead: what is to hold instead of what the file says, by key.

    Raises:
        TuneSpecError: the file cannot be read or is not TOML, or listing every fault with the path of its key.
    """
    path = Path(path)
    values = toml_values(path, TuneSpecError)
    return tune_spec_of_values({"name": path.stem[:LONGEST_NAME], **values, **(instead or {})})


def tune_spec_of_values(values: Mapping[str, Any]) -> TuneSpec:
    """The spec of values as TOML gives them.

    Raises:
        TuneSpecError: listing every fault with the path of its key.
    """
    return _Reader().spec(values)


def tune_spec_json(spec: TuneSpec) -> str:
    """A spec as canonical JSON: equal specs give equal texts."""
    values = asdict(spec)
    for opponent in values["opponents"]:
        for key in ("checkout", "commit"):
            if opponent[key] is None:
                del opponent[key]
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def tune_spec_digest(spec: TuneSpec) -> str:
    """The first 16 hex digits of the SHA-256 of all in a spec that decides a trial: all but how many there are."""
    values = json.loads(tune_spec_json(spec))
    del values["trials"]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Reader(SpecReader):
    """Reads a tuning's spec."""

    def spec(self, values: Mapping[str, Any]) -> TuneSpec:
        self.only("", values, KEYS)
        game = self.game(values.get("game", DEFAULT_GAME))
        players = self.players(values.get("players", list(DEFAULT_PLAYERS)), game)
        options = self.table("options", values.get("options", {}))
        tables = self.tables(game, players, options)
        iterations, milliseconds = self.budget(values)
        given = values.get("opponent", [{"solver": OPPONENT}])
        opponents = self.entrants("opponent", given, tables, iterations, milliseconds)
        if any(opponent.name == "candidate" for opponent in opponents):
            self.faults.add("opponent", "candidate is the name of the solver that is tuned")
        solver, fixed = self._solver(values.get("solver"))
        infos = {info.name: info for info in parameters_of(SOLVERS[solver])} if solver else {}
        search = self._search(values.get("search"), solver, infos, fixed)
        defaults = {name: _TYPES[infos[name].type](infos[name].default) for name in search}
        spec = TuneSpec(
            name=self.name("name", values.get("name", "tuning")),
            game=game,
            players=players,
            solver=solver,
            fixed=fixed,
            search=search,
            defaults=defaults,
            opponents=opponents,
            options=options,
            measure=self.one_of("measure", values.get("measure", Measure.MARGIN), Measure),
            win_weight=self._share("win_weight", values.get("win_weight", 0.5)),
            blocks=self.whole("blocks", values.get("blocks", 24), 1, MOST_BLOCKS, "a number of deals"),
            held_out=self.whole("held_out", values.get("held_out", 48), 2, MOST_BLOCKS, "a number of deals"),
            trials=self.whole("trials", values.get("trials", 50), 1, MOST_TRIALS, "a number of trials"),
            seed=self.whole("seed", values.get("seed", 0), 0, LARGEST_SEED, "a whole number"),
            sampler_seed=self.whole(
                "sampler_seed", values.get("sampler_seed", 0), 0, LARGEST_SAMPLER_SEED, "a whole number"
            ),
            pruning=self._pruning(values.get("pruning", {})),
        )
        limits = self._check_candidates(spec, tables, iterations, milliseconds)
        if self.faults.problems:
            raise TuneSpecError(self.faults.problems)
        return TuneSpec(**{**vars(spec), "iterations": limits[0], "milliseconds": limits[1]})

    # --- the solver and its parameters ----------------------------------------------------------------------------

    def _solver(self, value: object) -> tuple[str, dict[str, str]]:
        """The solver's name, empty if there is no such solver, and the parameters that are fixed."""
        if not isinstance(value, str):
            self.faults.add("solver", f"must be the spec of the solver to tune, not {quoted(value)}")
            return "", {}
        try:
            make_solver(value)
        except PitwiseError as error:
            self.faults.add("solver", str(error))
            return "", {}
        return split_spec(value)

    def _search(
        self, value: object, solver: str, infos: Mapping[str, ParameterInfo], fixed: Mapping[str, str]
    ) -> dict[str, Range | Choices]:
        if value is None:
            self.faults.add("search", "must be a table with the parameters to search")
            return {}
        table = self.table("search", value)
        if not table and self.faults.sound("search"):
            self.faults.add("search", "must name at least one parameter")
        found: dict[str, Range | Choices] = {}
        for name, wanted in table.items() if solver else ():
            key = f"search.{name}"
            if name not in infos:
                there = ", ".join(sorted(set(infos) - set(_NOT_TO_TUNE))) or "none"
                self.faults.add(key, f"{solver} has no such parameter; it has {there}")
            elif name in _NOT_TO_TUNE:
                self.faults.add(key, "is part of the budget, which is the same in all trials")
            elif name in fixed:
                self.faults.add(key, f"is fixed by solver, to {fixed[name]}")
            else:
                space = self._space(key, wanted, infos[name])
                if space is not None:
                    found[name] = space
        return found

    def _space(self, key: str, value: object, info: ParameterInfo) -> Range | Choices | None:
        """A parameter's values; None if something is wrong with them."""
        before = len(self.faults.problems)
        table = self.table(key, value)
        if len(self.faults.problems) > before:
            return None
        space: Range | Choices
        if "choices" in table:
            self.only(f"{key}.", table, {"choices"})
            choices = self.faults.items(f"{key}.choices", table["choices"], 2, MOST_CHOICES, "values")
            read = tuple(self._value(f"{key}.choices[{index}]", item, info) for index, item in enumerate(choices))
            for index, item in enumerate(read):
                if item in read[:index]:
                    self.faults.add(f"{key}.choices[{index}]", f"{item} is listed twice")
            space = Choices(read)
        elif info.type == "str":
            self.faults.add(key, f"must have choices, not {quoted(value)}: a text has no range")
            return None
        else:
            self.only(f"{key}.", table, {"low", "high", "log"})
            for bound in ("low", "high"):
                if bound not in table:
                    self.faults.add(f"{key}.{bound}", "is missing (a range has low and high; else give choices)")
            if len(self.faults.problems) > before:
                return None
            low: Any = self._value(f"{key}.low", table["low"], info)
            high: Any = self._value(f"{key}.high", table["high"], info)
            log = self.faults.flag(f"{key}.log", table.get("log", False)) and bool(table.get("log", False))
            if len(self.faults.problems) == before and low >= high:
                self.faults.add(f"{key}.high", f"must be above low, {low}, not {high}")
            elif len(self.faults.problems) == before and log and low <= 0:
                self.faults.add(f"{key}.low", f"must be above 0 for a range with log, not {low}")
            space = Range(low, high, log)
        if len(self.faults.problems) > before:
            return None
        default = _TYPES[info.type](info.default)
        if default not in space:
            self.faults.add(key, f"must contain the default, {info.default}, which the first trial plays with")
            return None
        return space

    def _value(self, key: str, value: object, info: ParameterInfo) -> Value:
        """A value of the parameter's type; whole numbers will do for floats."""
        wanted = _TYPES[info.type]
        if not isinstance(value, bool):
            if wanted is float and isinstance(value, int | float):
                return float(value)
            if isinstance(value, wanted):
                return value
        self.faults.add(key, f"must be of type {info.type}, not {quoted(value)}")
        return wanted(info.default)

    def _check_candidates(
        self, spec: TuneSpec, tables: list[Game], iterations: int | None, milliseconds: float | None
    ) -> tuple[int | None, float | None]:
        """Make the solver with the extreme values of each parameter, so that no trial meets one that cannot be.

        Returns:
            The limits of the candidate's moves.
        """
        if not spec.solver or not tables:
            return None, None
        for name, space in spec.search.items():
            extremes = space.values if isinstance(space, Choices) else (space.low, space.high)
            for value in extremes:
                if self.faults.sound(f"search.{name}"):
                    self.is_unlimited(f"search.{name}", spec.solver_text({**spec.defaults, name: value}), tables)
        text = spec.solver_text(spec.defaults)
        if self.faults.sound("search") and self.is_unlimited("solver", text, tables):
            return iterations, milliseconds
        return None, None

    # --- how long and how well ------------------------------------------------------------------------------------

    def _share(self, field: str, value: Any, high: float = 1.0) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and 0.0 <= value <= high:
            return float(value)
        self.faults.add(field, f"must be from 0 to {high:g}, not {quoted(value)}")
        return 0.0

    def _pruning(self, value: object) -> Pruning:
        default = Pruning()
        values = asdict(default) | self.table("pruning", value)
        self.only("pruning.", values, {field.name for field in fields(Pruning)})
        return Pruning(
            p_value=self._share("pruning.p_value", values["p_value"], 0.5),
            least_steps=self.whole(
                "pruning.least_steps", values["least_steps"], 2, MOST_BLOCKS, "a number of deals played"
            ),
        )
