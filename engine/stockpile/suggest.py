"""The heuristic player: a move by rule of thumb, from what the mover has seen alone. Also the playout policy.

It reads card faces only where the mover has seen them, pairs only where the mover knows them, and rivals' holdings
only as cards seen, so a view and the position it comes from give the same move. Styles differ in their weights
(:mod:`engine.stockpile.styles`); the simple bidder has rules of its own.
"""

from engine.compiling import kernel
from engine.randomness import draw_unit
from engine.stockpile.cards import ACTION_FACES, ALL_SEEN, COMPANIES, FREE_ORDER, CardKind, MoveKind, Phase
from engine.stockpile.codes import encode_cards, encode_move
from engine.stockpile.demand import committed_money
from engine.stockpile.movement import company_paying_dividend
from engine.stockpile.pile_value import (
    action_card_value,
    majority_grip,
    note_piles,
    note_public_piles,
    pile_value,
    stock_card_value,
    unseen_card_value,
)
from engine.stockpile.selling import company_at_cursor
from engine.stockpile.share_value import (
    Note,
    action_change,
    expected_forecasts,
    forecasts_of,
    majority_prospect,
    mean_values,
    new_notes,
    note_holdings,
    note_value,
    note_values,
)
from engine.stockpile.simple_bidder import suggest_simply
from engine.stockpile.state import price
from engine.stockpile.styles import FEWEST_SEATS, STYLES, WEIGHTS, Style, Weight

ANY_COMPANY = -1
"""Sales are free to come from any company."""

__all__ = ["STYLES", "Style", "suggest", "suggest_with_weights"]


@kernel
def suggest(rules, state, style, rng):
    """A legal move in the given style."""
    if state.phase == Phase.MOVEMENT:
        return claim_everything(rules, state)
    if style == Style.SIMPLE_BIDDER:
        return suggest_simply(rules, state, rng)
    return suggest_with_weights(rules, state, WEIGHTS[int(rules.seats) - FEWEST_SEATS, int(style)], rng)


@kernel
def suggest_with_weights(rules, state, weights, rng):
    """A legal move for any row of weights, the Movement Phase excepted."""
    seat = int(state.turn)
    if state.phase == Phase.DEMAND:
        return suggest_bid(rules, state, seat, weights, rng)
    if state.phase == Phase.SUPPLY:
        return suggest_placement(rules, state, seat, weights, rng)
    if state.phase == Phase.ACTION:
        return suggest_action(rules, state, seat, weights, rng)
    return suggest_sale(rules, state, seat, weights)


@kernel
def growth_to_come(rules, state, weights):
    """What later rounds are expected to add to a share, $K."""
    return weights[Weight.GROWTH] * (int(rules.rounds) - int(state.round_number) - 1)


@kernel
def note_shares(rules, state, seat, weights, notes):
    """Write what cards will bring and who holds them, as ``seat`` knows it; return possible forecasts and growth."""
    growth = growth_to_come(rules, state, weights)
    possible = expected_forecasts(state, 1 << seat)
    note_values(rules, state, possible, growth, notes)
    note_holdings(rules, state, seat, weights[Weight.HIDDEN_SHARE], notes)
    return possible, growth


@kernel
def claim_everything(rules, state):
    """Dividends by choice: show every share, for money is certain and what rivals learn is little."""
    company = company_paying_dividend(rules, state)
    seat = int(state.turn)
    cards = encode_cards(state.shares[seat, company], state.split_shares[seat, company])
    return encode_move(MoveKind.CLAIM_DIVIDEND, company, cards)


# --- Demand -----------------------------------------------------------------------------------------------------------


@kernel
def bid_cost(amount, money, weights, last_round):
    """What a bid costs in $K as the style feels it; in the last round money is just money."""
    if last_round:
        return float(amount)
    cost = weights[Weight.COST] * amount
    short = weights[Weight.RESERVE] - (money - amount)
    if short > 0.0:
        cost += weights[Weight.THRIFT] * min(short, float(amount))
    return cost


