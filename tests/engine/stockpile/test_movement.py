"""Rulebook, 6. Movement Phase; rules facts, sections 1 and 12."""

import pytest

from engine.stockpile.cards import COMPANIES, Phase
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import (
    AMERICAN,
    BOTTOMLINE,
    COSMIC,
    EPIC,
    FINISH,
    LEADING,
    STANFORD,
    Table,
    claim,
)


def test_every_stock_moves_by_its_forecast():
    table = Table().forecast(cosmic="+4", bottomline="+2", leading="+1", american="$$", stanford="-2", epic="-3")
    table.movement()
    assert [table.price(company) for company in range(6)] == [9, 7, 6, 5, 3, 2]


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (4, 0, [0, 1, 2, 3, 4, 5]),
        (4, 2, [2, 3, 0, 1, 4, 5]),
        (3, 1, [1, 2, 0, 3, 4, 5]),
        (5, 4, [4, 0, 1, 2, 3, 5]),
        (2, 1, [2, 3, 0, 1, 4, 5]),
    ],
)
def test_pairs_are_revealed_in_turn_order_then_the_public_pair_then_the_hidden_ones(seats, first, order):
    table = Table(seats).first(first).forecast().movement()
    assert [event.c for event in table.told(EventKind.PAIR_REVEALED)] == order


def test_every_pair_is_seen_by_all_afterwards():
    table = Table(3).forecast().movement()
    for seat in range(3):
        assert (table.view(seat).pair_companies[0] >= 0).all()


def test_the_pairs_of_past_rounds_stay_known():
    table = Table(3).selling()
    table.play(FINISH, FINISH, FINISH)
    assert list(table.view(0).pair_companies[0]) == list(range(COMPANIES))
    assert list(table.view(0).pair_companies[1]) != list(range(COMPANIES))


def test_a_dividend_pays_2k_a_share_and_leaves_the_price():
    table = Table().holds(0, AMERICAN, AMERICAN).holds(3, AMERICAN).forecast(american="$$").movement()
    assert table.money == [24, 20, 20, 22]
    assert table.price(AMERICAN) == 5


def test_a_split_card_receives_a_double_dividend():
    table = Table().holds(0, AMERICAN, split=(AMERICAN, AMERICAN)).forecast(american="$$").movement()
    assert table.money[0] == 20 + 2 + 4 + 4


def test_the_shares_a_dividend_is_paid_for_are_shown():
    table = Table(3).holds(0, AMERICAN, EPIC).forecast(american="$$", epic="+4").movement()
    assert [int(table.view(1).card[card]) for card in range(2)] == [AMERICAN, -1]
    assert [event[2:4] for event in table.told(EventKind.CARD_SHOWN)] == [(0, AMERICAN)]


def test_who_shows_no_share_at_an_automatic_dividend_is_known_to_hold_none():
    table = Table(3).holds(0, AMERICAN, EPIC).holds(1, COSMIC).forecast(american="$$", epic="+4").movement()
    assert [int(mask) for mask in table.state.excluded[:3]] == [0, 1 << AMERICAN, 1 << AMERICAN]


# --- dividends by choice ---------------------------------------------------------------------------------------


def choosing(*stocks, split=()):
    table = Table(3, dividends="choice").holds(0, *stocks, split=split)
    return table.forecast(american="$$", epic="+4").movement()


def test_by_choice_a_player_claims_any_number_of_cards():
    table = choosing(AMERICAN, AMERICAN, split=(AMERICAN,))
    assert table.phase == Phase.MOVEMENT
    assert table.moves() == [claim(AMERICAN, normal, split) for normal in range(3) for split in range(2)]
    table.play(claim(AMERICAN, 1, 1))
    assert table.money[0] == 20 + 2 + 4


def test_by_choice_only_the_claimed_cards_are_shown():
    table = choosing(AMERICAN, AMERICAN, EPIC)
    table.play(claim(AMERICAN, 1, 0))
    known = [int(kind) for kind in table.view(1).card[:3]]
    assert sorted(known) == [-1, -1, AMERICAN]
    assert not table.state.excluded.any()


def test_by_choice_all_players_are_asked_in_turn_order_whether_they_hold_any_or_not():
    table = choosing(AMERICAN)
    movers = []
    while table.state.round_number == 0 and table.phase == Phase.MOVEMENT:
        movers.append(table.mover)
        table.play(table.moves()[0])
    assert movers == [0, 1, 2]


def test_by_choice_the_remaining_pairs_move_after_the_claims():
    table = Table(3, dividends="choice").forecast(cosmic="$$", bottomline="+2").movement()
    assert table.price(BOTTOMLINE) == 5
    table.play(claim(COSMIC, 0), claim(COSMIC, 0), claim(COSMIC, 0))
    assert table.told(EventKind.ROUND_STARTED)
    assert table.price(BOTTOMLINE) == 7


def test_a_split_by_forecast_pays_the_dividend_of_another_company_all_the_same():
    table = Table(3).holds(0, STANFORD, LEADING).priced(STANFORD, 10).forecast(stanford="+1", leading="$$").movement()
    assert table.money[0] == 22
    assert table.split(0)[STANFORD] == 1
