"""Packing a move into a code, for every game: ``kind << 16 | first << 8 | second``.

So codes sort by kind, then by their parts. What the parts mean is each game's own, see its ``codes`` module.
"""

from engine.compiling import kernel


@kernel
def encode_move(kind, first, second):
    """The code of a move."""
    return (kind << 16) | (int(first) << 8) | int(second)


@kernel
def move_kind(move):
    """The kind of move of a code."""
    return int(move) >> 16


@kernel
def first_part(move):
    """The middle byte of a code."""
    return (int(move) >> 8) & 255


@kernel
def second_part(move):
    """The low byte of a code."""
    return int(move) & 255