@kernel
def suggest_bid(rules, state, seat, weights, rng):
    """The lowest possible bid on the pile with the largest surplus of value over cost."""
    notes = new_notes()
    note_shares(rules, state, seat, weights, notes)
    action_value = action_card_value(weights, notes)
    unseen_value = unseen_card_value(rules, weights, notes, action_value)
    grip = majority_grip(rules, state, weights)
    last_round = int(state.round_number) + 1 >= int(rules.rounds)
    purse = int(state.money[seat]) - committed_money(rules, state, seat)
    best_pile = -1
    best_value = 0.0
    best = 0.0
    second = 0.0
    for pile in range(int(rules.piles)):
        step = int(state.bids[pile]) + 1
        if state.bid_seats[pile] == seat or step >= int(rules.bid_steps):
            continue
        amount = int(rules.bid_amounts[step])
        if amount > purse:
            continue
        value = pile_value(rules, state, seat, pile, grip, action_value, unseen_value, weights, notes)
        surplus = value - bid_cost(amount, purse, weights, last_round)
        surplus += weights[Weight.JITTER] * draw_unit(rng)
        if best_pile < 0 or surplus > best:
            second = best if best_pile >= 0 else surplus - 100.0
            best = surplus
            best_pile = pile
            best_value = value
        elif surplus > second:
            second = surplus
    step = int(state.bids[best_pile]) + 1
    if weights[Weight.JUMP] > 0.0 and step + 1 < int(rules.bid_steps):
        amount = int(rules.bid_amounts[step + 1])
        if amount <= purse:
            left = best_value - bid_cost(amount, purse, weights, last_round)
            # Rivals see much the same value: a step that is still worth it to them will be taken.
            if left >= second and draw_unit(rng) < weights[Weight.JUMP]:
                step += 1
    return encode_move(MoveKind.BID, best_pile, step)


# --- Supply -----------------------------------------------------------------------------------------------------------


@kernel
def card_value(rules, kind, grip, action_value, weights, notes):
    """What a card is worth to the mover in $K."""
    if kind <= CardKind.LAST_STOCK:
        return stock_card_value(rules, kind, notes[Note.OWN, kind], grip, weights, notes)
    if kind <= CardKind.LAST_FEE:
        return -float(rules.fee_amounts[kind - CardKind.FIRST_FEE])
    return action_value


@kernel
def outsiders_card_value(rules, kind, action_value, notes):
    """What a card looks worth to the others in $K."""
    if kind <= CardKind.LAST_STOCK:
        return notes[Note.OUTSIDERS_NORMAL, kind]
    if kind <= CardKind.LAST_FEE:
        return -float(rules.fee_amounts[kind - CardKind.FIRST_FEE])
    return action_value


@kernel
def prospect_of_piles(piles, rivals, spite, notes):
    """How well the mover stands before the auction in $K: its best pile at the price the others will drive it to.

    The auction evens out what looks even: a pile costs about as much more than the cheapest as it looks better.
    What the others think better than it is (a fee face down) they will overpay.
    """
    cheapest = notes[Note.PUBLIC_PILE, 0]
    for pile in range(1, piles):
        if notes[Note.PUBLIC_PILE, pile] < cheapest:
            cheapest = notes[Note.PUBLIC_PILE, pile]
    best = -1000.0
    error = 0.0
    best_error = 0.0
    for pile in range(piles):
        misjudged = notes[Note.PUBLIC_PILE, pile] - notes[Note.PILE, pile]
        surplus = cheapest - misjudged
        error += misjudged
        if surplus > best:
            best = surplus
            best_error = misjudged
    return best + spite * (error - best_error) / rivals


