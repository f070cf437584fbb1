"""Standings while a run goes on: a live table on a terminal, one JSON line for each complete block elsewhere."""

import json
import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Self, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from eval.arena.game_rows import Row
from eval.arena.live_tally import EntrantTally, Tally
from eval.arena.run_spec import RunSpec

_REFRESH_SECONDS = 0.5


class Display(ABC):
    """Is told of everything that is done in a run; shows nothing by itself."""

    def __init__(self, spec: RunSpec, unit: str) -> None:
        """Start a display.

        Args:
            spec: the run's.
            unit: of payoffs.
        """
        self.spec = spec
        self.unit = unit
        names = [entrant.name for entrant in spec.entrants]
        self.tallies = {players: Tally(names) for players in spec.players}
        self.ended: dict[int, str] = {}
        self._earlier = 0
        self._started = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def earlier(self, rows: Sequence[Row], sizes: Mapping[tuple[int, int], int]) -> None:
        """Count games that an earlier session played."""
        for players, tally in self.tallies.items():
            tally.add([row for row in rows if row[0] == players], sizes)
        self._earlier = self.blocks_done
        self._started = time.monotonic()

    def played(self, rows: Sequence[Row], sizes: Mapping[tuple[int, int], int]) -> None:
        """Count games of this session."""
        if rows:
            players = rows[0][0]
            for block in self.tallies[players].add(rows, sizes):
                self.block_complete(players, block, sizes[players, block])

    def decided(self, players: int, verdict: str) -> None:
        """The sequential test of so many players has ended."""
        self.ended[players] = verdict

    @abstractmethod
    def block_complete(self, players: int, block: int, games: int) -> None:
        """All games of a block are done."""

    def refresh(self) -> None:  # noqa: B027  # most have nothing to do
        """Called a few times a second."""

    @property
    def blocks_done(self) -> int:
        """Complete blocks of all numbers of players."""
        return sum(tally.blocks for tally in self.tallies.values())

    @property
    def blocks_wanted(self) -> int:
        """Blocks there will be, as far as is known: a sequential test may end sooner."""
        return sum(
            tally.blocks if players in self.ended else self.spec.blocks for players, tally in self.tallies.items()
        )

    @property
    def seconds_left(self) -> float | None:
        """At the speed so far; None as long as that is unknown."""
        done = self.blocks_done - self._earlier
        if done == 0:
            return None
        return (time.monotonic() - self._started) / done * (self.blocks_wanted - self.blocks_done)


class Quiet(Display):
    """Shows nothing."""

    def block_complete(self, players: int, block: int, games: int) -> None:
        """Show nothing."""


class JsonLines(Display):
    """One JSON object a line for each complete block: which one, how far the run is, and everybody's figures so far."""

    def __init__(self, spec: RunSpec, unit: str, out: TextIO | None = None) -> None:
        """Write to ``out``, or else to standard output."""
        super().__init__(spec, unit)
        self._out = out

    def block_complete(self, players: int, block: int, games: int) -> None:
        """Write a line."""
        tally = self.tallies[players]
        line = {
            "players": players,
            "block": block,
            "games": games,
            "done": tally.blocks,
            "of": self.spec.blocks,
            "seconds_left": None if self.seconds_left is None else round(self.seconds_left, 1),
            "entrants": {entrant.name: _values(entrant) for entrant in tally.entrants()},
        }
        print(json.dumps(line, ensure_ascii=False, allow_nan=False), file=self._out or sys.stdout, flush=True)


def _values(entrant: EntrantTally) -> dict[str, Any]:
    interval = entrant.win_share
    return {
        "seats": entrant.seats,
        "win_share": _rounded(interval.mean, 4),
        "low": _rounded(interval.low, 4),
        "high": _rounded(interval.high, 4),
        "place": _rounded(entrant.place, 3),
        "payoff": _rounded(entrant.payoff, 2),
        "milliseconds": _rounded(entrant.milliseconds, 3),
        "incidents": entrant.incidents,
    }


def _rounded(value: float, digits: int) -> float | None:
    return None if math.isnan(value) else round(value, digits)


class LiveTable(Display):
    """A table that redraws itself."""

    def __init__(self, spec: RunSpec, unit: str, console: Console) -> None:
        """Draw on ``console``."""
        super().__init__(spec, unit)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._drawn = -math.inf

    def __enter__(self) -> Self:
        self._live.start()
        self._draw()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def block_complete(self, players: int, block: int, games: int) -> None:
        """Wait for the next redraw."""

    def refresh(self) -> None:
        """Redraw now and then."""
        if time.monotonic() - self._drawn >= _REFRESH_SECONDS:
            self._draw()

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        self._live.update(standings_so_far(self), refresh=True)


def standings_so_far(display: Display) -> RenderableType:
    """A table for each number of players, and how far the run is."""
    parts: list[RenderableType] = [
        _table(display, players, tally) for players, tally in display.tallies.items() if tally.games
    ]
    done, wanted = display.blocks_done, display.blocks_wanted
    line = Table.grid(padding=(0, 2))
    left = display.seconds_left
    line.add_row(
        Text(f"{done:,} of {wanted:,} blocks"),
        ProgressBar(total=max(1, wanted), completed=done, width=30),
        Text("" if left is None else f"{duration(left)} left", style="dim"),
    )
    return Group(*parts, line)


def _table(display: Display, players: int, tally: Tally) -> Table:
    spec = display.spec
    state = display.ended.get(players) or f"{tally.blocks:,} of {spec.blocks:,} blocks"
    table = Table(title=f"{spec.name}: {spec.game}, {players} players, {state}", title_justify="left")
    entrants = tally.entrants()
    timed = any(entrant.milliseconds for entrant in entrants)
    headings = ["seats", "win share", "place", display.unit]
    add_columns(table, headings + ["ms a move"] * timed + ["incidents"])
    for entrant in sorted(entrants, key=lambda entrant: (-_low_if_none(entrant.win_share.mean), entrant.name)):
        cells: list[str | Text] = [
            entrant.name,
            f"{entrant.seats:,}",
            "" if math.isnan(entrant.win_share.mean) else entrant.win_share.text(3),
            "" if math.isnan(entrant.place) else f"{entrant.place:.2f}",
            "" if math.isnan(entrant.payoff) else f"{entrant.payoff:.1f}",
        ]
        if timed:
            cells.append(f"{entrant.milliseconds:.2f}")
        cells.append(Text(str(entrant.incidents), style="bold red" if entrant.incidents else "dim"))
        table.add_row(*cells)
    return table


def add_columns(table: Table, headings: Sequence[str]) -> None:
    """Add a column for entrants, which may take several lines, and columns of figures, which may not."""
    table.add_column("entrant", overflow="fold", min_width=12)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)


def _low_if_none(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def duration(seconds: float) -> str:
    """``1 h 05 min``, ``3 min 20 s`` or ``8 s``.

    >>> duration(200.4)
    '3 min 20 s'
    """
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
    return f"{whole // 60} min {whole % 60:02d} s" if whole >= 60 else f"{whole} s"
