"""4. Scoring: fruits times price, round by round; the final result, and the prices to expect at a round's end."""

import numpy as np

from engine.compiling import kernel
from engine.stonks.cards import COMPANIES, LAST_CARDS, MAX_HALVES, NONE, OPENING_CARDS, Phase
from engine.stonks.events import EventKind, append_to_log, tell_everyone
from engine.stonks.state import add_card, count_bits, lowest_priced_company, price

TIE_BREAK_UNIT = 1e-6
"""Points a final result gains for each step on the tie-break ladder, 64 steps a card and one a fruit.

All of it together stays below 0.003 points, so sums of points keep their order and margins are what they were.
"""

_MOST_CARDS = 32
_MOST_FRUITS = 63


@kernel
def fruits_in(rules, numbers, company):
    """The fruits on a company's cards, given as a mask of numbers."""
    numbers = np.int64(numbers)
    ones = count_bits(numbers & np.int64(rules.fruit_bits[company, 0]))
    twos = count_bits(numbers & np.int64(rules.fruit_bits[company, 1]))
    return ones + 2 * twos


@kernel
def score_round(rules, state, log):
    """Show the face-down cards, add the speculation cards left over, and score every portfolio."""
    lowest = lowest_priced_company(rules, state)
    for seat in range(rules.seats):
        for half in range(MAX_HALVES):
            card = int(state.hidden_cards[seat, half])
            if card != NONE:
                state.hidden_cards[seat, half] = NONE
                add_card(state.portfolios[seat], card)
                tell_everyone(state, log, EventKind.HIDDEN_CARD_SHOWN, seat, card, 0, 0, 0)
    for seat in range(rules.seats):
        extra = 0
        if (int(state.speculation_cards) >> seat) & 1:
            extra = int(rules.speculation_fruits)
            append_to_log(log, EventKind.SPECULATION_LEFT_OVER, -1, seat, lowest, extra, 0, 0)
        points = 0
        own_fruits = 0
        for company in range(COMPANIES):
            fruits = fruits_in(rules, state.portfolios[seat, company], company)
            own_fruits += fruits
            if company == lowest:
                fruits += extra
            if fruits > 0:
                value = fruits * price(rules, state, company)
                points += value
                append_to_log(log, EventKind.COMPANY_SCORED, -1, seat, company, fruits, value, 0)
        state.points[seat] += points
        append_to_log(log, EventKind.ROUND_SCORED, -1, seat, points, state.points[seat], 0, 0)
        if state.round_number + 1 == rules.rounds:
            state.final_cards[seat] = state.portfolio_sizes[seat]
            state.final_fruits[seat] = own_fruits


@kernel
def payoffs(rules, state, out):
    """Each seat's points, with a trace of a point for the tie-break so that the order of results is the ranking.

    Equal points: fewer cards in the last round's portfolio come first, then fewer fruits on them (a speculation card
    is neither); results that are still equal share the rank. See :data:`TIE_BREAK_UNIT`.
    """
    for seat in range(rules.seats):
        cards_saved = _MOST_CARDS - int(state.final_cards[seat])
        fruits_saved = _MOST_FRUITS - int(state.final_fruits[seat])
        out[seat] = int(state.points[seat]) + (cards_saved * (_MOST_FRUITS + 1) + fruits_saved) * TIE_BREAK_UNIT


@kernel
def result_so_far(rules, state, out):
    """Each seat's points of the rounds that are complete; with the tie-break's trace when the game is over."""
    if state.phase == Phase.OVER:
        payoffs(rules, state, out)
        return
    for seat in range(rules.seats):
        out[seat] = state.points[seat]


@kernel
def mean_price(rules, state):
    """The mean price of the companies in play."""
    total = 0
    for company in range(COMPANIES):
        if state.places[company] != NONE:
            total += price(rules, state, company)
    return total / int(rules.companies)


@kernel
def tricks_left(rules, state):
    """The tricks of this round still to be decided, the running one included."""
    tricks_of_half = int(rules.hand_size) - OPENING_CARDS - LAST_CARDS
    later = tricks_of_half * (int(rules.halves) - 1 - int(state.half))
    if state.phase == Phase.OPENING_PAIR:
        return later + tricks_of_half
    # Seats that have played to the running trick hold a card less than the others.
    running = 1 if state.cards_played == 0 else 0
    fewest = int(state.hand_sizes[state.leader])
    return later + fewest - LAST_CARDS + (1 - running)


@kernel
def price_drift(rules, state, pull):
    """How far prices are drawn to their mean until the end of the round, ``pull`` in a whole round."""
    tricks = int(rules.halves) * (int(rules.hand_size) - OPENING_CARDS - LAST_CARDS)
    return pull * (tricks_left(rules, state) / tricks)


@kernel
def expected_price(rules, state, company, mean, drift):
    """A company's price at the end of the round: today's, drawn to the mean; see :func:`price_drift`."""
    now = price(rules, state, company)
    return now + drift * (mean - now)
