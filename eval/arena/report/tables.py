"""The tables of a report, as cells of text; the page and the Markdown form draw them each in their way."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from eval.arena.report.heat import heat
from eval.arena.report.incidents import IncidentRow
from eval.arena.report.wording import bounds_text, count_text, duration_text, interval_text, number_text, percent_text
from eval.arena.run_spec import Entrant, RunSpec
from eval.arena.standings import EntrantStanding, Standings, StandingsList
from eval.intervals import Interval


@dataclass(frozen=True)
class Cell:
    """A cell.

    Attributes:
        text: what it says.
        small: more of it, in smaller letters: bounds, a solver's spec.
        title: what is shown when it is pointed at.
        background: a CSS colour.
        entrant: index of the entrant whose name it is; -1: not a name.
        words: text to read, not a figure.
    """

    text: str
    small: str = ""
    title: str = ""
    background: str = ""
    entrant: int = -1
    words: bool = False


@dataclass(frozen=True)
class Table:
    """A table; the first cell of each row says what the row is about. ``crossed``: equal cells in a square."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    crossed: bool = False
    head_titles: Sequence[str] = field(default=())

    def is_words(self, column: int) -> bool:
        """Whether a column is text to read throughout, so it begins at the left."""
        return all(row[column].words for row in self.rows)


def standings_table(spec: RunSpec, standings: Standings, players: int, unit: str) -> Table:
    """Everybody's figures, the best first."""
    one = standings.list_of(players)
    times = next(other.times for other in standings.circumstances if other.players == players)
    troubled = any(sum(entrant.incidents.values()) + entrant.forfeits for entrant in one.entrants)
    timed = any(each.seconds > 0.0 for each in times.values())
    heads = ["entrant", "rating", "wins, %", "place", f"payoff, {unit}", f"margin, {unit}", "games"]
    heads += ["a move"] * timed + ["incidents"] * troubled
    rows = []
    for entrant in one.by_rating():
        number = number_of(one, entrant)
        row = [
            _name(spec.entrants[number], number),
            _figure(entrant.rating, 0, signed=True) if entrant.name != one.anchor else Cell("0", "anchor"),
            _figure(entrant.win_share, 1, scale=100.0),
            _figure(entrant.place, 2),
            _figure(entrant.payoff, 1),
            _figure(entrant.margin, 1, signed=True),
            Cell(f"{entrant.games:,}"),
        ]
        if timed:
            own = times[entrant.name]
            slowest = f"max. {duration_text(own.slowest_milliseconds / 1e3)}"
            row.append(Cell(duration_text(own.milliseconds / 1e3), slowest))
        if troubled:
            forfeits = count_text(entrant.forfeits, "forfeit") if entrant.forfeits else ""
            row.append(Cell(str(sum(entrant.incidents.values())), forfeits))
        rows.append(row)
    return Table(heads, rows)


def cross_table(one: StandingsList, spec: RunSpec) -> Table:
    """How often the row finishes ahead of the column, in percent."""
    ranked = [number_of(one, entrant) for entrant in one.by_rating()]
    rows = []
    for rank, row in enumerate(ranked):
        cells = [Cell(f"{rank + 1}  {one.entrants[row].name}", title=one.entrants[row].name, entrant=row)]
        for column in ranked:
            ahead, difference = one.crosstable.ahead[row][column], one.crosstable.differences[row][column]
            if ahead is None or difference is None or math.isnan(ahead.mean):
                cells.append(Cell("·" if row == column else "–", title="" if row == column else "never met"))
                continue
            title = (
                f"{one.entrants[row].name} ahead of {one.entrants[column].name}: {interval_text(ahead, 1, scale=100.0)}"
                f" % of {one.crosstable.meetings[row][column]:,} meetings; win share on the same deals "
                f"{interval_text(difference.win_share, 3, signed=True)}, payoff "
                f"{interval_text(difference.payoff, 1, signed=True)}"
            )
            cells.append(Cell(number_text(100.0 * ahead.mean), _reach(ahead, 100.0), title, heat(ahead.mean)))
        rows.append(cells)
    heads = ["%, row ahead of column", *(str(rank + 1) for rank in range(len(ranked)))]
    return Table(heads, rows, crossed=True, head_titles=["", *(one.entrants[number].name for number in ranked)])


