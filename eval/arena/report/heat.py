"""Colours of a table's cells: blue above an even share, orange below, told apart by the colour-blind too."""

ABOVE = (0, 114, 178)
BELOW = (213, 94, 0)
STRONGEST = 0.72
"""Opacity at the ends of the scale: the page shines through, so that writing is read on light and dark pages alike."""


def heat(value: float, even: float = 0.5, reach: float = 0.5) -> str:
    """The background, as a CSS colour, of a cell.

    Args:
        value: what the cell says.
        even: the value in the middle of the scale, without colour.
        reach: distance from the middle at which a colour is strongest.

    >>> heat(0.5), heat(1.0)
    ('rgb(0 114 178 / 0.000)', 'rgb(0 114 178 / 0.720)')
    """
    distance = (value - even) / reach if reach > 0.0 else 0.0
    red, green, blue = ABOVE if distance >= 0.0 else BELOW
    # The root spreads the colours of small differences, which most are.
    return f"rgb({red} {green} {blue} / {STRONGEST * min(1.0, abs(distance)) ** 0.75:.3f})"
