"""The plot of a skill ladder: each rung's score against the rung below, and its height above the lowest."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from eval.intervals import Interval
from eval.skill_ladder import EVEN, Rung

_COLOUR = "#0072b2"
_MOST_TICKS = 6


def ladder_plot(rungs: Sequence[Rung], title: str) -> Figure:
    """Points with 95 % intervals over the iterations a move, which grow by factors of two."""
    figure = Figure(figsize=(8.4, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    _points(left, rungs, [rung.score for rung in rungs])
    left.axhline(EVEN, color="#888888", linewidth=1, linestyle="--")
    left.set_ylim(0.0, 1.0)
    left.set_ylabel("score against half the iterations")
    _points(right, rungs, [rung.height for rung in rungs])
    right.axhline(0.0, color="#888888", linewidth=1, linestyle="--")
    right.set_ylabel("Elo-like points above the lowest rung")
    figure.suptitle(title, fontsize=11)
    return figure


def _points(axes: Axes, rungs: Sequence[Rung], values: Sequence[Interval]) -> None:
    iterations = [rung.iterations for rung in rungs]
    means = np.array([value.mean for value in values])
    # A side without a bound, or one that is not known, has no arm.
    arms = np.array([[value.mean - value.low, value.high - value.mean] for value in values]).T
    arms[~np.isfinite(arms)] = 0.0
    axes.errorbar(iterations, means, yerr=np.maximum(arms, 0.0), fmt="o-", color=_COLOUR, linewidth=1, capsize=3)
    axes.set_xscale("log", base=2)
    shown = iterations[:: -(-len(iterations) // _MOST_TICKS)]
    axes.set_xticks(shown, [f"{number:,}" for number in shown])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("iterations a move")
    axes.spines[["top", "right"]].set_visible(False)
