"""The run as a page to look at: one HTML file that needs nothing else.

Jinja fills in the template and escapes all that is filled in; Matplotlib draws, see :mod:`eval.arena.report.theme`.
Tables that are heat maps are tables, so that they can be read aloud, copied, and scrolled on a phone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from eval.arena.report.incidents import incident_rows, incident_summary
from eval.arena.report.place_plot import place_plot
from eval.arena.report.progress import mean_progress
from eval.arena.report.progress_plot import progress_plot
from eval.arena.report.ratings_plot import RatedEntrant, ratings_plot
from eval.arena.report.repeat import circumstances, commands, spec_toml
from eval.arena.report.run_data import RunData
from eval.arena.report.seat_plot import seat_plot
from eval.arena.report.sequential_plot import sequential_plot
from eval.arena.report.tables import (
    Table,
    cross_table,
    incident_table,
    number_of,
    seat_table,
    standings_table,
    variance_table,
)
from eval.arena.report.theme import SERIES_COLOURS
from eval.arena.report.time_plot import time_plot
from eval.arena.report.verdict import headline, list_verdict, sees_all_cards
from eval.arena.report.wording import count_text, list_text, wall_time_text
from eval.arena.run_spec import Design
from eval.arena.sequential import Verdict
from eval.arena.standings import StandingsList

NOTHING = Markup()
MOST_INCIDENTS_LISTED = 200
MOST_NARROW_COLUMNS = 7
"""A crosstable of more entrants gets the whole width."""


@dataclass(frozen=True)
class Panel:
    """A box of the page: a plot or a table, or the reason why there is none."""

    title: str
    body: Markup = NOTHING
    note: str = ""
    absent: str = ""
    wide: bool = False


@dataclass(frozen=True)
class Part:
    """All panels for one number of players."""

    players: int
    title: str
    subtitle: str
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class Tile:
    """A figure at the top; ``warn``: it is bad news."""

    label: str
    value: str
    warn: bool = False


def html_report(run: RunData) -> str:
    """The page."""
    spec, lists = run.spec, run.standings.lists
    verdicts = [(one.players, list_verdict(spec, one).details) for one in lists]
    incidents = incident_rows(spec, run.results)
    forfeits = sum(len(result.forfeits) for result in run.results)
    troubled = bool(incidents) or forfeits > 0
    return _template("page.html.jinja").render(
        title=f"{spec.name}: {run.title}",
        subtitle=f"{spec.name} · {run.title} · {_counts_of_players(run)} · {_design(run)}",
        headline=_capital(headline(spec, run.standings)),
        verdicts=[
            f"{players} players: {details}" if len(lists) > 1 else details for players, details in verdicts if details
        ],
        tiles=_tiles(run, len(incidents)),
        alert=incident_summary(spec, run.results) if troubled else "",
        parts=[_part(run, one) for one in lists],
        incidents=_incidents(run),
        repeat=_repeat(run),
    )


@cache
def _template(name: str) -> Template:
    loader = PackageLoader("eval.arena.report", "")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined).get_template(name)


# --- The top ----------------------------------------------------------------------------------------------------------


def _capital(sentence: str) -> str:
    # Names stay as they are; only the words of the report's own begin with a capital.
    first = sentence.split(" ", 1)[0]
    return sentence[0].upper() + sentence[1:] if first in ("at", "no", "between", "whether") else sentence


def _counts_of_players(run: RunData) -> str:
    return f"{list_text([str(players) for players in run.spec.players])} players"


def _design(run: RunData) -> str:
    if len(run.spec.entrants) == 1:
        return "mirror match"
    return {Design.ROUND_ROBIN: "round robin", Design.FOCAL: f"{run.spec.entrants[0].name} against the others"}[
        run.spec.design
    ]


def _tiles(run: RunData, incidents: int) -> list[Tile]:
    lists = run.standings.lists
    tiles = [
        Tile("games counted", f"{sum(one.games for one in lists):,}"),
        Tile("complete deals", " + ".join(f"{one.blocks:,}" for one in lists)),
        Tile("solvers", str(len(run.spec.entrants))),
        Tile("incidents", f"{incidents:,}", warn=incidents > 0),
    ]
    if "wall_seconds" in run.meta:
        tiles.append(Tile("wall time", wall_time_text(float(run.meta["wall_seconds"]))))
    return tiles


# --- One number of players ----------------------------------------------------------------------------------------


def _part(run: RunData, one: StandingsList) -> Part:
    around = next(other for other in run.standings.circumstances if other.players == one.players)
    subtitle = f"{count_text(one.games, 'game')} on {count_text(one.blocks, 'deal')}, each deal in all its seatings"
    decided = one.sequential is not None and one.sequential.verdict is not Verdict.UNDECIDED
    if one.blocks < run.spec.blocks and not decided:
        subtitle += f"; unfinished: {count_text(run.spec.blocks, 'deal')} are planned"
    if around.games_left_out:
        subtitle += f"; {count_text(around.games_left_out, 'game')} of incomplete or surplus deals not counted"
    title = f"{one.players} players"
    if one.blocks == 0:
        who = list_text([entrant.name for entrant in run.spec.entrants])
        nothing = Panel("Standings", absent=f"No deal is complete yet. Entrants: {who}.", wide=True)
        return Part(one.players, title, subtitle, (nothing,))
    panels = [
        _standings(run, one),
        _ratings(one),
        _places(one),
        _crosstable(run, one),
        _seats(one),
        _progress(run, one),
        _times(run, one),
        _sequential(run, one),
        _variance(one),
    ]
    return Part(one.players, title, subtitle, _arranged(panels))


def _arranged(panels: Sequence[Panel]) -> tuple[Panel, ...]:
    """Panels without gaps in two columns: wide ones first, what is absent last, and no half row."""
    wide = [panel for panel in panels if panel.wide and not panel.absent]
    half = [panel for panel in panels if not panel.wide and not panel.absent]
    return (*wide, *_paired(half), *_paired([panel for panel in panels if panel.absent]))


def _paired(panels: list[Panel]) -> list[Panel]:
    """Panels side by side; if one is left, it gets the whole width."""
    return [*panels[:-1], replace(panels[-1], wide=True)] if len(panels) % 2 else panels


def _standings(run: RunData, one: StandingsList) -> Panel:
    note = (
        "In brackets: 95 % intervals over deals. "
        f"Rating: Plackett-Luce strengths on an Elo-like scale, 400 points are odds of ten to one. Wins: "
        f"{100 / one.players:.3g} % is even, ties are shared. Margin: payoff above the mean of the others."
    )
    aside = [entrant.name for entrant in one.entrants if sees_all_cards(entrant.solver)]
    if aside:
        note += f" {list_text(aside)} {'sees' if len(aside) == 1 else 'see'} all cards: an upper bound, not a player."
    table = standings_table(run.spec, run.standings, one.players, run.unit)
    return Panel("Standings", _table(table), note, wide=True)


def _ratings(one: StandingsList) -> Panel:
    rated = [
        RatedEntrant(entrant.name, number_of(one, entrant), entrant.rating)
        for entrant in one.by_rating()
        if not math.isnan(entrant.rating.mean)
    ]
    if len(one.entrants) == 1:
        return Panel("Ratings", absent="There is nobody to be rated against.")
    if not rated:
        return Panel("Ratings", absent=f"No ratings: {one.anchor}, the anchor, has not played.")
    note = "Bars: 95 % intervals of the difference to the anchor. A bar that runs to the edge has no bound there."
    return Panel("Ratings", ratings_plot(f"ratings-{one.players}", rated, one.anchor), note)


def _places(one: StandingsList) -> Panel:
    shown = [entrant for entrant in one.by_rating() if entrant.seats]
    names, shares = [entrant.name for entrant in shown], [entrant.places for entrant in shown]
    note = "Percent of an entrant's seats; ties are spread over the places shared."
    return Panel("Places", place_plot(f"places-{one.players}", names, shares), note)


def _crosstable(run: RunData, one: StandingsList) -> Panel:
    if len(one.entrants) == 1:
        return Panel("Crosstable", absent="One entrant alone meets nobody else.")
    note = (
        "How often the row finishes ahead of the column when both sit at a table, in percent, ties counting half. "
        "Blue: more often than not; orange: less. ± reaches to the end of the 95 % interval."
    )
    wide = len(one.entrants) > MOST_NARROW_COLUMNS
    return Panel("Crosstable", _table(cross_table(one, run.spec)), note, wide=wide)


def _seats(one: StandingsList) -> Panel:
    even = 1.0 / one.players
    shares = [effect.win_share for effect in one.seat_effects]
    if len(one.entrants) == 1 or len(shares) == 1:
        body = seat_plot(f"seats-{one.players}", shares, even, "win share")
    else:
        body = seat_plot(f"seats-{one.players}", shares, even, "win share, all entrants") + _table(seat_table(one))
    note = "Win share of each seat in turn order, whoever sits there; the line is an even share."
    if len(one.entrants) > 1:
        note += " Below, entrant by entrant: blue where it does better than elsewhere, orange where worse."
    return Panel("Seats", body, note)


def _progress(run: RunData, one: StandingsList) -> Panel:
    unit = run.unit
    title = f"{unit} over the rounds"
    means = mean_progress([result for result in run.results if result.key.players == one.players], len(one.entrants))
    if means is None:
        return Panel(title, absent="The games recorded no results between their beginning and their end.")
    shown = [number_of(one, entrant) for entrant in one.by_rating() if entrant.seats]
    shown = [number for number in shown if not np.isnan(means[number]).all()]
    names = [one.entrants[number].name for number in shown]
    plotted = progress_plot(f"progress-{one.players}", names, shown, means[shown], unit)
    return Panel(title, plotted, "Mean of what a seat would get if the game ended after the round.")


def _times(run: RunData, one: StandingsList) -> Panel:
    times = next(other.times for other in run.standings.circumstances if other.players == one.players)
    timed = [entrant for entrant in one.by_rating() if times[entrant.name].seconds > 0.0]
    if not timed:
        return Panel("Time for a move", absent="Whole games were played in compiled code: moves were not timed.")
    names = [entrant.name for entrant in timed]
    plotted = time_plot(
        f"times-{one.players}",
        names,
        [number_of(one, entrant) for entrant in timed],
        [times[name].milliseconds / 1e3 for name in names],
        [times[name].slowest_milliseconds / 1e3 for name in names],
    )
    return Panel("Time for a move", plotted, "On the machine below, forced moves included.")


def _sequential(run: RunData, one: StandingsList) -> Panel:
    test, state = run.spec.sequential, one.sequential
    if test is None or state is None:
        return Panel("Sequential test", absent=f"None: the size of this run was fixed at {run.spec.blocks:,} deals.")
    if not state.path:
        return Panel("Sequential test", absent="The first deal is not complete yet.")
    plotted = sequential_plot(f"sequential-{one.players}", state.path, state.lower, state.upper, test.least_blocks)
    note = (
        f"H0: the mean difference of a deal is {test.null:g} standard deviations; H1: {test.alternative:g}. "
        f"Error rates {test.alpha:g} and {test.beta:g}. Mean {state.mean:+.3f}, standard deviation "
        f"{state.deviation:.3f} of win shares."
    )
    return Panel("Sequential test", plotted, note)


def _variance(one: StandingsList) -> Panel:
    note = (
        "Variance of an entrant's mean in this run over that of as many games each on a deal of its own: at 0.5, half "
        "the games do. In brackets: 95 % intervals. par: variance of the payoff once it is corrected by what a "
        "heuristic player makes of the same deals, over that without; – if par was not played. Last: the same ratio "
        "for the difference to the anchor's mean, which is what blocks are made for."
    )
    return Panel("Variance ratios", _table(variance_table(one)), note)


# --- The end ----------------------------------------------------------------------------------------------------------


def _incidents(run: RunData) -> Panel:
    summary = incident_summary(run.spec, run.results)
    rows = incident_rows(run.spec, run.results)
    if not rows:
        return Panel(summary, absent="A solver that failed would be listed here.", wide=True)
    note = ""
    if len(rows) > MOST_INCIDENTS_LISTED:
        note = f"The first {MOST_INCIDENTS_LISTED} of {len(rows):,}; the JSON report has them all."
    return Panel(summary, _table(incident_table(rows[:MOST_INCIDENTS_LISTED])), note, wide=True)


def _repeat(run: RunData) -> list[Panel]:
    lines = Markup("<pre><code>{}</code></pre>").format("\n".join(commands(run.spec)))
    facts = [("seed", str(run.spec.seed)), *circumstances(run.meta)]
    missing = [] if len(facts) > 1 else ["Machine and versions were not recorded."]
    listed = Markup().join(Markup("<dt>{}</dt><dd>{}</dd>").format(label, value) for label, value in facts)
    return [
        Panel("Spec", Markup("<pre><code>{}</code></pre>").format(spec_toml(run.spec))),
        Panel(
            "Commands and circumstances",
            lines + Markup('<dl class="facts">{}</dl>').format(listed),
            " ".join(
                [
                    *missing,
                    "With iteration budgets the same spec gives the same games on any machine; with time budgets games "
                    "are as repeatable as the clock.",
                ]
            ),
        ),
    ]


def _table(table: Table) -> Markup:
    return Markup(_template("table.html.jinja").render(table=table, colours=SERIES_COLOURS))
