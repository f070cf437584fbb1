"""Game Flow: the six phases of a round in their order, the end of a round, and the kernels `deal` and `apply`."""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_below, mix
from engine.stockpile.action import begin_action, legal_actions, play_action
from engine.stockpile.cards import Phase
from engine.stockpile.deal import set_up
from engine.stockpile.demand import begin_demand, legal_bids, place_bid, random_bid
from engine.stockpile.events import EventKind, tell_everyone, tell_seat
from engine.stockpile.information import give_information
from engine.stockpile.movement import begin_movement, claim, legal_claims
from engine.stockpile.scoring import end_game
from engine.stockpile.selling import begin_selling, legal_sales, random_sale, sell
from engine.stockpile.state import next_seat
from engine.stockpile.supply import begin_supply, legal_placements, place_card, random_placement


@kernel
def deal(rules, state, seed, log):
    """A fresh game up to its first decision."""
    set_up(rules, state, seed)
    if rules.starting_stock:
        for seat in range(rules.seats):
            tell_seat(state, log, seat, EventKind.CARD_DEALT, seat, state.card[seat], 0, seat, 0)
    begin_round(rules, state, log)


@kernel
def begin_round(rules, state, log):
    """Information, then Supply up to the first placement."""
    tell_everyone(state, log, EventKind.ROUND_STARTED, state.first_seat, state.round_number, 0, 0, 0)
    give_information(rules, state, log)
    begin_supply(rules, state, log)


@kernel
def end_round(rules, state, log):
    """End of Round: pass the First Player Token to the left and go on, or end the game."""
    state.round_number += 1
    if state.round_number >= rules.rounds:
        end_game(rules, state, log)
        return
    state.first_seat = next_seat(rules, state.first_seat)
    begin_round(rules, state, log)


@kernel
def mover(rules, state):
    """The seat that decides, -1 when the game is over."""
    if state.phase == Phase.OVER:
        return -1
    return int(state.turn)


@kernel
def legal_moves(rules, state, out):
    """The codes of the mover's moves, ascending."""
    if state.phase == Phase.SUPPLY:
        return legal_placements(rules, state, out)
    if state.phase == Phase.DEMAND:
        return legal_bids(rules, state, out)
    if state.phase == Phase.ACTION:
        return legal_actions(rules, state, out)
    if state.phase == Phase.SELLING:
        return legal_sales(rules, state, out)
    if state.phase == Phase.MOVEMENT:
        return legal_claims(rules, state, out)
    return 0


@kernel
def random_move(rules, state, out, rng):
    """One of the mover's moves; in all common phases without the list of them."""
    if state.phase == Phase.SUPPLY:
        return random_placement(rules, state, rng)
    if state.phase == Phase.DEMAND:
        return random_bid(rules, state, rng)
    if state.phase == Phase.SELLING:
        return random_sale(state, rng)
    return int(out[draw_below(rng, legal_moves(rules, state, out))])


@kernel
def apply(rules, state, move, log):
    """Play a legal move and everything that follows by rule until the next decision."""
    if state.phase == Phase.SUPPLY:
        if place_card(rules, state, move, log):
            begin_demand(rules, state)
    elif state.phase == Phase.DEMAND:
        if place_bid(rules, state, move, log) and begin_action(rules, state, log):
            begin_selling(rules, state)
    elif state.phase == Phase.ACTION:
        if play_action(rules, state, move, log):
            begin_selling(rules, state)
    elif state.phase == Phase.SELLING:
        if sell(rules, state, move, log) and begin_movement(rules, state, log):
            end_round(rules, state, log)
    elif claim(rules, state, move, log):
        end_round(rules, state, log)


@kernel
def rounds_played(rules, state):
    """Complete rounds."""
    return int(state.round_number)


@kernel
def rounds_left(rules, state):
    """Rounds still to be completed, the running one included."""
    return int(rules.rounds) - int(state.round_number)


@kernel
def mix_keys(public_key, private_key, seat):
    """One key of the two; the seat makes keys of different seats differ."""
    return mix(public_key ^ mix(private_key + np.uint64(int(seat) + 1)))


@kernel
def information_key(rules, state, seat):
    """Everything the seat has observed: the open table's key with the seat's own."""
    return mix_keys(state.public_key, state.private_keys[seat], seat)
