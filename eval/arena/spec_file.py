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
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from engine.catalog import GAMES, load_game
from engine.edition_reader import SEAT_COUNTS
from engine.errors import PitwiseError, Problem, ProblemsError
from engine.faults import Faults, quoted
from engine.game import Game
from eval.arena.run_spec import Design, Entrant, IncidentPolicy, RunSpec, Seatings, SequentialTest
from eval.arena.seeds import LARGEST_SEED
from solvers.registry import make_solver

DEFAULT_FIELD = ("random", "heuristic", "ismcts", "cheating")
"""The solvers of a spec that names no entrants: the lower bound, the rules of thumb, a search, the upper bound."""

DEFAULT_ITERATIONS = 400
"""Iterations a move of entrants that search, where nothing limits them: what they find depends on no clock."""

DEFAULT_GAME = "stockpile"
DEFAULT_PLAYERS = (4,)
MOST_BLOCKS = 100_000_000
MOST_ENTRANTS = 100
MOST_ITERATIONS = 10**12
MOST_MILLISECONDS = 1e9
_LONGEST_NAME = 80

_Choice = TypeVar("_Choice", bound=StrEnum)


class RunSpecError(ProblemsError):
    """A spec of a run that is malformed or asks for what cannot be; every fault is listed with its key."""


