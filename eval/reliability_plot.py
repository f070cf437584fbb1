"""A reliability diagram: how often what was predicted came true, by the predicted chance."""

from matplotlib.figure import Figure

from eval.bid_checks import Reliability

_LARGEST = 260.0
"""Area of the largest point, in square points; areas grow with the number of predictions."""


def reliability_plot(found: Reliability) -> Figure:
    """The bins as points on which the diagonal is perfect calibration; each is labelled with its predictions."""
    figure = Figure(figsize=(5.2, 5.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color="#888888", linewidth=1, linestyle="--", label="as predicted")
    filled = found.counts > 0
    areas = 20.0 + _LARGEST * found.counts[filled] / found.counts.max()
    axes.scatter(found.predicted[filled], found.happened[filled], s=areas, color="#0072b2", alpha=0.8)
    for predicted, happened, count in zip(
        found.predicted[filled], found.happened[filled], found.counts[filled], strict=True
    ):
        axes.annotate(f"{count:,}", (predicted, happened), xytext=(0, 12), textcoords="offset points", ha="center")
    axes.set_xlim(-0.03, 1.03)
    axes.set_ylim(-0.03, 1.1)
    axes.set_xlabel("predicted chance that the bid stands")
    axes.set_ylabel("share of bids that stood")
    axes.set_title(f"{found.counts.sum():,} bids; calibration error {found.error:.3f}", fontsize=11)
    axes.legend(loc="upper left", frameon=False)
    return figure
