"""The arena's tables for a terminal."""

import math

from rich.table import Table
from rich.text import Text

from eval.arena.sequential import SequentialState, Verdict
from eval.arena.standings import Standings, StandingsList
from eval.intervals import Interval

_PATH_POINTS = 60
_BARS = "▁▂▃▄▅▆▇█"


def standings_tables(standings: Standings, unit: str) -> list[Table]:
    """A table for each number of players, the best first."""
    made = []
    for listed, times in zip(standings.lists, standings.circumstances, strict=True):
        table = Table(
            title=f"{standings.run}: {standings.game}, {listed.players} players, "
            f"{listed.games:,} games on {listed.blocks:,} deals",
            title_justify="left",
            caption=f"95 % intervals over deals; ratings against {listed.anchor}",
            caption_justify="left",
        )
        table.add_column("entrant", overflow="fold")
        for heading in ("rating", "win share", "place", unit, "ms a move", "incidents"):
            table.add_column(heading, justify="right", no_wrap=True)
        for entrant in listed.by_rating():
            incidents = sum(entrant.incidents.values())
            milliseconds = times.times[entrant.name].milliseconds
            table.add_row(
                entrant.name,
                interval_text(entrant.rating, 0),
                interval_text(entrant.win_share, 3),
                "" if math.isnan(entrant.place.mean) else f"{entrant.place.mean:.2f}",
                interval_text(entrant.payoff, 1),
                f"{milliseconds:.2f}" if milliseconds else "–",
                Text(str(incidents), style="bold red" if incidents else "dim"),
            )
        made.append(table)
    return made


def interval_text(interval: Interval | None, digits: int) -> str:
    """``0.412 ± 0.031``; nothing where nothing is known, bounds in words where one is missing."""
    if interval is None or math.isnan(interval.mean):
        return ""
    if math.isinf(interval.low) or math.isinf(interval.high):
        return f"{interval.mean:.{digits}f} (no bound)"
    return interval.text(digits)


def crosstables(standings: Standings) -> list[Table]:
    """For each number of players who does how well against whom."""
    return [_crosstable(standings, listed) for listed in standings.lists]


def _crosstable(standings: Standings, listed: StandingsList) -> Table:
    names = [entrant.name for entrant in listed.entrants]
    order = [names.index(entrant.name) for entrant in listed.by_rating()]
    table = Table(
        title=f"{standings.run}: {standings.game}, {listed.players} players, who finishes ahead of whom",
        title_justify="left",
        caption="share of the games together in which the row's entrant finishes ahead of the column's, ties half",
        caption_justify="left",
    )
    table.add_column("")
    table.add_column("entrant", overflow="fold")
    for place, _ in enumerate(order, 1):
        table.add_column(str(place), justify="right", no_wrap=True)
    for place, row in enumerate(order, 1):
        cells = [interval_text(listed.crosstable.ahead[row][column], 2) for column in order]
        table.add_row(str(place), names[row], *cells)
    return table


def sequential_text(state: SequentialState) -> Text:
    """The verdict of a sequential test, the way of its ratio, and where it stands."""
    verdict = {
        Verdict.ALTERNATIVE: ("H1: A is better", "bold green"),
        Verdict.NULL: ("H0: A is not better by as much as H1 says", "bold yellow"),
        Verdict.UNDECIDED: ("undecided", "bold"),
    }[state.verdict]
    text = Text.assemble(("Verdict: ", ""), verdict, f" after {state.blocks:,} deals\n")
    text.append(f"LLR {state.ratio:.2f} within ({state.lower:.2f}, {state.upper:.2f}): {path_line(state)}\n")
    standing = state.mean / state.deviation if state.deviation else 0.0
    text.append(f"mean block difference {state.mean:.4f} = {standing:.3f} standard deviations of {state.deviation:.4f}")
    return text


def path_line(state: SequentialState) -> str:
    """The log-likelihood ratio's way between its bounds as a line of bars."""
    step = max(1, math.ceil(len(state.path) / _PATH_POINTS))
    points = state.path[::-1][::step][::-1]
    span = state.upper - state.lower
    heights = [min(1.0, max(0.0, (ratio - state.lower) / span)) for ratio in points]
    return "".join(_BARS[min(len(_BARS) - 1, int(height * len(_BARS)))] for height in heights)
