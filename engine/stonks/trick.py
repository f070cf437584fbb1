"""3. Tricks, steps 1 to 3: a deck card is turned up, one seat leads, the others follow; the speculation card."""

from engine.compiling import kernel
from engine.randomness import draw_below
from engine.rows import fill
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind, Phase
from engine.stonks.codes import company_of, encode_move, first_part, move_kind, second_part
from engine.stonks.events import EventKind, tell_everyone, tell_seat
from engine.stonks.opening_pair import list_hand, list_suit
from engine.stonks.state import card_at, count_bits, next_seat, number_at, remove_card


@kernel
def begin_trick(state, log):
    """Turn up the top card of the deck; the leader is to play."""
    deck = state.decks[state.round_number]
    card = int(deck[state.dealt])
    deck[state.dealt] = NONE
    state.dealt += 1
    state.turned = card
    fill(state.played, NONE)
    state.cards_played = 0
    state.lead = NONE
    state.speculators = 0
    state.phase = Phase.TRICK
    state.turn = state.leader
    tell_everyone(state, log, EventKind.CARD_TURNED, -1, card, 0, 0, 0)


@kernel
def may_speculate(rules, state, seat):
    """Whether the seat has its speculation card and the trick still takes one.

    A follower also needs a hand without the lead suit.
    """
    if (int(state.speculation_cards) >> int(seat)) & 1 == 0:
        return False
    return state.speculators == 0 or rules.unlimited_speculation != 0


@kernel
def legal_plays(rules, state, out):
    """The lead suit must be followed; a leader, and a follower without the lead suit, may speculate."""
    seat = int(state.turn)
    hand = state.hands[seat]
    lead = int(state.lead)
    if lead != NONE and hand[lead] != 0:
        return list_suit(hand[lead], lead, MoveKind.PLAY, 0, out, 0)
    count = list_hand(hand, MoveKind.PLAY, 0, out, 0)
    if may_speculate(rules, state, seat):
        if lead != NONE:
            return list_hand(hand, MoveKind.SPECULATE, lead, out, count)
        for suit in range(COMPANIES):
            if state.places[suit] != NONE:
                count = list_hand(hand, MoveKind.SPECULATE, suit, out, count)
    return count


@kernel
def random_play(rules, state, rng):
    """The move in a random place of the list of :func:`legal_plays`."""
    seat = int(state.turn)
    hand = state.hands[seat]
    lead = int(state.lead)
    if lead != NONE and hand[lead] != 0:
        place = draw_below(rng, count_bits(hand[lead]))
        return play_code(lead * NUMBERS + number_at(hand[lead], place))
    size = int(state.hand_sizes[seat])
    lists = 1
    if may_speculate(rules, state, seat):
        lists += 1 if lead != NONE else int(rules.companies)
    place = draw_below(rng, size * lists)
    if place < size:
        return play_code(card_at(hand, place))
    card = card_at(hand, place % size)
    if lead != NONE:
        return encode_move(MoveKind.SPECULATE, lead, card)
    return encode_move(MoveKind.SPECULATE, company_in_play(state, place // size - 1), card)


@kernel
def company_in_play(state, index):
    """The company of this index among those in play, from 0."""
    company = 0
    while state.places[company] == NONE or index > 0:
        if state.places[company] != NONE:
            index -= 1
        company += 1
    return company


@kernel
def play_card(rules, state, move, log):
    """Play a card; return how many market symbols now take effect."""
    seat = int(state.turn)
    card = second_part(move)
    leads = state.lead == NONE
    speculates = move_kind(move) == MoveKind.SPECULATE
    remove_card(state.hands[seat], card)
    state.hand_sizes[seat] -= 1
    state.played[seat] = card
    state.cards_played += 1
    if not leads and (speculates or company_of(card) != state.lead):
        state.voids[seat] |= 1 << int(state.lead)
    if speculates:
        state.speculators |= 1 << seat
        state.speculation_cards ^= 1 << seat
        if leads:
            state.lead = first_part(move)
            tell_everyone(state, log, EventKind.LED_FACE_DOWN, seat, state.lead, 0, 0, 0)
            tell_seat(state, log, seat, EventKind.FACE_DOWN_PLAYED, seat, card, 0, 0, 0)
            # The symbols of a face-down card are ignored.
            return 0
        tell_everyone(state, log, EventKind.FOLLOWED_AS_LEAD, seat, card, state.lead, 0, 0)
    else:
        if leads:
            state.lead = company_of(card)
        tell_everyone(state, log, EventKind.CARD_PLAYED, seat, card, 0, 0, 0)
    return int(rules.symbols[card])


@kernel
def all_have_played(rules, state):
    """Whether the trick is complete."""
    return state.cards_played >= rules.seats


@kernel
def pass_to_next_player(rules, state):
    """The next seat plays to the trick."""
    state.phase = Phase.TRICK
    state.turn = next_seat(rules, state.turn)


@kernel
def play_code(card):
    """The code of playing a card without speculating."""
    return encode_move(MoveKind.PLAY, 0, card)
