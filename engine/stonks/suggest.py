"""The heuristic player: a move by rule of thumb, from what the mover has seen alone. Also the playout policy.

Styles differ in their weights (:mod:`engine.stonks.styles`).
"""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_unit
from engine.stonks.assessment import (
    DOES_NOT_FIT,
    NO_MOVE,
    NOTES,
    Note,
    card_strength,
    chance_to_win,
    lead_is_unseen,
    note_fruits,
    note_token_moves,
    note_unseen,
    open_value,
    pick_value,
    price_change,
    steering_value,
    trump_after,
)
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind, Phase
from engine.stonks.codes import company_of, encode_move, number_of
from engine.stonks.state import is_speculator, lowest_number, next_seat
from engine.stonks.styles import FEWEST_SEATS, STYLES, WEIGHTS, Style, Weight
from engine.stonks.trick import may_speculate
from engine.stonks.winning import is_cancelled, strength

__all__ = ["STYLES", "Style", "suggest", "suggest_with_weights"]

NOT_NOTED = -1

UNSEEN_LEAD_WINS = 0.45
"""The chance that a card led face down by somebody else beats whatever is played."""


@kernel
def suggest(rules, state, style, rng):
    """A legal move in the given style."""
    return suggest_with_weights(rules, state, WEIGHTS[int(rules.seats) - FEWEST_SEATS, int(style)], rng)


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
        while numbers:
            card = company * NUMBERS + lowest_number(numbers)
            numbers &= numbers - 1
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
def strongest_so_far(rules, state, seat, trump):
    """The strength that another seat's cards in the trick have at most, as far as the seat can see them."""
    most = 0
    other = int(state.leader)
    for _ in range(state.cards_played):
        if other != seat and not (other == state.leader and lead_is_unseen(state, seat)):
            most = max(most, strength(rules, state, other, trump, False))
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
def trick_value(rules, state, seat, weights, unseen, to_beat, lead, trump, suit, number, won, given):
    """What a card that counts as ``suit`` and ``number`` brings in this trick, if ``trump`` decides it.

    ``to_beat`` is the strength of the others' cards; ``won`` is what the seat gains, ``given`` what it loses otherwise.
    """
    counts = 0
    if suit == trump:
        counts = NUMBERS + number
    elif suit == lead:
        counts = number
    if counts <= to_beat:
        return -given
    chance = chance_to_win(rules, state, seat, lead, trump, suit, number, unseen, weights[Weight.EAGER])
    if lead_is_unseen(state, seat):
        chance *= 1.0 - UNSEEN_LEAD_WINS
    return chance * won - (1.0 - chance) * given


