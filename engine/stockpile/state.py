"""The position and the rules as NumPy records, and the small lookups every phase shares.

Market cards are numbered by their place in the deal, 0..79. For each card the position keeps its face, the zone it
lies in, its holder, which seats have seen its face, and which faces the table knows it cannot have. That is the whole
of the hidden information in market cards: a view blanks the faces its seat has not seen.
"""

import numpy as np

from engine.compiling import kernel
from engine.rows import fill as fill
from engine.stockpile.cards import (
    ACTION_FACES,
    ALL_SEEN,
    COMPANIES,
    DECK_SIZE,
    ESTIMATE_FEATURES,
    FEE_FACES,
    KINDS,
    MAX_BID_STEPS,
    MAX_FORECASTS,
    MAX_PILE_CARDS,
    MAX_PILES,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_TRACK_SPACES,
    Zone,
)

RULES_DTYPE = np.dtype(
    [
        ("seats", "i1"),
        ("rounds", "i1"),
        ("piles", "i1"),
        ("meeples", "i1"),
        ("supply_passes", "i1"),
        ("private_pairs", "i1"),  # for each seat
        ("public_pairs", "i1"),
        ("first_seat", "i1"),
        ("starting_stock", "i1"),
        ("choose_dividends", "i1"),
        ("starting_money", "i2"),  # money is in $K throughout
        ("deck_counts", "i1", (KINDS,)),
        ("fee_amounts", "i1", (FEE_FACES,)),
        ("action_spaces", "i1", (ACTION_FACES,)),
        ("bid_steps", "i1"),
        ("bid_amounts", "i2", (MAX_BID_STEPS,)),
        ("forecast_spaces", "i1", (MAX_FORECASTS,)),
        ("forecast_dividends", "i1", (MAX_FORECASTS,)),
        ("track_lengths", "i1", (COMPANIES,)),
        ("track_prices", "i1", (COMPANIES, MAX_TRACK_SPACES)),
        ("start_spaces", "i1", (COMPANIES,)),
        ("after_split_spaces", "i1", (COMPANIES,)),
        ("repeat_split_bonus", "i2"),
        ("sole_majority", "i2"),
        ("tied_majority", "i2"),
        # What play has taught, by rounds left; see :mod:`engine.stockpile.estimate`.
        ("estimate_weights", "f8", (MAX_ROUNDS + 1, ESTIMATE_FEATURES)),
        ("result_spreads", "f8", (MAX_ROUNDS + 1,)),  # $K; 0: not known
    ],
    align=True,
)
"""One configured game: seats, options and the edition's tables."""

STATE_DTYPE = np.dtype(
    [
        ("public_key", "u8"),
        ("private_keys", "u8", (MAX_SEATS,)),
        ("money", "i2", (MAX_SEATS,)),
        ("excluded", "u2", (DECK_SIZE,)),  # bit k: cannot be of kind k
        ("card", "i1", (DECK_SIZE,)),
        ("zone", "i1", (DECK_SIZE,)),
        ("holder", "i1", (DECK_SIZE,)),
        ("seen", "u1", (DECK_SIZE,)),  # bit s: seat s has seen the face
        ("dealt", "i1"),  # cards 0..dealt-1 have left the deck
        ("viewer", "i1"),  # the seat of a view, -1 in a full position
        ("phase", "i1"),
        ("round_number", "i1"),  # from 0
        ("first_seat", "i1"),
        ("turn", "i1"),  # the seat that decides
        ("supply_pass", "i1"),
        ("movement_index", "i1"),
        ("spaces", "i1", (COMPANIES,)),  # price markers, from 0
        ("shares", "i1", (MAX_SEATS, COMPANIES)),  # normal cards; in a view of others: those seen
        ("split_shares", "i1", (MAX_SEATS, COMPANIES)),
        ("actions", "i1", (MAX_SEATS, ACTION_FACES)),
        ("portfolio_sizes", "i1", (MAX_SEATS,)),  # cards in both portfolios, unused action cards included
        ("unpaid_fees", "i1", (MAX_SEATS,)),
        ("hand_cards", "i1", (MAX_SEATS, 2)),  # card numbers, -1 when placed
        ("pile_sizes", "i1", (MAX_PILES,)),
        ("pile_cards", "i1", (MAX_PILES, MAX_PILE_CARDS)),  # card numbers
        ("bid_seats", "i1", (MAX_PILES,)),  # -1 without a bid
        ("bids", "i1", (MAX_PILES,)),  # step on the bid track
        ("standing_bids", "i1", (MAX_SEATS,)),
        ("sale_cursor", "i1"),  # in searches: the first company still to be decided; else FREE_ORDER
        ("sold", "i1", (COMPANIES,)),  # by the seat now selling
        ("sold_split", "i1", (COMPANIES,)),
        ("pair_companies", "i1", (MAX_ROUNDS, COMPANIES)),  # pairs: each seat's, the public one, the hidden ones
        ("pair_forecasts", "i1", (MAX_ROUNDS, COMPANIES)),
        ("pair_seen", "u1", (COMPANIES,)),  # this round's pairs, bit s: seat s has seen it
    ],
    align=True,
)
"""One position, or one seat's view of it."""


