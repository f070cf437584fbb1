"""4. Action Phase: every Stock Boom! and Stock Bust! taken this round is used, in turn order."""

from engine.compiling import kernel
from engine.stockpile.cards import (
    ACTION_FACES,
    ACTION_KINDS,
    COMPANIES,
    CardKind,
    MoveKind,
    Phase,
    Zone,
)
from engine.stockpile.codes import encode_move, first_part, second_part
from engine.stockpile.events import EventKind, tell_everyone
from engine.stockpile.state import best_known_card, is_last_in_turn_order, next_seat, rule_out
from engine.stockpile.stock_price import move_price
from engine.stockpile.turning_up import turn_up


@kernel
def begin_action(rules, state, log):
    """The first seat with action cards, in turn order, plays; return True if no seat has any."""
    state.phase = Phase.ACTION
    state.turn = state.first_seat
    return pass_seats_without_actions(rules, state, log)


@kernel
def holds_actions(state, seat):
    """Whether the seat has an action card to play."""
    return state.actions[seat, 0] + state.actions[seat, 1] > 0


@kernel
def pass_seats_without_actions(rules, state, log):
    """Pass on to the next seat with action cards; a seat passed is known to hold none. True after the last."""
    passed = 0
    is_over = False
    while not is_over and not holds_actions(state, state.turn):
        seat = int(state.turn)
        passed |= 1 << seat
        tell_everyone(state, log, EventKind.NO_ACTIONS_LEFT, seat, 0, 0, 0, 0)
        if is_last_in_turn_order(rules, state, seat):
            is_over = True
        else:
            state.turn = next_seat(rules, seat)
    if passed != 0:
        rule_out(state, passed, ACTION_KINDS)
    return is_over


@kernel
def legal_actions(rules, state, out):
    """Each kind of action card held, on each company."""
    count = 0
    for face in range(ACTION_FACES):
        if state.actions[state.turn, face] > 0:
            for company in range(COMPANIES):
                out[count] = encode_move(MoveKind.PLAY_ACTION, face, company)
                count += 1
    return count


@kernel
def play_action(rules, state, move, log):
    """Use one action card, resolving its price move at once; return whether the phase is over."""
    seat = int(state.turn)
    face = first_part(move)
    company = second_part(move)
    card = turn_up(state, best_known_card(state, seat, Zone.PORTFOLIO, CardKind.STOCK_BOOM + face))
    state.actions[seat, face] -= 1
    state.portfolio_sizes[seat] -= 1
    state.zone[card] = Zone.DISCARD
    tell_everyone(state, log, EventKind.ACTION_PLAYED, seat, face, company, card, 0)
    move_price(rules, state, company, int(rules.action_spaces[face]), log)
    return pass_seats_without_actions(rules, state, log)
