"""Leduc poker by its rules, and move for move as OpenSpiel plays it."""

import itertools

import pytest

from engine import contract
from engine.errors import MoveError, ViewError
from engine.leduc.facade import LeducGame, Move

GAME = LeducGame()
J, Q, K = 0, 2, 4
FOLD, CALL, RAISE = range(3)


def played(hands, opened, moves):
    state = GAME.dealt(hands, opened)
    for move in moves:
        GAME.apply(state, move)
    return state


@pytest.mark.parametrize(
    ("hands", "opened", "moves", "first_seat_wins"),
    [
        ((K, Q), J, [CALL] * 4, 1),
        ((K, Q), Q + 1, [CALL] * 4, -1),
        ((K, K + 1), J, [RAISE, CALL, CALL, CALL], 0),
        ((J, K), Q, [RAISE, FOLD], 1),
        ((J, K), Q, [RAISE, RAISE, FOLD], -3),
        ((J, K), Q, [RAISE, RAISE, CALL, RAISE, RAISE, CALL], -13),
        ((J, K), J + 1, [CALL, RAISE, CALL, CALL, RAISE, RAISE, CALL], 11),
    ],
)
def test_what_hands_win(hands, opened, moves, first_seat_wins):
    assert GAME.payoffs(played(hands, opened, moves)) == [first_seat_wins, -first_seat_wins]


def test_nobody_raises_a_third_time_or_folds_for_nothing():
    assert GAME.legal_moves(played((J, K), Q, [])) == [CALL, RAISE]
    assert GAME.legal_moves(played((J, K), Q, [RAISE])) == [FOLD, CALL, RAISE]
    assert GAME.legal_moves(played((J, K), Q, [RAISE, RAISE])) == [FOLD, CALL]


def test_suits_make_no_difference_to_what_is_known():
    keys = {int(contract.information_key(GAME.rules, played((J + suit, K), Q, [CALL, CALL]), 0)) for suit in (0, 1)} | {
        int(contract.information_key(GAME.rules, played((J, K), Q + 1, [CALL, CALL]), 0))
    }
    assert len(keys) == 1


def information_sets():
    found = {}
    for first, second, opened in itertools.permutations(range(6), 3):
        stack = [GAME.dealt((first, second), opened)]
        while stack:
            state = stack.pop()
            seat = GAME.mover(state)
            if seat is None:
                continue
            view = GAME.table_view(GAME.view(state, seat))
            ranks = tuple(card // 2 for card in (view.hands[seat], view.open_card))
            found.setdefault(int(contract.information_key(GAME.rules, state, seat)), set()).add(
                (seat, ranks, view.paid)
            )
            for move in GAME.legal_moves(state):
                following = GAME.copy(state)
                GAME.apply(following, move)
                stack.append(following)
    return found


def test_there_are_288_information_sets_and_each_is_about_one_situation():
    found = information_sets()
    assert len(found) == 288
    assert all(len(situations) == 1 for situations in found.values())


def test_it_plays_as_open_spiel_s_leduc_poker():
    pyspiel = pytest.importorskip("pyspiel")
    peer_game = pyspiel.load_game("leduc_poker")
    finished = 0
    for first, second, opened in itertools.permutations(range(6), 3):
        peer = peer_game.new_initial_state()
        peer.apply_action(first)
        peer.apply_action(second)
        stack = [(GAME.dealt((first, second), opened), peer)]
        while stack:
            state, peer = stack.pop()
            if peer.is_chance_node():
                peer.apply_action(opened)
            if peer.is_terminal():
                assert GAME.mover(state) is None
                assert GAME.payoffs(state) == peer.returns()
                finished += 1
                continue
            assert GAME.mover(state) == peer.current_player()
            assert GAME.legal_moves(state) == peer.legal_actions()
            for move in peer.legal_actions():
                following = GAME.copy(state)
                GAME.apply(following, move)
                stack.append((following, peer.child(move)))
    assert finished > 5000


def test_events_tell_the_hand_to_its_seat_and_the_rest_to_all():
    log = contract.event_log()
    state = GAME.deal(4, log)
    for move in (CALL, CALL, CALL, CALL):
        GAME.apply(state, move, log)
    assert [event.name for event in GAME.events(log, 0)] == [
        "card_dealt",
        *["move_made"] * 2,
        "card_opened",
        *["move_made"] * 2,
        "hands_shown",
    ]
    words = [GAME.event_text(event) for event in GAME.events(log)]
    assert words[2] == "Seat 1: call"
    assert words[4].startswith("Open card: ")
    assert " against " in words[-1]


def test_moves_and_views_go_both_ways():
    for code in range(3):
        assert GAME.encode_move(GAME.decode_move(code)) == GAME.move_from_json(GAME.move_json(code)) == code
    for wrong in (
        lambda: GAME.decode_move(3),
        lambda: GAME.encode_move(Move("check")),
        lambda: GAME.move_from_json({}),
    ):
        with pytest.raises(MoveError):
            wrong()
    state = played((J, K), Q, [RAISE, CALL])
    table = GAME.table_view(GAME.view(state, 1))
    assert table.hands == (-1, K)
    assert GAME.table_view(GAME.view_from_table(table)) == table
    assert GAME.view_json(GAME.view(state, 0))["open_card"] == Q
    with pytest.raises(ViewError, match="full position"):
        GAME.table_view(state)


def test_what_cannot_be_dealt_is_refused():
    with pytest.raises(MoveError, match="three different cards"):
        GAME.dealt((1, 1), 2)


def test_positions_in_words():
    state = played((J, K), Q, [RAISE, CALL])
    assert GAME.position_text(state) == (
        "seat 1 jack (3 in the pot), seat 2 king (3 in the pot)\nopen card queen; seat 1 to move"
    )
    assert "seat 2 ? (3 in the pot)" in GAME.position_text(GAME.view(state, 0))
