"""What a seat is worth whoever sits there."""

import math
from collections.abc import Sequence

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from eval.arena.report.theme import INK, SOFT, height_for, plot, series


def seat_plot(
    identity: str, means: Sequence[float], lows: Sequence[float], highs: Sequence[float], even: float, quantity: str
) -> Markup:
    """A point and a bar for each seat.

    Args:
        identity: begins the ids of the SVG.
        means: for each seat, over all entrants.
        lows: lower ends of the intervals, NaN where there is none.
        highs: upper ends.
        even: the value of a seat that has neither advantage nor disadvantage.
        quantity: what is shown, with its unit.
    """

    def draw(axes: Axes) -> None:
        axes.axvline(even, color=SOFT, linewidth=1.0)
        for seat, mean in enumerate(means):
            if not math.isnan(lows[seat]):
                axes.plot([lows[seat], highs[seat]], [seat, seat], color=series(0), linewidth=5, alpha=0.4,
                          solid_capstyle="butt")  # fmt: skip
            axes.plot(mean, seat, "o", color=series(0), markersize=8)
            axes.annotate(f"{mean:.3g}", (mean, seat), (0, 8), textcoords="offset points", ha="center", color=INK)
        axes.set_yticks(range(len(means)), [f"seat {seat + 1}" for seat in range(len(means))])
        axes.set_ylim(len(means) - 0.5, -0.7)
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.grid(axis="y", visible=False)
        axes.spines["left"].set_visible(False)
        axes.margins(x=0.12)
        axes.set_xlabel(quantity)

    words = "; ".join(f"seat {seat + 1} {mean:.3g}" for seat, mean in enumerate(means))
    return plot(identity, f"Effect of the seat, {quantity}: {words}", height_for(len(means)) + 20.0, draw)
