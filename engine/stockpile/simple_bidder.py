"""The simple bidder: the rule-based agent of a public student project, as a yardstick.

A pile is worth the sum of (price + 1.1 x own shares of that company) over the stock seen in it, + 2 for each action
card seen, - 3 for each fee seen, all in $K; the agent always makes the lowest bid on the pile with the largest value
minus that bid. An action card goes to the company with the best difference between its own shares and those of the
richest rival: the largest for a Boom, the smallest for a Bust. The source does not describe its other decisions; here
it places cards at random and sells a company's shares when it knows that the price will fall.
"""

from engine.compiling import kernel
from engine.randomness import draw_below, draw_unit
from engine.stockpile.cards import COMPANIES, FREE_ORDER, CardKind, MoveKind, Phase, Zone
from engine.stockpile.codes import encode_cards, encode_move
from engine.stockpile.demand import committed_money
from engine.stockpile.selling import company_at_cursor
from engine.stockpile.state import price

OWN_SHARE = 1.1
"""$K for each own share of a stock card's company (published)."""
ACTION_CARD = 2.0
"""$K for an action card (published)."""
FEE_CARD = 3.0
"""$K off for a fee, whatever its face (published)."""


@kernel
def suggest_simply(rules, state, rng):
    """A legal move of the simple bidder, the Movement Phase excepted."""
    seat = int(state.turn)
    if state.phase == Phase.DEMAND:
        return bid_simply(rules, state, seat, rng)
    if state.phase == Phase.SUPPLY:
        return place_at_random(rules, state, seat, rng)
    if state.phase == Phase.ACTION:
        return act_simply(rules, state, seat, rng)
    return sell_what_falls(rules, state, seat)


@kernel
def simple_pile_value(rules, state, seat, pile):
    """The published value of a pile in $K, bids aside."""
    value = 0.0
    for place in range(int(state.pile_sizes[pile])):
        card = int(state.pile_cards[pile, place])
        if (int(state.seen[card]) >> seat) & 1 == 0:
            continue
        kind = int(state.card[card])
        if kind <= CardKind.LAST_STOCK:
            own = int(state.shares[seat, kind]) + 2 * int(state.split_shares[seat, kind])
            value += price(rules, state, kind) + OWN_SHARE * own
        elif kind <= CardKind.LAST_FEE:
            value -= FEE_CARD
        else:
            value += ACTION_CARD
    return value


@kernel
def bid_simply(rules, state, seat, rng):
    """The lowest bid on the pile with the largest value minus that bid; ties by lot."""
    purse = int(state.money[seat]) - committed_money(rules, state, seat)
    best = 0.0
    best_move = -1
    ties = 0
    for pile in range(int(rules.piles)):
        step = int(state.bids[pile]) + 1
        if state.bid_seats[pile] == seat or step >= int(rules.bid_steps):
            continue
        amount = int(rules.bid_amounts[step])
        if amount > purse:
            continue
        value = simple_pile_value(rules, state, seat, pile) - amount
        if best_move < 0 or value > best:
            best = value
            ties = 1
            best_move = encode_move(MoveKind.BID, pile, step)
        elif value == best:
            ties += 1
            if draw_below(rng, ties) == 0:
                best_move = encode_move(MoveKind.BID, pile, step)
    return best_move


@kernel
def place_at_random(rules, state, seat, rng):
    """Any hand card on any pile."""
    pile = draw_below(rng, int(rules.piles))
    if state.hand_cards[seat, 0] < 0:
        return encode_move(MoveKind.PLACE_FACE_DOWN, int(state.card[state.hand_cards[seat, 1]]), pile)
    first = int(state.card[state.hand_cards[seat, 0]])
    second = int(state.card[state.hand_cards[seat, 1]])
    kind = min(first, second) if draw_unit(rng) < 0.5 else max(first, second)
    return encode_move(MoveKind.PLACE_FACE_UP, kind, pile)


@kernel
def richest_rival(rules, state, seat):
    """The rival with the most money, the first of them in seat order."""
    richest = -1
    for other in range(int(rules.seats)):
        if other != seat and (richest < 0 or state.money[other] > state.money[richest]):
            richest = other
    return richest


@kernel
def seen_shares(state, seat, holder, company):
    """How many shares of a company ``seat`` has seen to be the holder's, split cards double."""
    count = 0
    for card in range(int(state.dealt)):
        if (int(state.seen[card]) >> seat) & 1 and state.card[card] == company and state.holder[card] == holder:
            if state.zone[card] == Zone.PORTFOLIO:
                count += 1
            elif state.zone[card] == Zone.SPLIT_PORTFOLIO:
                count += 2
    return count


@kernel
def act_simply(rules, state, seat, rng):
    """A Boom on the best share difference to the richest rival, a Bust on the worst; ties by lot."""
    face = 0 if state.actions[seat, 0] > 0 else 1
    sign = 1 if rules.action_spaces[face] > 0 else -1
    rival = richest_rival(rules, state, seat)
    best = 0
    best_company = -1
    ties = 0
    for company in range(COMPANIES):
        own = int(state.shares[seat, company]) + 2 * int(state.split_shares[seat, company])
        difference = sign * (own - seen_shares(state, seat, rival, company))
        if best_company < 0 or difference > best:
            best = difference
            best_company = company
            ties = 1
        elif difference == best:
            ties += 1
            if draw_below(rng, ties) == 0:
                best_company = company
    return encode_move(MoveKind.PLAY_ACTION, face, best_company)


@kernel
def sell_what_falls(rules, state, seat):
    """Sell all shares of a company whose price the seat knows will fall, then finish."""
    number = int(state.round_number)
    in_order = state.sale_cursor != FREE_ORDER
    at_hand = company_at_cursor(state) if in_order else 0
    for pair in range(COMPANIES):
        if (int(state.pair_seen[pair]) >> seat) & 1:
            company = int(state.pair_companies[number, pair])
            if in_order and company != at_hand:
                continue
            normal = int(state.shares[seat, company])
            split = int(state.split_shares[seat, company])
            if normal + split > 0 and rules.forecast_spaces[int(state.pair_forecasts[number, pair])] < 0:
                return encode_move(MoveKind.SELL, company, encode_cards(normal, split))
    if in_order and at_hand < COMPANIES:
        return encode_move(MoveKind.KEEP, at_hand, 0)
    return encode_move(MoveKind.FINISH_SELLING, 0, 0)
