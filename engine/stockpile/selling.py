"""5. Selling Phase: in turn order, any number of shares at the current price.

Players may sell companies in any order. Searches decide company by company in board order, keeping what they do not
sell, so that every set of sales is met once and finishing is not a short cut past the other choices.
"""

from engine.bits import lowest_number
from engine.compiling import kernel
from engine.randomness import draw_below
from engine.stockpile.cards import COMPANIES, FREE_ORDER, MoveKind, Phase, Zone
from engine.stockpile.codes import (
    encode_cards,
    encode_move,
    first_part,
    move_kind,
    normal_cards,
    second_part,
    split_cards,
)
from engine.stockpile.events import EventKind, append_to_log, event_word, tell_sum
from engine.stockpile.fees import pay_fees
from engine.stockpile.state import best_known_card, fill, is_last_in_turn_order, next_seat, price
from engine.stockpile.turning_up import turn_up


@kernel
def begin_selling(rules, state):
    """The first seat sells first; all are asked, lest skipping a seat tell the others that it has no shares."""
    state.phase = Phase.SELLING
    state.turn = state.first_seat
    fill(state.sold, 0)
    fill(state.sold_split, 0)


@kernel
def legal_sales(rules, state, out):
    """Finish, or sell some cards of one company; a company may be sold from more than once, in any order."""
    if state.sale_cursor != FREE_ORDER:
        return legal_sales_in_order(state, out)
    seat = state.turn
    out[0] = encode_move(MoveKind.FINISH_SELLING, 0, 0)
    count = 1
    for company in range(COMPANIES):
        for normal in range(int(state.shares[seat, company]) + 1):
            for split in range(int(state.split_shares[seat, company]) + 1):
                if normal + split > 0:
                    out[count] = encode_move(MoveKind.SELL, company, encode_cards(normal, split))
                    count += 1
    return count


@kernel
def company_at_cursor(state):
    """The next company the seller holds, from the cursor on; COMPANIES if there is none."""
    seat = int(state.turn)
    held = 1 << COMPANIES
    for company in range(COMPANIES):
        held |= int(state.shares[seat, company] + state.split_shares[seat, company] > 0) << company
    # Of the companies from the cursor on the lowest: without a loop, whose length could not be foreseen.
    held &= -1 << int(state.sale_cursor)
    return lowest_number(held)


@kernel
def legal_sales_in_order(state, out):
    """In searches: sell some cards of the company at the cursor, or keep them all; after the last company finish."""
    company = company_at_cursor(state)
    if company == COMPANIES:
        out[0] = encode_move(MoveKind.FINISH_SELLING, 0, 0)
        return 1
    count = 0
    for normal in range(int(state.shares[state.turn, company]) + 1):
        for split in range(int(state.split_shares[state.turn, company]) + 1):
            if normal + split > 0:
                out[count] = encode_move(MoveKind.SELL, company, encode_cards(normal, split))
                count += 1
    out[count] = encode_move(MoveKind.KEEP, company, 0)
    return count + 1


@kernel
def sales_of(state, company):
    """How many ways the seller has to sell cards of the company."""
    seat = state.turn
    return (int(state.shares[seat, company]) + 1) * (int(state.split_shares[seat, company]) + 1) - 1


