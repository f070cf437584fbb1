"""Game flow: rounds, halves and tricks in their order, and the kernels `deal` and `apply`."""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_below, mix
from engine.rows import fill
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, NextMarket, Phase
from engine.stonks.deal import deal_hands, lay_market, set_up
from engine.stonks.events import EventKind, append_to_log, tell_everyone
from engine.stonks.market import begin_market, legal_token_moves, use_symbols
from engine.stonks.opening_pair import (
    begin_opening_pair,
    choose_opening_card,
    legal_opening_choices,
    random_opening_choice,
)
from engine.stonks.scoring import score_round
from engine.stonks.state import clear_sets, count_bits
from engine.stonks.trick import all_have_played, begin_trick, legal_plays, pass_to_next_player, play_card, random_play
from engine.stonks.winning import decide_trick, legal_picks, pick_card


@kernel
def deal(rules, state, seed, log):
    """A fresh game up to its first decision."""
    set_up(rules, state, seed)
    begin_round(rules, state, log)


@kernel
def begin_round(rules, state, log):
    """A new deck, empty portfolios, a speculation card for each seat, and the market the option says."""
    tell_everyone(state, log, EventKind.ROUND_STARTED, -1, state.round_number, 0, 0, 0)
    if state.round_number == 0 or rules.next_market != NextMarket.CARRY:
        lay_market(rules, state, log)
    clear_sets(state.portfolios)
    fill(state.portfolio_sizes, 0)
    fill(state.removed, 0)
    state.dealt = 0
    state.speculation_cards = (1 << int(rules.seats)) - 1
    state.half = 0
    begin_half(rules, state, log)


@kernel
def begin_half(rules, state, log):
    """Deal the hands from the deck; the opening pairs come first."""
    fill(state.voids, 0)
    if rules.halves > 1:
        tell_everyone(state, log, EventKind.HALF_STARTED, -1, state.half, 0, 0, 0)
    deal_hands(rules, state, log)
    begin_opening_pair(state)


@kernel
def go_on_after_trick(rules, state, log):
    """The next trick, or the end of the half when one card is left in hand."""
    if state.hand_sizes[0] > 1:
        begin_trick(state, log)
        return
    discard_last_cards(rules, state, log)
    if state.half + 1 < rules.halves:
        state.half += 1
        state.leader = leader_of_second_half(rules, state)
        begin_half(rules, state, log)
    else:
        end_round(rules, state, log)


@kernel
def discard_last_cards(rules, state, log):
    """The last hand cards go away unseen; only their owners know them."""
    for seat in range(rules.seats):
        for company in range(COMPANIES):
            numbers = int(state.hands[seat, company])
            if numbers:
                card = company * NUMBERS + count_bits(numbers - 1)
                state.discarded_cards[seat] = card
                append_to_log(log, EventKind.LAST_CARD_DISCARDED, seat, seat, card, 0, 0, 0)
        state.discarded_voids[seat] = state.voids[seat]
        state.hand_sizes[seat] = 0
    clear_sets(state.hands)


@kernel
def leader_of_second_half(rules, state):
    """The seat with fewer portfolio cards; of equals the one that would lead now, the last trick's winner."""
    leader = int(state.leader)
    for seat in range(rules.seats):
        if state.portfolio_sizes[seat] < state.portfolio_sizes[leader]:
            leader = seat
    return leader


@kernel
def end_round(rules, state, log):
    """Score, sweep the table, and go on or end the game."""
    score_round(rules, state, log)
    fill(state.decks[state.round_number], NONE)
    fill(state.discarded_cards, NONE)
    fill(state.discarded_voids, 0)
    fill(state.voids, 0)
    state.leader = NONE
    if rules.next_market == NextMarket.NEW_MARKET:
        fill(state.rows[state.round_number], NONE)
    state.round_number += 1
    if state.round_number < rules.rounds:
        begin_round(rules, state, log)
        return
    state.phase = Phase.OVER
    state.turn = -1
    tell_everyone(state, log, EventKind.GAME_ENDED, -1, 0, 0, 0, 0)


@kernel
def mover(rules, state):
    """The seat that decides, -1 when the game is over."""
    if state.phase == Phase.OVER:
        return -1
    return int(state.turn)


@kernel
def legal_moves(rules, state, out):
    """The codes of the mover's moves, ascending."""
    if state.phase == Phase.TRICK:
        return legal_plays(rules, state, out)
    if state.phase == Phase.MARKET:
        return legal_token_moves(rules, state, out)
    if state.phase == Phase.PICK:
        return legal_picks(rules, state, out)
    if state.phase == Phase.OPENING_PAIR:
        return legal_opening_choices(state, out)
    return 0


@kernel
def random_move(rules, state, out, rng):
    """One of the mover's moves; where lists of them are long, without the list."""
    if state.phase == Phase.TRICK:
        return random_play(rules, state, rng)
    if state.phase == Phase.OPENING_PAIR:
        return random_opening_choice(state, rng)
    return int(out[draw_below(rng, legal_moves(rules, state, out))])


@kernel
def apply(rules, state, move, log):
    """Play a legal move and everything that follows by rule until the next decision."""
    if state.phase == Phase.PICK:
        pick_card(rules, state, move, log)
        go_on_after_trick(rules, state, log)
        return
    if state.phase == Phase.OPENING_PAIR:
        if choose_opening_card(rules, state, move, log):
            begin_trick(state, log)
        return
    if state.phase == Phase.TRICK:
        steps = play_card(rules, state, move, log)
        if steps > 0:
            begin_market(state, steps)
            return
    else:
        use_symbols(rules, state, move, log)
    if not all_have_played(rules, state):
        pass_to_next_player(rules, state)
    elif not decide_trick(rules, state, log):
        go_on_after_trick(rules, state, log)


@kernel
def rounds_played(rules, state):
    """Complete rounds."""
    return int(state.round_number)


@kernel
def rounds_left(rules, state):
    """Rounds still to be completed, the running one included."""
    return int(rules.rounds) - int(state.round_number)


@kernel
def information_key(rules, state, seat):
    """Everything the seat has observed: the open table's key with the seat's own; the seat tells seats' keys apart."""
    return mix(state.public_key ^ mix(state.private_keys[seat] + np.uint64(int(seat) + 1)))


@kernel
def prepare_search(rules, world):
    """Nothing to prepare: every outcome of a decision is one move."""
