"""What a share is worth to a seat, from what that seat has seen: forecasts, splits, bankruptcy and majority bonuses."""

from enum import IntEnum

import numpy as np

from engine.bits import count_bits, lowest_number
from engine.compiling import kernel
from engine.stack_arrays import stack_array
from engine.stockpile.cards import COMPANIES, DECK_SIZE, MAX_FORECASTS, MAX_SEATS, CardKind, Zone
from engine.stockpile.state import price

ALL_FORECASTS = (1 << MAX_FORECASTS) - 1


class Note(IntEnum):
    """The rows of a notepad: one number for each company (or each pile)."""

    NORMAL = 0  # what a normal card will bring, $K
    SPLIT = 1  # what a split card will bring, $K
    OWN = 2  # own shares, split cards double
    RIVAL = 3  # the largest holding a rival is expected to have
    OUTSIDERS_NORMAL = 4  # what a normal card will bring as those without a private pair see it, $K
    PILE = 5  # what a pile is worth to the mover, $K
    PUBLIC_PILE = 6  # what a pile looks worth to the others, $K
    PRICE = 7  # the price now: what a normal card brings if sold before the movement, $K
    CARDS = 8  # five rows: normal cards of each seat as the mover knows them


NOTES_SHAPE = (Note.CARDS + MAX_SEATS, COMPANIES)
"""The shape of a notepad, a float64 array."""

new_notes = stack_array(NOTES_SHAPE, np.float64)
"""Makes a notepad."""

new_counts = stack_array((MAX_SEATS,), np.int64)
"""Makes room for a number for each seat."""

HALF_DECK = DECK_SIZE // 2


@kernel
def expected_forecasts(state, watchers):
    """For each company the forecasts still possible to those in ``watchers`` (seat bits, all of whom must know).

    Bit ``6 * company + forecast``: a known pair leaves one forecast, all other companies share what is left.
    """
    number = int(state.round_number)
    possible = 0
    left = ALL_FORECASTS
    for pair in range(COMPANIES):
        if int(state.pair_seen[pair]) & watchers == watchers:
            forecast = int(state.pair_forecasts[number, pair])
            possible |= 1 << (MAX_FORECASTS * int(state.pair_companies[number, pair]) + forecast)
            left &= ~(1 << forecast)
    for company in range(COMPANIES):
        if (possible >> (MAX_FORECASTS * company)) & ALL_FORECASTS == 0:
            possible |= left << (MAX_FORECASTS * company)
    return possible


@kernel
def forecasts_of(possible, company):
    """The forecasts of one company, as a bit set."""
    return (possible >> (MAX_FORECASTS * company)) & ALL_FORECASTS


@kernel
def mean_values(rules, company, space, forecasts, growth):
    """What a normal and a split card bring on average in $K, when any of ``forecasts`` may come.

    Counts the price after the movement, dividends, splits and bankruptcies; ``growth`` ($K a share) is what the
    later rounds are expected to add. Without information a share at price 5 brings 5.67, at price 10 11.83.
    """
    length = int(rules.track_lengths[company])
    normal = 0.0
    split = 0.0
    count = count_bits(forecasts)
    while forecasts:
        forecast = lowest_number(forecasts)
        forecasts &= forecasts - 1
        target = space + int(rules.forecast_spaces[forecast])
        if target < 0:
            continue
        splits = 0
        while target >= length:
            target += int(rules.after_split_spaces[company]) - length
            splits += 1
        value = int(rules.track_prices[company, target]) + growth
        dividend = int(rules.forecast_dividends[forecast])
        split += 2.0 * (value + dividend) + int(rules.repeat_split_bonus) * splits
        if splits == 0:
            normal += value + dividend
        else:
            normal += 2.0 * value + int(rules.repeat_split_bonus) * (splits - 1)
    return normal / count, split / count


@kernel
def note_value(rules, state, possible, company, growth, notes):
    """Write what a card of the company will bring."""
    normal, split = mean_values(rules, company, int(state.spaces[company]), forecasts_of(possible, company), growth)
    notes[Note.PRICE, company] = price(rules, state, company)
    notes[Note.NORMAL, company] = normal
    notes[Note.SPLIT, company] = split