def seat_table(one: StandingsList) -> Table:
    """Each entrant's win share in each seat, in percent; coloured by the difference to its own mean."""
    rows = []
    for entrant in one.by_rating():
        cells = [Cell(entrant.name, title=entrant.name, entrant=number_of(one, entrant))]
        for effect in entrant.seat_effects:
            share = effect.win_share
            known = not math.isnan(share.mean)
            cells.append(
                Cell(
                    number_text(100.0 * share.mean),
                    _reach(share, 100.0),
                    f"{effect.games:,} games, place {interval_text(effect.place, 2)}",
                    heat(share.mean, entrant.win_share.mean, 1.0 / one.players) if known else "",
                )
            )
        rows.append(cells)
    return Table(["wins, %", *(f"seat {seat + 1}" for seat in range(one.players))], rows, crossed=True)


def variance_table(one: StandingsList) -> Table:
    """What blocks are worth, and what par adds to them."""
    rows = []
    for entrant in one.by_rating():
        ratios = entrant.variance_ratios
        cells = [Cell(entrant.name, title=entrant.name, entrant=number_of(one, entrant))]
        cells += [_figure(ratio, 2) for ratio in (ratios.win_share, ratios.place_score, ratios.payoff, ratios.margin)]
        corrected = entrant.par.corrected
        title = "" if math.isnan(corrected.mean) else f"payoff corrected for luck: {interval_text(corrected, 1)}"
        cells.append(Cell(number_text(entrant.par.variance_ratio, 2), title=title))
        paired = entrant.paired_variance_ratios
        if paired is None:
            cells += [Cell("anchor"), Cell("")]
        else:
            cells += [_figure(ratio, 2) for ratio in (paired.win_share, paired.payoff)]
        rows.append(cells)
    headings = ["entrant", "wins", "place", "payoff", "margin", "par", "wins - anchor's", "payoff - anchor's"]
    return Table(headings, rows)


def incident_table(rows: Sequence[IncidentRow]) -> Table:
    """Incidents one by one."""
    heads = ["entrant", "what", "players", "block", "game", "seat", "decision", "detail"]
    return Table(
        heads,
        [
            [
                Cell(row.entrant, title=row.entrant, words=True),
                Cell(row.kind, words=True),
                *(Cell(str(count)) for count in (row.players, row.block, row.number, row.seat, row.decision)),
                Cell(row.detail, words=True),
            ]
            for row in rows
        ],
    )


def place_table(one: StandingsList) -> Table:
    """How often each entrant came in each place."""
    return Table(
        ["entrant", *(f"place {place + 1}" for place in range(one.players))],
        [
            [
                Cell(entrant.name, entrant=number_of(one, entrant)),
                *(Cell(percent_text(share)) for share in entrant.places),
            ]
            for entrant in one.by_rating()
        ],
    )


def number_of(one: StandingsList, entrant: EntrantStanding) -> int:
    """An entrant's index in the spec."""
    return next(number for number, other in enumerate(one.entrants) if other.name == entrant.name)


def budget_text(entrant: Entrant) -> str:
    """The limits of an entrant's moves; empty if it has none of its own."""
    parts = []
    if entrant.iterations is not None:
        parts.append(f"{entrant.iterations:,} iterations")
    if entrant.milliseconds is not None:
        parts.append(f"{entrant.milliseconds:g} ms")
    return ", ".join(parts)


def _name(entrant: Entrant, number: int) -> Cell:
    more = [entrant.solver] if entrant.solver != entrant.name else []
    if entrant.checkout:
        more.append(f"of {entrant.checkout}" + (f" at {entrant.commit}" if entrant.commit else ""))
    if budget_text(entrant):
        more.append(budget_text(entrant))
    return Cell(entrant.name, ", ".join(more), entrant.name, entrant=number)


def _figure(interval: Interval, digits: int, signed: bool = False, scale: float = 1.0) -> Cell:
    return Cell(
        number_text(scale * interval.mean, digits, signed), bounds_text(interval, digits, signed, scale).strip()
    )


def _reach(interval: Interval, scale: float) -> str:
    """Half the width of an interval, the larger half if it is not symmetric."""
    reach = max(interval.high - interval.mean, interval.mean - interval.low)
    return "" if not math.isfinite(reach) else f"±{scale * reach:.0f}"
