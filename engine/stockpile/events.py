"""What happens in a game, seen by whom: the event kinds, and the two kernels that tell an event.

Telling an event mixes it into the observation keys of the seats that see it and, if a log is kept, appends it there. In
a playout, without a log, nothing is told.
"""

from enum import IntEnum

from engine.compiling import kernel
from engine.contract import EVERYONE
from engine.event_log import append_to_log, event_word
from engine.randomness import mix

__all__ = ["EventKind", "append_to_log", "event_word", "tell_everyone", "tell_seat", "tell_sum"]


class EventKind(IntEnum):
    """An event's kind; the comment names its parts ``a, b, c, d`` (cards are :class:`CardKind`, money in $K)."""

    ROUND_STARTED = 0  # seat = first seat; a round from 0
    PAIR_SEEN = 1  # private or public; a company, b forecast, c pair
    PILE_SEEDED = 2  # a pile, b card kind, c card number
    CARD_DEALT = 3  # private, before the first round the starting stock; a card kind, c card number
    PLACED_FACE_UP = 4  # a pile, b card kind, c card number
    PLACED_FACE_DOWN = 5  # a pile, c card number
    BID_PLACED = 6  # a pile, b amount, c outbid seat or -1
    BID_PAID = 7  # a pile, b amount
    PILE_TAKEN = 8  # a pile, b cards
    CARD_TAKEN = 9  # public for face-up cards, else private; a card kind, c card number
    FEE_SHOWN = 10  # a amount, c card number
    FEE_PAID = 11  # a amount, c card number
    ACTION_PLAYED = 12  # a 0 Boom / 1 Bust, b company, c card number
    NO_ACTIONS_LEFT = 13  # the seat's face-down cards are all stock
    PRICE_MOVED = 14  # a company, b spaces asked for, c price before, d price after
    STOCK_SPLIT = 15  # a company
    SPLIT_BONUS = 16  # a company, b cards, c money
    SHARES_SPLIT = 17  # a company, b cards
    BANKRUPTCY = 18  # a company
    SHARES_LOST = 19  # a company, b normal cards, c split cards
    CARD_SHOWN = 20  # a card kind, c card number
    SOLD = 21  # a company, b normal cards, c split cards, d money
    PAIR_REVEALED = 22  # seat = owner or -1; a company, b forecast, c pair
    DIVIDEND_PAID = 23  # a company, b normal cards, c split cards, d money
    MAJORITY_BONUS = 24  # a company, b money, c shares counted
    LIQUIDATED = 25  # a company, b normal cards, c split cards, d money
    FEE_LAPSED = 26  # a amount, c card number
    GAME_ENDED = 27
    NONE_HELD = 28  # a company: the seat's face-down cards are known not to be of it
    KEPT = 29  # only in searches' keys, never told: seat = the selling cursor


@kernel
def tell_everyone(state, log, kind, seat, a, b, c, d):
    """An event at the open table."""
    if log is None:
        return
    state.public_key = mix(state.public_key ^ event_word(kind, seat, a, b, c, d))
    append_to_log(log, kind, EVERYONE, seat, a, b, c, d)


@kernel
def tell_seat(state, log, audience, kind, seat, a, b, c, d):
    """An event that only the seat ``audience`` sees."""
    if log is None:
        return
    state.private_keys[audience] = mix(state.private_keys[audience] ^ event_word(kind, seat, a, b, c, d))
    append_to_log(log, kind, audience, seat, a, b, c, d)


@kernel
def tell_sum(state, log, before, after):
    """Let ``after`` take the place of ``before`` (words of events) in the open table's key, in whatever order."""
    if log is None:
        return
    state.public_key ^= mix(before) ^ mix(after)
