"""Rulebook, Stock Split; rules facts, sections 1, 12 and 14."""

import pytest

from engine.stockpile.cards import ALL_SEEN, Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import COSMIC, EPIC, LEADING, Table, base_edition, track


@pytest.mark.parametrize(
    ("before", "spaces", "after"),
    [(10, 1, 6), (9, 4, 8), (10, 4, 9), (9, 2, 6), (10, 2, 7), (8, 4, 7), (7, 4, 6)],
)
def test_a_rise_beyond_10_returns_to_6_and_goes_on(before, spaces, after):
    """Section 14: one version always lands on 6, another returns to 5."""
    table = Table().holds(0, LEADING).priced(LEADING, before).move_price(LEADING, spaces)
    assert table.price(LEADING) == after
    assert table.split(0)[LEADING] == 1


@pytest.mark.parametrize(("before", "spaces", "after"), [(6, 4, 10), (9, 1, 10), (8, 2, 10), (5, 4, 9)])
def test_a_rise_to_10_is_no_split(before, spaces, after):
    table = Table().holds(0, LEADING).priced(LEADING, before).move_price(LEADING, spaces)
    assert table.price(LEADING) == after
    assert table.split(0)[LEADING] == 0


def test_all_shares_of_the_company_move_to_the_split_portfolios_and_no_other():
    table = Table(3).holds(0, LEADING, EPIC).holds(1, LEADING, LEADING).holds(2, COSMIC).priced(LEADING, 10)
    table.move_price(LEADING, 1)
    assert [table.split(seat)[LEADING] for seat in range(3)] == [1, 2, 0]
    assert [table.shares(seat)[LEADING] for seat in range(3)] == [0, 0, 0]
    assert (table.shares(0)[EPIC], table.shares(2)[COSMIC]) == (1, 1)
    assert list(table.state.portfolio_sizes[:3]) == [2, 2, 1]
    assert table.kinds(Zone.SPLIT_PORTFOLIO) == [LEADING] * 3


def test_the_split_shares_are_revealed_and_what_stays_face_down_is_known_to_be_other():
    table = Table(3).holds(0, LEADING, EPIC).priced(LEADING, 10).move_price(LEADING, 1)
    assert [int(table.view(1).card[card]) for card in range(2)] == [LEADING, -1]
    assert int(table.state.excluded[1]) == 1 << LEADING


def test_every_card_not_yet_known_to_all_is_told_as_it_is_shown():
    table = Table(3).holds(0, LEADING, EPIC).holds(2, LEADING, seen_by=(0,)).priced(LEADING, 10)
    table.state.seen[0] = ALL_SEEN
    table.move_price(LEADING, 1)
    assert [(event.seat, event.a, event.c) for event in table.told(EventKind.CARD_SHOWN)] == [(2, LEADING, 2)]


def test_the_first_split_pays_nothing():
    table = Table().holds(0, LEADING, LEADING).priced(LEADING, 10).move_price(LEADING, 1)
    assert table.money == [20] * 4


def test_a_second_split_pays_10k_for_each_card_in_the_split_portfolio_which_stays():
    """Section 14: one engine pays $20K a card, another takes the cards away."""
    table = Table().holds(0, split=(LEADING, LEADING)).holds(1, split=(LEADING,)).priced(LEADING, 10)
    table.move_price(LEADING, 1)
    assert table.money == [40, 30, 20, 20]
    assert [table.split(seat)[LEADING] for seat in range(2)] == [2, 1]


def test_the_bonus_is_paid_before_the_normal_cards_move_over():
    table = Table().holds(0, LEADING, split=(LEADING,)).priced(LEADING, 10).move_price(LEADING, 1)
    assert table.money[0] == 30
    assert table.split(0)[LEADING] == 2
    kinds = [event.kind for event in table.events]
    assert kinds.index(EventKind.SPLIT_BONUS) < kinds.index(EventKind.SHARES_SPLIT)


def test_split_cards_of_another_company_earn_nothing():
    table = Table().holds(0, split=(EPIC,)).priced(LEADING, 10).move_price(LEADING, 1)
    assert table.money[0] == 20


def test_shares_acquired_after_the_split_are_normal():
    table = Table(3).holds(0, split=(EPIC,)).pile(0, EPIC).pile(1, COSMIC).pile(2, COSMIC).demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))
    assert (table.shares(0)[EPIC], table.split(0)[EPIC]) == (1, 1)


# --- another board, given as data ------------------------------------------------------------------------------


SHORT_TRACK = track([1, 3, 5, 7, 9], start=3, after_split=3)


def on_short_track(*stocks, split=(), price=9):
    edition = base_edition(tracks=[SHORT_TRACK] + [track(list(range(1, 11)), 5, 6)] * 5)
    return Table(3, edition).holds(0, *stocks, split=split).priced(COSMIC, price)


def test_a_custom_track_starts_on_its_own_space():
    assert Table(3, base_edition(tracks=[SHORT_TRACK] * 6)).price(COSMIC) == 5


def test_a_custom_track_moves_by_spaces_whatever_the_prices():
    assert on_short_track(price=3).move_price(COSMIC, 2).price(COSMIC) == 7
    assert on_short_track(price=9).move_price(COSMIC, -3).price(COSMIC) == 3


def test_several_splits_in_one_move_are_resolved_one_by_one():
    """9, +4: split to 5, then 7, 9, split to 5. What splits first earns the bonus of the second split."""
    table = on_short_track(COSMIC, COSMIC).move_price(COSMIC, 4)
    assert table.price(COSMIC) == 5
    assert len(table.told(EventKind.STOCK_SPLIT)) == 2
    assert table.money[0] == 20 + 2 * 10
    assert (table.shares(0)[COSMIC], table.split(0)[COSMIC]) == (0, 2)


def test_cards_split_before_earn_both_bonuses():
    table = on_short_track(COSMIC, split=(COSMIC,)).move_price(COSMIC, 4)
    assert table.money[0] == 20 + 10 + 2 * 10


def test_bottomline_s_advanced_track_splits_twice_at_plus_4():
    """6, +4: split to 4, then 5, 6, split to 4."""
    edition = base_edition(tracks=[track([1, 2, 3, 4, 5, 6], start=5, after_split=4)] * 6)
    table = Table(3, edition).holds(0, COSMIC).priced(COSMIC, 6).move_price(COSMIC, 4)
    assert table.price(COSMIC) == 4
    assert len(table.told(EventKind.STOCK_SPLIT)) == 2


def test_after_a_bankruptcy_a_custom_track_returns_to_its_start_space():
    edition = base_edition(tracks=[track([1, 3, 4, 5, 5, 6, 6, 7, 8, 10], start=5, after_split=4)] * 6)
    table = Table(3, edition).priced(COSMIC, 1).move_price(COSMIC, -1)
    assert table.state.spaces[COSMIC] == 4
    table.priced(COSMIC, 10).move_price(COSMIC, 1)
    assert table.state.spaces[COSMIC] == 3
