"""Rows of a record: the small things every game does with them."""

from engine.compiling import kernel


@kernel
def fill(values, value):
    """Set every element of a row; compiled once, while each ``row[:] = value`` costs compile time of its own."""
    for index in range(len(values)):
        values[index] = value
