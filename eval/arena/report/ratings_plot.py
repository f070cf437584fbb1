"""Ratings with their intervals, the strongest on top."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import blended_transform_factory

from eval.arena.report.theme import INK, SOFT, SURFACE, height_for, plot, series, short
from eval.arena.report.wording import interval_text, number_text
from eval.intervals import Interval


@dataclass(frozen=True)
class RatedEntrant:
    """An entrant in the plot; ``number`` is its index in the spec."""

    name: str
    number: int
    rating: Interval


def ratings_plot(identity: str, entrants: Sequence[RatedEntrant], anchor: str) -> Markup:
    """A point and a bar for each entrant on the Elo-like scale; ``anchor`` is the entrant that is 0 on it."""

    def draw(axes: Axes) -> None:
        right = blended_transform_factory(axes.transAxes, axes.transData)
        known = [bound for one in entrants for bound in (one.rating.mean, one.rating.low, one.rating.high)]
        known = [bound for bound in known if math.isfinite(bound)]
        space = 0.06 * max(max(known) - min(known), 20.0)
        left_end, right_end = min(known) - space, max(known) + space
        axes.axvline(0.0, color=SOFT, linewidth=1.0)
        for row, entrant in enumerate(entrants):
            rating, colour = entrant.rating, series(entrant.number)
            if not math.isnan(rating.low):
                # Without a bound on one side the bar runs to the edge.
                ends = (max(rating.low, left_end), min(rating.high, right_end))
                axes.plot(ends, [row, row], color=colour, linewidth=5, alpha=0.4, solid_capstyle="butt")
            axes.plot(rating.mean, row, marker="D" if entrant.name == anchor else "o", markersize=7,
                      markerfacecolor=SURFACE if entrant.name == anchor else colour, markeredgecolor=colour,
                      markeredgewidth=1.6)  # fmt: skip
            axes.text(1.03, row, number_text(rating.mean, signed=True), transform=right, va="center", color=INK)
        axes.set_yticks(range(len(entrants)), [short(entrant.name) for entrant in entrants])
        axes.set_ylim(len(entrants) - 0.5, -0.5)
        axes.set_xlim(left_end, right_end)
        axes.grid(axis="y", visible=False)
        axes.spines["left"].set_visible(False)
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.set_xlabel(f"rating; {short(anchor)} is 0")

    words = "; ".join(f"{entrant.name} {interval_text(entrant.rating, signed=True)}" for entrant in entrants)
    return plot(identity, f"Ratings with 95 % intervals: {words}", height_for(len(entrants)), draw)
