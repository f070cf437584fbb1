"""The path of the sequential test between its two bounds."""

from collections.abc import Sequence

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from eval.arena.report.theme import INK, SOFT, plot, series

HEIGHT = 230.0


def sequential_plot(identity: str, ratios: Sequence[float], lower: float, upper: float, least_blocks: int) -> Markup:
    """Log likelihood ratio after each block, with the bounds at which the test stops.

    Args:
        identity: begins the ids of the SVG.
        ratios: the log likelihood ratio after each block.
        lower: at or below it H0 is accepted.
        upper: at or above it H1 is accepted.
        least_blocks: no verdict before so many blocks.
    """

    def draw(axes: Axes) -> None:
        blocks = range(1, len(ratios) + 1)
        last = max(len(ratios), least_blocks + 1)
        axes.axvspan(0, min(least_blocks, last), color=SOFT, alpha=0.10, linewidth=0)
        for bound, words, below in ((upper, "H1: better", False), (lower, "H0: not better", True)):
            axes.axhline(bound, color=INK, linewidth=1.2, linestyle=(0, (5, 2)))
            axes.annotate(words, (0.01, bound), (0, -3 if below else 3), xycoords=("axes fraction", "data"),
                          textcoords="offset points", va="top" if below else "bottom", color=INK)  # fmt: skip
        axes.plot(blocks, ratios, color=series(0), linewidth=1.8)
        axes.plot(len(ratios), ratios[-1], "o", color=series(0), markersize=7)
        low, high = min(lower, *ratios), max(upper, *ratios)
        axes.set_ylim(low - 0.16 * (high - low), high + 0.16 * (high - low))
        axes.set_xlim(0, last * 1.03)
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
        axes.set_xlabel(f"blocks; no verdict in the first {least_blocks} (shaded)")
        axes.set_ylabel("log likelihood ratio")

    return plot(
        identity,
        f"Sequential test: log likelihood ratio {ratios[-1]:.2f} after {len(ratios)} blocks, bounds {lower:.2f} and "
        f"{upper:.2f}",
        HEIGHT,
        draw,
    )
