"""The position and the rules as NumPy records, and the small lookups every phase shares.

Sets of cards are one bit mask of numbers for each company. Cards that lie somewhere one by one (a card in a trick, a
face-down portfolio card, the deck) are card numbers: NONE where there is none, UNSEEN where a view is blank. A view
keeps of other seats' hands their sizes only. Every card is in exactly one place.
"""

import numpy as np

from engine.bits import count_bits as count_bits
from engine.bits import lowest_number as lowest_number
from engine.compiling import kernel
from engine.rows import fill
from engine.stonks.cards import (
    CARDS,
    COMPANIES,
    LEVELS,
    MAX_HALVES,
    MAX_ROUNDS,
    MAX_SEATS,
    MOVE_FEATURES,
    NUMBERS,
    TABLE_FEATURES,
    UNITS,
)
from engine.stonks.codes import bit_of, company_of

RULES_DTYPE = np.dtype(
    [
        ("seats", "i1"),
        ("rounds", "i1"),
        ("companies", "i1"),  # in play
        ("hand_size", "i1"),
        ("halves", "i1"),  # of a round: deals, opening pairs and tricks before one scoring
        ("black_tokens", "i1"),  # this many black: all but the last turn back
        ("last_moved_lock", "i1"),
        ("optional_symbols", "i1"),
        ("unlimited_speculation", "i1"),
        ("later_only_cancelling", "i1"),
        ("next_market", "i1"),
        ("speculation_fruits", "i1"),
        ("start_levels", "i1", (COMPANIES,)),  # by place in the row, from 0
        ("prices", "i1", (COMPANIES, LEVELS)),  # $ by place in the row and level
        ("fruits", "i1", (CARDS,)),
        ("fruit_bits", "u2", (COMPANIES, 2)),  # masks of numbers: whose fruits, 1 to 3, have bit 0, and bit 1
        ("symbols", "i1", (CARDS,)),
        # How moves are judged, by phase; see engine.stonks.move_values.
        ("learned_moves", "i1"),  # whether they are: else by rules of thumb
        ("table_weights", "f4", (4, TABLE_FEATURES, UNITS)),
        ("move_weights", "f4", (4, MOVE_FEATURES, UNITS)),
        ("unit_biases", "f4", (4, UNITS)),
        ("unit_weights", "f4", (4, UNITS)),
    ],
    align=True,
)
"""One configured game: seats, options and the edition's tables."""

STATE_DTYPE = np.dtype(
    [
        ("public_key", "u8"),
        ("private_keys", "u8", (MAX_SEATS,)),
        ("points", "i2", (MAX_SEATS,)),
        ("hands", "u2", (MAX_SEATS, COMPANIES)),  # masks of numbers
        ("portfolios", "u2", (MAX_SEATS, COMPANIES)),  # masks of numbers, open cards only
        ("removed", "u2", (COMPANIES,)),  # masks of numbers: out of this round, seen by all
        ("decks", "i1", (MAX_ROUNDS, CARDS)),  # each round's deck from the top; NONE where a card has left it
        ("rows", "i1", (MAX_ROUNDS, COMPANIES)),  # each round's companies from left to right; NONE past the last
        ("dealt", "i1"),  # cards that have left this round's deck
        ("viewer", "i1"),  # the seat of a view, -1 in a full position
        ("phase", "i1"),
        ("round_number", "i1"),  # from 0
        ("half", "i1"),  # from 0
        ("turn", "i1"),  # the seat that decides
        # The market.
        ("places", "i1", (COMPANIES,)),  # in the row, from 0; NONE for a company out of play
        ("levels", "i1", (COMPANIES,)),  # from 0
        ("black", "u1"),  # bit c: the token of company c is locked
        ("trump", "i1"),
        ("steps", "i1"),  # market symbols the seat to move has to use
        # The seats.
        ("hand_sizes", "i1", (MAX_SEATS,)),
        ("portfolio_sizes", "i1", (MAX_SEATS,)),  # market cards, the face-down ones included
        ("opening_cards", "i1", (MAX_SEATS,)),  # chosen to lie face up, not yet shown
        ("hidden_cards", "i1", (MAX_SEATS, MAX_HALVES)),  # face down in the portfolio
        ("discarded_cards", "i1", (MAX_SEATS,)),  # the first half's last hand card
        ("voids", "u1", (MAX_SEATS,)),  # bit c: all know that the hand has no card of company c
        ("discarded_voids", "u1", (MAX_SEATS,)),  # the same of the discarded card
        ("speculation_cards", "u1"),  # bit s: seat s still has its speculation card
        # The trick.
        ("leader", "i1"),
        ("lead", "i1"),  # the lead suit
        ("turned", "i1"),  # the deck card on offer
        ("played", "i1", (MAX_SEATS,)),
        ("cards_played", "i1"),
        ("speculators", "u1"),  # bit s: seat s speculates in this trick
        # The last round's portfolios, for the tie-break.
        ("final_cards", "i1", (MAX_SEATS,)),
        ("final_fruits", "i1", (MAX_SEATS,)),
    ],
    align=True,
)
"""One position, or one seat's view of it."""


@kernel
def next_seat(rules, seat):
    """The seat to the left (clockwise)."""
    following = int(seat) + 1
    return following if following < rules.seats else 0


@kernel
def price(rules, state, company):
    """The price of a fruit of the company in $, as printed where its token stands."""
    return int(rules.prices[state.places[company], state.levels[company]])


@kernel
def deck_size(rules):
    """Cards in a round's deck before the deal."""
    return int(rules.companies) * NUMBERS


@kernel
def add_card(masks, card):
    """Put a card into a set of cards."""
    masks[company_of(card)] |= bit_of(card)


@kernel
def remove_card(masks, card):
    """Take a card out of a set of cards that has it."""
    masks[company_of(card)] ^= bit_of(card)


@kernel
def clear_sets(sets):
    """Empty every seat's set of cards."""
    for seat in range(MAX_SEATS):
        fill(sets[seat], 0)


@kernel
def has_card(masks, card):
    """Whether a set of cards has the card."""
    return int(masks[company_of(card)]) & bit_of(card) != 0


@kernel
def number_at(numbers, place):
    """The index of the bit in this place, from 0, among the set bits of a mask, the lowest first."""
    numbers = int(numbers)
    for _ in range(place):
        numbers &= numbers - 1
    return lowest_number(numbers)


@kernel
def card_at(masks, place):
    """The card in this place, from 0, of a set of cards, ascending."""
    company = 0
    passed = 0
    total = 0
    # Without leaving the loop early, which would be unforeseeable.
    for index in range(COMPANIES - 1):
        total += count_bits(masks[index])
        if total <= place:
            company = index + 1
            passed = total
    return company * NUMBERS + number_at(masks[company], place - passed)


@kernel
def count_cards(masks):
    """The number of cards in a set of cards."""
    count = 0
    for company in range(COMPANIES):
        count += count_bits(masks[company])
    return count


@kernel
def is_speculator(state, seat):
    """Whether the seat has laid its speculation card in this trick."""
    return (int(state.speculators) >> int(seat)) & 1 == 1


@kernel
def leads_face_down(state):
    """Whether this trick was led face down; the card is shown when all have played."""
    return state.cards_played > 0 and is_speculator(state, state.leader)


@kernel
def lowest_priced_company(rules, state):
    """The company with the lowest price, the one further left if prices are equal."""
    best = -1
    best_price = 0
    row = state.rows[state.round_number]
    for place in range(rules.companies):
        value = price(rules, state, row[place])
        if best < 0 or value < best_price:
            best = int(row[place])
            best_price = value
    return best