@kernel
def clear_holdings(state):
    """No shares and no action cards."""
    for seat in range(MAX_SEATS):
        fill(state.shares[seat], 0)
        fill(state.split_shares[seat], 0)
        fill(state.actions[seat], 0)


@kernel
def price(rules, state, company):
    """The current price of a normal share in $K."""
    return int(rules.track_prices[company, state.spaces[company]])


@kernel
def next_seat(rules, seat):
    """The seat to the left (clockwise)."""
    following = int(seat) + 1
    return following if following < rules.seats else 0


@kernel
def is_last_in_turn_order(rules, state, seat):
    """Whether ``seat`` is the last of this round's turn order."""
    return next_seat(rules, seat) == state.first_seat


@kernel
def has_seen(state, card, seat):
    """Whether ``seat`` knows the face of ``card``."""
    return (int(state.seen[card]) >> int(seat)) & 1 == 1


@kernel
def seats_that_saw(state, card):
    """How many seats know the face of ``card``."""
    seen = int(state.seen[card])
    count = 0
    for seat in range(MAX_SEATS):
        count += (seen >> seat) & 1
    return count


# Loops over all cards are written so that they are compiled to look at many cards at a time: over the whole deck,
# without stopping early; bytes compared with bytes, all conditions in one with ``&``; and of 16-bit ranks the largest.


@kernel
def lies_with(state, card, seat, zone):
    """Whether ``card`` lies in the seat's ``zone``, which is one of those that belong to seats."""
    return (state.holder[card] == np.int8(seat)) & (state.zone[card] == np.int8(zone))


@kernel
def age_rank(card):
    """A number that is the larger the older the card is; see :func:`card_of_rank`."""
    return np.int16(DECK_SIZE - 1 - card)


@kernel
def known_rank(state, card):
    """A number that is the larger the more seats have seen the card, then the older it is."""
    return np.int16(seats_that_saw(state, card) * DECK_SIZE + DECK_SIZE - 1 - card)


@kernel
def card_of_rank(rank):
    """The card of an :func:`age_rank` or a :func:`known_rank`; -1 if the rank is."""
    return DECK_SIZE - 1 - int(rank) % DECK_SIZE if rank >= 0 else -1


@kernel
def best_known_card(state, seat, zone, kind):
    """The card of ``kind`` that ``seat`` shows first: seen by most, then the oldest; -1 if it has none."""
    best = np.int16(-1)
    for card in range(DECK_SIZE):
        if lies_with(state, card, seat, zone) & (state.card[card] == np.int8(kind)):
            best = max(best, known_rank(state, card))
    return card_of_rank(best)


@kernel
def best_known_hidden_card(state, seat, kind):
    """The same among the portfolio cards that are not yet seen by all."""
    best = np.int16(-1)
    for card in range(DECK_SIZE):
        if (
            lies_with(state, card, seat, Zone.PORTFOLIO)
            & (state.card[card] == np.int8(kind))
            & (state.seen[card] != ALL_SEEN)
        ):
            best = max(best, known_rank(state, card))
    return card_of_rank(best)


@kernel
def rule_out(state, seats, kinds):
    """Note that no face-down portfolio card of ``seats`` can be of ``kinds``, as all now know; both are bit sets."""
    for card in range(DECK_SIZE):
        held = (np.int32(seats) >> np.int32(state.holder[card] & 7)) & 1
        if (held != 0) & (state.zone[card] == np.int8(Zone.PORTFOLIO)) & (state.seen[card] != ALL_SEEN):
            state.excluded[card] |= np.uint16(kinds)


@kernel
def rule_out_everywhere(state, kinds):
    """The same of all seats' cards."""
    for card in range(DECK_SIZE):
        if (state.zone[card] == np.int8(Zone.PORTFOLIO)) & (state.seen[card] != ALL_SEEN):
            state.excluded[card] |= np.uint16(kinds)
