"""3. Tricks, steps 4 and 5: who wins, and the one card the winner picks."""

from engine.compiling import kernel
from engine.rows import fill
from engine.stonks.cards import NONE, NUMBERS, MoveKind, Phase
from engine.stonks.codes import company_of, encode_move, number_of, second_part
from engine.stonks.events import EventKind, append_to_log, tell_everyone
from engine.stonks.state import add_card, is_speculator, leads_face_down, next_seat


@kernel
def is_cancelled(rules, state, seat, lead_shown):
    """Whether a follower's speculation is void: another seat played the real card of the lead suit and number.

    Until it is shown, a card led face down is not looked at.
    """
    card = int(state.lead) * NUMBERS + number_of(state.played[seat]) - 1
    other = int(state.leader)
    later = False
    for _ in range(state.cards_played):
        if other == seat:
            later = True
        elif state.played[other] == card and (later or not rules.later_only_cancelling):
            return lead_shown or other != state.leader or not leads_face_down(state)
        other = next_seat(rules, other)
    return False


@kernel
def strength(rules, state, seat, trump, lead_shown):
    """What a played card counts for: trump above the lead suit, 0 for neither.

    A follower's card under a speculation card counts as the lead suit, unless that is cancelled.
    """
    card = int(state.played[seat])
    suit = company_of(card)
    if is_speculator(state, seat) and seat != state.leader and not is_cancelled(rules, state, seat, lead_shown):
        suit = int(state.lead)
    if suit == trump:
        return NUMBERS + number_of(card)
    if suit == state.lead:
        return number_of(card)
    return 0


@kernel
def winner(rules, state):
    """The seat whose card is strongest, -1 if nobody played trump or the lead suit.

    Equal cards, possible only where a card that counts as the lead suit is not cancelled by the real one or by a
    second speculation, go to the one played first.
    """
    best = -1
    most = 0
    seat = int(state.leader)
    for _ in range(state.cards_played):
        value = strength(rules, state, seat, state.trump, True)
        if value > most:
            best = seat
            most = value
        seat = next_seat(rules, seat)
    return best


@kernel
def decide_trick(rules, state, log):
    """Show a face-down lead and find the winner, who is to pick; False if nobody wins and all cards are gone."""
    if is_speculator(state, state.leader):
        tell_everyone(state, log, EventKind.LEAD_SHOWN, state.leader, state.played[state.leader], 0, 0, 0)
    if log is not None and log.shape[0] > 1:
        for seat in range(rules.seats):
            if is_speculator(state, seat) and seat != state.leader and is_cancelled(rules, state, seat, True):
                append_to_log(log, EventKind.SPECULATION_CANCELLED, -1, seat, state.played[seat], 0, 0, 0)
    seat = winner(rules, state)
    if seat < 0:
        append_to_log(log, EventKind.TRICK_LOST, -1, -1, 0, 0, 0, 0)
        clear_trick(rules, state, NONE)
        return False
    append_to_log(log, EventKind.TRICK_WON, -1, seat, state.played[seat], 0, 0, 0)
    state.phase = Phase.PICK
    state.turn = seat
    return True


@kernel
def legal_picks(rules, state, out):
    """The turned-up card or any card of the trick, ascending."""
    out[0] = encode_move(MoveKind.PICK, 0, state.turned)
    count = 1
    for seat in range(rules.seats):
        code = encode_move(MoveKind.PICK, 0, state.played[seat])
        place = count
        while place > 0 and out[place - 1] > code:
            out[place] = out[place - 1]
            place -= 1
        out[place] = code
        count += 1
    return count


@kernel
def pick_card(rules, state, move, log):
    """The winner adds a card to its open portfolio and leads next; the others are out of the round."""
    seat = int(state.turn)
    card = second_part(move)
    add_card(state.portfolios[seat], card)
    state.portfolio_sizes[seat] += 1
    state.leader = seat
    tell_everyone(state, log, EventKind.CARD_PICKED, seat, card, 0, 0, 0)
    clear_trick(rules, state, card)


@kernel
def clear_trick(rules, state, picked):
    """Remove the cards on the table but the one picked."""
    if state.turned != picked:
        add_card(state.removed, state.turned)
    for seat in range(rules.seats):
        if state.played[seat] != picked:
            add_card(state.removed, state.played[seat])
    state.turned = NONE
    fill(state.played, NONE)
    state.cards_played = 0
    state.lead = NONE
    state.speculators = 0
