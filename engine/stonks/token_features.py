"""Features of the token moves that market symbols allow while a trick is running."""

from enum import IntEnum

from engine.compiling import kernel
from engine.stonks.assessment import Note, new_notes, note_fruits, note_stakes, rival_fruits
from engine.stonks.cards import COMPANIES, MoveKind
from engine.stonks.chances import chance_of_lead, new_chances, new_unseen, note_outlook, voids_of
from engine.stonks.codes import company_of, encode_move, number_of
from engine.stonks.rules_of_thumb import best_on_table
from engine.stonks.scoring import fruits_in
from engine.stonks.state import count_bits, is_speculator
from engine.stonks.styles import FEWEST_SEATS, WEIGHTS, Style, Weight
from engine.stonks.token_moves import is_free, level_moved, lowest_keys, price_change, trump_after
from engine.stonks.trick_outlook import Outlook, add_trick, chance_of_trick
from engine.stonks.winning import is_cancelled


class TokenTableFeature(IntEnum):
    """A decision's own features in the market, beside those that every decision has."""

    RIVALS = 7  # seats still to play to the trick; 4 seats
    CHANCE = 8  # the chance that the seat's card wins the trick if trump stays
    OWN_BEST = 9  # the best card on the table, as a pick of the seat; $10
    COMMON_BEST = 10  # the best card on the table, to anybody; $10
    STEPS = 11  # levels that the token moves; 2 levels
    BLACK_TOKENS = 12  # tokens that are locked; 4 tokens


class TokenFeature(IntEnum):
    """The features of a token move: of its company and price, and of the trick under the trump that it makes."""

    VALUE = 0  # what the rules of thumb make of the move; $10
    OWN_CHANGE = 1  # what it does to the own portfolio; $5
    RIVAL_CHANGE = 2  # what it does to the average rival's, of which the open cards count; $5
    MOST_RIVAL_CHANGE = 3  # what it does to that of the rival with most fruits of the company; $5
    IS_UP = 4  # whether the token goes up
    LEVEL_AFTER = 5  # the level after the move, from 0; 4 levels
    PRICE_AFTER = 6  # the price after the move; $5
    HAND_CARDS = 7  # hand cards of the company; 4 cards
    HAND_CHANGE = 8  # what it does to the hand cards' fruits; $5
    UNSEEN_CHANGE = 9  # what it does to the unseen cards' fruits; $20
    OWN_FRUITS = 10  # own fruits of the company; 5 fruits
    RIVAL_FRUITS = 11  # the average rival's open ones; 5 fruits
    IS_TRUMP = 12  # whether the company is trump before the move
    CHANGES_TRUMP = 13  # whether another company becomes trump
    CHANCE = 14  # the chance that the seat's card wins the trick
    TRICK_VALUE = 15  # what the trick brings on average; $10
    LEAVES = 16  # whether the market is left alone
    TRUMPS = 17  # hand cards of the trump suit; 4 cards
    HIGH_TRUMPS = 18  # those from number 9 on; 2 cards
    UNSEEN_TRUMPS = 19  # unseen cards of the trump suit; 10 cards


@kernel
def describe_token_moves(rules, state, seat, moves, table, features):
    """Each token that may be moved, each way; the arrays are those of ``describe_moves``."""
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    notes = new_notes()
    unseen = new_unseen()
    none = new_chances()
    rivals = int(rules.seats) - int(state.cards_played)
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    note_outlook(rules, state, seat, rivals, unseen, none)
    voids = voids_of(rules, state, seat, rivals)
    in_sight = chance_of_lead(state, seat)
    outlook = Outlook(unseen, none, rivals, voids, in_sight, weights[Weight.EAGER], weights[Weight.GIVE])
    own_best, common_best = best_on_table(rules, state, seat, notes)
    won = own_best + weights[Weight.WIN]
    chance = chance_of_own_card(rules, state, seat, outlook, int(state.trump))
    steps = int(state.steps)
    table[TokenTableFeature.RIVALS] = rivals / 4.0
    table[TokenTableFeature.CHANCE] = chance
    table[TokenTableFeature.OWN_BEST] = own_best / 10.0
    table[TokenTableFeature.COMMON_BEST] = common_best / 10.0
    table[TokenTableFeature.STEPS] = steps / 2.0
    table[TokenTableFeature.BLACK_TOKENS] = count_bits(int(state.black)) / 4.0
    lowest, second = lowest_keys(rules, state)
    count = 0
    for company in range(COMPANIES):
        if not is_free(state, company):
            continue
        mean, most = rival_fruits(rules, state, seat, company)
        for direction in range(2):
            after = level_moved(state, company, steps, direction)
            if after < 0:
                continue
            change = price_change(rules, state, company, after)
            stake = change * notes[Note.STAKE, company]
            trump = trump_after(rules, state, company, after, lowest, second)
            moves[count] = encode_move(MoveKind.MOVE_TOKEN, company, direction)
            row = features[count]
            describe_token(rules, state, seat, notes, unseen, company, after, change, mean, most, row)
            describe_trick(rules, state, seat, outlook, trump, chance, stake, won, common_best, row)
            count += 1
    if rules.optional_symbols:
        moves[count] = encode_move(MoveKind.LEAVE_MARKET, 0, 0)
        row = features[count]
        row[:] = 0.0
        describe_trick(rules, state, seat, outlook, int(state.trump), chance, 0.0, won, common_best, row)
        row[TokenFeature.LEAVES] = 1.0
        count += 1
    return count


