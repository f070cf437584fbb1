"""Dividends (rulebook, Movement Phase 3): $2,000 a share, double for split cards, for shares that are shown."""

import numpy as np

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, DECK_SIZE, Zone
from engine.stockpile.events import EventKind, tell_everyone
from engine.stockpile.fees import pay_fees
from engine.stockpile.state import best_known_hidden_card, lies_with, next_seat, rule_out_everywhere
from engine.stockpile.turning_up import turn_up


@kernel
def pay_dividend_to_all(rules, state, company, dividend, log):
    """Every seat shows all its shares of the company and is paid; what stays face down is of other companies."""
    seat = int(state.first_seat)
    for _ in range(rules.seats):
        normal = int(state.shares[seat, company])
        split = int(state.split_shares[seat, company])
        claim_dividend(rules, state, seat, company, normal, split, dividend, log)
        tell_everyone(state, log, EventKind.NONE_HELD, seat, company, 0, 0, 0)
        seat = next_seat(rules, seat)
    rule_out_everywhere(state, 1 << company)


@kernel
def claim_dividend(rules, state, seat, company, normal, split, dividend, log):
    """Show the claimed cards and pay for them."""
    if normal + split == 0:
        return
    show_normal_cards(state, seat, company, normal, log)
    money = dividend * (normal + 2 * split)
    state.money[seat] += money
    tell_everyone(state, log, EventKind.DIVIDEND_PAID, seat, company, normal, split, money)
    pay_fees(rules, state, seat, log)


@kernel
def show_normal_cards(state, seat, company, count, log):
    """Show that many of the seat's normal cards of the company, the best-known first; they stay its own."""
    already_open = 0
    for card in range(DECK_SIZE):
        if (
            lies_with(state, card, seat, Zone.PORTFOLIO)
            & (state.card[card] == np.int8(company))
            & (state.seen[card] == ALL_SEEN)
        ):
            already_open += 1
    for _ in range(count - already_open):
        card = turn_up(state, best_known_hidden_card(state, seat, company))
        tell_everyone(state, log, EventKind.CARD_SHOWN, seat, company, 0, card, 0)
