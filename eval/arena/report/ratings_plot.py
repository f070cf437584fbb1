"""Ratings with their intervals, the strongest on top."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.transforms import blended_transform_factory

from eval.arena.report.theme import INK, SOFT, SURFACE, height_for, plot, series, short


@dataclass(frozen=True)
class RatedEntrant:
    """An entrant in the plot; ``number`` is its index in the spec, bounds are NaN where there is no interval."""

    name: str
    number: int
    rating: float
    low: float
    high: float


def ratings_plot(identity: str, entrants: Sequence[RatedEntrant], anchor: str) -> Markup:
    """A point and a bar for each entrant on the Elo-like scale; ``anchor`` is the entrant that is 0 on it."""

    def draw(axes: Axes) -> None:
        right = blended_transform_factory(axes.transAxes, axes.transData)
        axes.axvline(0.0, color=SOFT, linewidth=1.0)
        for row, entrant in enumerate(entrants):
            colour = series(entrant.number)
            if not math.isnan(entrant.low):
                axes.plot([entrant.low, entrant.high], [row, row], color=colour, linewidth=5, alpha=0.4,
                          solid_capstyle="butt")  # fmt: skip
            axes.plot(entrant.rating, row, marker="D" if entrant.name == anchor else "o", markersize=8,
                      markerfacecolor=SURFACE if entrant.name == anchor else colour, markeredgecolor=colour,
                      markeredgewidth=1.6)  # fmt: skip
            axes.text(1.03, row, f"{entrant.rating:+.0f}", transform=right, va="center", ha="left", color=INK)
        axes.set_yticks(range(len(entrants)), [short(entrant.name) for entrant in entrants])
        axes.set_ylim(len(entrants) - 0.5, -0.5)
        axes.grid(axis="y", visible=False)
        axes.spines["left"].set_visible(False)
        axes.margins(x=0.06)
        axes.set_xlabel(f"rating; {short(anchor)} is 0")

    words = "; ".join(f"{entrant.name} {entrant.rating:+.0f}" for entrant in entrants)
    return plot(identity, f"Ratings with 95 % intervals: {words}", height_for(len(entrants)), draw)