@kernel
def chance_of_own_card(rules, state, seat, outlook, trump):
    """The chance that the card which the seat has played wins the trick if ``trump`` decides it."""
    card = int(state.played[seat])
    suit = company_of(card)
    if is_speculator(state, seat) and not is_cancelled(rules, state, seat, False):
        suit = int(state.lead)
    return chance_of_trick(rules, state, seat, outlook, int(state.lead), trump, suit, number_of(card))


@kernel
def describe_token(rules, state, seat, notes, unseen, company, after, change, mean, most, row):
    """What a move to the level ``after``, which changes the expected price by ``change`` $, does to portfolios.

    ``mean`` and ``most`` are the rivals' fruits of the company.
    """
    own = notes[Note.OWN, company]
    hand = int(state.hands[seat, company])
    row[TokenFeature.OWN_CHANGE] = change * own / 5.0
    row[TokenFeature.RIVAL_CHANGE] = change * mean / 5.0
    row[TokenFeature.MOST_RIVAL_CHANGE] = change * most / 5.0
    row[TokenFeature.IS_UP] = 1.0 if after > state.levels[company] else 0.0
    row[TokenFeature.LEVEL_AFTER] = after / 4.0
    row[TokenFeature.PRICE_AFTER] = int(rules.prices[state.places[company], after]) / 5.0
    row[TokenFeature.HAND_CARDS] = count_bits(hand) / 4.0
    row[TokenFeature.HAND_CHANGE] = fruits_in(rules, hand, company) * change / 5.0
    row[TokenFeature.UNSEEN_CHANGE] = fruits_in(rules, unseen[company], company) * change / 20.0
    row[TokenFeature.OWN_FRUITS] = own / 5.0
    row[TokenFeature.RIVAL_FRUITS] = mean / 5.0
    row[TokenFeature.IS_TRUMP] = 1.0 if company == state.trump else 0.0


@kernel
def describe_trick(rules, state, seat, outlook, trump, chance_now, stake, won, given, row):
    """The trick and the hand once ``trump`` decides.

    ``chance_now`` is the chance to win if trump stays, ``stake`` what the price change is worth to the seat, ``won``
    and ``given`` what the trick brings it, or else a rival, in $.
    """
    chance = chance_now
    if trump != state.trump:
        chance = chance_of_own_card(rules, state, seat, outlook, trump)
    hand = int(state.hands[seat, trump])
    row[TokenFeature.CHANGES_TRUMP] = 1.0 if trump != state.trump else 0.0
    row[TokenFeature.CHANCE] = chance
    row[TokenFeature.TRICK_VALUE] = add_trick(0.0, outlook, chance, won, given) / 10.0
    # From the row, where the value is rounded, as in what the weights were learned from.
    row[TokenFeature.VALUE] = (10.0 * float(row[TokenFeature.TRICK_VALUE]) + stake) / 10.0
    row[TokenFeature.LEAVES] = 0.0
    row[TokenFeature.TRUMPS] = count_bits(hand) / 4.0
    row[TokenFeature.HIGH_TRUMPS] = count_bits(hand >> 8) / 2.0
    row[TokenFeature.UNSEEN_TRUMPS] = count_bits(outlook.unseen[trump]) / 10.0
