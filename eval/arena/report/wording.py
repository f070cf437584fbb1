"""Numbers and lists as people read them."""

import math
from collections.abc import Sequence

from eval.intervals import Interval

UNKNOWN_TEXT = "–"


def number_text(value: float, digits: int = 0, signed: bool = False) -> str:
    """A number, a dash if it is not known.

    >>> number_text(-0.25, 1), number_text(1234.0), number_text(float("nan")), number_text(3.0, signed=True)
    ('−0.2', '1,234', '–', '+3')
    """
    if math.isnan(value):
        return UNKNOWN_TEXT
    if math.isinf(value):
        return "∞" if value > 0.0 else "−∞"
    value = round(value, digits) + 0.0  # no minus zero
    return f"{value:{'+' if signed and value else ''},.{digits}f}".replace("-", "−")


def interval_text(interval: Interval, digits: int = 0, signed: bool = False, scale: float = 1.0) -> str:
    """A mean with its interval.

    >>> interval_text(Interval(12.2, 8.0, 17.0), signed=True)
    '+12 [+8, +17]'
    """
    mean = number_text(scale * interval.mean, digits, signed)
    bounds = bounds_text(interval, digits, signed, scale)
    return f"{mean} {bounds}" if bounds else mean


def bounds_text(interval: Interval, digits: int = 0, signed: bool = False, scale: float = 1.0) -> str:
    """The interval alone; empty if it is not known or has no width."""
    if math.isnan(interval.low) or math.isnan(interval.high) or interval.low == interval.high:
        return ""
    low, high = (number_text(scale * bound, digits, signed) for bound in (interval.low, interval.high))
    return f"[{low}, {high}]"


def percent_text(value: float, digits: int = 0) -> str:
    """A share in percent.

    >>> percent_text(0.256)
    '26 %'
    """
    return UNKNOWN_TEXT if math.isnan(value) else f"{number_text(100.0 * value, digits)} %"


def count_text(count: int, singular: str, plural: str = "") -> str:
    """A number of things.

    >>> count_text(1, "block"), count_text(1200, "block")
    ('1 block', '1,200 blocks')
    """
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def list_text(words: Sequence[str]) -> str:
    """An enumeration.

    >>> list_text(["a", "b", "c"])
    'a, b and c'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def duration_text(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> duration_text(0.00042), duration_text(0.25), duration_text(3.0), duration_text(75.0), duration_text(7200.0)
    ('420 µs', '250 ms', '3 s', '1 min 15 s', '2 h 0 min')
    """
    if seconds >= 3600.0:
        minutes = round(seconds / 60.0)
        return f"{minutes // 60} h {minutes % 60} min"
    if seconds >= 60.0:
        return f"{round(seconds) // 60} min {round(seconds) % 60} s"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def wall_time_text(seconds: float) -> str:
    """A time that was measured in whole seconds.

    >>> wall_time_text(0.0), wall_time_text(12.4)
    ('under 1 s', '12 s')
    """
    return "under 1 s" if seconds < 1.0 else duration_text(round(seconds))
