"""How plots look: drawn by Matplotlib, inlined as SVG that takes its colours and its font from the page.

Matplotlib: the best kept plotting library there is, and its SVG needs no script to be shown. Colours are drawn as
placeholders and then replaced by the page's CSS variables, so that one plot serves light and dark pages. Texts stay
texts: they can be searched, copied and read aloud.
"""

import io
import re
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

WIDTH = 440.0
"""Width of a plot in its own units: small enough to be read on a phone, where it shrinks to about 350 pixels."""
FONT_SIZE = 12.5
LONGEST_LABEL = 22

INK = "#010101"
SOFT = "#020202"
GRID = "#030303"
SURFACE = "#040404"
SERIES_COLOURS = 8
PLACE_COLOURS = 5
_VARIABLES = {INK: "ink", SOFT: "soft", GRID: "grid", SURFACE: "card"}
_VARIABLES |= {f"#0a00{number:02x}": f"series-{number}" for number in range(SERIES_COLOURS)}
_VARIABLES |= {f"#0b00{number:02x}": f"place-{number}" for number in range(PLACE_COLOURS)}
_VARIABLES |= {f"#0c00{number:02x}": f"on-place-{number}" for number in range(PLACE_COLOURS)}
_PLACEHOLDER = re.compile("|".join(_VARIABLES))
_DASHES = ("-", (0, (5, 1.6)), (0, (1.2, 1.4)))

_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pitwise",
    "text.parse_math": False,  # a name may have $ in it
    "font.family": "DejaVu Sans",  # comes with Matplotlib: the same layout everywhere
    "font.size": FONT_SIZE,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelcolor": SOFT,
    "axes.labelsize": FONT_SIZE - 0.5,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "none",
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.minor.size": 0,
    "axes.unicode_minus": True,
}


def series(number: int) -> str:
    """The colour of the entrant with this number; after the last one they begin anew, see :func:`dashes`."""
    return f"#0a00{number % SERIES_COLOURS:02x}"


def dashes(number: int) -> str | tuple[int, tuple[float, ...]]:
    """The line style of an entrant, so that colour is not all there is to tell lines apart."""
    return _DASHES[(number + number // SERIES_COLOURS) % len(_DASHES)]


def place_colour(place: int, places: int) -> str:
    """The colour of a place, 0 the best, in a game of so many places; from strong to weak."""
    return f"#0b00{_spread(place, places):02x}"


def on_place_colour(place: int, places: int) -> str:
    """The colour of writing on :func:`place_colour`."""
    return f"#0c00{_spread(place, places):02x}"


def _spread(place: int, places: int) -> int:
    return round(place * (PLACE_COLOURS - 1) / max(1, places - 1))


def short(name: str, longest: int = LONGEST_LABEL) -> str:
    """A name that fits beside a plot.

    >>> short("heuristic(style=cautious)", 12)
    'heuristic(s…'
    """
    return name if len(name) <= longest else name[: longest - 1] + "…"


def height_for(rows: int) -> float:
    """Height of a plot with one row for each entrant."""
    return 52.0 + 27.0 * max(rows, 2)


def plot(identity: str, description: str, height: float, draw: Callable[[Axes], None]) -> Markup:
    """Draw a plot and return it as an SVG element for the page.

    Args:
        identity: unique in the page; begins all ids of the SVG.
        description: what the plot shows, for those who cannot see it.
        height: in units of which the plot is ``WIDTH`` wide.
        draw: draws on the plot's axes.
    """
    with rc_context(_SETTINGS), warnings.catch_warnings():
        # A name in a script that the font lacks is measured wrongly, but the reader's browser has the letters.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(WIDTH / 72.0, height / 72.0), layout=ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03))
        draw(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _inline(out.getvalue(), identity, description)


def _inline(svg: str, identity: str, description: str) -> Markup:
    root = ElementTree.fromstring(svg)
    view_box = root.attrib["viewBox"]
    root.attrib.clear()
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.endswith("}style"):
                parent.remove(child)  # would hold for the whole page
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]  # HTML knows what is SVG without namespaces
        for name, value in list(element.attrib.items()):
            del element.attrib[name]
            element.attrib[name.rpartition("}")[2]] = _adapted(name, value, identity)
    root.attrib.update({"class": "plot", "role": "img", "aria-label": description, "viewBox": view_box})
    return Markup(ElementTree.tostring(root, encoding="unicode"))


def _adapted(name: str, value: str, identity: str) -> str:
    if name == "id":
        return f"{identity}-{value}"
    if name.endswith("href"):
        return value.replace("#", f"#{identity}-")
    value = value.replace("url(#", f"url(#{identity}-")
    return _PLACEHOLDER.sub(lambda found: f"var(--{_VARIABLES[found[0]]})", value)
