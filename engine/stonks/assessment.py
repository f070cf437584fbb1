"""What a seat makes of the table from what it has seen: unseen cards, fruits and their worth, a card's chances."""

from enum import IntEnum

import numpy as np

from engine.compiling import kernel
from engine.stonks.cards import COMPANIES, LEVELS, MAX_HALVES, NONE, NUMBERS
from engine.stonks.codes import company_of, number_of
from engine.stonks.scoring import expected_price, fruits_in, mean_price
from engine.stonks.state import add_card, count_bits, leads_face_down
from engine.stonks.styles import Weight

ALL_NUMBERS = (1 << NUMBERS) - 1

DOES_NOT_FIT = -100.0
"""A price change that no move makes."""

NO_MOVE = -1000.0
"""The value of a move that there is not."""


class Note(IntEnum):
    """The rows of a seat's notes, one entry for each company."""

    PRICE = 0  # expected price at the end of the round
    FRUIT = 1  # what a fruit in the own portfolio is worth
    OWN = 2  # own fruits, the face-down ones included
    RIVALS = 3  # an average rival's fruits in sight


NOTES = 4


@kernel
def lead_is_unseen(state, seat):
    """Whether a card lies face down in the trick that the seat did not play itself."""
    return leads_face_down(state) and state.leader != seat


@kernel
def note_unseen(rules, state, seat, unseen):
    """Write each company's mask of numbers that ``seat`` has not seen this round, and last how many cards they are."""
    seen = np.zeros(COMPANIES, np.int64)
    for company in range(COMPANIES):
        numbers = int(state.removed[company]) | int(state.hands[seat, company])
        for other in range(rules.seats):
            numbers |= int(state.portfolios[other, company])
        seen[company] = numbers
    if state.turned != NONE:
        add_card(seen, state.turned)
    if state.opening_cards[seat] != NONE:
        add_card(seen, state.opening_cards[seat])
    if state.discarded_cards[seat] != NONE:
        add_card(seen, state.discarded_cards[seat])
    for half in range(MAX_HALVES):
        if state.hidden_cards[seat, half] != NONE:
            add_card(seen, state.hidden_cards[seat, half])
    for other in range(rules.seats):
        if state.played[other] != NONE and not (other == state.leader and lead_is_unseen(state, seat)):
            add_card(seen, state.played[other])
    total = 0
    for company in range(COMPANIES):
        unseen[company] = 0
        if state.places[company] != NONE:
            unseen[company] = ALL_NUMBERS & ~seen[company]
            total += count_bits(unseen[company])
    unseen[COMPANIES] = total


@kernel
def note_fruits(rules, state, seat, weights, notes):
    """Fill in all notes."""
    mean = mean_price(rules, state)
    for company in range(COMPANIES):
        for note in range(NOTES):
            notes[note, company] = 0.0
        if state.places[company] == NONE:
            continue
        for other in range(rules.seats):
            fruits = fruits_in(rules, state.portfolios[other, company], company)
            if other == seat:
                notes[Note.OWN, company] += fruits
            else:
                notes[Note.RIVALS, company] += fruits / (int(rules.seats) - 1)
    for half in range(MAX_HALVES):
        card = int(state.hidden_cards[seat, half])
        if card != NONE:
            notes[Note.OWN, company_of(card)] += int(rules.fruits[card])
    if state.opening_cards[seat] != NONE:
        card = int(state.opening_cards[seat])
        notes[Note.OWN, company_of(card)] += int(rules.fruits[card])
    for company in range(COMPANIES):
        if state.places[company] != NONE:
            expected = expected_price(rules, state, company, mean, weights[Weight.PULL])
            notes[Note.PRICE, company] = expected
            fruit = weights[Weight.FRUIT] * expected
            notes[Note.FRUIT, company] = fruit + weights[Weight.SYNERGY] * notes[Note.OWN, company]


@kernel
def pick_value(rules, card, notes):
    """What picking a card is worth to the seat."""
    return int(rules.fruits[card]) * notes[Note.FRUIT, company_of(card)]


@kernel
def open_value(rules, card, notes):
    """What a card is worth to anybody."""
    return int(rules.fruits[card]) * notes[Note.PRICE, company_of(card)]


