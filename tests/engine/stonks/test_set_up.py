"""Set-up by number of players and variant, the deal, and the opening pair."""

import numpy as np
import pytest

from engine.stonks.cards import NONE, NUMBERS, MoveKind, Phase
from engine.stonks.events import EventKind
from engine.stonks.kernels import RULES_DTYPE, STATE_DTYPE
from engine.stonks.state import price
from tests.engine.stonks.table import (
    APPLE,
    FISH,
    HONEY,
    Table,
    assert_conserved,
    card,
    face_down,
    face_up,
    lay,
    names_in,
    rules_of,
)

FRONT = [1, 2, 3, 4, 5]
BACK = [1, 1, 2, 2, 3]


def row_prices(table):
    row = table.state.rows[0][: int(table.rules.companies)]
    return [price(table.rules, table.state, int(company)) for company in row]


@pytest.mark.parametrize(
    ("seats", "variant", "prices"),
    [
        (2, "none", [1, 1, 2, 2, 3]),
        (3, "none", [1, 2, 4, 5]),
        (4, "none", [1, 2, 3, 4, 5]),
        (5, "none", [1, 2, 3, 4, 5]),
        (2, "moderate", [1, 1, 2, 2, 3]),
        (3, "moderate", [1, 1, 2, 3]),
        (4, "moderate", [1, 1, 2, 2, 3]),
        (5, "moderate", [1, 1, 2, 2, 3]),
        (2, "small_caps", [1, 1, 2, 4, 5]),
        (3, "small_caps", [1, 1, 4, 5]),
        (4, "small_caps", [1, 1, 2, 4, 5]),
        (5, "small_caps", [1, 1, 2, 4, 5]),
    ],
)
def test_start_prices_from_left_to_right(seats, variant, prices):
    table = Table(rules_of(seats=seats, variant=variant), seed=7)
    assert row_prices(table) == prices
    # Trump lies on the leftmost tile, which has the lowest price, alone or with its neighbour.
    assert table.state.trump == table.state.rows[0][0]
    assert table.state.black == 0


@pytest.mark.parametrize(
    ("seats", "hand", "tricks", "unseen"), [(2, 11, 8, 5), (3, 9, 6, 19), (4, 11, 8, 13), (5, 9, 6, 14)]
)
def test_hands_tricks_and_cards_never_seen(seats, hand, tricks, unseen):
    table = Table(rules_of(seats=seats), seed=1)
    state = table.state
    assert state.hand_sizes[:seats].tolist() == [hand] * seats
    assert state.speculation_cards == (1 << seats) - 1
    while state.round_number == 0:
        dealt = int(state.dealt)
        assert_conserved(table)
        table.apply(table.legal()[0])
    # A deck card for each trick; the rest of the deck is never seen.
    turned = [event for event in table.events() if event.kind == EventKind.CARD_TURNED]
    assert len(turned) == tricks * int(table.rules.halves)
    assert table.rules.companies * NUMBERS - dealt == unseen


def test_with_three_players_a_random_company_is_out():
    removed = set()
    for seed in range(40):
        state = Table(rules_of(seats=3), seed=seed).state
        out = [company for company in range(5) if state.places[company] == NONE]
        assert len(out) == 1
        assert not any(state.hands[seat][out[0]] for seat in range(3))
        removed.add(out[0])
    assert removed == set(range(5))


def test_row_and_deck_differ_from_deal_to_deal():
    states = [Table(rules_of(), seed=seed).state for seed in range(20)]
    assert len({state.rows[0].tobytes() for state in states}) > 15
    assert len({state.hands.tobytes() for state in states}) == 20
    same = Table(rules_of(), seed=3).state
    assert same.tobytes() == states[3].tobytes()


def test_records_have_no_field_that_clashes_with_numpy():
    for dtype in (RULES_DTYPE, STATE_DTYPE):
        assert not [name for name in dtype.names if hasattr(np.record, name) or hasattr(np.recarray, name)]
    assert "seats" in RULES_DTYPE.names
    assert "viewer" in STATE_DTYPE.names


# --- opening pair -------------------------------------------------------------------------------------------------


def opening(hands, row=(0, 1, 2, 3, 4)):
    table = lay(hands, row=row)
    table.state.decks[0, int(table.state.dealt) - 1] = table.state.turned
    table.state.dealt -= 1
    table.state.turned = NONE
    table.state.phase = Phase.OPENING_PAIR
    table.state.turn = 0
    table.state.leader = NONE
    return table


def test_one_card_lies_face_up_and_another_face_down():
    table = opening(["h5 f5 c5", "h9 f9 c9", "h8 f8 c8", "h7 f7 c7"])
    assert [code >> 16 for code in table.legal()] == [MoveKind.CHOOSE_FACE_UP] * 3
    table.apply(face_up("f5"))
    assert table.legal() == [face_down("h5"), face_down("c5")]
    table.apply(face_down("c5"))
    assert table.mover == 1
    # Nothing is shown before the last seat has chosen.
    assert names_in(table.state.portfolios[0]) == set()
    table.apply(face_up("h9"), face_down("f9"), face_up("h8"), face_down("f8"), face_up("h7"), face_down("f7"))
    assert table.state.phase == Phase.TRICK
    assert names_in(table.state.portfolios[0]) == {"f5"}
    assert table.state.hidden_cards[0, 0] == card("c5")
    assert table.state.portfolio_sizes[:4].tolist() == [2, 2, 2, 2]
    assert table.mover == 0, "the lowest face-up number leads"


def test_of_equal_lowest_numbers_the_company_further_left_leads():
    hands = ["h5 f6 c6", "a2 f9 c9", "f2 f8 c8", "h7 f7 c7"]
    moves = [face_up("h5"), face_down("f6"), face_up("a2"), face_down("f9"), face_up("f2"), face_down("f8")]
    moves += [face_up("h7"), face_down("f7")]
    assert opening(hands).apply(*moves).mover == 2
    table = opening(hands, row=(APPLE, HONEY, FISH, 2, 3)).apply(*moves)
    assert table.mover == 1
    shown = table.events(EventKind.FACE_UP_SHOWN)
    assert [(event.seat, event.a) for event in shown] == [
        (0, card("h5")),
        (1, card("a2")),
        (2, card("f2")),
        (3, card("h7")),
    ]
    assert table.state.places[FISH] == 2
