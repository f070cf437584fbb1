"""The audit's own books: what a card counter concludes from the events of a Stockpile game, and what it objects to."""

import pytest

from engine.catalog import load_game
from engine.contract import EVERYONE
from engine.stockpile.cards import Zone
from engine.stockpile.events import EventKind
from eval.stockpile_checker import Slot, StockpileChecker
from tests.engine.stockpile.table import AMERICAN, BOOM, COSMIC, EPIC, FEE_2


@pytest.fixture
def checker():
    """Seat 0's books in the first round, with three face-down cards of seat 1: two placed by seat 2, one by seat 0."""
    checker = StockpileChecker(load_game("stockpile", seats=3), 0)
    hear(checker, EventKind.ROUND_STARTED, 0)
    for card, placer, face in ((20, 2, None), (21, 2, None), (22, 0, EPIC)):
        if face is not None:
            hear(checker, EventKind.CARD_DEALT, placer, face, 0, card)
        hear(checker, EventKind.PLACED_FACE_DOWN, placer, 1, 0, card)
    hear(checker, EventKind.PILE_TAKEN, 1, 1, 3)
    return checker


def hear(checker, kind, seat, a=0, b=0, c=0, d=0):
    checker.observe([kind, EVERYONE, seat, a, b, c, d])


def test_a_face_down_card_that_was_taken_is_no_fee(checker):
    assert {6, 7, 8} <= checker.slots[20].cannot_be


def test_a_fee_laid_open_is_an_unpaid_fee_until_it_is_paid(checker):
    hear(checker, EventKind.FEE_SHOWN, 1, 2, 0, 20)
    assert (checker.slots[20].zone, checker.slots[20].face) == (Zone.UNPAID_FEE, FEE_2)
    hear(checker, EventKind.FEE_PAID, 1, 2, 0, 20)
    assert checker.slots[20].zone == Zone.DISCARD
    assert checker.money == [20, 18, 20]
    assert not checker.complaints


def test_without_actions_left_a_face_down_card_is_stock(checker):
    hear(checker, EventKind.NO_ACTIONS_LEFT, 1)
    hear(checker, EventKind.ACTION_PLAYED, 1, 0, COSMIC, 20)
    assert f"card 20 is {BOOM}, which was ruled out" in checker.complaints


def test_after_a_split_no_face_down_card_is_of_the_company(checker):
    hear(checker, EventKind.STOCK_SPLIT, -1, AMERICAN)
    hear(checker, EventKind.SHARES_SPLIT, 1, AMERICAN, 1)
    hear(checker, EventKind.CARD_SHOWN, 1, AMERICAN, 0, 20)
    checker.settle()
    assert checker.slots[20].zone == Zone.SPLIT_PORTFOLIO
    assert AMERICAN in checker.slots[21].cannot_be
    assert AMERICAN not in checker.slots[20].cannot_be
    assert not checker.complaints


def test_a_split_that_turns_up_more_shares_than_are_shown_is_objected_to(checker):
    hear(checker, EventKind.STOCK_SPLIT, -1, AMERICAN)
    hear(checker, EventKind.SHARES_SPLIT, 1, AMERICAN, 2)
    hear(checker, EventKind.CARD_SHOWN, 1, AMERICAN, 0, 20)
    checker.settle()
    assert checker.complaints == ["seat 1 turned up 1 shares, not 2"]


def test_a_bankruptcy_of_shares_the_seat_knows_discards_them(checker):
    hear(checker, EventKind.BANKRUPTCY, -1, EPIC)
    hear(checker, EventKind.SHARES_LOST, 1, EPIC, 1)
    checker.settle()
    assert checker.slots[22].zone == Zone.DISCARD
    assert not checker.complaints


def test_a_known_share_cannot_be_denied(checker):
    hear(checker, EventKind.NONE_HELD, 1, EPIC)
    assert checker.complaints


def test_a_sale_brings_the_price_of_the_shown_cards(checker):
    hear(checker, EventKind.CARD_SHOWN, 1, COSMIC, 0, 21)
    hear(checker, EventKind.SOLD, 1, COSMIC, 1, 0, 5)
    assert checker.slots[21].zone == Zone.DISCARD
    assert checker.money[1] == 25
    assert not checker.complaints


def test_a_sale_at_another_price_is_objected_to(checker):
    hear(checker, EventKind.CARD_SHOWN, 1, COSMIC, 0, 21)
    hear(checker, EventKind.SOLD, 1, COSMIC, 1, 0, 6)
    assert checker.complaints == ["sold at a wrong price"]


def test_a_card_shown_with_another_face_than_seen_is_objected_to(checker):
    hear(checker, EventKind.CARD_SHOWN, 1, COSMIC, 0, 22)
    assert checker.complaints == [f"card 22 has two faces, {EPIC} and {COSMIC}"]


def test_openly_known_cards_of_a_portfolio_are_interchangeable_whoever_knew_them_first(checker):
    """The sold one counts as the oldest: its face and the other's change places."""
    checker.slots[30] = Slot(Zone.PORTFOLIO, 1, COSMIC, open=True, known_to={1})
    checker.slots[31] = Slot(Zone.PORTFOLIO, 1, EPIC, open=True, known_to={1, 2})
    hear(checker, EventKind.CARD_SHOWN, 1, EPIC, 0, 30)
    hear(checker, EventKind.SOLD, 1, EPIC, 1, 0, 5)
    assert (checker.slots[30].face, checker.slots[31].face) == (EPIC, COSMIC)
    assert not checker.complaints


def test_exact_probabilities_of_a_starting_stock():
    """Seat 0 knows its own: each of the other five companies is as likely for seat 1, and none twice."""
    checker = StockpileChecker(load_game("stockpile", seats=3), 0)
    hear(checker, EventKind.CARD_DEALT, 0, AMERICAN, 0, 0)
    hear(checker, EventKind.ROUND_STARTED, 0)
    marginals = {marginal.name.partition(" of ")[0]: marginal.probabilities for marginal in checker.exact_marginals()}
    others = [company for company in range(6) if company != AMERICAN]
    assert marginals["card 1"] == pytest.approx({(company,): 1 / 5 for company in others})
    both = {(first, second): 1 / 20 for first in others for second in others if first != second}
    assert marginals["card 1 and 2"] == pytest.approx(both)
    # A free card: 80 cards but the three starting stocks; each company is dealt twice in five to the other two.
    assert marginals["card 3"][AMERICAN,] == pytest.approx(9 / 77)
    assert marginals["card 3"][COSMIC,] == pytest.approx((10 - 2 / 5) / 77)
    assert marginals["card 3"][BOOM,] == pytest.approx(4 / 77)