@kernel
def chance_of_none(good, unseen_count, cards):
    """The chance that a hand of ``cards`` unseen cards has none of ``good`` cards."""
    if good == 0:
        return 1.0
    miss = 1.0 - good / max(unseen_count, 1)
    chance = 1.0
    while cards:
        if cards & 1:
            chance *= miss
        miss *= miss
        cards >>= 1
    return chance


@kernel
def chance_to_beat(state, rival, lead, trump, suit, number, unseen):
    """The chance that a rival still to play can beat a card that counts as ``suit`` and ``number``."""
    unseen_count = unseen[COMPANIES]
    cards = int(state.hand_sizes[rival])
    voids = int(state.voids[rival])
    higher = 0 if (voids >> suit) & 1 else count_bits(unseen[suit] >> number)
    none_higher = chance_of_none(higher, unseen_count, cards)
    if lead == trump:
        return 1.0 - none_higher
    no_lead = 1.0
    if (voids >> lead) & 1 == 0:
        no_lead = chance_of_none(count_bits(unseen[lead]), unseen_count, cards)
    if suit == trump:
        return no_lead * (1.0 - none_higher)
    trumps = 0 if (voids >> trump) & 1 else count_bits(unseen[trump])
    return min(1.0, 1.0 - none_higher + no_lead * (1.0 - chance_of_none(trumps, unseen_count, cards)))


@kernel
def chance_to_win(rules, state, seat, lead, trump, suit, number, unseen, eager):
    """The chance that none of the seats after ``seat`` beats its card, played or about to be."""
    chance = 1.0
    rival = int(seat)
    played = int(state.cards_played)
    if state.played[seat] == NONE:
        played += 1
    for _ in range(int(rules.seats) - played):
        rival = rival + 1 if rival + 1 < rules.seats else 0
        chance *= 1.0 - eager * chance_to_beat(state, rival, lead, trump, suit, number, unseen)
    return chance


@kernel
def price_change(rules, state, company, steps, up):
    """What a token move of so many levels does to the expected price; DOES_NOT_FIT where it does not."""
    level = int(state.levels[company])
    after = level + steps if up else level - steps
    if after < 0 or after >= LEVELS:
        return DOES_NOT_FIT
    place = int(state.places[company])
    change = float(int(rules.prices[place, after]) - int(rules.prices[place, level]))
    # A level that does not change the price yet brings the next change nearer.
    return change if change != 0.0 else 0.25 * (after - level)


@kernel
def steering_value(rules, state, company, change, weights, notes):
    """What a price change is worth to the seat."""
    own = weights[Weight.OWN_PRICE] * notes[Note.OWN, company]
    return change * (own - weights[Weight.RIVAL_PRICE] * notes[Note.RIVALS, company])


@kernel
def trump_after(rules, state, company, steps, up):
    """Where trump lies after a token move that fits: the lowest price, the leftmost of equals."""
    best = -1
    best_price = 0
    row = state.rows[state.round_number]
    for place in range(rules.companies):
        level = int(state.levels[row[place]])
        if row[place] == company:
            level = level + steps if up else level - steps
        value = int(rules.prices[place, level])
        if best < 0 or value < best_price:
            best = int(row[place])
            best_price = value
    return best


@kernel
def note_token_moves(rules, state, steps, weights, notes, by_trump):
    """For each company that could be trump next, the value of the best token move that makes it so.

    NO_MOVE where no move does. Optional symbols need not be used: trump stays, at no value.
    """
    for company in range(COMPANIES):
        by_trump[company] = NO_MOVE
    if rules.optional_symbols:
        by_trump[state.trump] = 0.0
    for company in range(COMPANIES):
        if state.places[company] == NONE or (int(state.black) >> company) & 1:
            continue
        for up in range(2):
            change = price_change(rules, state, company, steps, up == 1)
            if change > DOES_NOT_FIT:
                trump = trump_after(rules, state, company, steps, up == 1)
                value = steering_value(rules, state, company, change, weights, notes)
                by_trump[trump] = max(by_trump[trump], value)


@kernel
def card_strength(state, card):
    """How strong a card is in tricks to come, 0 to 1.5."""
    value = number_of(card) / NUMBERS
    return value + 0.5 if company_of(card) == state.trump else value
