"""Features of the cards that may be played to a trick, face up or as a speculation."""

from enum import IntEnum

import numpy as np

from engine.compiling import kernel
from engine.stack_arrays import stack_array
from engine.stonks.assessment import (
    Note,
    card_strength,
    new_notes,
    note_fruits,
    note_stakes,
    open_value,
    pick_value,
)
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind
from engine.stonks.chances import chance_of_lead, new_chances, new_unseen, note_outlook, voids_of
from engine.stonks.codes import company_of, encode_move, number_of
from engine.stonks.rules_of_thumb import best_on_table, cards_to_play, is_on_table, take_lowest_card
from engine.stonks.state import count_bits
from engine.stonks.styles import FEWEST_SEATS, WEIGHTS, Style, Weight
from engine.stonks.token_moves import NO_MOVE, note_token_moves
from engine.stonks.trick import may_speculate
from engine.stonks.trick_outlook import Outlook, add_trick, chance_of_trick


class PlayTableFeature(IntEnum):
    """A decision's own features in a trick, beside those that every decision has."""

    RIVALS = 7  # seats still to play after this one; 4 seats
    LEADS = 8  # whether the seat leads
    FOLLOWS = 9  # whether it has cards of the lead suit, so that it must follow
    OWN_BEST = 10  # the best card on the table, as a pick of the seat; $10
    COMMON_BEST = 11  # the best card on the table, to anybody; $10
    MASTERS = 12  # hand cards above all unseen ones of their suits; 3 cards
    IN_SIGHT = 13  # the chance that no card led face down wins whatever is played
    MAY_SPECULATE = 14  # whether the seat may speculate
    UNSEEN = 15  # cards that the seat has not seen this round; 40 cards


class PlayFeature(IntEnum):
    """The features of a card to play. *Its move* is the token move that goes best with its symbols."""

    VALUE = 0  # what the rules of thumb make of the play; $10
    CHANCE = 1  # the chance that the card wins the trick
    WON = 2  # what a win brings, times its chance; $10
    GIVEN = 3  # what a rival's win hands over, times its chance; $10
    SYMBOLS = 4  # market symbols that take effect; 2 symbols
    MOVE_VALUE = 5  # what its move does for the own portfolio against the rivals'; $5
    NUMBER = 6  # the number on the card; 13
    IS_TRUMP = 7  # whether it is of the trump suit now
    OPEN_VALUE = 8  # what the card is worth to anybody; $10
    PICK_VALUE = 9  # what it would be worth as a pick of the seat; $10
    SUIT_CARDS = 10  # hand cards of its suit; 4 cards
    ONLY_OF_SUIT = 11  # whether it is the only one of these
    UNSEEN_ABOVE = 12  # unseen cards of its suit that are higher; 6 cards
    UNSEEN_OF_SUIT = 13  # unseen cards of its suit; 10 cards
    HIGHEST_OF_SUIT = 14  # whether it is the highest of its suit in hand
    STAKE = 15  # what it is worth that its company's price rises by $1; $5
    SPECULATES = 16  # whether it is played as a speculation
    CHANGES_TRUMP = 17  # whether its move makes another suit trump
    COUNTS_AS_TRUMP = 18  # whether the card counts as trump after its move
    UNSEEN_OF_LEAD = 19  # if led face down: unseen cards of the suit named; 10 cards


new_by_trumps = stack_array((2, COMPANIES), np.float64)
"""For one symbol and for two: what the best move is worth that makes each company trump, in $."""


