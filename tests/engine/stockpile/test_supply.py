"""Rulebook, 2. Supply Phase; rules facts, section 12."""

import pytest

from engine.stockpile.cards import ALL_SEEN, Phase, Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import Table, place_down, place_up


def hand(table, seat):
    return [int(table.state.card[card]) for card in table.state.hand_cards[seat] if card >= 0]


def dealt_with_different_cards(seats=4):
    """A deal in which every hand holds two different faces."""
    for seed in range(100):
        table = Table.dealt(seats, seed)
        if all(len(set(hand(table, seat))) == 2 for seat in range(seats)):
            return table
    raise AssertionError


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_there_are_as_many_piles_as_players_each_begun_with_a_face_up_card(seats):
    table = Table.dealt(seats)
    assert list(table.state.pile_sizes[:seats]) == [1] * seats
    assert len(table.kinds(Zone.PILE_FACE_UP)) == seats
    for seat in range(seats):
        assert all(table.view(seat).card[table.state.pile_cards[pile, 0]] >= 0 for pile in range(seats))


def test_seeds_are_flipped_before_hands_are_dealt_and_all_hands_before_the_first_placement():
    table = Table.dealt(4)
    kinds = [event.kind for event in table.events]
    assert kinds[-12:] == [EventKind.PILE_SEEDED] * 4 + [EventKind.CARD_DEALT] * 8
    assert [len(hand(table, seat)) for seat in range(4)] == [2] * 4


def test_only_the_player_sees_its_hand():
    table = Table.dealt(3)
    for seat in range(3):
        for other in range(3):
            shown = [int(table.view(seat).card[card]) for card in table.state.hand_cards[other]]
            assert shown == (hand(table, other) if seat == other else [-1, -1])


def test_either_card_may_go_face_up_on_any_pile_then_the_other_face_down_on_any_pile():
    table = dealt_with_different_cards(3)
    low, high = sorted(hand(table, 0))
    assert table.moves() == [place_up(kind, pile) for kind in (low, high) for pile in range(3)]
    table.play(place_up(high, 2))
    assert table.moves() == [place_down(low, pile) for pile in range(3)]


def test_both_cards_may_go_on_the_same_pile():
    table = dealt_with_different_cards()
    low, high = sorted(hand(table, 0))
    table.play(place_up(low, 3), place_down(high, 3))
    assert table.state.pile_sizes[3] == 3


def test_two_equal_cards_are_one_choice():
    for seed in range(300):
        table = Table.dealt(4, seed)
        if len(set(hand(table, 0))) == 1:
            assert len(table.moves()) == 4
            break
    else:
        raise AssertionError


def test_a_face_down_card_is_seen_by_its_placer_alone_and_a_face_up_card_by_all():
    table = dealt_with_different_cards(3)
    low, high = sorted(hand(table, 0))
    table.play(place_up(low, 0), place_down(high, 1))
    up, down = int(table.state.pile_cards[0, 1]), int(table.state.pile_cards[1, 1])
    assert [int(table.view(seat).card[up]) for seat in range(3)] == [low] * 3
    assert [int(table.view(seat).card[down]) for seat in range(3)] == [high, -1, -1]
    assert table.state.seen[up] == ALL_SEEN


def test_how_many_cards_lie_on_a_pile_is_open():
    table = dealt_with_different_cards(3)
    table.play(place_up(hand(table, 0)[0], 0)).play(table.moves()[0])
    assert all(list(table.view(seat).pile_sizes[:3]) == list(table.state.pile_sizes[:3]) for seat in range(3))


def test_the_face_down_placement_tells_no_face():
    table = dealt_with_different_cards()
    low, high = sorted(hand(table, 0))
    table.play(place_up(low, 0), place_down(high, 0))
    (event,) = table.events
    assert (event.kind, event.audience, event.b) == (EventKind.PLACED_FACE_DOWN, -1, 0)


def test_which_side_of_the_hand_a_card_came_from_is_not_told():
    """Whichever card goes face up, the other players see the same card number leave the hand."""
    numbers = set()
    for chosen in (0, 1):
        table = dealt_with_different_cards()
        table.play(place_up(sorted(hand(table, 0))[chosen], 0))
        numbers.add((table.events[0].c, int(table.state.hand_cards[0, 1])))
    assert len(numbers) == 1


def test_players_place_in_turn_order_two_cards_each():
    table = Table.dealt(4, first_seat=2)
    movers = []
    while table.phase == Phase.SUPPLY:
        movers.append(table.mover)
        table.play(table.moves()[0])
    assert movers == [2, 2, 3, 3, 0, 0, 1, 1]
    assert table.phase == Phase.DEMAND
    assert sum(table.state.pile_sizes) == 12
