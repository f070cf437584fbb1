"""End of Game and Scoring: majority bonuses, then every share is sold at its price."""

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, COMPANIES, Phase, Zone
from engine.stockpile.events import EventKind, append_to_log, tell_everyone
from engine.stockpile.fees import fee_amount, pay_fees
from engine.stockpile.state import price


@kernel
def shares_for_majority(state, seat, company):
    """Shares in a Split Portfolio count double."""
    return int(state.shares[seat, company]) + 2 * int(state.split_shares[seat, company])


@kernel
def majority(rules, state, company):
    """The largest holding of a company and how many seats have it; (0, 0) if nobody holds any."""
    most = 0
    leaders = 0
    for seat in range(rules.seats):
        held = shares_for_majority(state, seat, company)
        if held > most:
            most = held
            leaders = 1
        elif held == most and held > 0:
            leaders += 1
    return most, leaders


@kernel
def end_game(rules, state, log):
    """Reveal all shares, pay the bonuses, sell everything, settle what can be settled."""
    for card in range(state.dealt):
        zone = state.zone[card]
        if zone == Zone.PORTFOLIO and state.seen[card] != ALL_SEEN:
            state.seen[card] = ALL_SEEN
            append_to_log(log, EventKind.CARD_SHOWN, -1, state.holder[card], state.card[card], 0, card, 0)
    for company in range(COMPANIES):
        most, leaders = majority(rules, state, company)
        bonus = int(rules.sole_majority) if leaders == 1 else int(rules.tied_majority)
        for seat in range(rules.seats):
            if most > 0 and shares_for_majority(state, seat, company) == most:
                state.money[seat] += bonus
                tell_everyone(state, log, EventKind.MAJORITY_BONUS, seat, company, bonus, most, 0)
    for seat in range(rules.seats):
        for company in range(COMPANIES):
            normal = int(state.shares[seat, company])
            split = int(state.split_shares[seat, company])
            if normal + split > 0:
                money = (normal + 2 * split) * price(rules, state, company)
                state.money[seat] += money
                tell_everyone(state, log, EventKind.LIQUIDATED, seat, company, normal, split, money)
        pay_fees(rules, state, seat, log)
    for card in range(state.dealt):
        if state.zone[card] == Zone.UNPAID_FEE:
            amount = fee_amount(rules, state.card[card])
            tell_everyone(state, log, EventKind.FEE_LAPSED, state.holder[card], amount, 0, card, 0)
    state.phase = Phase.OVER
    state.turn = -1
    tell_everyone(state, log, EventKind.GAME_ENDED, -1, 0, 0, 0, 0)


@kernel
def payoffs(rules, state, out):
    """Each seat's final money in $K."""
    for seat in range(rules.seats):
        out[seat] = state.money[seat]


@kernel
def money_after_fees(rules, state, out):
    """Each seat's money in $K, less the fees it has yet to pay."""
    for seat in range(rules.seats):
        out[seat] = state.money[seat]
    for card in range(state.dealt if state.unpaid_fees.any() else 0):
        if state.zone[card] == Zone.UNPAID_FEE:
            out[state.holder[card]] -= fee_amount(rules, state.card[card])


@kernel
def result_so_far(rules, state, out):
    """Each seat's money in $K, its shares sold at today's prices; no majority bonuses before the end."""
    if state.phase == Phase.OVER:
        payoffs(rules, state, out)
        return
    money_after_fees(rules, state, out)
    for company in range(COMPANIES):
        value = price(rules, state, company)
        for seat in range(rules.seats):
            out[seat] += shares_for_majority(state, seat, company) * value