@kernel
def suggest_placement(rules, state, seat, weights, rng):
    """The placement that leaves the mover's prospects best; the face-up card with its best companion face down."""
    notes = new_notes()
    _, growth = note_shares(rules, state, seat, weights, notes)
    action_value = action_card_value(weights, notes)
    unseen_value = unseen_card_value(rules, weights, notes, action_value)
    grip = majority_grip(rules, state, weights)
    open_forecasts = expected_forecasts(state, ALL_SEEN)
    for company in range(COMPANIES):
        normal, _ = mean_values(
            rules,
            company,
            int(state.spaces[company]),
            forecasts_of(open_forecasts, company),
            growth,
        )
        notes[Note.OUTSIDERS_NORMAL, company] = max(normal, notes[Note.PRICE, company])
    note_piles(rules, state, seat, grip, action_value, unseen_value, weights, notes)
    note_public_piles(rules, state, action_value, unseen_value, notes)
    piles = int(rules.piles)
    rivals = float(rules.seats) - 1.0
    spite = weights[Weight.SPITE]
    first = int(state.hand_cards[seat, 0])
    second = int(state.hand_cards[seat, 1])
    best = -1000.0
    best_move = -1
    if first < 0:
        kind = int(state.card[second])
        value = card_value(rules, kind, grip, action_value, weights, notes)
        for pile in range(piles):
            prospect = prospect_with_card_down(piles, rivals, spite, pile, value, unseen_value, notes)
            prospect += weights[Weight.JITTER] * draw_unit(rng)
            if prospect > best:
                best = prospect
                best_move = encode_move(MoveKind.PLACE_FACE_DOWN, kind, pile)
        return best_move
    # In a view as on the table, the two hand cards have no order.
    low = min(int(state.card[first]), int(state.card[second]))
    high = max(int(state.card[first]), int(state.card[second]))
    for choice in range(1 if low == high else 2):
        up = low if choice == 0 else high
        down = high if choice == 0 else low
        up_value = card_value(rules, up, grip, action_value, weights, notes)
        up_public = outsiders_card_value(rules, up, action_value, notes)
        down_value = card_value(rules, down, grip, action_value, weights, notes)
        for pile in range(piles):
            notes[Note.PILE, pile] += up_value
            notes[Note.PUBLIC_PILE, pile] += up_public
            jitter = weights[Weight.JITTER] * draw_unit(rng)
            for other in range(piles):
                prospect = jitter + prospect_with_card_down(
                    piles, rivals, spite, other, down_value, unseen_value, notes
                )
                if prospect > best:
                    best = prospect
                    best_move = encode_move(MoveKind.PLACE_FACE_UP, up, pile)
            notes[Note.PILE, pile] -= up_value
            notes[Note.PUBLIC_PILE, pile] -= up_public
    return best_move


@kernel
def prospect_with_card_down(piles, rivals, spite, pile, value, unseen_value, notes):
    """The mover's prospect after it lays a card face down on a pile: it knows the value, the others guess."""
    notes[Note.PILE, pile] += value
    notes[Note.PUBLIC_PILE, pile] += unseen_value
    prospect = prospect_of_piles(piles, rivals, spite, notes)
    notes[Note.PILE, pile] -= value
    notes[Note.PUBLIC_PILE, pile] -= unseen_value
    return prospect


# --- Action -----------------------------------------------------------------------------------------------------------


@kernel
def suggest_action(rules, state, seat, weights, rng):
    """The action card and company with the best change of own holdings against the rivals'."""
    notes = new_notes()
    possible, growth = note_shares(rules, state, seat, weights, notes)
    rivals = float(rules.seats) - 1.0
    best = -1000000.0
    best_move = -1
    for face in range(ACTION_FACES):
        if state.actions[seat, face] <= 0:
            continue
        for company in range(COMPANIES):
            normal, split = action_change(rules, state, face, company, forecasts_of(possible, company), growth, notes)
            change = weights[Weight.JITTER] * draw_unit(rng)
            for other in range(int(rules.seats)):
                split_cards = int(state.split_shares[other, company])
                effect = normal * notes[Note.CARDS + other, company] + split * split_cards
                if other == seat:
                    change += effect
                else:
                    change -= weights[Weight.HARM] * effect / rivals
            if change > best:
                best = change
                best_move = encode_move(MoveKind.PLAY_ACTION, face, company)
    return best_move


# --- Selling ----------------------------------------------------------------------------------------------------------


