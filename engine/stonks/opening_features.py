"""Features of the cards that may be chosen for the opening pair."""

from enum import IntEnum

import numpy as np

from engine.compiling import kernel
from engine.stonks.assessment import Note, card_strength, new_notes, note_fruits, open_value, pick_value
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind
from engine.stonks.chances import new_unseen, note_unseen
from engine.stonks.codes import company_of, encode_move, number_of
from engine.stonks.rules_of_thumb import low_cards, take_lowest_card
from engine.stonks.scoring import fruits_in
from engine.stonks.state import count_bits, price
from engine.stonks.styles import FEWEST_SEATS, WEIGHTS, Style, Weight


class OpeningTableFeature(IntEnum):
    """A decision's own features in the opening, beside those that every decision has."""

    FACE_UP = 7  # whether the card will lie face up


class OpeningFeature(IntEnum):
    """The features of a hand card to choose."""

    VALUE = 0  # what the rules of thumb make of the choice; $10
    FRUITS = 1  # fruits on the card; 3 fruits
    OPEN_VALUE = 2  # what the card is worth to anybody; $10
    VALUE_NOW = 3  # fruits at today's price; $10
    NUMBER = 4  # the number on the card; 13
    IS_TRUMP = 5  # whether its company is trump
    SYMBOLS = 6  # market symbols; 2 symbols
    SUIT_CARDS = 7  # hand cards of its suit; 4 cards
    ONLY_OF_SUIT = 8  # whether it is the only one of these
    PRICE = 9  # today's price of its company; $5
    UNSEEN_ABOVE = 10  # unseen cards of its suit that are higher; 6 cards
    HIGHEST_OF_SUIT = 11  # whether it is the highest of its suit in hand
    OWN_FRUITS = 12  # own fruits of the company, those in hand not counted; 4 fruits
    HAND_FRUITS = 13  # fruits of the company in hand; 6 fruits
    LEVEL = 14  # its company's level, from 0; 4 levels
    TRUMP_NUMBER = 15  # the number on the card if it is trump; 13
    BEYOND_BEST = 16  # how far VALUE is above the best card's: 0 or less; $10
    BEYOND_SECOND = 17  # how far VALUE is above the second best card's; $10


@kernel
def describe_opening_cards(rules, state, seat, moves, table, features):
    """Each card of the hand; the arrays are those of ``describe_moves``."""
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    notes = new_notes()
    unseen = new_unseen()
    note_fruits(rules, state, seat, weights, notes)
    note_unseen(rules, state, seat, unseen)
    face_up = state.opening_cards[seat] == NONE
    kind = MoveKind.CHOOSE_FACE_UP if face_up else MoveKind.CHOOSE_FACE_DOWN
    table[OpeningTableFeature.FACE_UP] = 1.0 if face_up else 0.0
    best = -1e9
    second = -1e9
    count = 0
    low = low_cards(state.hands[seat])
    high = np.int64(state.hands[seat, COMPANIES - 1])
    while low | high:
        card, low, high = take_lowest_card(low, high)
        company = company_of(card)
        number = number_of(card)
        numbers = int(state.hands[seat, company])
        fruits = int(rules.fruits[card])
        is_trump = company == state.trump
        value = pick_value(rules, card, notes) - weights[Weight.KEEP] * card_strength(state, card)
        value -= weights[Weight.KEEP_SYMBOL] * int(rules.symbols[card])
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
        moves[count] = encode_move(kind, 0, card)
        row = features[count]
        row[:] = 0.0
        row[OpeningFeature.VALUE] = value / 10.0
        row[OpeningFeature.FRUITS] = fruits / 3.0
        row[OpeningFeature.OPEN_VALUE] = open_value(rules, card, notes) / 10.0
        row[OpeningFeature.VALUE_NOW] = fruits * price(rules, state, company) / 10.0
        row[OpeningFeature.NUMBER] = number / NUMBERS
        row[OpeningFeature.IS_TRUMP] = 1.0 if is_trump else 0.0
        row[OpeningFeature.SYMBOLS] = int(rules.symbols[card]) / 2.0
        row[OpeningFeature.SUIT_CARDS] = count_bits(numbers) / 4.0
        row[OpeningFeature.ONLY_OF_SUIT] = 1.0 if numbers & (numbers - 1) == 0 else 0.0
        row[OpeningFeature.PRICE] = price(rules, state, company) / 5.0
        row[OpeningFeature.UNSEEN_ABOVE] = count_bits(unseen[company] >> number) / 6.0
        row[OpeningFeature.HIGHEST_OF_SUIT] = 1.0 if numbers >> number == 0 else 0.0
        row[OpeningFeature.OWN_FRUITS] = notes[Note.OWN, company] / 4.0
        row[OpeningFeature.HAND_FRUITS] = fruits_in(rules, numbers, company) / 6.0
        row[OpeningFeature.LEVEL] = int(state.levels[company]) / 4.0
        row[OpeningFeature.TRUMP_NUMBER] = number / NUMBERS if is_trump else 0.0
        count += 1
    for index in range(count):
        # From the value as the row holds it, so rounded as in what the weights were learned from.
        row = features[index]
        row[OpeningFeature.BEYOND_BEST] = float(row[OpeningFeature.VALUE]) - best / 10.0
        row[OpeningFeature.BEYOND_SECOND] = float(row[OpeningFeature.VALUE]) - second / 10.0
    return count
