"""Move codes: ``kind << 16 | first << 8 | second``, so that codes sort by kind, then by their parts.

| kind              | first                | second                         |
|-------------------|----------------------|--------------------------------|
| PLACE_FACE_UP     | card kind            | pile                           |
| PLACE_FACE_DOWN   | card kind            | pile                           |
| BID               | pile                 | step on the bid track          |
| PLAY_ACTION       | 0 Boom, 1 Bust       | company                        |
| FINISH_SELLING    | 0                    | 0                              |
| SELL              | company              | normal cards * 16 + split cards|
| CLAIM_DIVIDEND    | company              | normal cards * 16 + split cards|
| KEEP (search-only)| company              | 0                              |
"""

from engine.compiling import kernel


@kernel
def encode_move(kind, first, second):
    """The code of a move."""
    return (kind << 16) | (int(first) << 8) | int(second)


@kernel
def move_kind(move):
    """The :class:`~engine.stockpile.cards.MoveKind` of a code."""
    return int(move) >> 16


@kernel
def first_part(move):
    """The middle byte of a code."""
    return (int(move) >> 8) & 255


@kernel
def second_part(move):
    """The low byte of a code."""
    return int(move) & 255


@kernel
def encode_cards(normal, split):
    """Numbers of normal and split cards in one byte."""
    return int(normal) * 16 + int(split)


@kernel
def normal_cards(part):
    """The number of normal cards in :func:`encode_cards`."""
    return int(part) >> 4


@kernel
def split_cards(part):
    """The number of split cards in :func:`encode_cards`."""
    return int(part) & 15
