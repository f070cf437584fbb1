"""The arena's tables for a terminal."""

import math

from rich.table import Table
from rich.text import Text

from eval.arena.live_standings import add_columns
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
        timed = any(one.seconds for one in times.times.values())
        failed = any(sum(one.incidents.values()) for one in listed.entrants)
        headings = ["rating", "win share", "place", unit]
        add_columns(table, headings + ["ms a move"] * timed + ["incidents"] * failed)
        for entrant in listed.by_rating():
            incidents = sum(entrant.incidents.values())
            cells: list[str | Text] = [
                entrant.name,
                interval_text(entrant.rating, 0),
                interval_text(entrant.win_share, 3),
                "" if math.isnan(entrant.place.mean) else f"{entrant.place.mean:.2f}",
                "" if math.isnan(entrant.payoff.mean) else f"{entrant.payoff.mean:.1f}",
            ]
            if timed:
                cells.append(f"{times.times[entrant.name].milliseconds:.2f}")
            if failed:
                cells.append(Text(str(incidents), style="bold red" if incidents else "dim"))
            table.add_row(*cells)
        made.append(table)
    return made


def interval_text(interval: Interval, digits: int) -> str:
    """``0.412 ± 0.031``; nothing where nothing is known, bounds in words where one is missing."""
    if math.isnan(interval.mean):
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
    table.add_column("", justify="right")
    add_columns(table, [str(place) for place, _ in enumerate(order, 1)])
    for place, row in enumerate(order, 1):
        found = [listed.crosstable.ahead[row][column] for column in order]
        cells = ["" if one is None or math.isnan(one.mean) else f"{one.mean:.2f}" for one in found]
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
