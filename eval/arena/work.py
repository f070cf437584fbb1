"""A run's work in units of about a second: what a worker is sent, what it sends back, and how units are cut."""

import gc
import math
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

from engine.compiling import source_hash
from engine.errors import PitwiseError
from eval.arena.game_rows import Row, row_of
from eval.arena.play_block import is_compiled, play_blocks
from eval.arena.play_game import IncidentError, Table, play_game
from eval.arena.results import GameKey, GameResult
from eval.arena.run_spec import RunSpec
from eval.arena.seating import games_of_block
from eval.arena.spec_file import spec_from_json

UNIT_SECONDS = 1.0
"""How long a unit should take: long beside what it costs to hand over, short beside what a killed worker may lose."""
_MOST_GROWTH = 8
_LATEST_SHARE = 0.5


class OtherVersionError(PitwiseError):
    """A worker runs other code than the process that gives it work; its games might be others."""


@dataclass(frozen=True)
class Job:
    """What every unit of a run needs: the spec in its canonical JSON, and which code plays it."""

    spec_json: str
    code: str


@dataclass(frozen=True)
class Unit:
    """Games at tables of so many players: of each block in ``parts`` the numbers given, or all (None)."""

    players: int
    parts: tuple[tuple[int, tuple[int, ...] | None], ...]

    def __str__(self) -> str:
        first, last = self.parts[0], self.parts[-1]
        names = [f"{self.players}/{block}" + (f"/{numbers[0]}" if numbers else "") for block, numbers in (first, last)]
        return names[0] if len(self.parts) == 1 else f"{names[0]} to {names[1]}"


@dataclass(frozen=True)
class Played:
    """What became of a unit.

    Attributes:
        rows: its games.
        sizes: how many games each of its blocks has, by players and block.
        seconds: how long it took.
        aborted: the incident that ended it before its end, empty if none did.
    """

    rows: list[Row]
    sizes: dict[tuple[int, int], int]
    seconds: float
    aborted: str = ""


@cache
def code_version() -> str:
    """Stands for the code that plays: the version of the package and a hash of all that is compiled."""
    return f"{version('pitwise')}+{source_hash()}"


def job_of(spec_json: str) -> Job:
    """The job of a spec for workers that run the same code as this process."""
    return Job(spec_json, code_version())


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Thousands of results in no cycles: searching them for cycles again and again costs a tenth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


_tables = threading.local()


def play_unit(job: Job, unit: Unit) -> Played:
    """Play a unit's games, in any process that has this package.

    Raises:
        OtherVersionError: this process has other code than the one that made the job.
    """
    if job.code != code_version():
        raise OtherVersionError(f"this worker runs pitwise {code_version()}, the run pitwise {job.code}")
    table = _table(job.spec_json, unit.players)
    started = time.perf_counter()
    whole = [block for block, numbers in unit.parts if numbers is None]
    results: list[GameResult] = []
    aborted = ""
    try:
        with _no_garbage_collection():
            results += play_blocks(table, whole)
        for block, numbers in unit.parts:
            for number in numbers or ():
                results.append(play_game(table, GameKey(unit.players, block, number)))
    except IncidentError as error:
        aborted = str(error)
    counts = Counter(result.key.block for result in results)
    for block, numbers in unit.parts:
        if numbers is not None and block in counts:
            counts[block] = len(games_of_block(table.spec, unit.players, block))
    sizes = {(unit.players, block): count for block, count in counts.items()}
    rows = [row_of(result) for result in results]
    return Played(rows, sizes, time.perf_counter() - started, aborted)


def _table(spec_json: str, players: int) -> Table:
    """The table, made once for each thread: solvers may hold memory that two games cannot use at a time.

    Kept are those of the spec that was played last, one for each number of players.
    """
    if getattr(_tables, "spec_json", None) != spec_json:
        _tables.spec_json = spec_json
        _tables.of_players = {}
    of_players: dict[int, Table] = _tables.of_players
    if players not in of_players:
        of_players[players] = warmed_table(spec_from_json(spec_json), players)
    return of_players[players]


