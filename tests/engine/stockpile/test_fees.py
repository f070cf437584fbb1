"""Rulebook, Demand Phase 5: trading fees; rulings on unpaid ones."""

import pytest

from engine.stockpile.cards import Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import COSMIC, EPIC, FEE_1, FEE_2, FEE_3, FINISH, LEADING, Table, sale


def wins_with_zero(*fees, money):
    """Seat 0 takes a pile of fees for $0."""
    table = Table(3).pile(0, *fees).pile(1, EPIC).pile(2, EPIC).holds(0, money=money).demand()
    return table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))


def unpaid(table, seat=0):
    return table.kinds(Zone.UNPAID_FEE, seat)


@pytest.mark.parametrize(("fee", "amount"), [(FEE_1, 1), (FEE_2, 2), (FEE_3, 3)])
def test_a_fee_is_paid_at_once_and_discarded_face_up(fee, amount):
    table = wins_with_zero(fee, money=20)
    assert table.money[0] == 20 - amount
    assert table.kinds(Zone.DISCARD) == [fee]
    assert unpaid(table) == []
    assert [table.view(seat).card[0] for seat in range(3)] == [fee] * 3


def test_a_face_down_fee_is_paid_as_well_and_then_seen_by_all():
    table = Table(3).pile(0, face_down=((FEE_3, 1),)).pile(1, EPIC).pile(2, EPIC).demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))
    assert table.money[0] == 17
    assert [table.view(seat).card[0] for seat in range(3)] == [FEE_3] * 3


def test_a_fee_without_the_money_stays_face_up_and_is_not_paid_in_part():
    table = wins_with_zero(FEE_3, money=2)
    assert table.money[0] == 2
    assert unpaid(table) == [FEE_3]
    assert table.state.unpaid_fees[0] == 1
    assert [table.view(seat).card[0] for seat in range(3)] == [FEE_3] * 3


def test_a_large_unpaid_fee_does_not_block_smaller_ones():
    """Section 14: one engine pays the oldest first and gets stuck on it."""
    table = wins_with_zero(FEE_3, FEE_1, money=2)
    assert table.money[0] == 1
    assert unpaid(table) == [FEE_3]


def test_the_smallest_fees_are_paid_first_while_the_money_lasts():
    table = wins_with_zero(FEE_3, FEE_2, FEE_1, FEE_1, money=4)
    assert table.money[0] == 0
    assert unpaid(table) == [FEE_3]


def test_an_unpaid_fee_is_collected_as_soon_as_a_sale_brings_the_money():
    """Section 14: one version never collects them."""
    table = Table(3).holds(0, LEADING, fees=(FEE_3,), money=0).selling()
    table.play(sale(LEADING, 1))
    assert table.money[0] == 2
    assert unpaid(table) == []


def test_a_sale_that_brings_too_little_leaves_the_fee():
    table = Table(3).holds(0, LEADING, fees=(FEE_3,), money=0).priced(LEADING, 2).selling()
    table.play(sale(LEADING, 1))
    assert table.money[0] == 2
    assert unpaid(table) == [FEE_3]


def test_an_unpaid_fee_is_collected_from_a_dividend():
    table = Table(3).holds(1, LEADING, fees=(FEE_2,), money=0).forecast(leading="$$").movement()
    assert table.money[1] == 0
    assert unpaid(table, 1) == []


def test_an_unpaid_fee_is_collected_from_a_split_bonus():
    table = Table(3).holds(1, split=(LEADING,), fees=(FEE_2, FEE_3), money=0).priced(LEADING, 10)
    table.move_price(LEADING, 1)
    assert table.money[1] == 5
    assert unpaid(table, 1) == []


def test_an_unpaid_fee_is_settled_from_the_final_proceeds():
    table = Table(3).holds(0, fees=(FEE_3,), money=0).holds(0, COSMIC, COSMIC).score()
    assert table.money[0] == 2 * 5 + 10 - 3


def test_what_cannot_be_paid_at_the_end_lapses():
    table = Table(3).holds(0, fees=(FEE_3, FEE_1), money=2).score()
    assert table.money[0] == 1
    assert [event.a for event in table.told(EventKind.FEE_LAPSED)] == [3]


def test_the_money_never_goes_below_zero():
    assert wins_with_zero(FEE_1, FEE_2, FEE_3, FEE_3, money=0).money[0] == 0


def test_an_unpaid_fee_is_no_part_of_the_portfolio_and_cannot_be_sold():
    table = Table(3).holds(0, fees=(FEE_3,), money=0).selling()
    assert table.moves() == [FINISH]
    assert table.state.portfolio_sizes[0] == 0
