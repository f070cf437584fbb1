"""What lies on the table: card kinds, the zones a card can be in, phases, and the kinds of move."""

from enum import IntEnum


class CardKind(IntEnum):
    """The face of a market card. Stock of company ``c`` is kind ``c``; ``UNKNOWN`` is a blank in a view."""

    UNKNOWN = -1
    LAST_STOCK = 5
    FIRST_FEE = 6
    LAST_FEE = 8
    STOCK_BOOM = 9
    STOCK_BUST = 10


class Zone(IntEnum):
    """Where a market card lies. ``holder`` of the card is a pile in the pile zones, else a seat."""

    DECK = 0
    HAND = 1
    PILE_FACE_UP = 2
    PILE_FACE_DOWN = 3
    PORTFOLIO = 4
    SPLIT_PORTFOLIO = 5
    UNPAID_FEE = 6
    DISCARD = 7


class Phase(IntEnum):
    """The phases in which a seat decides; Information needs no decision."""

    SUPPLY = 0
    DEMAND = 1
    ACTION = 2
    SELLING = 3
    MOVEMENT = 4
    OVER = 5


class MoveKind(IntEnum):
    """The top byte of a move code; see :mod:`engine.stockpile.codes`."""

    PLACE_FACE_UP = 0
    PLACE_FACE_DOWN = 1
    BID = 2
    PLAY_ACTION = 3
    FINISH_SELLING = 4
    SELL = 5
    CLAIM_DIVIDEND = 6
    KEEP = 256


COMPANIES = 6
KINDS = 11
FEE_FACES = 3
ACTION_FACES = 2
DECK_SIZE = 80
MAX_SEATS = 5
MAX_PILES = 5
MAX_PILE_CARDS = 12
MAX_ROUNDS = 8
MAX_BID_STEPS = 12
MAX_TRACK_SPACES = 16
MAX_FORECASTS = 6
ESTIMATE_FEATURES = 26

FREE_ORDER = -1
"""``sale_cursor`` outside searches: companies are sold in any order."""

ALL_SEEN = 31
"""``seen`` of a card that every seat has seen: one bit for each of five seats."""

STOCK_KINDS = 0b00000111111
FEE_KINDS = 0b00111000000
ACTION_KINDS = 0b11000000000

STARTING_STOCK = 1 << 14
"""A flag in ``excluded``: this card is a starting stock, so no other starting stock is of its company."""
