"""2. Opening pair: every seat puts one card face up and one face down into its portfolio.

All choose in secret, then the face-up cards are shown. Seats choose one after another here, but what they choose
stays hidden until the last one has chosen.
"""

from engine.compiling import kernel
from engine.randomness import draw_below
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind, Phase
from engine.stonks.codes import company_of, encode_move, move_kind, number_of, second_part
from engine.stonks.events import EventKind, append_to_log, tell_everyone, tell_seat
from engine.stonks.state import add_card, card_at, lowest_number, next_seat, remove_card


@kernel
def begin_opening_pair(state):
    """Seat 0 chooses first; the order is of no consequence."""
    state.phase = Phase.OPENING_PAIR
    state.turn = 0


@kernel
def list_hand(masks, kind, first, out, count):
    """Append a move of ``kind`` for every card of a set, ascending; return the new number of moves."""
    for company in range(COMPANIES):
        count = list_suit(masks[company], company, kind, first, out, count)
    return count


@kernel
def list_suit(numbers, company, kind, first, out, count):
    """Append a move of ``kind`` for every number of a mask, ascending; return the new number of moves."""
    numbers = int(numbers)
    code = encode_move(kind, first, company * NUMBERS)
    while numbers:
        out[count] = code + lowest_number(numbers)
        count += 1
        numbers &= numbers - 1
    return count


@kernel
def legal_opening_choices(state, out):
    """Any hand card to lie face up, then any other to lie face down."""
    seat = int(state.turn)
    if state.opening_cards[seat] == NONE:
        return list_hand(state.hands[seat], MoveKind.CHOOSE_FACE_UP, 0, out, 0)
    return list_hand(state.hands[seat], MoveKind.CHOOSE_FACE_DOWN, 0, out, 0)


@kernel
def random_opening_choice(state, rng):
    """The choice in a random place of the list of :func:`legal_opening_choices`."""
    seat = int(state.turn)
    kind = MoveKind.CHOOSE_FACE_UP if state.opening_cards[seat] == NONE else MoveKind.CHOOSE_FACE_DOWN
    return encode_move(kind, 0, card_at(state.hands[seat], draw_below(rng, state.hand_sizes[seat])))


@kernel
def choose_opening_card(rules, state, move, log):
    """Play a choice; return whether all seats have chosen both cards."""
    seat = int(state.turn)
    card = second_part(move)
    remove_card(state.hands[seat], card)
    state.hand_sizes[seat] -= 1
    if move_kind(move) == MoveKind.CHOOSE_FACE_UP:
        state.opening_cards[seat] = card
        tell_seat(state, log, seat, EventKind.FACE_UP_CHOSEN, seat, card, 0, 0, 0)
        return False
    state.hidden_cards[seat, state.half] = card
    tell_seat(state, log, seat, EventKind.FACE_DOWN_CHOSEN, seat, card, 0, 0, 0)
    if seat + 1 < rules.seats:
        state.turn = next_seat(rules, seat)
        return False
    show_opening_cards(rules, state, log)
    return True


@kernel
def show_opening_cards(rules, state, log):
    """Turn up the chosen cards; in a round's first half the lowest number leads."""
    leader = -1
    lowest = 0
    for seat in range(rules.seats):
        card = int(state.opening_cards[seat])
        state.opening_cards[seat] = NONE
        add_card(state.portfolios[seat], card)
        state.portfolio_sizes[seat] += 2
        tell_everyone(state, log, EventKind.FACE_UP_SHOWN, seat, card, 0, 0, 0)
        # Of equal numbers the one whose company lies further left.
        rank = number_of(card) * COMPANIES + int(state.places[company_of(card)])
        if leader < 0 or rank < lowest:
            leader = seat
            lowest = rank
    if state.half == 0:
        state.leader = leader
    append_to_log(log, EventKind.LEADER_FOUND, -1, state.leader, 0, 0, 0, 0)
