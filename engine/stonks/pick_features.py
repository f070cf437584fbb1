"""Features of the cards that a trick's winner may pick."""

from enum import IntEnum

from engine.compiling import kernel
from engine.stonks.assessment import Note, new_notes, note_fruits, note_stakes, pick_value, rival_fruits
from engine.stonks.cards import MoveKind
from engine.stonks.chances import new_unseen, note_unseen
from engine.stonks.codes import company_of, encode_move
from engine.stonks.scoring import fruits_in
from engine.stonks.state import count_bits, price
from engine.stonks.styles import FEWEST_SEATS, WEIGHTS, Style


class PickTableFeature(IntEnum):
    """A decision's own features when a card is picked, beside those that every decision has."""

    BLACK_TOKENS = 7  # tokens that are locked; 4 tokens


class PickFeature(IntEnum):
    """The features of a card to pick: its fruits, times what each of them may be worth, and its company."""

    VALUE = 0  # what the rules of thumb make of the card; $10
    FRUITS = 1  # fruits on the card; 3 fruits
    VALUE_NOW = 2  # fruits at today's price; $10
    PRICE = 3  # today's price of its company; $5
    LEVEL = 4  # its company's level, from 0; 4 levels
    BY_OWN = 5  # fruits times own fruits of the company; 10
    BY_RIVAL = 6  # fruits times the average rival's open ones; 10
    BY_MOST_RIVAL = 7  # fruits times those of the rival with most of them; 10
    IS_TRUMP = 8  # whether its company is trump
    BY_HAND_CARDS = 9  # fruits times hand cards of the company; 10
    BY_UNSEEN = 10  # fruits times unseen fruits of the company; 40
    BY_LOCK = 11  # fruits if the company's token is locked; 3 fruits
    BY_STAKE = 12  # fruits times what it is worth that the price rises by $1; $5
    EXPECTED_LATER = 13  # fruits at the expected price, times the share of tricks left; $10
    OWN_FRUITS = 14  # own fruits of the company; 5 fruits
    RIVAL_FRUITS = 15  # the average rival's open ones; 5 fruits
    HAND_CARDS = 16  # hand cards of the company; 4 cards
    NOW_LATER = 17  # fruits at today's price, times the share of tricks left; $10


@kernel
def describe_picks(rules, state, seat, tricks, moves, table, features):
    """The turned-up card and each card of the trick; the arrays are those of ``describe_moves``.

    ``tricks`` is the share of the round's tricks that is left.
    """
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    notes = new_notes()
    unseen = new_unseen()
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    note_unseen(rules, state, seat, unseen)
    table[PickTableFeature.BLACK_TOKENS] = count_bits(int(state.black)) / 4.0
    count = 0
    for other in range(-1, int(rules.seats)):
        card = int(state.turned) if other < 0 else int(state.played[other])
        company = company_of(card)
        fruits = int(rules.fruits[card])
        mean, most = rival_fruits(rules, state, seat, company)
        hand_cards = count_bits(int(state.hands[seat, company]))
        moves[count] = encode_move(MoveKind.PICK, 0, card)
        row = features[count]
        row[:] = 0.0
        row[PickFeature.VALUE] = pick_value(rules, card, notes) / 10.0
        row[PickFeature.FRUITS] = fruits / 3.0
        row[PickFeature.VALUE_NOW] = fruits * price(rules, state, company) / 10.0
        row[PickFeature.PRICE] = price(rules, state, company) / 5.0
        row[PickFeature.LEVEL] = int(state.levels[company]) / 4.0
        row[PickFeature.BY_OWN] = fruits * notes[Note.OWN, company] / 10.0
        row[PickFeature.BY_RIVAL] = fruits * mean / 10.0
        row[PickFeature.BY_MOST_RIVAL] = fruits * most / 10.0
        row[PickFeature.IS_TRUMP] = 1.0 if company == state.trump else 0.0
        row[PickFeature.BY_HAND_CARDS] = fruits * hand_cards / 10.0
        row[PickFeature.BY_UNSEEN] = fruits * fruits_in(rules, unseen[company], company) / 40.0
        row[PickFeature.BY_LOCK] = fruits * ((int(state.black) >> company) & 1) / 3.0
        row[PickFeature.BY_STAKE] = fruits * notes[Note.STAKE, company] / 5.0
        row[PickFeature.EXPECTED_LATER] = fruits * notes[Note.PRICE, company] * tricks / 10.0
        row[PickFeature.OWN_FRUITS] = notes[Note.OWN, company] / 5.0
        row[PickFeature.RIVAL_FRUITS] = mean / 5.0
        row[PickFeature.HAND_CARDS] = hand_cards / 4.0
        row[PickFeature.NOW_LATER] = fruits * price(rules, state, company) * tricks / 10.0
        count += 1
    return count
