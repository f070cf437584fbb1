"""Setup: everything chance will ever decide is drawn here (rulebook, Setup)."""

import numpy as np

from engine.compiling import kernel
from engine.randomness import mix, shuffle
from engine.stockpile.cards import (
    COMPANIES,
    DECK_SIZE,
    FREE_ORDER,
    KINDS,
    MAX_PILES,
    MAX_ROUNDS,
    MAX_SEATS,
    STARTING_STOCK,
    STOCK_KINDS,
    CardKind,
    Zone,
)
from engine.stockpile.state import clear_holdings, fill


@kernel
def set_up(rules, state, seed):
    """A fresh table: starting stock, the deck's order, and the forecast pairs of every round."""
    rng = np.zeros(1, np.uint64)
    rng[0] = mix(np.uint64(seed))
    clear(state)
    deal_market_cards(rules, state, rng)
    deal_pairs(rules, state, rng)
    for seat in range(rules.seats):
        state.money[seat] = rules.starting_money
    for company in range(COMPANIES):
        state.spaces[company] = rules.start_spaces[company]
    state.first_seat = rules.first_seat


@kernel
def clear(state):
    """A position before anything is dealt."""
    state.public_key = np.uint64(0)
    fill(state.private_keys, np.uint64(0))
    fill(state.money, 0)
    fill(state.excluded, 0)
    fill(state.card, CardKind.UNKNOWN)
    fill(state.zone, Zone.DECK)
    fill(state.holder, -1)
    fill(state.seen, 0)
    state.dealt = 0
    state.viewer = -1
    state.phase = 0
    state.round_number = 0
    state.first_seat = 0
    state.turn = -1
    state.supply_pass = 0
    state.movement_index = 0
    fill(state.spaces, 0)
    clear_holdings(state)
    fill(state.portfolio_sizes, 0)
    fill(state.unpaid_fees, 0)
    for seat in range(MAX_SEATS):
        fill(state.hand_cards[seat], -1)
    fill(state.pile_sizes, 0)
    for pile in range(MAX_PILES):
        fill(state.pile_cards[pile], -1)
    fill(state.bid_seats, -1)
    fill(state.bids, -1)
    fill(state.standing_bids, 0)
    state.sale_cursor = FREE_ORDER
    fill(state.sold, 0)
    fill(state.sold_split, 0)
    for number in range(MAX_ROUNDS):
        fill(state.pair_companies[number], -1)
        fill(state.pair_forecasts[number], -1)
    fill(state.pair_seen, 0)


@kernel
def deal_market_cards(rules, state, rng):
    """One different stock to each seat, the rest shuffled into the deck (rulebook, Setup 5)."""
    counts = np.zeros(KINDS, np.int8)
    for kind in range(KINDS):
        counts[kind] = rules.deck_counts[kind]
    if rules.starting_stock:
        companies = np.zeros(COMPANIES, np.int8)
        for company in range(COMPANIES):
            companies[company] = company
        shuffle(companies, COMPANIES, rng)
        for seat in range(rules.seats):
            company = companies[seat]
            state.card[seat] = company
            state.zone[seat] = Zone.PORTFOLIO
            state.holder[seat] = seat
            state.seen[seat] = 1 << seat
            state.excluded[seat] = STARTING_STOCK | (((1 << KINDS) - 1) ^ STOCK_KINDS)
            state.shares[seat, company] = 1
            state.portfolio_sizes[seat] = 1
            counts[company] -= 1
        state.dealt = rules.seats
    position = int(state.dealt)
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            state.card[position] = kind
            position += 1
    shuffle(state.card[state.dealt : DECK_SIZE], DECK_SIZE - int(state.dealt), rng)


@kernel
def deal_pairs(rules, state, rng):
    """For every round, link company and forecast cards; pair by pair they go to seats, the board, and beside it."""
    for number in range(rules.rounds):
        for company in range(COMPANIES):
            state.pair_companies[number, company] = company
            state.pair_forecasts[number, company] = company
        shuffle(state.pair_companies[number], COMPANIES, rng)
        shuffle(state.pair_forecasts[number], COMPANIES, rng)