@kernel
def describe_plays(rules, state, seat, moves, table, features):
    """Each card that may be played, and the speculations with it; the arrays are those of ``describe_moves``."""
    lead = int(state.lead)
    low, high, follows = cards_to_play(state, seat)
    if follows:
        card, low_rest, high_rest = take_lowest_card(low, high)
        if low_rest | high_rest == 0:
            moves[0] = encode_move(MoveKind.PLAY, 0, card)
            return 1
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    notes = new_notes()
    unseen = new_unseen()
    none = new_chances()
    by_trumps = new_by_trumps()
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    rivals = int(rules.seats) - int(state.cards_played) - 1
    total = note_outlook(rules, state, seat, rivals, unseen, none)
    voids = voids_of(rules, state, seat, rivals)
    in_sight = chance_of_lead(state, seat)
    outlook = Outlook(unseen, none, rivals, voids, in_sight, weights[Weight.EAGER], weights[Weight.GIVE])
    own_best, common_best = best_on_table(rules, state, seat, notes)
    speculates = not follows and may_speculate(rules, state, seat)
    table[PlayTableFeature.OWN_BEST] = own_best / 10.0
    table[PlayTableFeature.COMMON_BEST] = common_best / 10.0
    describe_trick(state, seat, outlook, follows, speculates, total, table)
    # The fewer tricks there are to come, the less a strong card is worth keeping.
    keep = weights[Weight.SPEND] * (int(state.hand_sizes[seat]) - 2) / int(rules.hand_size)
    noted = 0
    count = 0
    while low | high:
        card, low, high = take_lowest_card(low, high)
        company = company_of(card)
        led = company if lead == NONE else lead
        won = max(own_best, pick_value(rules, card, notes)) + weights[Weight.WIN]
        given = max(common_best, open_value(rules, card, notes))
        cost = keep * card_strength(state, card)
        trump = int(state.trump)
        moved = 0.0
        symbols = int(rules.symbols[card])
        if symbols > 0:
            by_trump = by_trumps[symbols - 1]
            if (noted >> symbols) & 1 == 0:
                note_token_moves(rules, state, symbols, notes, by_trump)
                noted |= 1 << symbols
            trump, moved = best_token_move(rules, state, seat, outlook, by_trump, card, led, won, given)
        chance = chance_of_trick(rules, state, seat, outlook, led, trump, company, number_of(card))
        value = add_trick(moved, outlook, chance, won, given) - cost
        moves[count] = encode_move(MoveKind.PLAY, 0, card)
        row = features[count]
        describe_card(rules, state, seat, notes, unseen, card, row)
        describe_outcome(state, value, chance, won, given, company, trump, moved, row)
        count += 1
        if speculates:
            # In this order: in another the sum might be rounded differently.
            cost = cost + weights[Weight.SPECULATION] + notes[Note.PRICE, state.trump]
            if lead == NONE:
                if company == state.trump:
                    count = describe_hidden_leads(
                        rules, state, seat, outlook, notes, card, won, given, cost, moves, features, count
                    )
            elif not is_on_table(state, seat, lead * NUMBERS + number_of(card) - 1):
                moves[count] = encode_move(MoveKind.SPECULATE, lead, card)
                describe_false_follow(
                    rules, state, seat, outlook, notes, card, won, given, cost, trump, moved, features[count]
                )
                count += 1
    return count


@kernel
def describe_trick(state, seat, outlook, follows, speculates, unseen, table):
    """The trick before the seat plays."""
    table[PlayTableFeature.RIVALS] = outlook.rivals / 4.0
    table[PlayTableFeature.LEADS] = 1.0 if state.lead == NONE else 0.0
    table[PlayTableFeature.FOLLOWS] = 1.0 if follows else 0.0
    table[PlayTableFeature.MASTERS] = count_masters(state, seat, outlook.unseen) / 3.0
    table[PlayTableFeature.IN_SIGHT] = outlook.in_sight
    table[PlayTableFeature.MAY_SPECULATE] = 1.0 if speculates else 0.0
    table[PlayTableFeature.UNSEEN] = unseen / 40.0


@kernel
def count_masters(state, seat, unseen):
    """The number of hand cards above all unseen ones of their suits."""
    masters = 0
    for company in range(COMPANIES):
        # The highest unseen number, and all numbers below it.
        below = unseen[company]
        below |= below >> 1
        below |= below >> 2
        below |= below >> 4
        below |= below >> 8
        masters += count_bits(np.int64(state.hands[seat, company]) & ~below)
    return masters


@kernel
def best_token_move(rules, state, seat, outlook, by_trump, card, lead, won, given):
    """The trump that the token move which goes best with a card makes, and what that move is worth in $.

    ``by_trump`` is what :func:`engine.stonks.token_moves.note_token_moves` writes; ``won`` and ``given`` are what the
    trick with the card in it brings the seat, or else a rival, in $.
    """
    best_trump = int(state.trump)
    best_moved = 0.0
    best = -1e9
    for trump in range(COMPANIES):
        moved = by_trump[trump]
        if moved != NO_MOVE:
            chance = chance_of_trick(rules, state, seat, outlook, lead, trump, company_of(card), number_of(card))
            value = add_trick(moved, outlook, chance, won, given)
            if value > best:
                best = value
                best_trump = trump
                best_moved = moved
    return best_trump, best_moved


