"""Rulebook, 4. Action Phase; rules facts, section 12."""

import pytest

from engine.stockpile.cards import Phase, Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import BOOM, BUST, COSMIC, EPIC, LEADING, Table, action


def test_a_boom_moves_a_stock_two_points_up_and_a_bust_two_points_down():
    table = Table().holds(0, actions=(BOOM, BUST)).actions()
    table.play(action(BOOM, COSMIC), action(BUST, EPIC))
    assert (table.price(COSMIC), table.price(EPIC)) == (7, 3)


def test_the_player_chooses_any_stock_and_the_order_of_its_cards():
    table = Table().holds(0, actions=(BUST, BOOM, BOOM)).actions()
    assert table.moves() == [action(kind, company) for kind in (BOOM, BUST) for company in range(6)]
    table.play(action(BUST, COSMIC))
    assert table.moves() == [action(BOOM, company) for company in range(6)]


def test_action_cards_must_be_used():
    """Section 14: one version lets players keep or skip them."""
    table = Table().holds(0, actions=(BOOM,)).holds(2, actions=(BUST,)).actions()
    while table.phase == Phase.ACTION:
        table.play(table.moves()[0])
    assert table.phase == Phase.SELLING
    assert table.kinds(Zone.DISCARD) == [BOOM, BUST]
    assert not table.state.actions.any()


def test_one_player_uses_all_its_cards_then_the_next_in_turn_order():
    table = Table().first(2).holds(1, actions=(BOOM,)).holds(3, actions=(BUST, BUST)).actions()
    movers = []
    while table.phase == Phase.ACTION:
        movers.append(table.mover)
        table.play(table.moves()[0])
    assert movers == [3, 3, 1]


def test_used_action_cards_lie_face_up_in_the_discard_pile():
    table = Table().holds(0, actions=(BOOM,)).actions()
    table.play(action(BOOM, COSMIC))
    assert [int(table.view(seat).card[0]) for seat in range(4)] == [BOOM] * 4
    assert table.state.portfolio_sizes[0] == 0


def test_a_boom_without_a_split_splits_nothing_and_a_bust_above_1_bankrupts_nobody():
    """Section 14: one version splits on every Boom and bankrupts on every Bust."""
    table = Table().holds(0, COSMIC, EPIC, actions=(BOOM, BUST)).actions()
    table.play(action(BOOM, COSMIC), action(BUST, EPIC))
    assert (table.shares(0)[COSMIC], table.split(0)[COSMIC]) == (1, 0)
    assert table.shares(0)[EPIC] == 1
    assert not table.told(EventKind.STOCK_SPLIT)
    assert not table.told(EventKind.BANKRUPTCY)


@pytest.mark.parametrize(("before", "after"), [(8, 10), (9, 6), (10, 7)])
def test_a_boom_can_split_a_stock(before, after):
    table = Table().holds(1, LEADING, LEADING).holds(0, actions=(BOOM,)).priced(LEADING, before).actions()
    table.play(action(BOOM, LEADING))
    assert table.price(LEADING) == after
    assert table.split(1)[LEADING] == (0 if before == 8 else 2)


@pytest.mark.parametrize(("before", "after", "left"), [(3, 1, 1), (2, 5, 0), (1, 5, 0)])
def test_a_bust_can_bankrupt_a_company(before, after, left):
    table = Table().holds(1, LEADING).holds(0, actions=(BUST,)).priced(LEADING, before).actions()
    table.play(action(BUST, LEADING))
    assert table.price(LEADING) == after
    assert table.shares(1)[LEADING] == left


def test_each_card_is_resolved_before_the_next():
    """9, Boom: split to 6; then Bust: 4."""
    table = Table().holds(0, LEADING, actions=(BOOM, BUST)).priced(LEADING, 9).actions()
    table.play(action(BOOM, LEADING))
    assert (table.price(LEADING), table.split(0)[LEADING]) == (6, 1)
    table.play(action(BUST, LEADING))
    assert (table.price(LEADING), table.split(0)[LEADING]) == (4, 1)


def test_without_action_cards_the_selling_phase_follows_at_once():
    assert Table().actions().phase == Phase.SELLING


def test_a_player_passed_over_is_known_to_have_no_action_cards():
    table = Table(3).holds(0, COSMIC).holds(1, EPIC, actions=(BOOM,)).actions()
    assert [event.seat for event in table.told(EventKind.NO_ACTIONS_LEFT)] == [0]
    assert int(table.state.excluded[0]) == 1 << BOOM | 1 << BUST
    assert not table.state.excluded[1:3].any()
    table.play(action(BOOM, COSMIC))
    # The Boom turned up counts as the older of the two face-down cards; the other one is the Epic Electric.
    assert (int(table.state.card[2]), int(table.state.excluded[2])) == (EPIC, 1 << BOOM | 1 << BUST)
