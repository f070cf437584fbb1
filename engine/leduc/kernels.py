"""Leduc poker: every kernel of the contract for a game small enough to read at a sitting.

Six cards, two each of jack, queen and king. Both seats ante 1 chip and get a card; a round of bets with raises of 2;
a card for both is laid open; a round with raises of 4. At most two raises a round. A pair with the open card wins, then
the higher rank; equals share. Southey et al., "Bayes' Bluff: Opponent Modelling in Poker", UAI 2005; the rules in doubt
are those of OpenSpiel's ``leduc_poker`` with two players, whose numbers for cards and moves are used as well.
"""

import sys

import numpy as np

from engine.compiling import kernel
from engine.contract import EVERYONE, register
from engine.event_log import append_to_log, event_word
from engine.randomness import draw_below, mix, shuffle

SEATS = 2
CARDS = 6
"""Cards are numbered from 0; the rank is half the number: 0 jack, 1 queen, 2 king."""
MOST_RAISES = 2

FOLD = 0
CALL = 1
RAISE = 2

CARD_DEALT = 0
MOVE_MADE = 1
CARD_OPENED = 2
HANDS_SHOWN = 3

_TABLE = np.uint64(0x7AB1E)
"""Keeps what is known to all apart from what one seat knows, which is mixed from small numbers as well."""

RULES_DTYPE = np.dtype([("seats", "i1"), ("ante", "i1"), ("raises", "i1", 2)], align=True)
"""The configured game: how much is anted, and the size of a raise in each round of bets."""

STATE_DTYPE = np.dtype(
    [
        ("public_key", "u8"),
        ("private_keys", "u8", SEATS),
        ("hands", "i1", SEATS),  # -1: not seen
        ("open_card", "i1"),  # drawn by the deal, seen from the second round on; -1: not seen
        ("betting_round", "i1"),
        ("seat", "i1"),  # to move; -1: the game is over
        ("paid", "i1", SEATS),  # chips put into the pot
        ("raised", "i1"),  # raises of this round
        ("called", "i1"),  # calls since the last raise, or since the round began
        ("folded", "i1"),  # the seat that gave up, -1: nobody
        ("viewer", "i1"),  # the seat whose view this is, -1: a full position
    ],
    align=True,
)


@kernel
def deal(rules, state, seed, log):
    """Ante, and draw the hands and the open card."""
    rng = np.zeros(1, np.uint64)
    rng[0] = mix(np.uint64(seed))
    cards = np.arange(CARDS)
    shuffle(cards, CARDS, rng)
    state.public_key = np.uint64(0)
    state.open_card = cards[SEATS]
    state.betting_round = 0
    state.seat = 0
    state.raised = 0
    state.called = 0
    state.folded = -1
    state.viewer = -1
    for seat in range(SEATS):
        state.paid[seat] = rules.ante
        give_hand(state, seat, cards[seat])
        append_to_log(log, CARD_DEALT, seat, seat, cards[seat], 0, 0, 0)


