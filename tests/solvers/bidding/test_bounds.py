"""Competitive prices: what theory says of them."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.bidding.bounds import competitive_prices, efficient_assignment, total_value


@st.composite
def values(draw, most=4):
    bidders = draw(st.integers(1, most))
    piles = draw(st.integers(bidders, most))
    row = st.lists(st.integers(-50, 250).map(lambda tenths: tenths / 10.0), min_size=piles, max_size=piles)
    return np.array(draw(st.lists(row, min_size=bidders, max_size=bidders)))


@given(values())
@settings(deadline=None)
def test_no_assignment_is_worth_more(table):
    bidders, piles = table.shape
    assigned = efficient_assignment(table)
    assert len(set(assigned)) == bidders
    best = max(table[np.arange(bidders), list(chosen)].sum() for chosen in permutations(range(piles), bidders))
    assert total_value(table) == pytest.approx(best)


@given(values())
@settings(deadline=None)
def test_a_price_is_what_a_second_pile_of_the_kind_would_add(table):
    found = competitive_prices(table)
    for pile, price in enumerate(found.prices):
        doubled = np.column_stack([table, table[:, pile]])
        assert price == pytest.approx(total_value(doubled) - found.total, abs=1e-6)


@given(values())
@settings(deadline=None)
def test_everybody_likes_its_own_pile_best_at_these_prices(table):
    found = competitive_prices(table)
    assert (found.prices >= 0.0).all()
    for bidder, pile in enumerate(found.piles):
        surplus = table[bidder] - found.prices
        assert surplus[pile] >= surplus.max() - 1e-6


@given(values(), st.data())
@settings(deadline=None)
def test_relabelling_seats_and_piles_permutes_the_prices(table, data):
    seats = data.draw(st.permutations(range(table.shape[0])))
    piles = data.draw(st.permutations(range(table.shape[1])))
    relabelled = competitive_prices(table[np.ix_(seats, piles)])
    assert relabelled.prices == pytest.approx(competitive_prices(table).prices[piles], abs=1e-6)


@given(values(), st.integers(-20, 20))
@settings(deadline=None)
def test_what_a_bidder_gets_from_any_pile_alike_changes_no_price(table, constant):
    moved = table.copy()
    moved[0] += constant
    assert competitive_prices(moved).prices == pytest.approx(competitive_prices(table).prices, abs=1e-6)


def test_too_few_piles_are_refused():
    with pytest.raises(ValueError, match="3 bidders cannot have one of 2 piles each"):
        efficient_assignment(np.zeros((3, 2)))


def test_values_that_hardly_differ_have_prices():
    for seed in range(200):
        chance = np.random.default_rng(seed)
        table = chance.integers(0, 3, (5, 5)) + chance.normal(0.0, 1e-5, (5, 5))
        found = competitive_prices(table)
        surplus = table - found.prices
        assert surplus[np.arange(5), list(found.piles)] == pytest.approx(surplus.max(axis=1), abs=1e-3)
