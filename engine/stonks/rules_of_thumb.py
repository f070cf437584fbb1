"""Moves by rules of thumb, from what the mover has seen alone: hand-made, with weights of a style.

Styles differ in their weights (:mod:`engine.stonks.styles`).
"""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_unit
from engine.stack_arrays import stack_array
from engine.stonks.assessment import (
    Note,
    card_strength,
    lead_is_unseen,
    new_notes,
    note_fruits,
    note_stakes,
    open_value,
    pick_value,
)
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind, Phase
from engine.stonks.chances import (
    chance_of_lead,
    new_chances,
    new_unseen,
    note_rivals,
    trick_value,
)
from engine.stonks.codes import company_of, encode_move, number_of
from engine.stonks.state import is_speculator, lowest_number, next_seat
from engine.stonks.styles import Weight
from engine.stonks.token_moves import (
    NO_MOVE,
    is_free,
    level_moved,
    lowest_keys,
    note_token_moves,
    price_change,
    trump_after,
)
from engine.stonks.trick import may_speculate
from engine.stonks.winning import is_cancelled, strength

NOT_NOTED = -1

LOW_CARDS = NUMBERS * (COMPANIES - 1)
"""The cards of all companies but the last, as many as a mask of 64 bits has room for."""
new_by_trump = stack_array((2, COMPANIES), np.float64)
new_to_beat = stack_array((COMPANIES,), np.int64)
new_for_trump = stack_array((COMPANIES,), np.float64)


@kernel
def suggest_with_weights(rules, state, weights, rng):
    """A legal move for any row of weights."""
    seat = int(state.turn)
    if state.phase == Phase.TRICK:
        return suggest_play(rules, state, seat, weights, rng)
    if state.phase == Phase.PICK:
        return suggest_pick(rules, state, seat, weights)
    if state.phase == Phase.MARKET:
        return suggest_token_move(rules, state, seat, weights)
    return suggest_opening_card(rules, state, seat, weights, rng)


# --- opening pair -----------------------------------------------------------------------------------------------------


@kernel
def low_cards(hand):
    """The low cards of a hand as one mask: bit c is card c."""
    cards = np.int64(0)
    for company in range(COMPANIES - 1):
        cards |= np.int64(hand[company]) << (NUMBERS * company)
    return cards


@kernel
def take_lowest_card(low, high):
    """The lowest card of two masks that are not both 0, and the masks without it."""
    if low:
        return lowest_number(low), low & (low - 1), high
    return LOW_CARDS + lowest_number(high), low, high & (high - 1)


@kernel
def suggest_opening_card(rules, state, seat, weights, rng):
    """The two cards worth most beside their use in tricks; the better one face down, where nobody sees it."""
    notes = new_notes()
    note_fruits(rules, state, seat, weights, notes)
    first = NONE
    second = NONE
    first_value = -np.inf
    second_value = -np.inf
    low = low_cards(state.hands[seat])
    high = np.int64(state.hands[seat, COMPANIES - 1])
    while low | high:
        card, low, high = take_lowest_card(low, high)
        value = pick_value(rules, card, notes) - weights[Weight.KEEP] * card_strength(state, card)
        value -= weights[Weight.KEEP_SYMBOL] * int(rules.symbols[card])
        value += weights[Weight.JITTER] * draw_unit(rng)
        if value > first_value:
            second = first
            second_value = first_value
            first = card
            first_value = value
        elif value > second_value:
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
    hidden_lead = lead_is_unseen(state, seat)
    for other in range(rules.seats):
        if state.played[other] != NONE and not (hidden_lead and other == state.leader):
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
def cards_to_play(state, seat):
    """The cards that may be played, as two masks (see ``low_cards``), and whether they have to follow suit."""
    lead = int(state.lead)
    if lead == NONE or state.hands[seat, lead] == 0:
        return low_cards(state.hands[seat]), np.int64(state.hands[seat, COMPANIES - 1]), False
    numbers = np.int64(state.hands[seat, lead])
    if lead < COMPANIES - 1:
        return numbers << (NUMBERS * lead), np.int64(0), True
    return np.int64(0), numbers, True


