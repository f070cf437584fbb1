"""How often each entrant came first, second and so on."""

from collections.abc import Sequence

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from eval.arena.report.theme import SURFACE, height_for, on_place_colour, place_colour, plot, short

_ORDINALS = ("1st", "2nd", "3rd")
LEAST_LABELLED = 0.075


def ordinal(place: int) -> str:
    """A place in words, 0 the first.

    >>> ordinal(0), ordinal(3)
    ('1st', '4th')
    """
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"


def place_plot(identity: str, names: Sequence[str], shares: Sequence[Sequence[float]]) -> Markup:
    """Bars of shares of places; ``shares[entrant][place]`` add up to 1 for each entrant."""
    places = len(shares[0])

    def draw(axes: Axes) -> None:
        for row, own in enumerate(shares):
            begin = 0.0
            for place, share in enumerate(own):
                axes.barh(row, share, left=begin, height=0.74, color=place_colour(place, places),
                          edgecolor=SURFACE, linewidth=1.0)  # fmt: skip
                if share >= LEAST_LABELLED:
                    axes.text(begin + share / 2.0, row, f"{100.0 * share:.0f}", ha="center", va="center",
                              color=on_place_colour(place, places))  # fmt: skip
                begin += share
        for place in range(places):
            axes.barh(0, 0, color=place_colour(place, places), label=ordinal(place))
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=places, frameon=False, handlelength=0.9,
                    handleheight=0.9, columnspacing=1.2, handletextpad=0.4, borderaxespad=0.2)  # fmt: skip
        axes.set_yticks(range(len(names)), [short(name) for name in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(0.0, 1.0)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
        axes.grid(visible=False)
        axes.spines[["left", "bottom"]].set_visible(False)

    words = "; ".join(f"{name} first {100.0 * own[0]:.0f} %" for name, own in zip(names, shares, strict=True))
    return plot(identity, f"Distribution of places: {words}", height_for(len(names)) + 14.0, draw)
