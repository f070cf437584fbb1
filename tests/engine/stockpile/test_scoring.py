"""Rulebook, End of Game and Scoring; rules facts, section 12."""

import numpy as np
import pytest

from engine import contract
from engine.stockpile.cards import Phase
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import COSMIC, EPIC, LEADING, Table


def scored(table):
    return [gained - 20 for gained in table.score().money]


def test_the_sole_majority_shareholder_receives_10k():
    table = Table(3).holds(0, EPIC, EPIC).holds(1, EPIC)
    assert scored(table) == [10 + 10, 5, 0]


def test_all_tied_shareholders_receive_5k_however_many():
    table = Table(4).holds(0, EPIC).holds(1, EPIC).holds(2, EPIC)
    assert scored(table) == [10, 10, 10, 0]


def test_a_tie_for_less_than_the_most_changes_nothing():
    """Section 14: a tie flag not reset gave a sole majority holder $5K."""
    table = Table(3).holds(0, EPIC).holds(1, EPIC).holds(2, EPIC, EPIC)
    assert scored(table) == [5, 5, 20]


def test_a_tie_in_one_company_does_not_touch_the_next():
    """Section 14: the same flag, over companies."""
    table = Table(3).holds(0, COSMIC, LEADING).holds(1, COSMIC)
    assert scored(table) == [5 + 5 + 5 + 10, 5 + 5, 0]


def test_split_cards_count_double_for_the_majority():
    table = Table(3).holds(0, split=(EPIC,)).holds(1, EPIC)
    assert scored(table) == [10 + 10, 5, 0]
    tied = Table(3).holds(0, split=(EPIC,)).holds(1, EPIC, EPIC)
    assert scored(tied) == [10 + 5, 10 + 5, 0]


def test_split_cards_are_worth_double():
    """Section 14: one version counts doubled shares once at the end."""
    table = Table(3).holds(0, split=(EPIC, EPIC)).priced(EPIC, 7)
    assert scored(table) == [4 * 7 + 10, 0, 0]


def test_nobody_holds_a_company_no_bonus():
    assert scored(Table(3)) == [0, 0, 0]
    assert not Table(3).score().told(EventKind.MAJORITY_BONUS)


@pytest.mark.parametrize("price", [1, 4, 10])
def test_shares_are_sold_at_their_current_price(price):
    assert scored(Table(3).holds(1, EPIC, EPIC).priced(EPIC, price)) == [0, 2 * price + 10, 0]


def test_majorities_are_compared_before_shares_are_sold():
    kinds = [event.kind for event in Table(3).holds(1, EPIC).score().events]
    assert kinds.index(EventKind.MAJORITY_BONUS) < kinds.index(EventKind.LIQUIDATED)


def test_all_shares_are_revealed():
    table = Table(3).holds(1, EPIC, COSMIC).score()
    assert [int(table.view(0).card[card]) for card in range(2)] == [EPIC, COSMIC]


def test_the_result_is_each_player_s_money():
    table = Table(3).holds(1, EPIC).score()
    out = np.zeros(3)
    contract.payoffs(table.rules, table.state, out)
    assert list(out) == table.money == [20, 35, 20]
    assert (table.mover, table.phase) == (-1, Phase.OVER)


def test_the_result_so_far_is_money_and_shares_at_today_s_prices():
    table = Table(3).holds(0, EPIC, EPIC, split=(COSMIC,)).holds(1, EPIC).priced(EPIC, 7).priced(COSMIC, 4).selling()
    out = np.zeros(3)
    contract.result_so_far(table.rules, table.state, out)
    assert list(out) == [20 + 2 * 7 + 2 * 4, 20 + 7, 20]


def test_the_game_ends_after_the_last_movement_phase():
    table = Table(3).holds(0, EPIC).round(6).selling()
    while table.mover >= 0:
        table.play(table.moves()[0])
    kinds = [event.kind for event in table.events]
    assert kinds.index(EventKind.PAIR_REVEALED) < kinds.index(EventKind.MAJORITY_BONUS)
    assert kinds[-1] == EventKind.GAME_ENDED
