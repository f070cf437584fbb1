"""What lies on the table: card numbers, the blanks of a view, phases, the kinds of move, and sizes of records.

A market card is ``company * NUMBERS + number - 1``, from 0 to 64. Companies count from 0 in the edition's order,
whatever their place in the row of tiles.
"""

from enum import IntEnum


class Phase(IntEnum):
    """What the seat to move decides."""

    OPENING_PAIR = 0
    TRICK = 1
    MARKET = 2
    PICK = 3
    OVER = 4


class MoveKind(IntEnum):
    """The top byte of a move code; see :mod:`engine.stonks.codes`."""

    CHOOSE_FACE_UP = 0
    CHOOSE_FACE_DOWN = 1
    PLAY = 2
    SPECULATE = 3
    MOVE_TOKEN = 4
    LEAVE_MARKET = 5
    PICK = 6


class NextMarket(IntEnum):
    """What becomes of the market when a round ends."""

    CARRY = 0
    RESET_LEVELS = 1
    NEW_MARKET = 2


COMPANIES = 5
NUMBERS = 13
CARDS = COMPANIES * NUMBERS
LEVELS = 5
MAX_SEATS = 5
MAX_ROUNDS = 5
MAX_HALVES = 2

OPENING_CARDS = 2
"""Hand cards that go into the portfolio before the first trick."""

LAST_CARDS = 1
"""Hand cards that are never played."""

NONE = -1
"""No card, no company, no seat."""

UNSEEN = -2
"""A card (or a tile of a later round) that the viewer has not seen: a blank in a view."""

MOST_DESCRIBED = 56
"""Moves described at most: each of 11 cards, and each trump of them face down under each other suit."""

TABLE_FEATURES = 16
"""Features of a decision, see :mod:`engine.stonks.move_features`."""

MOVE_FEATURES = 20
"""Features of a move."""

UNITS = 16
"""Units of the network that judges moves."""
