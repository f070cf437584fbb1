"""Turning a card face up. What the table cannot see, the position does not say either.

A seat's face-down cards cannot be told apart by those who have seen the same of them. When one is turned up, the oldest
of those equally known counts as the one: card numbers in events and views then say no more than the table saw.
"""

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN


@kernel
def turn_up(state, card):
    """Turn a card face up where it lies; return the number under which it lies there now."""
    if state.seen[card] == ALL_SEEN:
        return int(card)
    oldest = int(card)
    for other in range(card):
        if (
            state.holder[other] == state.holder[card]
            and state.zone[other] == state.zone[card]
            and state.seen[other] == state.seen[card]
            and state.excluded[other] == state.excluded[card]
        ):
            oldest = other
            break
    kind = state.card[card]
    state.card[card] = state.card[oldest]
    state.card[oldest] = kind
    state.seen[oldest] = ALL_SEEN
    return oldest
