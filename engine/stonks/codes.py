"""Move codes: ``kind << 16 | first << 8 | second``, so that codes sort by kind, then by their parts.

| kind             | first              | second          |
|------------------|--------------------|-----------------|
| CHOOSE_FACE_UP   | 0                  | card            |
| CHOOSE_FACE_DOWN | 0                  | card            |
| PLAY             | 0                  | card            |
| SPECULATE        | lead suit          | card            |
| MOVE_TOKEN       | company            | 0 down, 1 up    |
| LEAVE_MARKET     | 0                  | 0               |
| PICK             | 0                  | card            |

The lead suit of SPECULATE is named by the leader; for a follower it is the suit that was led.
"""

from engine.compiling import kernel
from engine.move_codes import encode_move, first_part, move_kind, second_part
from engine.stonks.cards import NUMBERS

__all__ = [
    "bit_of",
    "company_of",
    "encode_move",
    "first_part",
    "move_kind",
    "number_of",
    "second_part",
]


@kernel
def company_of(card):
    """The suit of a card."""
    return int(card) // NUMBERS


@kernel
def number_of(card):
    """The number printed on a card, 1 to 13."""
    return int(card) % NUMBERS + 1


@kernel
def bit_of(card):
    """The card's bit in its company's mask: bit 0 is number 1."""
    return 1 << (int(card) % NUMBERS)
