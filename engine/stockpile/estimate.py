"""What the seats are to expect of a position before the end, cheaply: the value of a playout that is cut off.

Two answers: :func:`estimate`, learned from games (:mod:`eval.fit_estimate`), and :func:`rule_estimate`, made by hand.
The learned one is what a seat would have if the game ended now without majority bonuses, plus a weighted sum of
features, with weights of their own for each number of rounds left. Weights are part of the rules record: compiled code
stays the same when they change, and a table with other components goes without.
"""

from enum import IntEnum

import numpy as np

from engine.compiling import kernel
from engine.stockpile.cards import COMPANIES, ESTIMATE_FEATURES, Phase
from engine.stockpile.scoring import majority, money_after_fees, payoffs, result_so_far, shares_for_majority
from engine.stockpile.state import price

MAJORITY_GRIP = 0.65
"""How much of a majority bonus the present leader can count on with each further round, by hand."""

SHARES_STILL_TO_COME = 2.0
"""How many more shares of a company, held by nobody yet, a majority is reckoned to be fought with."""

MONEY_LIMITS = np.array([5.0, 10.0, 15.0, 25.0, 40.0])
"""In $K; see :attr:`Feature.MONEY_TO_LIMIT`."""
MONEY_LIMITS.setflags(write=False)

PRICES = 10
"""Spaces of a track that count apart; further ones count as the last."""


class Feature(IntEnum):
    """What the learned estimate weighs of each seat. Money is in $K, with unpaid fees taken off."""

    MONEY = 0
    MONEY_TO_LIMIT = 1  # five rows: money as far as it goes to each of MONEY_LIMITS
    MONEY_LEAD = 6  # money above the richest other seat's
    SHARES_AT = 7  # ten rows: normal shares of companies on each space of their track
    SPLIT_SHARES = 17  # split cards
    SPLIT_VALUE = 18  # their companies' prices, added up
    BONUS = 19  # the majority bonuses that present holdings would bring
    CONTEST = 20  # shares of the companies' shares, some not yet held by anybody counted in
    SAFE_LEADS = 21  # companies led by two shares or more
    CLOSE_SECONDS = 22  # companies in which one share is lacking to the lead, some being held
    CONCENTRATION = 23  # squares of holdings
    TURN = 24  # the place in this round's turn order, from 0
    ONE = 25  # the same for all: what a seat gains on average


@kernel
def note_features(rules, state, features):
    """Write each seat's features to ``features``, float64[seats, ESTIMATE_FEATURES]."""
    seats = int(rules.seats)
    money = np.empty(seats, np.float64)
    money_after_fees(rules, state, money)
    features[:, :] = 0.0
    for seat in range(seats):
        richest = -1e9
        for other in range(seats):
            if other != seat:
                richest = max(richest, money[other])
        features[seat, Feature.MONEY] = money[seat]
        for limit in range(MONEY_LIMITS.shape[0]):
            features[seat, Feature.MONEY_TO_LIMIT + limit] = min(money[seat], MONEY_LIMITS[limit])
        features[seat, Feature.MONEY_LEAD] = max(0.0, money[seat] - richest)
        features[seat, Feature.ONE] = 1.0
        features[seat, Feature.TURN] = (seat - int(state.first_seat) + seats) % seats
    for company in range(COMPANIES):
        note_company(rules, state, company, features)


@kernel
def note_company(rules, state, company, features):
    """Add what each seat's holding of a company does to its features."""
    most, leaders = majority(rules, state, company)
    if most == 0:
        return
    bonus = float(rules.sole_majority) if leaders == 1 else float(rules.tied_majority)
    space = min(int(state.spaces[company]), PRICES - 1)
    value = price(rules, state, company)
    total = 0
    second = 0
    for seat in range(rules.seats):
        held = shares_for_majority(state, seat, company)
        total += held
        if held < most:
            second = max(second, held)
    for seat in range(rules.seats):
        held = shares_for_majority(state, seat, company)
        if held == 0:
            continue
        split = int(state.split_shares[seat, company])
        features[seat, Feature.SHARES_AT + space] += int(state.shares[seat, company])
        features[seat, Feature.SPLIT_SHARES] += split
        features[seat, Feature.SPLIT_VALUE] += split * value
        features[seat, Feature.CONTEST] += held / (total + SHARES_STILL_TO_COME)
        features[seat, Feature.CONCENTRATION] += held * held
        if held == most:
            features[seat, Feature.BONUS] += bonus
            if leaders == 1 and most - second > 1:
                features[seat, Feature.SAFE_LEADS] += 1
        elif held == most - 1:
            features[seat, Feature.CLOSE_SECONDS] += 1


@kernel
def estimate(rules, state, out):
    """Each seat's result in $K, as play has taught to expect it."""
    if state.phase == Phase.OVER:
        payoffs(rules, state, out)
        return
    left = int(rules.rounds) - int(state.round_number)
    if rules.result_spreads[left] == 0.0:
        rule_estimate(rules, state, out)
        return
    features = np.empty((int(rules.seats), ESTIMATE_FEATURES), np.float64)
    note_features(rules, state, features)
    result_so_far(rules, state, out)
    for seat in range(rules.seats):
        for feature in range(ESTIMATE_FEATURES):
            out[seat] += rules.estimate_weights[left, feature] * features[seat, feature]


@kernel
def result_spread(rules, state):
    """How far apart the rounds to come may drive two results, in $K; learned, 0 if not."""
    return float(rules.result_spreads[int(rules.rounds) - int(state.round_number)])


@kernel
def rule_estimate(rules, state, out):
    """Each seat's money and share value in $K, with the majority bonuses the present holdings lead to expect."""
    if state.phase == Phase.OVER:
        payoffs(rules, state, out)
        return
    rounds = int(rules.rounds) - int(state.round_number)
    grip = 1.0
    for _ in range(rounds):
        grip *= MAJORITY_GRIP
    money_after_fees(rules, state, out)
    for company in range(COMPANIES):
        value = price(rules, state, company)
        most, leaders = majority(rules, state, company)
        total = 0
        for seat in range(rules.seats):
            total += shares_for_majority(state, seat, company)
        for seat in range(rules.seats):
            held = shares_for_majority(state, seat, company)
            if held == 0:
                continue
            bonus = 0.0
            if held == most:
                bonus = float(rules.sole_majority) if leaders == 1 else float(rules.tied_majority)
            # With rounds to go, a holding's share of all shares says as much as who is ahead today.
            contested = float(rules.sole_majority) * held / (total + SHARES_STILL_TO_COME)
            out[seat] += held * value + grip * bonus + (1.0 - grip) * contested