@kernel
def suggest_sale(rules, state, seat, weights):
    """The sale that gains most over holding, until none gains.

    Money up to the reserve counts more than its face value, while there is another auction to come; shares that hold
    a majority count for the bonus as well.
    """
    at_hand = ANY_COMPANY
    undecided = (1 << COMPANIES) - 1
    if state.sale_cursor != FREE_ORDER:
        at_hand = company_at_cursor(state)
        if at_hand == COMPANIES:
            return encode_move(MoveKind.FINISH_SELLING, 0, 0)
        undecided &= ~((1 << int(state.sale_cursor)) - 1)
    notes = new_notes()
    growth = growth_to_come(rules, state, weights)
    possible = expected_forecasts(state, 1 << seat)
    note_holdings(rules, state, seat, weights[Weight.HIDDEN_SHARE], notes)
    grip = majority_grip(rules, state, weights)
    short = 0.0
    if int(state.round_number) + 1 < int(rules.rounds):
        short = max(0.0, weights[Weight.RESERVE] - int(state.money[seat]))
    if at_hand != ANY_COMPANY:
        note_value(rules, state, possible, at_hand, growth, notes)
        company, cards, _ = best_sale(rules, state, seat, 1 << at_hand, short, grip, weights, notes)
        # The less is short, the less a sale gains.
        if company < 0 and weights[Weight.PREMIUM] >= 0.0:
            return encode_move(MoveKind.KEEP, at_hand, 0)
        if company >= 0 and short == 0.0:
            return encode_move(MoveKind.SELL, company, cards)
    for company in range(COMPANIES):
        if state.shares[seat, company] + state.split_shares[seat, company] > 0:
            note_value(rules, state, possible, company, growth, notes)
    while True:
        company, cards, proceeds = best_sale(rules, state, seat, undecided, short, grip, weights, notes)
        if company < 0:
            break
        if at_hand == ANY_COMPANY or company == at_hand:
            return encode_move(MoveKind.SELL, company, cards)
        # In a search that has come to another company: what it would sell first counts as sold.
        undecided &= ~(1 << company)
        short = max(0.0, short - proceeds)
    if at_hand == ANY_COMPANY:
        return encode_move(MoveKind.FINISH_SELLING, 0, 0)
    return encode_move(MoveKind.KEEP, at_hand, 0)


@kernel
def best_sale(rules, state, seat, companies, short, grip, weights, notes):
    """The best sale from one of ``companies`` (a bit set): the company, its cards, the proceeds; -1 if none gains."""
    best = 0.0
    best_company = -1
    best_cards = 0
    best_proceeds = 0.0
    for company in range(COMPANIES):
        most_normal = int(state.shares[seat, company])
        most_split = int(state.split_shares[seat, company])
        if most_normal + most_split == 0 or (companies >> company) & 1 == 0:
            continue
        now = price(rules, state, company)
        lead = notes[Note.OWN, company] - notes[Note.RIVAL, company]
        prospect = majority_prospect(rules, lead, grip)
        if notes[Note.NORMAL, company] == 0.0:
            prospect = 0.0  # a certain bankruptcy leaves no majority
        for split in range(most_split + 1):
            for normal in range(most_normal + 1):
                shares = normal + 2 * split
                proceeds = float(shares * now)
                gain = proceeds - normal * notes[Note.NORMAL, company] - split * notes[Note.SPLIT, company]
                gain += premium_of(short, proceeds, weights)
                if prospect > 0.0:
                    gain -= prospect - majority_prospect(rules, lead - shares, grip)
                if gain > best and shares > 0:
                    best = gain
                    best_company = company
                    best_cards = encode_cards(normal, split)
                    best_proceeds = proceeds
    return best_company, best_cards, best_proceeds


@kernel
def premium_of(short, proceeds, weights):
    """What proceeds are worth in $K above their face value to a seat that is so much short of its reserve.

    The first $K are worth most: the premium falls evenly to nothing at the full reserve.
    """
    used = min(short, proceeds)
    if used <= 0.0:
        return 0.0
    return weights[Weight.PREMIUM] * used * (short - 0.5 * used) / weights[Weight.RESERVE]