def warmed_table(spec: RunSpec, players: int) -> Table:
    """A table with everything compiled that its games need.

    Raises:
        PitwiseError: the spec asks for a game, an option or a solver that there is not.
    """
    table = Table(spec, players)
    table.warm_up()
    if is_compiled(spec):
        play_blocks(table, [0])
    return table


def compile_games(spec: RunSpec) -> str:
    """Compile what a run's games need, before there are several workers that would all compile the same.

    Returns:
        The unit of the game's payoffs.

    Raises:
        PitwiseError: the spec asks for a game, an option or a solver that there is not.
    """
    units = [warmed_table(spec, players).game.unit for players in spec.players]
    return units[0]


class WorkCutter:
    """Cuts what is left of a run into units, in the order of players, block and number.

    Whole games that are compiled go by blocks, several at a time; others by games. The sizes follow the seconds that
    games took so far; results do not depend on them.
    """

    def __init__(
        self, spec: RunSpec, complete: Mapping[int, Set[int]], begun: Mapping[int, Mapping[int, Set[int]]]
    ) -> None:
        self._spec = spec
        self._compiled = is_compiled(spec)
        self._stopped: set[int] = set()
        self._size: dict[int, int] = {}
        self._seconds: dict[int, float] = {}
        self._left = {
            players: spec.blocks - len([block for block in complete.get(players, ()) if block < spec.blocks])
            for players in spec.players
        }
        self._parts = self._all_parts(complete, begun)
        self._next: tuple[int, tuple[int, tuple[int, ...] | None]] | None = next(self._parts, None)

    def stop(self, players: int) -> None:
        """Cut no more units at tables of so many players."""
        self._stopped.add(players)

    def note(self, unit: Unit, played: Played) -> None:
        """Learn from how long a unit took."""
        each = played.seconds / max(1, self._count(unit))
        before = self._seconds.get(unit.players)
        self._seconds[unit.players] = each if before is None else _LATEST_SHARE * each + (1 - _LATEST_SHARE) * before

    def next_unit(self, slots: int = 1) -> Unit | None:
        """The next unit, smaller towards the end so that ``slots`` workers finish together; None: all is cut."""
        while self._next is not None and self._next[0] in self._stopped:
            self._next = next(self._parts, None)
        if self._next is None:
            return None
        players = self._next[0]
        most = self._most(players, slots)
        parts: list[tuple[int, tuple[int, ...] | None]] = []
        count = 0
        while self._next is not None and self._next[0] == players and count < most:
            block, numbers = self._next[1]
            if numbers is not None and parts and parts[-1][0] == block:
                parts[-1] = (block, (*(parts[-1][1] or ()), *numbers))
            else:
                parts.append((block, numbers))
            count += 1
            self._next = next(self._parts, None)
        self._left[players] -= count if self._compiled else len({block for block, _ in parts[:-1]})
        return Unit(players, tuple(parts))

    def _most(self, players: int, slots: int) -> int:
        """How many blocks (compiled) or games the next unit may have."""
        known = self._seconds.get(players)
        wanted = 1 if known is None else max(1, round(UNIT_SECONDS / max(known, 1e-9)))
        size = min(wanted, _MOST_GROWTH * self._size.get(players, 0) or 1)
        self._size[players] = size
        if not self._compiled:
            return size
        return max(1, min(size, math.ceil(self._left[players] / (2 * slots))))

    def _count(self, unit: Unit) -> int:
        return sum(1 if numbers is None else len(numbers) for _, numbers in unit.parts)

    def _all_parts(
        self, complete: Mapping[int, Set[int]], begun: Mapping[int, Mapping[int, Set[int]]]
    ) -> Iterator[tuple[int, tuple[int, tuple[int, ...] | None]]]:
        for players in self._spec.players:
            for block in range(self._spec.blocks):
                if players in self._stopped:
                    break
                if block in complete.get(players, ()):
                    continue
                if self._compiled:
                    yield players, (block, None)
                    continue
                done: Any = begun.get(players, {}).get(block, ())
                for number in range(len(games_of_block(self._spec, players, block))):
                    if number not in done:
                        yield players, (block, (number,))
