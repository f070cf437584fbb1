"""Turning a card face up. What the table cannot see, the position does not say either.

A seat's face-down cards cannot be told apart by those who have seen the same of them. When one is turned up, the oldest
of those equally known counts as the one: card numbers in events and views then say no more than the table saw.
"""

import numpy as np

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, DECK_SIZE
from engine.stockpile.state import age_rank, card_of_rank, lies_with


@kernel
def turn_up(state, card):
    """Turn a card face up where it lies; return the number under which it lies there now."""
    if state.seen[card] == ALL_SEEN:
        return int(card)
    rank = np.int16(-1)
    for other in range(DECK_SIZE):
        if (
            lies_with(state, other, state.holder[card], state.zone[card])
            & (state.seen[other] == state.seen[card])
            & (state.excluded[other] == state.excluded[card])
        ):
            rank = max(rank, age_rank(other))
    oldest = card_of_rank(rank)
    kind = state.card[card]
    state.card[card] = state.card[oldest]
    state.card[oldest] = kind
    state.seen[oldest] = ALL_SEEN
    return oldest
