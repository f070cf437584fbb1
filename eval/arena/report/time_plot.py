"""Time for a move: the mean and the slowest."""

from collections.abc import Sequence

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from eval.arena.report.theme import SURFACE, height_for, plot, series, short
from eval.arena.report.wording import duration_text

LEAST_SECONDS = 1e-6


def time_plot(
    identity: str, names: Sequence[str], numbers: Sequence[int], means: Sequence[float], slowest: Sequence[float]
) -> Markup:
    """A line from the mean (filled) to the slowest (open) move of each entrant, in seconds on a logarithmic scale."""

    def draw(axes: Axes) -> None:
        axes.set_xscale("log")
        for row, number in enumerate(numbers):
            mean, most = max(LEAST_SECONDS, means[row]), max(LEAST_SECONDS, slowest[row])
            axes.plot([mean, most], [row, row], color=series(number), linewidth=2.0, alpha=0.6)
            axes.plot(most, row, "o", markersize=7, markerfacecolor=SURFACE, markeredgecolor=series(number))
            axes.plot(mean, row, "o", markersize=7, color=series(number))
        axes.set_yticks(range(len(names)), [short(name) for name in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        low, high = np.log10(axes.get_xlim())
        axes.set_xlim(10.0 ** np.floor(low), 10.0 ** np.ceil(high))
        axes.xaxis.set_major_locator(LogLocator(10.0, numticks=6))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: duration_text(value)))
        axes.grid(axis="y", visible=False)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel("mean (filled), slowest (open)")

    words = "; ".join(
        f"{name} {duration_text(mean)}, slowest {duration_text(most)}"
        for name, mean, most in zip(names, means, slowest, strict=True)
    )
    return plot(identity, f"Time for a move: {words}", height_for(len(names)), draw)