@kernel
def describe_hidden_leads(rules, state, seat, outlook, notes, card, won, given, cost, moves, features, count):
    """A trump led face down under each other suit, its symbols ignored; return the new number of moves."""
    trump = int(state.trump)
    for suit in range(COMPANIES):
        if suit != trump and state.places[suit] != NONE:
            chance = chance_of_trick(rules, state, seat, outlook, suit, trump, trump, number_of(card))
            value = add_trick(0.0, outlook, chance, won, given) - cost
            moves[count] = encode_move(MoveKind.SPECULATE, suit, card)
            row = features[count]
            describe_card(rules, state, seat, notes, outlook.unseen, card, row)
            describe_outcome(state, value, chance, won, given, trump, trump, 0.0, row)
            row[PlayFeature.SYMBOLS] = 0.0
            row[PlayFeature.SPECULATES] = 1.0
            row[PlayFeature.UNSEEN_OF_LEAD] = count_bits(outlook.unseen[suit]) / 10.0
            count += 1
    return count


@kernel
def describe_false_follow(rules, state, seat, outlook, notes, card, won, given, cost, trump, moved, row):
    """A card that counts as one of the lead suit; its symbols take effect, with the token move that makes ``trump``."""
    lead = int(state.lead)
    chance = chance_of_trick(rules, state, seat, outlook, lead, trump, lead, number_of(card))
    value = add_trick(moved, outlook, chance, won, given) - cost
    describe_card(rules, state, seat, notes, outlook.unseen, card, row)
    describe_outcome(state, value, chance, won, given, lead, trump, moved, row)
    row[PlayFeature.SPECULATES] = 1.0


@kernel
def describe_card(rules, state, seat, notes, unseen, card, row):
    """What a hand card is like, however it is played."""
    company = company_of(card)
    number = number_of(card)
    numbers = int(state.hands[seat, company])
    row[PlayFeature.SYMBOLS] = int(rules.symbols[card]) / 2.0
    row[PlayFeature.NUMBER] = number / NUMBERS
    row[PlayFeature.IS_TRUMP] = 1.0 if company == state.trump else 0.0
    row[PlayFeature.OPEN_VALUE] = open_value(rules, card, notes) / 10.0
    row[PlayFeature.PICK_VALUE] = pick_value(rules, card, notes) / 10.0
    row[PlayFeature.SUIT_CARDS] = count_bits(numbers) / 4.0
    row[PlayFeature.ONLY_OF_SUIT] = 1.0 if numbers & (numbers - 1) == 0 else 0.0
    row[PlayFeature.UNSEEN_ABOVE] = count_bits(unseen[company] >> number) / 6.0
    row[PlayFeature.UNSEEN_OF_SUIT] = count_bits(unseen[company]) / 10.0
    row[PlayFeature.HIGHEST_OF_SUIT] = 1.0 if numbers >> number == 0 else 0.0
    row[PlayFeature.STAKE] = notes[Note.STAKE, company] / 5.0


@kernel
def describe_outcome(state, value, chance, won, given, suit, trump, moved, row):
    """What a card brings that counts as ``suit``, with a token move worth ``moved`` $ that makes ``trump``.

    Together with :func:`describe_card` it writes all of ``row``, float32[MOVE_FEATURES], as for a card that is no
    speculation.
    """
    row[PlayFeature.VALUE] = value / 10.0
    row[PlayFeature.CHANCE] = chance
    row[PlayFeature.WON] = chance * won / 10.0
    row[PlayFeature.GIVEN] = (1.0 - chance) * given / 10.0
    row[PlayFeature.MOVE_VALUE] = moved / 5.0
    row[PlayFeature.SPECULATES] = 0.0
    row[PlayFeature.CHANGES_TRUMP] = 1.0 if trump != state.trump else 0.0
    row[PlayFeature.COUNTS_AS_TRUMP] = 1.0 if suit == trump else 0.0
    row[PlayFeature.UNSEEN_OF_LEAD] = 0.0