@kernel
def give_hand(state, seat, card):
    """A seat's hand, and the key of what it alone knows: its rank, as suits make no difference."""
    state.hands[seat] = card
    state.private_keys[seat] = mix(np.uint64(1 + card // 2))


@kernel
def mover(rules, state):
    """The seat to move."""
    return int(state.seat)


@kernel
def legal_moves(rules, state, out):
    """Folding if there is something to call, calling (or checking) always, raising twice a round."""
    if state.seat < 0:
        return 0
    count = 0
    if state.paid[1 - state.seat] > state.paid[state.seat]:
        out[count] = FOLD
        count += 1
    out[count] = CALL
    count += 1
    if state.raised < MOST_RAISES:
        out[count] = RAISE
        count += 1
    return count


@kernel
def apply(rules, state, move, log):
    """Play a move, open the card after the first round, show the hands after the second."""
    seat = int(state.seat)
    tell_everyone(state, log, MOVE_MADE, seat, move, 0)
    state.seat = 1 - seat
    if move == FOLD:
        state.folded = seat
        state.seat = -1
        return
    state.paid[seat] = state.paid[1 - seat]
    if move == RAISE:
        state.paid[seat] += rules.raises[state.betting_round]
        state.raised += 1
        state.called = 0
        return
    state.called += 1
    # A raise needs one answer; without any, both seats must have checked.
    if state.raised == 0 and state.called < SEATS:
        return
    if state.betting_round == 0:
        state.betting_round = 1
        state.seat = 0
        state.raised = 0
        state.called = 0
        tell_everyone(state, log, CARD_OPENED, 0, state.open_card, state.open_card // 2)
    else:
        state.seat = -1
        tell_everyone(state, log, HANDS_SHOWN, 0, state.hands[0], state.hands[1])


@kernel
def tell_everyone(state, log, kind, seat, first, second):
    """Log an event before everybody's eyes and mix it into the public key; cards count by their rank alone."""
    if log is None:
        return
    append_to_log(log, kind, EVERYONE, seat, first, second, 0, 0)
    if kind == MOVE_MADE:
        word = event_word(kind, seat, first, 0, 0, 0)
    elif kind == CARD_OPENED:
        word = event_word(kind, seat, second, 0, 0, 0)
    else:
        word = event_word(kind, seat, first // 2, second // 2, 0, 0)
    state.public_key = mix(state.public_key ^ word)


@kernel
def strength(state, seat):
    """How good a hand is by what lies open: 3 a pair, else the rank."""
    rank = state.hands[seat] // 2
    return 3 if state.betting_round > 0 and rank == state.open_card // 2 else int(rank)


@kernel
def payoffs(rules, state, out):
    """Chips won."""
    winner = 1 - state.folded
    if state.folded < 0:
        winner = -1
        if strength(state, 0) != strength(state, 1):
            winner = 0 if strength(state, 0) > strength(state, 1) else 1
    for seat in range(SEATS):
        out[seat] = 0.0
        if winner >= 0:
            out[seat] = state.paid[1 - seat] if seat == winner else -state.paid[seat]


@kernel
def estimate(rules, state, out):
    """The result if nobody put another chip into the pot: the lower of the two stakes goes to the better hand."""
    if state.seat < 0:
        payoffs(rules, state, out)
        return
    stake = min(state.paid[0], state.paid[1])
    ahead = strength(state, 0) - strength(state, 1)
    out[0] = float(stake if ahead > 0 else -stake if ahead < 0 else 0)
    out[1] = -out[0]


@kernel
def rule_estimate(rules, state, out):
    """The same: nothing is learned."""
    estimate(rules, state, out)


@kernel
def result_spread(rules, state):
    """Not known."""
    return 0.0


@kernel
def result_so_far(rules, state, out):
    """Chips in the pot are gone until they are won back."""
    if state.seat < 0:
        payoffs(rules, state, out)
        return
    for seat in range(SEATS):
        out[seat] = -float(state.paid[seat])


@kernel
def rounds_played(rules, state):
    """A game is one round: it may end in its first bets."""
    return 1 if state.seat < 0 else 0


@kernel
def rounds_left(rules, state):
    """See :func:`rounds_played`."""
    return 0 if state.seat < 0 else 1


@kernel
def hide(rules, state, seat):
    """Blank the other hand until it is shown, and the open card until it is opened."""
    state.viewer = seat
    other = 1 - seat
    if state.seat >= 0 or state.folded >= 0:
        state.hands[other] = -1
    state.private_keys[other] = np.uint64(0)
    if state.betting_round == 0:
        state.open_card = -1


@kernel
def redeal(rules, view, rng):
    """Draw the blank cards from those not seen, all alike likely."""
    for seat in range(SEATS):
        if view.hands[seat] < 0:
            give_hand(view, seat, unseen_card(view, rng))
        else:
            give_hand(view, seat, view.hands[seat])
    if view.open_card < 0:
        view.open_card = unseen_card(view, rng)
    view.viewer = -1
    return True


@kernel
def unseen_card(view, rng):
    """A random card that lies nowhere yet."""
    while True:
        card = draw_below(rng, CARDS)
        if card != view.hands[0] and card != view.hands[1] and card != view.open_card:
            return card


@kernel
def prepare_search(rules, world):
    """Nothing: moves are searched as they are played."""


@kernel
def suggest(rules, state, style, rng):
    """By the hand's strength alone: raise pairs and kings, give up a bare jack, call with the rest."""
    hand = strength(state, state.seat)
    if hand >= 2 and state.raised < MOST_RAISES:
        return RAISE
    if hand == 0 and state.paid[1 - state.seat] > state.paid[state.seat]:
        return FOLD
    return CALL


@kernel
def information_key(rules, state, seat):
    """The seat's number and card, and all that happened on the table."""
    return mix(mix(state.private_keys[seat] + np.uint64(seat + 1)) ^ mix(state.public_key + _TABLE))


register(STATE_DTYPE, sys.modules[__name__])
