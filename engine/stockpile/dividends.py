"""Dividends (rulebook, Movement Phase 3): $2,000 a share, double for split cards, for shares that are shown."""

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, Zone
from engine.stockpile.events import EventKind, tell_everyone
from engine.stockpile.fees import pay_fees
from engine.stockpile.state import next_seat, rule_out, seats_that_saw
from engine.stockpile.turning_up import turn_up


@kernel
def pay_dividend_to_all(rules, state, company, dividend, log):
    """Every seat shows all its shares of the company and is paid; what stays face down is of other companies."""
    seat = int(state.first_seat)
    for _ in range(rules.seats):
        normal = int(state.shares[seat, company])
        split = int(state.split_shares[seat, company])
        claim_dividend(rules, state, seat, company, normal, split, dividend, log)
        rule_out(state, seat, 1 << company)
        tell_everyone(state, log, EventKind.NONE_HELD, seat, company, 0, 0, 0)
        seat = next_seat(rules, seat)


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
    for card in range(state.dealt):
        if (
            state.card[card] == company
            and state.holder[card] == seat
            and state.zone[card] == Zone.PORTFOLIO
            and state.seen[card] == ALL_SEEN
        ):
            already_open += 1
    for _ in range(count - already_open):
        best = -1
        best_count = -1
        for card in range(state.dealt):
            if (
                state.card[card] == company
                and state.holder[card] == seat
                and state.zone[card] == Zone.PORTFOLIO
                and state.seen[card] != ALL_SEEN
                and seats_that_saw(state, card) > best_count
            ):
                best = card
                best_count = seats_that_saw(state, card)
        tell_everyone(state, log, EventKind.CARD_SHOWN, seat, company, 0, turn_up(state, best), 0)