@kernel
def suggest_play(rules, state, seat, weights, rng):
    """The card with the best mix of chances to win, what the winner gains, its symbols, and its use later.

    Symbols are weighed with the trick: a token move may make another suit trump.
    """
    lead = int(state.lead)
    low, high, follows = cards_to_play(state, seat)
    if follows:
        card, low_rest, high_rest = take_lowest_card(low, high)
        if low_rest | high_rest == 0:
            draw_unit(rng)  # one draw for each card to choose from
            return encode_move(MoveKind.PLAY, 0, card)
    notes = new_notes()
    unseen = new_unseen()
    none = new_chances()
    by_trump = new_by_trump()
    to_beat = new_to_beat()
    note_fruits(rules, state, seat, weights, notes)
    rivals = int(rules.seats) - int(state.cards_played) - 1
    voids = note_rivals(rules, state, seat, rivals, unseen, none)
    own_best, common_best = best_on_table(rules, state, seat, notes)
    in_sight = chance_of_lead(state, seat)
    eager = weights[Weight.EAGER]
    for company in range(COMPANIES):
        to_beat[company] = NOT_NOTED
    noted = 0
    trump = int(state.trump)
    speculates = not follows and may_speculate(rules, state, seat)
    cost = weights[Weight.SPECULATION] + notes[Note.PRICE, trump]
    spend = weights[Weight.SPEND] * (int(state.hand_sizes[seat]) - 2) / int(rules.hand_size)
    best_move = -1
    best = 0.0
    while low | high:
        card, low, high = take_lowest_card(low, high)
        company = company_of(card)
        number = number_of(card)
        base = weights[Weight.JITTER] * draw_unit(rng) - spend * card_strength(state, card)
        won = max(own_best, pick_value(rules, card, notes)) + weights[Weight.WIN]
        given = weights[Weight.GIVE] * max(common_best, open_value(rules, card, notes))
        led = company if lead == NONE else lead
        follows_falsely = speculates and lead != NONE and not is_on_table(state, seat, lead * NUMBERS + number - 1)
        symbols = int(rules.symbols[card])
        # Without symbols trump stays; with symbols the best move for each trump there can be.
        first_trump = trump
        last_trump = trump
        if symbols > 0:
            first_trump = 0
            last_trump = COMPANIES - 1
            if noted == 0:
                note_stakes(rules, state, seat, weights, notes)
            if (noted >> symbols) & 1 == 0:
                note_token_moves(rules, state, symbols, notes, by_trump[symbols - 1])
                noted |= 1 << symbols
        for new_trump in range(first_trump, last_trump + 1):
            moved = 0.0
            if symbols > 0:
                moved = by_trump[symbols - 1, new_trump]
                if moved == NO_MOVE:
                    continue
            if to_beat[new_trump] == NOT_NOTED:
                to_beat[new_trump] = strongest_so_far(rules, state, seat, new_trump)
            most = to_beat[new_trump]
            value = base + moved
            value += trick_value(
                rivals, voids, unseen, none, eager, in_sight, most, led, new_trump, company, number, won, given
            )
            if best_move < 0 or value > best:
                best = value
                best_move = encode_move(MoveKind.PLAY, 0, card)
            if follows_falsely:
                value = base + moved - cost
                value += trick_value(
                    rivals, voids, unseen, none, eager, in_sight, most, lead, new_trump, lead, number, won, given
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
                        rivals, voids, unseen, none, eager, in_sight, 0, suit, trump, trump, number, won, given
                    )
                    if value > best:
                        best = value
                        best_move = encode_move(MoveKind.SPECULATE, suit, card)
    return best_move


@kernel
def suggest_pick(rules, state, seat, weights):
    """The card worth most; of equal ones the first."""
    notes = new_notes()
    note_fruits(rules, state, seat, weights, notes)
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
def suggest_token_move(rules, state, seat, weights):
    """The move that does most for the own portfolio against the rivals', and for the card in the running trick."""
    notes = new_notes()
    unseen = new_unseen()
    none = new_chances()
    for_trump = new_for_trump()
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    rivals = int(rules.seats) - int(state.cards_played)
    voids = note_rivals(rules, state, seat, rivals, unseen, none)
    own_best, common_best = best_on_table(rules, state, seat, notes)
    won = own_best + weights[Weight.WIN]
    given = weights[Weight.GIVE] * common_best
    in_sight = chance_of_lead(state, seat)
    eager = weights[Weight.EAGER]
    lead = int(state.lead)
    number = number_of(int(state.played[seat]))
    suit = company_of(int(state.played[seat]))
    if is_speculator(state, seat) and not is_cancelled(rules, state, seat, False):
        suit = lead
    steps = int(state.steps)
    for company in range(COMPANIES):
        for_trump[company] = NO_MOVE
    lowest, second = lowest_keys(rules, state)
    best_move = -1
    best = 0.0
    # One round more than there are companies: leaving the market alone, where that is allowed.
    for company in range(COMPANIES + 1):
        leaves = company == COMPANIES
        if not rules.optional_symbols if leaves else not is_free(state, company):
            continue
        for direction in range(1 if leaves else 2):
            value = 0.0
            trump = int(state.trump)
            move = encode_move(MoveKind.LEAVE_MARKET, 0, 0)
            if not leaves:
                after = level_moved(state, company, steps, direction)
                if after < 0:
                    continue
                value = price_change(rules, state, company, after) * notes[Note.STAKE, company]
                trump = trump_after(rules, state, company, after, lowest, second)
                move = encode_move(MoveKind.MOVE_TOKEN, company, direction)
            if for_trump[trump] == NO_MOVE:
                to_beat = strongest_so_far(rules, state, seat, trump)
                for_trump[trump] = trick_value(
                    rivals, voids, unseen, none, eager, in_sight, to_beat, lead, trump, suit, number, won, given
                )
            value += for_trump[trump]
            if best_move < 0 or value > best:
                best = value
                best_move = move
    return best_move