@kernel
def note_values(rules, state, possible, growth, notes):
    """Write what a card of each company will bring."""
    for company in range(COMPANIES):
        note_value(rules, state, possible, company, growth, notes)


@kernel
def knows_rivals_card(state, card, seat):
    """Whether ``seat`` has seen the card, and it is stock in a rival's portfolio, not split."""
    return (
        (state.zone[card] == np.int8(Zone.PORTFOLIO))
        & (state.holder[card] != np.int8(seat))
        & (state.card[card] <= np.int8(CardKind.LAST_STOCK))
        & ((state.seen[card] & np.uint8(1 << seat)) != 0)
    )


@kernel
def rivals_cards(state, seat):
    """The cards of :func:`knows_rivals_card` as bits: of the first half of the deck, and of the second."""
    # Bits first, then the few cards that they name: this way the whole deck is looked at without a branch.
    first = np.int64(0)
    second = np.int64(0)
    for card in range(HALF_DECK):
        first |= np.int64(knows_rivals_card(state, card, seat)) << np.int64(card)
    for card in range(HALF_DECK):
        second |= np.int64(knows_rivals_card(state, HALF_DECK + card, seat)) << np.int64(card)
    return first, second


@kernel
def note_holdings(rules, state, seat, hidden_share, notes):
    """Write every seat's shares as ``seat`` knows them, its own, and the largest holding to expect of a rival.

    ``hidden_share`` is how many shares of any one company to expect for each card of a rival that ``seat`` has not
    seen.
    """
    unseen = new_counts()
    # Own cards are known, and so are split ones: all of them lie open.
    for other in range(MAX_SEATS):
        unseen[other] = int(state.portfolio_sizes[other])
        for company in range(COMPANIES):
            notes[Note.CARDS + other, company] = 0.0
            unseen[other] -= int(state.split_shares[other, company])
    first, second = rivals_cards(state, seat)
    while first | second:
        if first:
            card = lowest_number(first)
            first &= first - 1
        else:
            card = HALF_DECK + lowest_number(second)
            second &= second - 1
        unseen[int(state.holder[card])] -= 1
        notes[Note.CARDS + int(state.holder[card]), int(state.card[card])] += 1.0
    for company in range(COMPANIES):
        notes[Note.CARDS + seat, company] = state.shares[seat, company]
        notes[Note.OWN, company] = int(state.shares[seat, company]) + 2 * int(state.split_shares[seat, company])
        notes[Note.RIVAL, company] = 0.0
    for other in range(int(rules.seats)):
        if other != seat:
            hidden = hidden_share * unseen[other]
            for company in range(COMPANIES):
                split = 2 * int(state.split_shares[other, company])
                held = notes[Note.CARDS + other, company] + split + hidden
                notes[Note.RIVAL, company] = max(notes[Note.RIVAL, company], held)


@kernel
def majority_prospect(rules, lead, grip):
    """The majority bonus in $K to expect of a lead of so many shares; ``grip``: how much each share of it decides.

    An even contest is worth the bonus of a tie; at the end of the game, grip 0.5, one share more is the full bonus.
    """
    chance = 0.5 + lead * grip
    if chance <= 0.0:
        return 0.0
    if chance >= 1.0:
        return float(rules.sole_majority)
    return chance * float(rules.sole_majority)


@kernel
def action_change(rules, state, face, company, forecasts, growth, notes):
    """What an action card does to a normal and to a split card of a company, in $K; ``notes`` has their values now."""
    space = int(state.spaces[company]) + int(rules.action_spaces[face])
    splits = 0
    normal = 0.0
    split = 0.0
    if space >= 0:
        while space >= int(rules.track_lengths[company]):
            space += int(rules.after_split_spaces[company]) - int(rules.track_lengths[company])
            splits += 1
        normal, split = mean_values(rules, company, space, forecasts, growth)
        # Selling comes next: what will fall can be sold before.
        now = float(rules.track_prices[company, space])
        normal = max(now, normal)
        split = max(2.0 * now, split)
        if splits > 0:
            normal = split + int(rules.repeat_split_bonus) * (splits - 1)
            split += int(rules.repeat_split_bonus) * splits
    normal -= max(notes[Note.PRICE, company], notes[Note.NORMAL, company])
    split -= max(2.0 * notes[Note.PRICE, company], notes[Note.SPLIT, company])
    return normal, split
