"""Rulebook, Bankruptcy; rules facts, section 1."""

import pytest

from engine.stockpile.cards import Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import COSMIC, EPIC, FEE_2, LEADING, Table


@pytest.mark.parametrize(("before", "spaces"), [(1, -2), (2, -2), (3, -3), (1, -1), (1, -3), (2, -3)])
def test_a_fall_below_1_bankrupts_the_company_and_returns_it_to_5(before, spaces):
    table = Table().holds(0, LEADING).priced(LEADING, before).move_price(LEADING, spaces)
    assert table.price(LEADING) == 5
    assert table.shares(0)[LEADING] == 0
    assert len(table.told(EventKind.BANKRUPTCY)) == 1


@pytest.mark.parametrize(("before", "spaces", "after"), [(4, -3, 1), (3, -2, 1), (2, -1, 1)])
def test_a_fall_to_1_is_no_bankruptcy(before, spaces, after):
    table = Table().holds(0, LEADING).priced(LEADING, before).move_price(LEADING, spaces)
    assert table.price(LEADING) == after
    assert table.shares(0)[LEADING] == 1


def test_all_players_discard_all_shares_of_the_company_split_ones_included():
    table = Table(3).holds(0, LEADING, EPIC, split=(LEADING, LEADING)).holds(2, LEADING, COSMIC).priced(LEADING, 1)
    table.move_price(LEADING, -2)
    assert table.kinds(Zone.DISCARD) == [LEADING] * 4
    assert (table.shares(0), table.split(0)) == ([0, 0, 0, 0, 0, 1], [0] * 6)
    assert table.shares(2) == [1, 0, 0, 0, 0, 0]
    assert list(table.state.portfolio_sizes[:3]) == [1, 0, 1]


def test_nobody_is_paid():
    table = Table(3).holds(0, LEADING, split=(LEADING,)).priced(LEADING, 1).move_price(LEADING, -2)
    assert table.money == [20] * 3


def test_the_discarded_shares_are_seen_and_what_stays_face_down_is_known_to_be_other():
    table = Table(3).holds(0, LEADING, EPIC).priced(LEADING, 1).move_price(LEADING, -2)
    assert [int(table.view(1).card[card]) for card in range(2)] == [LEADING, -1]
    assert int(table.state.excluded[1]) == 1 << LEADING


def test_every_card_not_yet_known_to_all_is_told_as_it_is_shown():
    table = Table(3).holds(0, LEADING, EPIC, split=(LEADING,)).priced(LEADING, 1).move_price(LEADING, -2)
    assert [(event.seat, event.a, event.c) for event in table.told(EventKind.CARD_SHOWN)] == [(0, LEADING, 0)]


def test_unpaid_fees_and_piles_are_untouched():
    table = Table(3).holds(0, fees=(FEE_2,), money=0).pile(0, LEADING).priced(LEADING, 1).move_price(LEADING, -2)
    assert table.kinds(Zone.UNPAID_FEE) == [FEE_2]
    assert table.kinds(Zone.PILE_FACE_UP) == [LEADING]
