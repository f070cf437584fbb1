"""Rulebook, 5. Selling Phase; rules facts, section 12."""

import pytest

from engine import contract
from engine.stockpile.cards import COMPANIES, Phase, Zone
from engine.stockpile.edition import MAX_STOCK_CARDS
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import (
    AMERICAN,
    BOTTOMLINE,
    COSMIC,
    EPIC,
    FINISH,
    LEADING,
    Table,
    base_edition,
    sale,
)


@pytest.mark.parametrize("price", range(1, 11))
def test_a_share_brings_its_current_price(price):
    table = Table().holds(0, EPIC, EPIC, EPIC).priced(EPIC, price).selling()
    table.play(sale(EPIC, 2))
    assert table.money[0] == 20 + 2 * price
    assert table.shares(0)[EPIC] == 1
    assert table.state.portfolio_sizes[0] == 1


def test_a_split_card_is_sold_whole_for_twice_the_price():
    table = Table().holds(0, EPIC, split=(EPIC, EPIC)).priced(EPIC, 7).selling()
    table.play(sale(EPIC, 0, 1))
    assert table.money[0] == 20 + 14
    assert (table.shares(0)[EPIC], table.split(0)[EPIC]) == (1, 1)


def test_any_number_of_cards_can_be_sold_normal_and_split_together():
    table = Table().holds(0, EPIC, EPIC, split=(EPIC,)).selling()
    sales = [sale(EPIC, normal, split) for normal in range(3) for split in range(2) if normal + split]
    assert table.moves() == [FINISH, *sales]


def test_nobody_has_to_sell():
    table = Table().holds(0, EPIC).selling()
    table.play(FINISH)
    assert table.mover == 1
    assert table.shares(0)[EPIC] == 1


def test_companies_can_be_sold_in_any_order_and_returned_to():
    """Section 14: one engine asks company by company and never goes back."""
    table = Table().holds(0, EPIC, EPIC, COSMIC, COSMIC).selling()
    table.play(sale(EPIC, 1), sale(COSMIC, 1), sale(EPIC, 1), sale(COSMIC, 1), FINISH)
    assert table.money[0] == 40


def test_players_sell_in_turn_order_each_until_it_finishes():
    table = Table(3).first(1).holds(0, EPIC).holds(2, EPIC).selling()
    movers = [table.mover]
    for move in (FINISH, sale(EPIC, 1), FINISH):
        table.play(move)
        movers.append(table.mover)
    assert movers == [1, 2, 2, 0]


def test_players_without_shares_are_asked_too_so_that_the_order_tells_nothing():
    table = Table(3).selling()
    assert table.moves() == [FINISH]
    table.play(FINISH)
    assert (table.mover, table.phase) == (1, Phase.SELLING)


def test_shares_bought_this_round_can_be_sold_this_round():
    table = Table(3).pile(0, EPIC).pile(1, EPIC).pile(2, COSMIC).demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))
    assert table.phase == Phase.SELLING
    assert sale(EPIC, 1) in table.moves()


def test_sold_cards_lie_face_up_in_the_discard_pile():
    table = Table(3).holds(0, EPIC, COSMIC).selling()
    table.play(sale(COSMIC, 1))
    assert table.kinds(Zone.DISCARD) == [COSMIC]
    for seat in range(3):
        view = table.view(seat)
        assert [int(view.card[card]) for card in range(2) if view.zone[card] == Zone.DISCARD] == [COSMIC]


def test_what_is_not_sold_stays_hidden():
    table = Table(3).holds(0, EPIC, COSMIC, AMERICAN).selling()
    table.play(sale(COSMIC, 1))
    view = table.view(1)
    assert [int(view.card[card]) for card in range(3) if view.zone[card] == Zone.PORTFOLIO] == [-1, -1]


def test_which_of_its_unseen_cards_a_player_sold_is_not_told():
    """Two hands that differ only in the order of the cards look alike to the others after the sale."""
    views = []
    for cards in ((EPIC, COSMIC, LEADING), (COSMIC, EPIC, LEADING), (LEADING, COSMIC, EPIC)):
        table = Table(3).holds(0, *cards).selling()
        table.play(sale(COSMIC, 1))
        views.append(table.view(1).card[:3].tolist())
    assert views[0] == views[1] == views[2]


def test_among_equal_cards_the_best_known_are_sold_first():
    table = Table(4).holds(0, EPIC).holds(0, EPIC, seen_by=(1, 2)).holds(0, EPIC, seen_by=(3,)).selling()
    table.play(sale(EPIC, 1))
    assert [int(zone) == Zone.DISCARD for zone in table.state.zone[:3]] == [False, True, False]
    table.play(sale(EPIC, 1))
    assert [int(zone) == Zone.DISCARD for zone in table.state.zone[:3]] == [False, True, True]


def test_every_sold_card_is_shown_to_all_before_the_sale_is_told():
    table = Table(3).holds(0, EPIC, EPIC, split=(EPIC,)).selling()
    table.play(sale(EPIC, 1, 1))
    assert [event.kind for event in table.events] == [EventKind.CARD_SHOWN] * 2 + [EventKind.SOLD]
    assert table.events[-1][2:] == (0, EPIC, 1, 1, 15)


def test_sales_of_one_turn_in_another_order_are_the_same_observation():
    keys = set()
    for moves in (
        [sale(EPIC, 2), sale(BOTTOMLINE, 1)],
        [sale(BOTTOMLINE, 1), sale(EPIC, 1), sale(EPIC, 1)],
        [sale(EPIC, 1), sale(BOTTOMLINE, 1), sale(EPIC, 1)],
    ):
        table = Table(3).holds(0, EPIC, EPIC, BOTTOMLINE).selling()
        table.play(*moves)
        keys.add(int(table.state.public_key))
    assert len(keys) == 1


def test_different_sales_are_different_observations():
    keys = set()
    for moves in ([sale(EPIC, 1)], [sale(EPIC, 2)], [sale(BOTTOMLINE, 1)], []):
        table = Table(3).holds(0, EPIC, EPIC, BOTTOMLINE).selling()
        table.play(*moves)
        keys.add(int(table.state.public_key))
    assert len(keys) == 4


def test_the_largest_portfolio_an_edition_allows_has_no_more_sales_than_the_contract_allows():
    edition = base_edition(
        stock_cards_of_each_company=MAX_STOCK_CARDS,
        trading_fees=[{"amount": 1, "cards": 6}, {"amount": 2, "cards": 0}, {"amount": 3, "cards": 0}],
    )
    companies = tuple(range(COMPANIES))
    table = Table(3, edition).holds(0, *companies * 6, split=companies * (MAX_STOCK_CARDS - 6)).selling()
    assert len(table.moves()) == 1 + COMPANIES * (7 * 6 - 1) <= contract.MAX_MOVES


def test_after_the_last_player_the_movement_phase_is_played_and_the_round_ends():
    table = Table(3).selling()
    table.play(FINISH, FINISH, FINISH)
    assert table.state.round_number == 1
    assert len(table.told(EventKind.PAIR_REVEALED)) == 6