@kernel
def sale_at(state, company, place):
    """The sale of the company's cards that legal moves list in this place, from 0."""
    splits = int(state.split_shares[state.turn, company]) + 1
    if splits == 1:
        return encode_move(MoveKind.SELL, company, encode_cards(place + 1, 0))
    return encode_move(MoveKind.SELL, company, encode_cards((place + 1) // splits, (place + 1) % splits))


@kernel
def random_sale(state, rng):
    """The sale in a random place of the list of :func:`legal_sales`."""
    if state.sale_cursor != FREE_ORDER:
        return random_sale_in_order(state, rng)
    count = 1
    for company in range(COMPANIES):
        count += sales_of(state, company)
    place = draw_below(rng, count) - 1
    if place < 0:
        return encode_move(MoveKind.FINISH_SELLING, 0, 0)
    company = 0
    while place >= sales_of(state, company):
        place -= sales_of(state, company)
        company += 1
    return sale_at(state, company, place)


@kernel
def random_sale_in_order(state, rng):
    """The same of :func:`legal_sales_in_order`."""
    company = company_at_cursor(state)
    if company == COMPANIES:
        draw_below(rng, 1)
        return encode_move(MoveKind.FINISH_SELLING, 0, 0)
    sales = sales_of(state, company)
    place = draw_below(rng, sales + 1)
    if place == sales:
        return encode_move(MoveKind.KEEP, company, 0)
    return sale_at(state, company, place)


@kernel
def advance_cursor(state, company, log):
    """In searches: go on to the companies after this one. The observation key notes how far the seller has come."""
    before = event_word(EventKind.KEPT, state.sale_cursor, 0, 0, 0, 0)
    state.sale_cursor = company + 1
    after = event_word(EventKind.KEPT, state.sale_cursor, 0, 0, 0, 0)
    tell_sum(state, log, before, after)


@kernel
def prepare_search(rules, world):
    """Let searches decide company by company."""
    world.sale_cursor = 0


@kernel
def sell(rules, state, move, log):
    """Play a sale, or finish and pass on; return whether the phase is over."""
    seat = int(state.turn)
    if move_kind(move) == MoveKind.KEEP:
        advance_cursor(state, first_part(move), log)
        return False
    if move_kind(move) == MoveKind.SELL:
        company = first_part(move)
        if state.sale_cursor != FREE_ORDER:
            advance_cursor(state, company, log)
        sell_cards(rules, state, seat, company, normal_cards(second_part(move)), split_cards(second_part(move)), log)
        return False
    return finish_selling(rules, state, log)


@kernel
def finish_selling(rules, state, log):
    """The next seat in turn order sells; True after the last one."""
    seat = int(state.turn)
    fill(state.sold, 0)
    fill(state.sold_split, 0)
    if state.sale_cursor != FREE_ORDER:
        advance_cursor(state, -1, log)
    if is_last_in_turn_order(rules, state, seat):
        return True
    state.turn = next_seat(rules, seat)
    return False


@kernel
def sell_cards(rules, state, seat, company, normal, split, log):
    """Lay the cards open in the discard pile; a split card brings twice the price.

    Sales of one turn can be made in any order with the same result, so the observation key depends on their sums
    only: searches meet the same information set whichever way they came.
    """
    proceeds = (normal + 2 * split) * price(rules, state, company)
    for _ in range(normal):
        discard_shown(state, best_known_card(state, seat, Zone.PORTFOLIO, company), log)
    for _ in range(split):
        discard_shown(state, best_known_card(state, seat, Zone.SPLIT_PORTFOLIO, company), log)
    before = event_word(EventKind.SOLD, seat, company, state.sold[company], state.sold_split[company], 0)
    state.sold[company] += normal
    state.sold_split[company] += split
    after = event_word(EventKind.SOLD, seat, company, state.sold[company], state.sold_split[company], 0)
    tell_sum(state, log, before, after)
    append_to_log(log, EventKind.SOLD, -1, seat, company, normal, split, proceeds)
    state.shares[seat, company] -= normal
    state.split_shares[seat, company] -= split
    state.portfolio_sizes[seat] -= normal + split
    state.money[seat] += proceeds
    pay_fees(rules, state, seat, log)


@kernel
def discard_shown(state, card, log):
    """Put a card face up on the discard pile."""
    turned = turn_up(state, card)
    state.zone[turned] = Zone.DISCARD
    append_to_log(log, EventKind.CARD_SHOWN, -1, state.holder[turned], state.card[turned], 0, turned, 0)
