"""What a seat makes of the table from what it has seen: prices, fruits, the worth of cards and of price changes."""

from enum import IntEnum

import numpy as np

from engine.compiling import kernel
from engine.stack_arrays import stack_array
from engine.stonks.cards import COMPANIES, MAX_HALVES, NONE, NUMBERS
from engine.stonks.codes import company_of, number_of
from engine.stonks.scoring import expected_price, fruits_in, mean_price, price_drift
from engine.stonks.state import leads_face_down
from engine.stonks.styles import Weight


class Note(IntEnum):
    """The rows of a seat's notes, one entry for each company in play."""

    PRICE = 0  # expected price at the end of the round
    FRUIT = 1  # what a fruit in the own portfolio is worth
    OWN = 2  # own fruits, the face-down ones included
    STAKE = 3  # what it is worth that the price rises by $1


new_notes = stack_array((len(Note), COMPANIES), np.float64)


@kernel
def lead_is_unseen(state, seat):
    """Whether a card lies face down in the trick that the seat did not play itself."""
    return leads_face_down(state) and state.leader != seat


@kernel
def note_fruits(rules, state, seat, weights, notes):
    """Write all notes but the stakes."""
    for company in range(COMPANIES):
        notes[Note.OWN, company] = fruits_in(rules, state.portfolios[seat, company], company)
    for half in range(MAX_HALVES):
        card = int(state.hidden_cards[seat, half])
        if card != NONE:
            notes[Note.OWN, company_of(card)] += int(rules.fruits[card])
    if state.opening_cards[seat] != NONE:
        card = int(state.opening_cards[seat])
        notes[Note.OWN, company_of(card)] += int(rules.fruits[card])
    mean = mean_price(rules, state)
    drift = price_drift(rules, state, weights[Weight.PULL])
    for company in range(COMPANIES):
        if state.places[company] != NONE:
            expected = expected_price(rules, state, company, mean, drift)
            notes[Note.PRICE, company] = expected
            fruit = weights[Weight.FRUIT] * expected
            notes[Note.FRUIT, company] = fruit + weights[Weight.SYNERGY] * notes[Note.OWN, company]


@kernel
def note_stakes(rules, state, seat, weights, notes):
    """Write the stakes: a rise helps the own portfolio, and an average rival's, of which the open cards count."""
    rivals = int(rules.seats) - 1
    for company in range(COMPANIES):
        theirs = 0.0
        for other in range(rules.seats):
            if other != seat:
                theirs += fruits_in(rules, state.portfolios[other, company], company) / rivals
        own = weights[Weight.OWN_PRICE] * notes[Note.OWN, company]
        notes[Note.STAKE, company] = own - weights[Weight.RIVAL_PRICE] * theirs


@kernel
def rival_fruits(rules, state, seat, company):
    """The fruits of a company in rivals' open portfolios: on average, and at most."""
    total = 0
    most = 0
    for other in range(rules.seats):
        if other != seat:
            fruits = fruits_in(rules, state.portfolios[other, company], company)
            total += fruits
            most = max(most, fruits)
    return total / (int(rules.seats) - 1), most


@kernel
def pick_value(rules, card, notes):
    """What picking a card is worth to the seat."""
    return int(rules.fruits[card]) * notes[Note.FRUIT, company_of(card)]


@kernel
def open_value(rules, card, notes):
    """What a card is worth to anybody."""
    return int(rules.fruits[card]) * notes[Note.PRICE, company_of(card)]


@kernel
def card_strength(state, card):
    """How strong a card is in tricks to come, 0 to 1.5."""
    value = number_of(card) / NUMBERS
    return value + 0.5 if company_of(card) == state.trump else value
