"""Money or points after each round, on average."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from eval.arena.report.theme import FONT_SIZE, dashes, plot, series, short

HEIGHT = 250.0
LONGEST = 18


def progress_plot(
    identity: str, names: Sequence[str], numbers: Sequence[int], means: npt.NDArray[np.float64], unit: str
) -> Markup:
    """A line for each entrant: ``means[entrant, round]`` in the game's unit, NaN where a round was not played."""

    def draw(axes: Axes) -> None:
        rounds = np.arange(1, means.shape[1] + 1)
        for number, own in zip(numbers, means, strict=True):
            axes.plot(rounds, own, color=series(number), linestyle=dashes(number), linewidth=2.0,
                      marker="o", markersize=3.5)  # fmt: skip
        low, high = float(np.nanmin(means)), float(np.nanmax(means))
        span = (high - low) or 1.0
        axes.set_ylim(low - 0.08 * span, high + 0.08 * span)
        ends = np.array([own[~np.isnan(own)][-1] for own in means])
        # The labels' lines of text are this high in the plot's own scale.
        step = 1.2 * FONT_SIZE / (HEIGHT - 55.0) * 1.16 * span
        for number, name, end, label in zip(numbers, names, ends, _apart(ends, step), strict=True):
            axes.annotate(
                short(name, LONGEST), (rounds[-1], end), (rounds[-1] + 0.06 * len(rounds), label), va="center",
                color=series(number), annotation_clip=False,
                arrowprops={"arrowstyle": "-", "color": series(number), "linewidth": 0.7, "shrinkA": 1, "shrinkB": 3},
            )  # fmt: skip
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axes.set_xlabel("after round")
        axes.set_ylabel(unit)

    words = "; ".join(f"{name} {own[~np.isnan(own)][-1]:.3g}" for name, own in zip(names, means, strict=True))
    return plot(identity, f"Mean result over the rounds, in {unit}, at the end: {words}", HEIGHT, draw)


def _apart(wanted: npt.NDArray[np.float64], step: float) -> npt.NDArray[np.float64]:
    """Places near those wanted, in the same order, at least ``step`` from each other.

    Neighbours that are too close become a group around the mean of what its members want (isotonic regression, pool
    adjacent violators).
    """
    order = np.argsort(wanted, kind="stable")
    groups: list[tuple[float, int]] = []  # (mean of wanted place less the rank's offset, members)
    for rank, index in enumerate(order):
        mean, members = float(wanted[index]) - rank * step, 1
        while groups and groups[-1][0] > mean:
            before, count = groups.pop()
            mean, members = (mean * members + before * count) / (members + count), members + count
        groups.append((mean, members))
    offsets = np.repeat([mean for mean, _ in groups], [members for _, members in groups])
    out = np.empty_like(wanted)
    out[order] = offsets + step * np.arange(len(wanted))
    return out
