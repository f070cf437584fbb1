"""Two players (rules facts, section 11, and the rulings)."""

import pytest

from engine.stockpile.cards import COMPANIES, Phase, Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import COSMIC, EPIC, FEE_3, Table


def auction():
    table = Table(2)
    for pile in range(4):
        table.pile(pile, EPIC)
    return table


def test_there_are_four_piles():
    assert sorted(Table.dealt(2).state.pile_sizes) == [0, 1, 1, 1, 1]


def test_supply_is_two_passes_of_two_cards_each_12_cards_a_round():
    table = Table.dealt(2)
    movers = []
    while table.phase == Phase.SUPPLY:
        movers.append(table.mover)
        table.play(table.moves()[0])
    assert movers == [0, 0, 1, 1, 0, 0, 1, 1]
    assert sum(table.state.pile_sizes) == 12
    assert table.state.dealt == 2 + 12


def test_the_second_hands_are_dealt_after_the_first_were_placed():
    table = Table.dealt(2)
    table.play(table.moves()[0]).play(table.moves()[0]).play(table.moves()[0])
    assert table.state.dealt == 2 + 4 + 4
    table.play(table.moves()[0])
    assert table.state.dealt == 2 + 4 + 8
    assert [event.audience for event in table.told(EventKind.CARD_DEALT)] == [0, 0, 1, 1]


@pytest.mark.parametrize("seat", [0, 1])
def test_each_sees_two_private_pairs_there_is_no_public_one_and_two_stay_hidden(seat):
    view = Table.dealt(2).view(seat)
    known = [pair for pair in range(COMPANIES) if view.pair_companies[0, pair] >= 0]
    assert known == [2 * seat, 2 * seat + 1]


def test_players_alternate_first_meeples_before_second_ones():
    table = auction().demand()
    movers = []
    for pile in range(4):
        movers.append(table.mover)
        table.play(table.bid(pile, 0))
    assert movers == [0, 1, 0, 1]
    assert table.phase == Phase.SELLING


def test_with_both_meeples_standing_a_player_waits():
    table = auction().demand()
    table.play(table.bid(0, 0), table.bid(0, 1), table.bid(1, 0), table.bid(1, 1))
    assert table.mover == 0
    table.play(table.bid(2, 0))
    assert table.mover == 0
    table.play(table.bid(3, 0))
    assert table.phase == Phase.SELLING


def test_a_player_may_not_place_both_meeples_on_one_track():
    table = auction().demand()
    table.play(table.bid(0, 0), table.bid(1, 0))
    assert table.mover == 0
    assert table.bids(0) == []
    assert table.bids(1) == [1, 3, 6, 10, 15, 20, 25]


def test_both_bids_together_stay_within_the_money():
    table = auction().demand()
    table.play(table.bid(0, 20), table.bid(1, 0))
    assert table.bids(2) == [0, 1, 3, 6, 10]


def test_a_surpassed_bid_frees_its_money():
    table = auction().demand()
    table.play(table.bid(0, 20), table.bid(0, 25))
    assert table.bids(1) == [0, 1, 3, 6, 10, 15, 20, 25]


def test_each_takes_two_piles_and_pays_for_both():
    table = auction().demand()
    table.play(table.bid(0, 6), table.bid(1, 3), table.bid(2, 1), table.bid(3, 0))
    assert table.money == [30 - 7, 30 - 3]
    assert [table.shares(seat)[EPIC] for seat in (0, 1)] == [2, 2]


def test_all_bids_are_paid_before_fees():
    """$0 is left after the bids, so the fee of the first pile stays unpaid."""
    table = Table(2).pile(0, FEE_3).pile(1, COSMIC).pile(2, COSMIC).pile(3, COSMIC).holds(0, money=4).demand()
    table.play(table.bid(0, 1), table.bid(1, 0), table.bid(2, 3), table.bid(3, 0))
    assert table.money[0] == 0
    assert table.kinds(Zone.UNPAID_FEE, 0) == [FEE_3]


def test_pairs_are_revealed_two_by_two_in_turn_order():
    table = Table(2).first(1).forecast().movement()
    assert [event.seat for event in table.told(EventKind.PAIR_REVEALED)] == [1, 1, 0, 0, -1, -1]
