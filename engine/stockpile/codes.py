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
from engine.move_codes import encode_move, first_part, move_kind, second_part

__all__ = [
    "encode_cards",
    "encode_move",
    "first_part",
    "move_kind",
    "normal_cards",
    "second_part",
    "split_cards",
]


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
