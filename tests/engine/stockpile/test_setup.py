"""Rulebook, Setup; deck and table sizes of the rules facts, sections 2 and 3."""

from collections import Counter

import pytest

from engine.stockpile.cards import COMPANIES, DECK_SIZE, Zone
from engine.stockpile.edition import load_edition
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import BOOM, BUST, FEE_1, FEE_2, FEE_3, Table

SEATS = (2, 3, 4, 5)


@pytest.mark.parametrize("seats", SEATS)
def test_the_market_deck_has_60_stocks_12_fees_and_8_action_cards(seats):
    deck = Counter(int(kind) for kind in Table.dealt(seats).state.card)
    assert deck == {**dict.fromkeys(range(COMPANIES), 10), FEE_1: 4, FEE_2: 4, FEE_3: 4, BOOM: 4, BUST: 4}
    assert deck.total() == DECK_SIZE == 80


def test_fees_are_1_2_and_3_and_boom_and_bust_move_two_points():
    rules = Table().rules
    assert list(rules.fee_amounts) == [1, 2, 3]
    assert list(rules.action_spaces) == [2, -2]


def test_each_player_starts_with_20k_and_with_30k_if_there_are_two():
    assert [Table.dealt(seats).money for seats in SEATS] == [[30] * 2, [20] * 3, [20] * 4, [20] * 5]


def test_every_stock_starts_at_5():
    assert [Table.dealt().price(company) for company in range(COMPANIES)] == [5] * 6


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(5))
def test_each_player_is_dealt_one_different_stock_face_down(seats, seed):
    table = Table.dealt(seats, seed)
    owned = [table.kinds(Zone.PORTFOLIO, seat) for seat in range(seats)]
    assert all(len(cards) == 1 and cards[0] < COMPANIES for cards in owned)
    assert len({cards[0] for cards in owned}) == seats
    for seat in range(seats):
        assert [sum(table.shares(other)) for other in range(seats)] == [1] * seats
        assert [int(table.view(seat).card[other]) >= 0 for other in range(seats)] == [
            other == seat for other in range(seats)
        ]


def test_each_player_alone_is_told_its_starting_stock():
    table = Table.dealt(3)
    told = [(event.audience, event.seat, event.a, event.c) for event in table.told(EventKind.CARD_DEALT)[:3]]
    assert told == [(seat, seat, int(table.state.card[seat]), seat) for seat in range(3)]


def test_the_starting_stock_is_part_of_what_the_player_has_observed():
    keys = {}
    for seed in range(60):
        table = Table.dealt(3, seed)
        observed = tuple(event for event in table.events if event.audience == 0)
        keys.setdefault(int(table.state.private_keys[0]), set()).add(observed)
    assert len(keys) > 50
    assert all(len(observations) == 1 for observations in keys.values())


def test_starting_stocks_reach_every_company_and_every_seat():
    seen = {(seat, table.kinds(Zone.PORTFOLIO, seat)[0]) for seed in range(60)
            for table in [Table.dealt(3, seed)] for seat in range(3)}  # fmt: skip
    assert len(seen) == 3 * COMPANIES


@pytest.mark.parametrize(("seats", "rounds", "dealt"), [(2, 6, 74), (3, 7, 66), (4, 6, 76), (5, 5, 80)])
def test_rounds_and_cards_dealt_by_number_of_players(seats, rounds, dealt):
    """Section 2 counts cards out of the deck: 72, 63, 72 and 75, the starting stocks come on top."""
    table = Table.dealt(seats)
    while table.mover >= 0:
        table.play(table.moves()[0])
    assert table.state.round_number == rounds == table.rules.rounds
    assert table.state.dealt == dealt
    assert len(table.kinds(Zone.DECK)) == 80 - dealt


@pytest.mark.parametrize("seats", SEATS)
def test_the_holder_of_the_first_player_token_begins(seats):
    assert Table.dealt(seats, first_seat=seats - 1).mover == seats - 1


def test_the_first_player_token_passes_to_the_left_each_round():
    """Section 14: the start player rotates."""
    table = Table.dealt(3, first_seat=1)
    first_seats = [1]
    while table.mover >= 0:
        table.play(table.moves()[0])
        first_seats += [event.seat for event in table.told(EventKind.ROUND_STARTED)]
    assert first_seats == [1, 2, 0, 1, 2, 0, 1]


def test_the_first_player_leads_every_phase_of_the_round():
    table = Table.dealt(4, first_seat=2)
    leaders = {}
    while table.state.round_number == 0:
        leaders.setdefault(table.phase.name, table.mover)
        table.play(table.moves()[0])
    assert leaders["SUPPLY"] == leaders["DEMAND"] == leaders["SELLING"] == 2


def test_another_seed_is_another_deal_and_the_same_seed_the_same():
    assert Table.dealt(4, 1).state.tobytes() == Table.dealt(4, 1).state.tobytes()
    assert Table.dealt(4, 1).state.tobytes() != Table.dealt(4, 2).state.tobytes()


def test_what_the_edition_assumes_is_marked():
    assert set(load_edition("base").assumed) == {"starting_money", "trading_fees", "two_players"}
