"""What drawings of all games share. Seats count from 1 here, as people count."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from solvers.heuristic_player import BEST_STYLE

SEAT_COLOURS = ("cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_red")
EVENT_INDENT = 8
UNSEEN = Text("▒", style="dim")
_LONGEST_PLAYER = 40
_WIDE = 100
"""From so many columns on, tables are drawn side by side; narrower, always one below the other."""


class TableDrawing(ABC):
    """Draws views of one configured game."""

    legend: ClassVar[str]
    """What the marks mean, for a spectator."""
    default_players: ClassVar[str]
    """The solvers of a demo, one for each seat."""

    @abstractmethod
    def draw(self, view: Any) -> RenderableType:
        """The whole table as the viewer sees it."""

    @abstractmethod
    def moment(self, view: Any) -> tuple[Any, ...]:
        """What tells one moment from the next: a demo draws the table when this changes."""

    @abstractmethod
    def public_events(self, events: Iterable[Any]) -> list[Any]:
        """What happens before everybody's eyes beyond the move itself, which has just been told."""


def seat_name(seat: int) -> Text:
    """``Seat 1`` in the seat's colour."""
    return Text(f"Seat {seat + 1}", style=f"bold {SEAT_COLOURS[seat]}")


def said(seat: int, move: str, reason: str = "") -> RenderableType:
    """A seat's move with the reason for it; long reasons are wrapped beside the seat's name, not below it."""
    line = Table.grid(padding=(0, 2))
    line.add_column(no_wrap=True)
    line.add_column()
    text = Text(move, style="bold")
    if reason:
        text.append(f": {reason}", style="not bold")
    line.add_row(seat_name(seat), text)
    return line


def reason_of(explanation: str, move: str) -> str:
    """A solver's explanation without the move that it starts with."""
    return explanation.removeprefix(f"{move}: ")


def indented(text: str, style: str = "dim", indent: int = EVENT_INDENT) -> RenderableType:
    """A line below a move; if it must be wrapped, every part is indented."""
    return Padding(Text(text, style=style), (0, 0, 0, indent), expand=False)


class SideBySide:
    """Two tables side by side where the terminal is wide enough for any that may come, else one below the other."""

    def __init__(self, left: RenderableType, right: RenderableType) -> None:
        self.left = left
        self.right = right

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw them for the width there is."""
        if options.max_width < _WIDE - 4:  # within a panel
            yield self.left
            yield self.right
            return
        grid = Table.grid(padding=(0, 3))
        grid.add_row(self.left, self.right)
        yield grid


def short_label(spec: str) -> str:
    """A solver's spec short enough for a table: a heuristic player's style, else the solver's name."""
    name, _, rest = spec.partition("(")
    style = re.search(r"style=(\w+)", rest)
    return style[1] if style and style[1] != BEST_STYLE else name


def standings(players: tuple[str, ...], payoffs: list[float], unit: str) -> Table:
    """Final standings, equal results sharing a place."""
    table = Table(title="Final standings", title_justify="left")
    for column in ("Place", "Seat", "Player", unit):
        table.add_column(column, justify="right" if column in ("Place", unit) else "left")
    order = sorted(range(len(payoffs)), key=lambda seat: -payoffs[seat])
    for seat in order:
        place = 1 + sum(1 for other in payoffs if other > payoffs[seat])
        player = players[seat] if len(players[seat]) <= _LONGEST_PLAYER else short_label(players[seat])
        table.add_row(str(place), seat_name(seat), player, f"{round(payoffs[seat], 2):g}")
    return table
