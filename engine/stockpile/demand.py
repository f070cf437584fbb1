"""3. Demand Phase: the auction, its payments, and the piles' way into the portfolios."""

from engine.compiling import kernel
from engine.randomness import draw_below
from engine.stockpile.cards import (
    ALL_SEEN,
    FEE_KINDS,
    CardKind,
    MoveKind,
    Phase,
    Zone,
)
from engine.stockpile.codes import encode_move, first_part, second_part
from engine.stockpile.events import EventKind, append_to_log, tell_everyone, tell_seat
from engine.stockpile.fees import fee_amount, pay_fees
from engine.stockpile.state import fill, next_seat, rule_out_everywhere
from engine.stockpile.turning_up import turn_up


@kernel
def begin_demand(rules, state):
    """Clear the bid tracks; the first seat bids first."""
    state.phase = Phase.DEMAND
    fill(state.bid_seats, -1)
    fill(state.bids, -1)
    fill(state.standing_bids, 0)
    state.turn = state.first_seat


@kernel
def committed_money(rules, state, seat):
    """What the seat's standing bids will cost it; with one meeple a bidding seat has none standing."""
    total = 0
    if rules.meeples > 1:
        for pile in range(rules.piles):
            if state.bid_seats[pile] == seat:
                total += int(rules.bid_amounts[state.bids[pile]])
    return total


@kernel
def legal_bids(rules, state, out):
    """Every step above the standing bid of a track that the seat can pay for and does not lead itself."""
    seat = state.turn
    purse = int(state.money[seat]) - committed_money(rules, state, seat)
    count = 0
    for pile in range(rules.piles):
        if state.bid_seats[pile] == seat:
            continue
        for step in range(int(state.bids[pile]) + 1, int(rules.bid_steps)):
            if rules.bid_amounts[step] > purse:
                break
            out[count] = encode_move(MoveKind.BID, pile, step)
            count += 1
    return count


@kernel
def steps_to_bid(state, seat, pile, top):
    """How many bids the seat can make on a pile, if ``top`` is the highest step that it can pay for."""
    if state.bid_seats[pile] == seat:
        return 0
    return max(0, top - int(state.bids[pile]))


@kernel
def random_bid(rules, state, rng):
    """The bid in a random place of the list of :func:`legal_bids`."""
    seat = int(state.turn)
    purse = int(state.money[seat]) - committed_money(rules, state, seat)
    top = int(rules.bid_steps) - 1
    while top >= 0 and rules.bid_amounts[top] > purse:
        top -= 1
    count = 0
    for pile in range(rules.piles):
        count += steps_to_bid(state, seat, pile, top)
    place = draw_below(rng, count)
    pile = 0
    while place >= steps_to_bid(state, seat, pile, top):
        place -= steps_to_bid(state, seat, pile, top)
        pile += 1
    return encode_move(MoveKind.BID, pile, int(state.bids[pile]) + 1 + place)


@kernel
def place_bid(rules, state, move, log):
    """Play a bid; return whether it ended the auction.

    The next bidder is the next seat to the left with a meeple in hand.
    """
    seat = int(state.turn)
    pile = first_part(move)
    step = second_part(move)
    outbid = int(state.bid_seats[pile])
    if outbid >= 0:
        state.standing_bids[outbid] -= 1
    state.bid_seats[pile] = seat
    state.bids[pile] = step
    state.standing_bids[seat] += 1
    tell_everyone(state, log, EventKind.BID_PLACED, seat, pile, rules.bid_amounts[step], outbid, 0)
    for other in range(rules.piles):
        if state.bid_seats[other] < 0:
            following = next_seat(rules, seat)
            while state.standing_bids[following] >= rules.meeples:
                following = next_seat(rules, following)
            state.turn = following
            return False
    settle_auction(rules, state, log)
    return True


@kernel
def settle_auction(rules, state, log):
    """All bids are paid first; then the piles are taken and their fees paid."""
    seat = int(state.first_seat)
    for _ in range(rules.seats):
        for pile in range(rules.piles):
            if state.bid_seats[pile] == seat:
                amount = int(rules.bid_amounts[state.bids[pile]])
                state.money[seat] -= amount
                tell_everyone(state, log, EventKind.BID_PAID, seat, pile, amount, 0, 0)
        seat = next_seat(rules, seat)
    for _ in range(rules.seats):
        for pile in range(rules.piles):
            if state.bid_seats[pile] == seat:
                take_pile(rules, state, seat, pile, log)
        pay_fees(rules, state, seat, log)
        seat = next_seat(rules, seat)
    # Fees never lie hidden, so what stays face down is no fee.
    rule_out_everywhere(state, FEE_KINDS)


@kernel
def take_pile(rules, state, seat, pile, log):
    """Fees are laid open before the seat; all other cards go face down to its portfolio."""
    tell_everyone(state, log, EventKind.PILE_TAKEN, seat, pile, state.pile_sizes[pile], 0, 0)
    for place in range(state.pile_sizes[pile]):
        card = int(state.pile_cards[pile, place])
        kind = int(state.card[card])
        if CardKind.FIRST_FEE <= kind <= CardKind.LAST_FEE:
            fee = turn_up(state, card)
            state.holder[fee] = seat
            state.zone[fee] = Zone.UNPAID_FEE
            state.unpaid_fees[seat] += 1
            tell_everyone(state, log, EventKind.FEE_SHOWN, seat, fee_amount(rules, kind), 0, fee, 0)
    for place in range(state.pile_sizes[pile]):
        card = int(state.pile_cards[pile, place])
        if state.zone[card] == Zone.UNPAID_FEE:
            continue
        kind = int(state.card[card])
        state.holder[card] = seat
        state.zone[card] = Zone.PORTFOLIO
        if state.seen[card] == ALL_SEEN:
            append_to_log(log, EventKind.CARD_TAKEN, -1, seat, kind, 0, card, 0)
        else:
            state.seen[card] |= 1 << seat
            tell_seat(state, log, seat, EventKind.CARD_TAKEN, seat, kind, 0, card, 0)
        state.portfolio_sizes[seat] += 1
        if kind <= CardKind.LAST_STOCK:
            state.shares[seat, kind] += 1
        else:
            state.actions[seat, kind - CardKind.STOCK_BOOM] += 1
    state.pile_sizes[pile] = 0
