"""What happens in a game, seen by whom: the event kinds, and the two kernels that tell an event.

Telling an event mixes it into the observation keys of the seats that see it and, if a log is kept, appends it there.
Events that follow from others by rule are only logged.
"""

from enum import IntEnum

from engine.compiling import kernel
from engine.contract import EVERYONE
from engine.event_log import append_to_log, event_word
from engine.randomness import mix

__all__ = ["EventKind", "append_to_log", "tell_everyone", "tell_seat"]


class EventKind(IntEnum):
    """An event's kind; the comment names its parts ``a, b, c, d`` (cards are card numbers, prices in $)."""

    ROUND_STARTED = 0  # a round from 0
    TILE_LAID = 1  # a company, b place, c level from 0, d price
    HALF_STARTED = 2  # a half from 0
    CARD_DEALT = 3  # private; a card
    FACE_UP_CHOSEN = 4  # private; a card
    FACE_DOWN_CHOSEN = 5  # private; a card
    FACE_UP_SHOWN = 6  # a card
    LEADER_FOUND = 7  # the seat leads the first trick
    CARD_TURNED = 8  # a card
    CARD_PLAYED = 9  # a card
    LED_FACE_DOWN = 10  # a named suit
    FACE_DOWN_PLAYED = 11  # private; a card
    FOLLOWED_AS_LEAD = 12  # a card, b lead suit it counts as
    TOKEN_MOVED = 13  # a company, b level before, c level after, d price after
    MARKET_LEFT = 14  # the seat does not use its symbols
    TOKENS_FREED = 15  # the tokens that were black before turn back
    TRUMP_MOVED = 16  # a company
    LEAD_SHOWN = 17  # a card
    SPECULATION_CANCELLED = 18  # a card
    TRICK_WON = 19  # a card
    TRICK_LOST = 20  # nobody wins; the cards are removed
    CARD_PICKED = 21  # a card
    LAST_CARD_DISCARDED = 22  # private; a card
    HIDDEN_CARD_SHOWN = 23  # a card
    SPECULATION_LEFT_OVER = 24  # a company, b fruits
    COMPANY_SCORED = 25  # a company, b fruits, c points
    ROUND_SCORED = 26  # a points of this round, b points in all
    GAME_ENDED = 27


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
