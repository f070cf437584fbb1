"""What a seat is worth whoever sits there."""

import math
from collections.abc import Sequence

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from eval.arena.report.theme import INK, SOFT, height_for, plot, series
from eval.arena.report.wording import number_text
from eval.intervals import Interval


def seat_plot(identity: str, seats: Sequence[Interval], even: float, quantity: str, digits: int = 3) -> Markup:
    """A point and a bar for each seat.

    Args:
        identity: begins the ids of the SVG.
        seats: what each is worth, over all entrants.
        even: the value of a seat that has neither advantage nor disadvantage.
        quantity: what is shown, with its unit.
        digits: decimals of numbers.
    """

    def draw(axes: Axes) -> None:
        axes.axvline(even, color=SOFT, linewidth=1.0)
        for seat, worth in enumerate(seats):
            if not math.isnan(worth.low):
                axes.plot([worth.low, worth.high], [seat, seat], color=series(0), linewidth=5, alpha=0.4,
                          solid_capstyle="butt")  # fmt: skip
            axes.plot(worth.mean, seat, "o", color=series(0), markersize=8)
            axes.annotate(
                number_text(worth.mean, digits),
                (worth.mean, seat),
                (0, 8),
                textcoords="offset points",
                ha="center",
                color=INK,
            )
        axes.set_yticks(range(len(seats)), [f"seat {seat + 1}" for seat in range(len(seats))])
        axes.set_ylim(len(seats) - 0.5, -0.7)
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.grid(axis="y", visible=False)
        axes.spines["left"].set_visible(False)
        axes.margins(x=0.12)
        axes.set_xlabel(quantity)

    words = "; ".join(f"seat {seat + 1} {number_text(worth.mean, digits)}" for seat, worth in enumerate(seats))
    return plot(identity, f"Effect of the seat, {quantity}: {words}", height_for(len(seats)) + 20.0, draw)
