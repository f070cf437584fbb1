"""The heuristic player: a move by rule of thumb, from what the mover has seen alone. Also the playout policy.

Styles differ in their weights (:mod:`engine.stonks.styles`).
"""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_unit
from engine.stonks.assessment import (
    NOTES,
    Note,
    best_steering,
    card_strength,
    chance_to_win,
    lead_is_unseen,
    note_fruits,
    note_unseen,
    open_value,
    pick_value,
    price_change,
    steering_value,
)
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind, Phase
from engine.stonks.codes import encode_move, number_of
from engine.stonks.state import next_seat
from engine.stonks.styles import STYLES, WEIGHTS, Style, Weight
from engine.stonks.trick import may_speculate
from engine.stonks.winning import strength

__all__ = ["STYLES", "Style", "suggest", "suggest_with_weights"]

UNSEEN_LEAD_WINS = 0.45
"""The chance that a card led face down by somebody else beats whatever is played."""


@kernel
def suggest(rules, state, style, rng):
    """A legal move in the given style."""
    return suggest_with_weights(rules, state, WEIGHTS[int(style)], rng)


@kernel
def suggest_with_weights(rules, state, weights, rng):
    """A legal move for any row of weights."""
    seat = int(state.turn)
    notes = np.empty((NOTES, COMPANIES), np.float64)
    note_fruits(rules, state, seat, weights, notes)
    if state.phase == Phase.TRICK:
        return suggest_play(rules, state, seat, weights, notes, rng)
    if state.phase == Phase.PICK:
        return suggest_pick(rules, state, notes)
    if state.phase == Phase.MARKET:
        return suggest_token_move(rules, state, seat, weights, notes)
    return suggest_opening_card(rules, state, seat, weights, notes, rng)


# --- opening pair -----------------------------------------------------------------------------------------------------


@kernel
def suggest_opening_card(rules, state, seat, weights, notes, rng):
    """The two cards worth most beside their use in tricks; the better one face down, where nobody sees it."""
    first = NONE
    second = NONE
    first_value = 0.0
    second_value = 0.0
    for company in range(COMPANIES):
        numbers = int(state.hands[seat, company])
        card = company * NUMBERS
        while numbers:
            if numbers & 1:
                value = pick_value(rules, card, notes) - weights[Weight.KEEP] * card_strength(state, card)
                value -= weights[Weight.KEEP_SYMBOL] * int(rules.symbols[card])
                value += weights[Weight.JITTER] * draw_unit(rng)
                if first == NONE or value > first_value:
                    second = first
                    second_value = first_value
                    first = card
                    first_value = value
                elif second == NONE or value > second_value:
                    second = card
                    second_value = value
            numbers >>= 1
            card += 1
    if state.opening_cards[seat] == NONE:
        return encode_move(MoveKind.CHOOSE_FACE_UP, 0, second)
    return encode_move(MoveKind.CHOOSE_FACE_DOWN, 0, first)


# --- tricks -----------------------------------------------------------------------------------------------------------


@kernel
def best_on_table(rules, state, seat, notes):
    """The most valuable card on offer so far: to the seat, and to anybody."""
    own = pick_value(rules, int(state.turned), notes)
    common = open_value(rules, int(state.turned), notes)
    for other in range(rules.seats):
        if state.played[other] != NONE and not (other == state.leader and lead_is_unseen(state, seat)):
            card = int(state.played[other])
            own = max(own, pick_value(rules, card, notes))
            common = max(common, open_value(rules, card, notes))
    return own, common


@kernel
def strongest_so_far(rules, state, seat):
    """The strength to beat among the cards of the trick that the seat can see."""
    most = 0
    other = int(state.leader)
    for _ in range(state.cards_played):
        if not (other == state.leader and lead_is_unseen(state, seat)):
            most = max(most, strength(rules, state, other, False))
        other = next_seat(rules, other)
    return most


@kernel
def is_on_table(state, seat, card):
    """Whether the seat sees the card among those played."""
    for other in range(state.played.shape[0]):
        if state.played[other] == card:
            return not (other == state.leader and lead_is_unseen(state, seat))
    return False


