"""Rulebook, 3. Demand Phase; rules facts, sections 4 and 12."""

import pytest

from engine.stockpile.cards import Phase, Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import AMERICAN, BOOM, COSMIC, EPIC, FEE_1, FEE_2, FEE_3, LEADING, Table

LADDER = [0, 1, 3, 6, 10, 15, 20, 25]


def auction(seats=4, **options):
    """An auction over one Epic stock a pile."""
    table = Table(seats, **options)
    for pile in range(table.rules.piles):
        table.pile(pile, EPIC)
    return table


def test_the_bid_track_is_0_1_3_6_10_15_20_25():
    table = auction()
    table.state.money[:] = 99
    assert table.demand().bids(0) == LADDER


def test_a_player_cannot_bid_more_than_its_money():
    table = auction().holds(0, money=14).demand()
    assert table.bids(0) == [0, 1, 3, 6, 10]
    assert auction().holds(0, money=15).demand().bids(0) == [0, 1, 3, 6, 10, 15]


def test_a_player_without_money_can_bid_nothing_but_zero():
    table = auction().holds(0, money=0).demand()
    assert table.moves() == [table.bid(pile, 0) for pile in range(4)]


def test_a_bid_must_be_higher_than_the_standing_bid_on_its_track():
    table = auction().demand()
    table.play(table.bid(0, 6))
    assert table.bids(0) == [10, 15, 20]
    assert table.bids(1) == [0, 1, 3, 6, 10, 15, 20]


def test_the_maximum_bid_of_25_cannot_be_surpassed():
    table = auction()
    table.state.money[:] = 50
    table.demand()
    table.play(table.bid(0, 25))
    assert table.bids(0) == []


def test_nobody_may_pass():
    table = auction().demand()
    assert len(table.moves()) == 4 * 7
    while table.phase == Phase.DEMAND:
        assert table.moves()
        table.play(table.moves()[-1])


def test_the_surpassed_player_bids_again_only_after_all_had_a_chance():
    table = auction().demand()
    table.play(table.bid(0, 0), table.bid(0, 1))
    assert table.mover == 2
    table.play(table.bid(1, 0))
    assert table.mover == 3
    table.play(table.bid(2, 0))
    assert table.mover == 0


def test_two_surpassed_players_bid_again_clockwise():
    """A bids P1, B P2, C surpasses B, D surpasses A: clockwise A, then B."""
    table = auction().demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(1, 1), table.bid(0, 1))
    assert table.mover == 0
    table.play(table.bid(2, 0))
    assert table.mover == 1


def test_rebids_go_clockwise_from_the_last_bidder():
    """C is out before A; after D's bid the turn comes to A first."""
    table = auction().first(2).demand()  # C, D, A, B
    table.play(table.bid(0, 0), table.bid(0, 1), table.bid(0, 3))  # C out, D out, A stands
    assert table.mover == 1
    table.play(table.bid(0, 6))  # A out
    assert table.mover == 2


def test_the_new_bid_may_go_on_the_same_track_or_another():
    table = auction(3).demand()
    table.play(table.bid(0, 0), table.bid(0, 1), table.bid(1, 0))
    assert table.mover == 0
    assert table.bids(0) == [3, 6, 10, 15, 20]
    assert table.bids(1) == [1, 3, 6, 10, 15, 20]
    assert table.bids(2) == [0, 1, 3, 6, 10, 15, 20]


def test_nobody_raises_itself():
    table = auction().demand()
    movers = []
    while table.phase == Phase.DEMAND:
        movers.append(table.mover)
        assert table.state.standing_bids[table.mover] == 0
        table.play(table.moves()[0])
    assert movers[:5] == [0, 1, 2, 3, 0]


def test_the_auction_goes_on_until_every_track_has_a_meeple():
    table = auction(3).demand()
    table.play(table.bid(0, 0), table.bid(0, 1), table.bid(0, 3))
    assert table.phase == Phase.DEMAND
    table.play(table.bid(1, 0))
    assert table.mover == 1
    table.play(table.bid(2, 0))
    assert table.phase == Phase.SELLING


def test_winners_pay_their_bids_and_take_their_piles():
    table = Table(3).pile(0, COSMIC, LEADING).pile(1, AMERICAN).pile(2, EPIC, EPIC, EPIC).demand()
    table.play(table.bid(2, 10), table.bid(0, 3), table.bid(1, 0))
    assert table.money == [10, 17, 20]
    assert [table.kinds(Zone.PORTFOLIO, seat) for seat in range(3)] == [[EPIC] * 3, [COSMIC, LEADING], [AMERICAN]]
    assert table.shares(0) == [0, 0, 0, 0, 0, 3]
    assert list(table.state.portfolio_sizes[:3]) == [3, 2, 1]


def test_a_stockpile_may_be_won_with_a_bid_of_zero():
    table = auction(3).demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))
    assert table.money == [20, 20, 20]
    assert all(table.shares(seat)[EPIC] == 1 for seat in range(3))


def test_all_bids_are_paid_before_any_fee():
    table = Table(3).pile(0, FEE_1).pile(1, FEE_2).pile(2, EPIC).demand()
    table.play(table.bid(0, 1), table.bid(1, 3), table.bid(2, 6))
    paid = [event.kind for event in table.events if event.kind in (EventKind.BID_PAID, EventKind.FEE_PAID)]
    assert paid == [EventKind.BID_PAID] * 3 + [EventKind.FEE_PAID] * 2
    assert table.money == [18, 15, 14]


def test_cards_taken_face_up_stay_known_and_face_down_cards_only_to_placer_and_taker():
    table = Table(4).pile(0, COSMIC, face_down=((LEADING, 2),))
    for pile in (1, 2, 3):
        table.pile(pile, EPIC)
    table.demand()
    table.play(*(table.bid(pile, 0) for pile in range(4)))
    known = [[int(table.view(seat).card[card]) for card in (0, 1)] for seat in range(4)]
    assert known == [[COSMIC, LEADING], [COSMIC, -1], [COSMIC, LEADING], [COSMIC, -1]]


def test_the_taker_alone_is_told_a_face_down_card():
    table = Table(3).pile(0, COSMIC, face_down=((LEADING, 2),)).pile(1, EPIC).pile(2, EPIC).demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))
    told = {event.a: event.audience for event in table.told(EventKind.CARD_TAKEN)}
    assert told == {COSMIC: -1, LEADING: 0, EPIC: -1}


def test_a_face_down_card_that_was_taken_is_no_fee_as_fees_are_laid_open():
    table = Table(3).pile(0, face_down=((LEADING, 1), (FEE_2, 2))).pile(1, EPIC).pile(2, EPIC).demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))
    assert table.state.card[1] == FEE_2
    assert table.view(1).card[1] == FEE_2
    assert all(int(table.state.excluded[0]) >> kind & 1 for kind in (FEE_1, FEE_2, FEE_3))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_player_takes_exactly_one_stockpile(seats):
    table = Table.dealt(seats).play_out_phase()
    takers = []
    while table.phase == Phase.DEMAND:
        table.play(table.moves()[0])
        takers += [event.seat for event in table.told(EventKind.PILE_TAKEN)]
    assert sorted(takers) == list(range(seats))


def test_an_action_card_taken_goes_face_down_with_the_stocks():
    table = Table(3).pile(0, face_down=((BOOM, 1),)).pile(1, EPIC).pile(2, EPIC).demand()
    table.play(table.bid(0, 0), table.bid(1, 0), table.bid(2, 0))
    assert table.phase == Phase.ACTION
    assert table.mover == 0
    assert list(table.state.actions[0]) == [1, 0]
    assert table.view(2).card[0] == -1