@kernel
def suggest_play(rules, state, seat, weights, notes, rng):
    """The card with the best mix of chances to win, what the winner gains, its symbols, and its use later.

    Symbols are weighed with the trick: a token move may make another suit trump.
    """
    unseen = np.empty(COMPANIES + 1, np.int64)
    note_unseen(rules, state, seat, unseen)
    own_best, common_best = best_on_table(rules, state, seat, notes)
    by_trump = np.empty((2, COMPANIES), np.float64)
    to_beat = np.full(COMPANIES, NOT_NOTED, np.int64)
    noted = 0
    lead = int(state.lead)
    trump = int(state.trump)
    follows = lead != NONE and state.hands[seat, lead] != 0
    speculates = not follows and may_speculate(rules, state, seat)
    cost = weights[Weight.SPECULATION] + notes[Note.PRICE, trump]
    spend = weights[Weight.SPEND] * (int(state.hand_sizes[seat]) - 2) / int(rules.hand_size)
    best_move = -1
    best = 0.0
    for company in range(COMPANIES):
        if follows and company != lead:
            continue
        numbers = int(state.hands[seat, company])
        while numbers:
            card = company * NUMBERS + lowest_number(numbers)
            numbers &= numbers - 1
            number = number_of(card)
            base = weights[Weight.JITTER] * draw_unit(rng) - spend * card_strength(state, card)
            won = max(own_best, pick_value(rules, card, notes)) + weights[Weight.WIN]
            given = weights[Weight.GIVE] * max(common_best, open_value(rules, card, notes))
            led = company if lead == NONE else lead
            symbols = int(rules.symbols[card])
            if symbols > 0 and (noted >> symbols) & 1 == 0:
                note_token_moves(rules, state, symbols, weights, notes, by_trump[symbols - 1])
                noted |= 1 << symbols
            # Without symbols trump stays; with symbols the best move for each trump there can be.
            for new_trump in range(COMPANIES):
                moved = 0.0
                if symbols > 0:
                    moved = by_trump[symbols - 1, new_trump]
                    if moved == NO_MOVE:
                        continue
                elif new_trump != trump:
                    continue
                if to_beat[new_trump] == NOT_NOTED:
                    to_beat[new_trump] = strongest_so_far(rules, state, seat, new_trump)
                most = to_beat[new_trump]
                value = base + moved
                value += trick_value(
                    rules, state, seat, weights, unseen, most, led, new_trump, company, number, won, given
                )
                if best_move < 0 or value > best:
                    best = value
                    best_move = encode_move(MoveKind.PLAY, 0, card)
                if speculates and lead != NONE and not is_on_table(state, seat, lead * NUMBERS + number - 1):
                    value = base + moved - cost
                    value += trick_value(
                        rules, state, seat, weights, unseen, most, lead, new_trump, lead, number, won, given
                    )
                    if value > best:
                        best = value
                        best_move = encode_move(MoveKind.SPECULATE, lead, card)
            if speculates and lead == NONE and company == trump:
                # A hidden trump, while the others have to follow another suit; its symbols are ignored.
                for suit in range(COMPANIES):
                    if suit != trump and state.places[suit] != NONE:
                        value = base - cost
                        value += trick_value(
                            rules, state, seat, weights, unseen, 0, suit, trump, trump, number, won, given
                        )
                        if value > best:
                            best = value
                            best_move = encode_move(MoveKind.SPECULATE, suit, card)
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
    """The move that does most for the own portfolio against the rivals', and for the card in the running trick."""
    unseen = np.empty(COMPANIES + 1, np.int64)
    note_unseen(rules, state, seat, unseen)
    own_best, common_best = best_on_table(rules, state, seat, notes)
    won = own_best + weights[Weight.WIN]
    given = weights[Weight.GIVE] * common_best
    lead = int(state.lead)
    number = number_of(int(state.played[seat]))
    suit = company_of(int(state.played[seat]))
    if is_speculator(state, seat) and not is_cancelled(rules, state, seat, False):
        suit = lead
    steps = int(state.steps)
    for_trump = np.full(COMPANIES, NO_MOVE, np.float64)
    best_move = -1
    best = 0.0
    # One round more than there are companies: leaving the market alone, where that is allowed.
    for company in range(COMPANIES + 1):
        leaves = company == COMPANIES
        if leaves and not rules.optional_symbols:
            continue
        if not leaves and (state.places[company] == NONE or (int(state.black) >> company) & 1):
            continue
        for direction in range(1 if leaves else 2):
            value = 0.0
            trump = int(state.trump)
            move = encode_move(MoveKind.LEAVE_MARKET, 0, 0)
            if not leaves:
                change = price_change(rules, state, company, steps, direction == 1)
                if change <= DOES_NOT_FIT:
                    continue
                value = steering_value(rules, state, company, change, weights, notes)
                trump = trump_after(rules, state, company, steps, direction == 1)
                move = encode_move(MoveKind.MOVE_TOKEN, company, direction)
            if for_trump[trump] == NO_MOVE:
                to_beat = strongest_so_far(rules, state, seat, trump)
                for_trump[trump] = trick_value(
                    rules, state, seat, weights, unseen, to_beat, lead, trump, suit, number, won, given
                )
            value += for_trump[trump]
            if best_move < 0 or value > best:
                best = value
                best_move = move
    return best_move
