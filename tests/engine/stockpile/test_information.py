"""Rulebook, 1. Information Phase; rules facts, section 5."""

import pytest

from engine.stockpile.cards import COMPANIES
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import FORECASTS, Table


def known_pairs(view):
    return [pair for pair in range(COMPANIES) if view.pair_companies[view.round_number, pair] >= 0]


def test_the_base_game_has_one_each_of_the_six_forecast_cards():
    rules = Table().rules
    assert list(rules.forecast_spaces) == [4, 2, 1, 0, -2, -3]
    assert list(rules.forecast_dividends) == [0, 0, 0, 2, 0, 0]
    assert FORECASTS == ("+4", "+2", "+1", "$$", "-2", "-3")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_round_every_company_gets_exactly_one_forecast(seats):
    state = Table.dealt(seats).state
    for number in range(Table(seats).rules.rounds):
        assert sorted(state.pair_companies[number]) == list(range(6))
        assert sorted(state.pair_forecasts[number]) == list(range(6))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_player_sees_its_own_pair_and_the_public_pair(seats):
    table = Table.dealt(seats)
    for seat in range(seats):
        assert known_pairs(table.view(seat)) == [seat, seats]


@pytest.mark.parametrize(("seats", "hidden"), [(2, 2), (3, 2), (4, 1), (5, 0)])
def test_the_remaining_pairs_lie_unseen_beside_the_board(seats, hidden):
    assert list(Table.dealt(seats).state.pair_seen).count(0) == hidden


def test_a_pair_s_two_cards_are_seen_or_hidden_together():
    table = Table.dealt(3)
    view = table.view(1)
    assert list(view.pair_companies[0] >= 0) == list(view.pair_forecasts[0] >= 0)


def test_only_the_owner_is_told_of_its_pair():
    table = Table.dealt(4)
    told = [(event.audience, event.seat, event.c) for event in table.told(EventKind.PAIR_SEEN)]
    assert told == [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3), (-1, -1, 4)]


def test_nobody_sees_the_pairs_of_later_rounds():
    table = Table.dealt(4)
    for seat in range(4):
        assert (table.view(seat).pair_companies[1:] == -1).all()
        assert (table.view(seat).pair_forecasts[1:] == -1).all()


def test_new_pairs_are_linked_every_round():
    state = Table.dealt(4).state
    rounds = {tuple(state.pair_companies[number]) + tuple(state.pair_forecasts[number]) for number in range(6)}
    assert len(rounds) == 6