def read_spec(path: Path | str) -> RunSpec:
    """The spec in a TOML file; its name is the file's unless given.

    Raises:
        RunSpecError: the file cannot be read or is not TOML, or listing every fault with the path of its key.
    """
    path = Path(path)
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunSpecError([Problem(str(path), error.strerror or "cannot be read")]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RunSpecError([Problem(str(path), f"not a TOML file: {error}")]) from None
    return spec_of_values({"name": path.stem[:_LONGEST_NAME]} | values)


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


class _Reader:
    """Reads values key by key and collects what is wrong with them."""

    def __init__(self) -> None:
        self.faults = Faults()

    def spec(self, values: Mapping[str, Any]) -> RunSpec:
        known = {field.name for field in fields(RunSpec)} - {"entrants"} | {"entrant", "budget"}
        self._only("", values, known)
        game = self._game(values.get("game", DEFAULT_GAME))
        players = self._players(values.get("players", list(DEFAULT_PLAYERS)), game)
        options = self._table("options", values.get("options", {}))
        tables = self._tables(game, players, options)
        iterations, milliseconds = self._budget(values)
        entrants = self._entrants(values.get("entrant"), tables, iterations, milliseconds)
        design = self._one_of("design", values.get("design", Design.ROUND_ROBIN), Design)
        spec = RunSpec(
            name=self._name("name", values.get("name", "arena")),
            game=game,
            players=players,
            entrants=entrants,
            options=options,
            design=design,
            seatings=self._one_of("seatings", values.get("seatings", Seatings.ROTATIONS), Seatings),
            blocks=self._whole("blocks", values.get("blocks", 20), 1, MOST_BLOCKS, "a number of deals"),
            seed=self._whole("seed", values.get("seed", 0), 0, LARGEST_SEED, "a whole number"),
            anchor=self._anchor(values.get("anchor", ""), entrants),
            on_incident=self._one_of("on_incident", values.get("on_incident", IncidentPolicy.FALLBACK), IncidentPolicy),
            time_out=self._number("time_out", values["time_out"], 1e6, "seconds") if "time_out" in values else None,
            sequential=self._sequential(values["sequential"]) if "sequential" in values else None,
            record_moves=self.faults.flag("record_moves", values.get("record_moves", False))
            and bool(values.get("record_moves", False)),
        )
        self._check_design(spec)
        if self.faults.problems:
            raise RunSpecError(self.faults.problems)
        return spec

    # --- the game -------------------------------------------------------------------------------------------------

    def _game(self, value: object) -> str:
        if isinstance(value, str) and value in GAMES:
            return value
        self.faults.add("game", f"must be one of {', '.join(GAMES)}, not {quoted(value)}")
        return ""

    def _players(self, value: object, game: str) -> tuple[int, ...]:
        counts = GAMES[game].seat_counts if game else SEAT_COUNTS
        players: list[int] = []
        for index, item in enumerate(self.faults.items("players", value, 1, len(counts), "numbers of players")):
            field = f"players[{index}]"
            if item in players:
                self.faults.add(field, f"{item} is listed twice")
            elif self.faults.whole(field, item, min(counts), max(counts), "a number of players"):
                players.append(item)
        return tuple(players)

    def _tables(self, name: str, players: tuple[int, ...], options: dict[str, Any]) -> list[Game]:
        """The configured games at all numbers of players that can be had."""
        if "seats" in options:
            self.faults.add("options.seats", "is not given here: players says how many sit at the table")
            return []
        tables = []
        for seats in players if name else ():
            try:
                tables.append(load_game(name, **options, seats=seats))
            except ProblemsError as error:
                for problem in error.problems:
                    field = f"options.{problem.field}"
                    if self.faults.sound(field):
                        self.faults.add(field, f"{problem.description} (with {seats} players)")
        return tables

    # --- who plays ------------------------------------------------------------------------------------------------

    def _budget(self, values: Mapping[str, Any]) -> tuple[int | None, float | None]:
        """The limits of searching entrants that have none. A table that is there but empty leaves them without."""
        if "budget" not in values:
            return DEFAULT_ITERATIONS, None
        budget = self._table("budget", values["budget"])
        self._only("budget.", budget, {"iterations", "milliseconds"})
        return self._limits("budget.", budget)

    def _limits(self, prefix: str, values: Mapping[str, Any]) -> tuple[int | None, float | None]:
        iterations = milliseconds = None
        if "iterations" in values:
            field = f"{prefix}iterations"
            iterations = self._whole(field, values["iterations"], 1, MOST_ITERATIONS, "a number of iterations")
        if "milliseconds" in values:
            field = f"{prefix}milliseconds"
            milliseconds = self._number(field, values["milliseconds"], MOST_MILLISECONDS, "milliseconds")
        return iterations, milliseconds

    def _entrants(
        self, value: object, tables: list[Game], iterations: int | None, milliseconds: float | None
    ) -> tuple[Entrant, ...]:
        given: object = [{"solver": solver} for solver in DEFAULT_FIELD] if value is None else value
        entrants: list[Entrant] = []
        for index, item in enumerate(self.faults.items("entrant", given, 1, MOST_ENTRANTS, "entrants")):
            field = f"entrant[{index}]"
            values = self._table(field, item)
            self._only(f"{field}.", values, {"name", "solver", "iterations", "milliseconds"})
            solver = values.get("solver")
            if not isinstance(solver, str):
                if self.faults.sound(field):
                    self.faults.add(f"{field}.solver", f"must be a solver's spec, not {quoted(solver)}")
                continue
            name = self._name(f"{field}.name", values.get("name", solver[:_LONGEST_NAME]))
            if name in (entrant.name for entrant in entrants):
                self.faults.add(f"{field}.name", f"another entrant is called {quoted(name)} already")
            own = self._limits(f"{field}.", values)
            if own == (None, None) and self._is_unlimited(f"{field}.solver", solver, tables):
                own = (iterations, milliseconds)
            entrants.append(Entrant(name, solver, *own))
        return tuple(entrants)

    def _is_unlimited(self, field: str, text: str, tables: list[Game]) -> bool:
        """Whether the solver searches without a limit of its own; a problem if there is no such solver."""
        try:
            solver = make_solver(text, may_cheat=True)
            for game in tables:
                solver.check(game)
        except PitwiseError as error:
            self.faults.add(field, str(error))
            return False
        return solver.searches and not getattr(solver, "iterations", 0) and not getattr(solver, "milliseconds", 0)

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
        values = asdict(default) | self._table("sequential", value)
        self._only("sequential.", values, {field.name for field in fields(SequentialTest)})
        test = SequentialTest(
            null=self._number("sequential.null", values["null"], 10.0, "standard deviations", low=-10.0),
            alternative=self._number(
                "sequential.alternative", values["alternative"], 10.0, "standard deviations", low=-10.0
            ),
            alpha=self._number("sequential.alpha", values["alpha"], 0.5, "an error rate"),
            beta=self._number("sequential.beta", values["beta"], 0.5, "an error rate"),
            least_blocks=self._whole(
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

    # --- small checks ---------------------------------------------------------------------------------------------

    def _only(self, prefix: str, values: Mapping[str, Any], known: set[str]) -> None:
        for name in values:
            if name not in known:
                self.faults.add(
                    f"{prefix}{str(name)[:40]}", f"there is no such key; there are {', '.join(sorted(known))}"
                )

    def _table(self, field: str, value: object) -> dict[str, Any]:
        if isinstance(value, dict):
            return dict(value)
        self.faults.add(field, f"must be a table, not {quoted(value)}")
        return {}

    def _name(self, field: str, value: object) -> str:
        if isinstance(value, str) and value.isprintable() and len(value.strip()) > 0 and len(value) <= _LONGEST_NAME:
            return value
        self.faults.add(field, f"must be a text of 1 to {_LONGEST_NAME} printable characters, not {quoted(value)}")
        return ""

    def _one_of(self, field: str, value: object, choices: type[_Choice]) -> _Choice:
        values = [choice.value for choice in choices]
        if value in values:
            return choices(value)
        self.faults.add(field, f"must be one of {', '.join(values)}, not {quoted(value)}")
        return next(iter(choices))

    def _whole(self, field: str, value: Any, low: int, high: int, what: str) -> int:
        return int(value) if self.faults.whole(field, value, low, high, what) else low

    def _number(self, field: str, value: Any, high: float, what: str, low: float = 0.0) -> float:
        """A number above ``low``, up to ``high``; whole ones will do."""
        if isinstance(value, int | float) and not isinstance(value, bool) and low < value <= high:
            return float(value)
        self.faults.add(field, f"must be {what} above {low:g}, up to {high:g}, not {quoted(value)}")
        return high