@kernel
def suggest_play(rules, state, seat, weights, notes, rng):
    """The card with the best mix of chances to win, what the winner gains, its symbols, and its use later."""
    unseen = np.empty(COMPANIES, np.int64)
    unseen_count = note_unseen(rules, state, seat, unseen)
    own_best, common_best = best_on_table(rules, state, seat, notes)
    to_beat = strongest_so_far(rules, state, seat)
    lead = int(state.lead)
    trump = int(state.trump)
    follows = lead != NONE and state.hands[seat, lead] != 0
    speculates = not follows and may_speculate(rules, state, seat)
    unseen_lead = lead_is_unseen(state, seat)
    cost = weights[Weight.SPECULATION] + notes[Note.PRICE, trump]
    one_symbol = -1000.0
    two_symbols = -1000.0
    spend = weights[Weight.SPEND] * (int(state.hand_sizes[seat]) - 2) / int(rules.hand_size)
    eager = weights[Weight.EAGER]
    best_move = -1
    best = 0.0
    for company in range(COMPANIES):
        if follows and company != lead:
            continue
        numbers = int(state.hands[seat, company])
        card = company * NUMBERS
        while numbers:
            if numbers & 1:
                number = number_of(card)
                base = weights[Weight.JITTER] * draw_unit(rng) - spend * card_strength(state, card)
                symbols = 0.0
                if rules.symbols[card] == 1:
                    if one_symbol < -500.0:
                        one_symbol = best_steering(rules, state, 1, weights, notes)
                    symbols = one_symbol
                elif rules.symbols[card] == 2:
                    if two_symbols < -500.0:
                        two_symbols = best_steering(rules, state, 2, weights, notes)
                    symbols = two_symbols
                won = max(own_best, pick_value(rules, card, notes)) + weights[Weight.WIN]
                given = weights[Weight.GIVE] * max(common_best, open_value(rules, card, notes))
                led = company if lead == NONE else lead
                counts = NUMBERS + number if company == trump else (number if company == led else 0)
                chance = 0.0
                if counts > to_beat:
                    chance = chance_to_win(rules, state, seat, led, company, number, unseen, unseen_count, eager)
                    if unseen_lead:
                        chance *= 1.0 - UNSEEN_LEAD_WINS
                value = base + symbols + chance * won - (1.0 - chance) * given
                if best_move < 0 or value > best:
                    best = value
                    best_move = encode_move(MoveKind.PLAY, 0, card)
                if speculates and lead != NONE and lead != company:
                    # It counts as the lead suit: trump if that was led.
                    counts = NUMBERS + number if lead == trump else number
                    if counts > to_beat and not is_on_table(state, seat, lead * NUMBERS + number - 1):
                        chance = chance_to_win(rules, state, seat, lead, lead, number, unseen, unseen_count, eager)
                        if unseen_lead:
                            chance *= 1.0 - UNSEEN_LEAD_WINS
                        value = base + symbols + chance * won - (1.0 - chance) * given - cost
                        if value > best:
                            best = value
                            best_move = encode_move(MoveKind.SPECULATE, lead, card)
                elif speculates and lead == NONE and company == trump:
                    # A hidden trump, while the others have to follow another suit.
                    for suit in range(COMPANIES):
                        if suit != trump and state.places[suit] != NONE:
                            chance = chance_to_win(rules, state, seat, suit, trump, number, unseen, unseen_count, eager)
                            value = base + chance * won - (1.0 - chance) * given - cost
                            if value > best:
                                best = value
                                best_move = encode_move(MoveKind.SPECULATE, suit, card)
            numbers >>= 1
            card += 1
    return best_move


@kernel
def suggest_pick(rules, state, notes):
    """The card worth most; of equal ones the first."""
    best = int(state.turned)
    best_value = pick_value(rules, best, notes)
    for other in range(rules.seats):
        value = pick_value(rules, int(state.played[other]), notes)
        if value > best_value:
            best = int(state.played[other])
            best_value = value
    return encode_move(MoveKind.PICK, 0, best)


# --- market -----------------------------------------------------------------------------------------------------------


@kernel
def suggest_token_move(rules, state, seat, weights, notes):
    """The move that does most for the own portfolio against the rivals'."""
    best_move = -1
    best = 0.0
    if rules.optional_symbols:
        best_move = encode_move(MoveKind.LEAVE_MARKET, 0, 0)
    for company in range(COMPANIES):
        if state.places[company] == NONE or (int(state.black) >> company) & 1:
            continue
        for direction in range(2):
            change = price_change(rules, state, company, int(state.steps), direction == 1)
            if change < -50.0:
                continue
            value = steering_value(rules, state, company, change, weights, notes)
            if best_move < 0 or value > best:
                best = value
                best_move = encode_move(MoveKind.MOVE_TOKEN, company, direction)
    return best_move
