"""Set-up and 1. Deal: everything chance will ever decide is drawn here; later deals only hand it out."""

import numpy as np

from engine.compiling import kernel
from engine.randomness import mix, shuffle
from engine.rows import fill
from engine.stonks.cards import CARDS, COMPANIES, MAX_ROUNDS, MAX_SEATS, NONE, NUMBERS, NextMarket, Phase
from engine.stonks.events import EventKind, tell_everyone, tell_seat
from engine.stonks.state import add_card, clear_sets, lowest_number, lowest_priced_company, price


@kernel
def set_up(rules, state, seed):
    """A fresh game: the row of tiles and the deck's order of every round, and with them the company removed."""
    rng = np.zeros(1, np.uint64)
    rng[0] = mix(np.uint64(seed))
    clear(state)
    for number in range(rules.rounds):
        if number == 0 or rules.next_market == NextMarket.NEW_MARKET:
            shuffle_row(rules, state.rows[number], rng)
        else:
            for place in range(COMPANIES):
                state.rows[number, place] = state.rows[0, place]
        shuffle_deck(rules, state.rows[number], state.decks[number], rng)


@kernel
def clear(state):
    """A position before anything is dealt."""
    state.public_key = np.uint64(0)
    fill(state.private_keys, np.uint64(0))
    fill(state.points, 0)
    clear_sets(state.hands)
    clear_sets(state.portfolios)
    fill(state.removed, 0)
    for number in range(MAX_ROUNDS):
        fill(state.decks[number], NONE)
    for number in range(MAX_ROUNDS):
        fill(state.rows[number], NONE)
    state.dealt = 0
    state.viewer = -1
    state.phase = Phase.OPENING_PAIR
    state.round_number = 0
    state.half = 0
    state.turn = -1
    fill(state.places, NONE)
    fill(state.levels, 0)
    state.black = 0
    state.trump = NONE
    state.steps = 0
    fill(state.hand_sizes, 0)
    fill(state.portfolio_sizes, 0)
    fill(state.opening_cards, NONE)
    for seat in range(MAX_SEATS):
        fill(state.hidden_cards[seat], NONE)
    fill(state.discarded_cards, NONE)
    fill(state.voids, 0)
    fill(state.discarded_voids, 0)
    state.speculation_cards = 0
    state.leader = NONE
    state.lead = NONE
    state.turned = NONE
    fill(state.played, NONE)
    state.cards_played = 0
    state.speculators = 0
    fill(state.final_cards, 0)
    fill(state.final_fruits, 0)


@kernel
def shuffle_row(rules, row, rng):
    """A random row of tiles; companies that find no place in it are out of play."""
    for company in range(COMPANIES):
        row[company] = company
    shuffle(row, COMPANIES, rng)
    for place in range(int(rules.companies), COMPANIES):
        row[place] = NONE


@kernel
def shuffle_deck(rules, row, deck, rng):
    """The cards of the companies in a row, in random order."""
    size = 0
    for place in range(rules.companies):
        first = int(row[place]) * NUMBERS
        for card in range(first, first + NUMBERS):
            deck[size] = card
            size += 1
    shuffle(deck, size, rng)
    for place in range(size, CARDS):
        deck[place] = NONE


@kernel
def lay_market(rules, state, log):
    """The round's row of tiles with the tokens on their starting levels, none black; trump on the lowest price."""
    fill(state.places, NONE)
    fill(state.levels, 0)
    state.black = 0
    row = state.rows[state.round_number]
    for place in range(rules.companies):
        company = int(row[place])
        state.places[company] = place
        state.levels[company] = rules.start_levels[place]
        level = int(rules.start_levels[place])
        tell_everyone(state, log, EventKind.TILE_LAID, -1, company, place, level, price(rules, state, company))
    state.trump = lowest_priced_company(rules, state)


@kernel
def deal_hands(rules, state, log):
    """Each seat's hand from the top of the deck; the order in which its cards came is nothing a seat can use."""
    deck = state.decks[state.round_number]
    top = int(state.dealt)
    for seat in range(rules.seats):
        for _ in range(rules.hand_size):
            add_card(state.hands[seat], deck[top])
            deck[top] = NONE
            top += 1
        state.hand_sizes[seat] = rules.hand_size
        for company in range(COMPANIES):
            numbers = int(state.hands[seat, company])
            card = company * NUMBERS
            while numbers:
                tell_seat(state, log, seat, EventKind.CARD_DEALT, seat, card + lowest_number(numbers), 0, 0, 0)
                numbers &= numbers - 1
    state.dealt = top
