"""Price moves, Stock Split and Bankruptcy (rulebook, Movement Phase)."""

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, Zone
from engine.stockpile.events import EventKind, append_to_log, tell_everyone
from engine.stockpile.fees import pay_fees
from engine.stockpile.state import next_seat, price, rule_out_everywhere
from engine.stockpile.turning_up import turn_up


@kernel
def move_price(rules, state, company, spaces, log):
    """Move a price marker by ``spaces``, one at a time, with every split on the way; a bankruptcy ends the move."""
    before = price(rules, state, company)
    split_count = 0
    bankrupt = False
    step = 1 if spaces > 0 else -1
    for _ in range(abs(spaces)):
        space = int(state.spaces[company]) + step
        if space < 0:
            bankrupt = True
            break
        if space >= rules.track_lengths[company]:
            space = int(rules.after_split_spaces[company])
            split_count += 1
        state.spaces[company] = space
    if bankrupt:
        state.spaces[company] = rules.start_spaces[company]
    tell_everyone(state, log, EventKind.PRICE_MOVED, -1, company, spaces, before, price(rules, state, company))
    for _ in range(split_count):
        split_stock(rules, state, company, log)
    if bankrupt:
        go_bankrupt(rules, state, company, log)


@kernel
def split_stock(rules, state, company, log):
    """Pay the bonus for cards already split, then move the normal cards of the company to the Split Portfolios.

    All of them are shown, so what stays face down is known not to be of this company.
    """
    tell_everyone(state, log, EventKind.STOCK_SPLIT, -1, company, 0, 0, 0)
    seat = int(state.first_seat)
    for _ in range(rules.seats):
        cards = int(state.split_shares[seat, company])
        if cards > 0:
            bonus = cards * int(rules.repeat_split_bonus)
            state.money[seat] += bonus
            tell_everyone(state, log, EventKind.SPLIT_BONUS, seat, company, cards, bonus, 0)
            pay_fees(rules, state, seat, log)
        seat = next_seat(rules, seat)
    for _ in range(rules.seats):
        if state.shares[seat, company] > 0:
            tell_everyone(state, log, EventKind.SHARES_SPLIT, seat, company, state.shares[seat, company], 0, 0)
            state.split_shares[seat, company] += state.shares[seat, company]
            state.shares[seat, company] = 0
        seat = next_seat(rules, seat)
    for card in range(state.dealt):
        if state.card[card] == company and state.zone[card] == Zone.PORTFOLIO:
            state.zone[show(state, card, log)] = Zone.SPLIT_PORTFOLIO
    rule_out_everywhere(state, 1 << company)


@kernel
def go_bankrupt(rules, state, company, log):
    """Discard every share of the company, split ones included, face up."""
    tell_everyone(state, log, EventKind.BANKRUPTCY, -1, company, 0, 0, 0)
    seat = int(state.first_seat)
    for _ in range(rules.seats):
        normal = int(state.shares[seat, company])
        split = int(state.split_shares[seat, company])
        if normal + split > 0:
            tell_everyone(state, log, EventKind.SHARES_LOST, seat, company, normal, split, 0)
            state.portfolio_sizes[seat] -= normal + split
            state.shares[seat, company] = 0
            state.split_shares[seat, company] = 0
        seat = next_seat(rules, seat)
    for card in range(state.dealt):
        zone = state.zone[card]
        if state.card[card] == company and (zone == Zone.PORTFOLIO or zone == Zone.SPLIT_PORTFOLIO):
            state.zone[show(state, card, log)] = Zone.DISCARD
    rule_out_everywhere(state, 1 << company)


@kernel
def show(state, card, log):
    """Turn a card face up; return its number. The moves say as much, so the observation keys stay."""
    if state.seen[card] == ALL_SEEN:
        return int(card)
    turned = turn_up(state, card)
    append_to_log(log, EventKind.CARD_SHOWN, -1, state.holder[turned], state.card[turned], 0, turned, 0)
    return turned
