"""The end of a round: fruits times price, the speculation card left over, half time with two players, tie-breaks."""

import numpy as np
import pytest

from engine import contract
from engine.stonks.cards import NONE, Phase
from engine.stonks.events import EventKind
from engine.stonks.scoring import TIE_BREAK_UNIT
from tests.engine.stonks.table import CARROT, FISH, HONEY, Table, card, lay, names_in, pick, play, rules_of, speculate

# The base deck: fruits of the numbers 1 to 13.
FRUITS = [1, 1, 1, 2, 2, 3, 3, 3, 2, 2, 1, 1, 1]


def last_trick(**options):
    """Four seats with two cards each: one trick, then the round is scored. Honey costs $1 and is trump."""
    return lay(
        ["c9 g9", "c7 c12", "a12 g8", "a8 c13"],
        turned="f13",
        portfolios=["h5 c6", "f1", "g6", "a6"],
        hidden=["a4", "h13", "c2", "f2"],
        **options,
    )


def test_fruits_times_price_by_company():
    table = last_trick()
    table.state.speculation_cards = 0b0010
    table.apply(play("c9"), play("c12"), play("a12"), play("c13"), pick("f13"))
    # h5 2x$1, c6 3x$3, hidden a4 2x$5; f1 1x$2, h13 1x$1, a speculation card 1x$1;
    # g6 3x$4, c2 1x$3; a6 3x$5, f2 1x$2, picked f13 1x$2.
    assert table.state.points[:4].tolist() == [2 + 9 + 10, 2 + 1 + 1, 12 + 3, 15 + 2 + 2]
    shown = table.events(EventKind.HIDDEN_CARD_SHOWN)
    assert [event.a for event in shown] == [card("a4"), card("h13"), card("c2"), card("f2")]
    assert [(event.seat, event.a, event.b) for event in table.events(EventKind.SPECULATION_LEFT_OVER)] == [
        (1, HONEY, 1)
    ]
    assert table.state.round_number == 1
    assert table.state.portfolios.any() == 0
    assert table.state.speculation_cards == 0b1111


def test_the_result_so_far_is_the_points_of_complete_rounds():
    table = last_trick()
    out = np.zeros(4)
    contract.result_so_far(table.rules, table.state, out)
    assert out.tolist() == [0, 0, 0, 0]
    table.apply(play("c9"), play("c12"), play("a12"), play("c13"), pick("f13"))
    contract.result_so_far(table.rules, table.state, out)
    assert out.tolist() == table.state.points[:4].tolist() == [22, 4, 16, 20]


def test_the_last_hand_card_is_discarded_unseen():
    table = last_trick().apply(play("c9"), play("c12"), play("a12"), play("c13"), pick("f13"))
    discarded = table.events(EventKind.LAST_CARD_DISCARDED)
    assert [(event.audience, event.seat, event.a) for event in discarded] == [
        (0, 0, card("g9")),
        (1, 1, card("c7")),
        (2, 2, card("g8")),
        (3, 3, card("a8")),
    ]


def test_a_round_can_end_with_a_trick_that_nobody_wins():
    table = lay(["g9 g10", "f7 f12", "f9 f8", "g8 a9"])
    table.apply(speculate("g9", CARROT), play("f7"), play("f9"), play("g8"))
    assert table.state.round_number == 1
    # The three speculation cards left over are worth a fruit at the lowest price.
    assert table.state.points[:4].tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("rounds", [3, 5])
def test_the_game_ends_after_the_last_round(rounds):
    table = Table(rules_of(seats=3, rounds=rounds), seed=4)
    scored = []
    while table.mover >= 0:
        table.apply(table.legal()[0])
        scored.append(int(table.state.round_number))
    assert scored[-1] == rounds
    totals = [0, 0, 0]
    for event in table.events(EventKind.ROUND_SCORED):
        totals[event.seat] += event.a
        assert event.b == totals[event.seat]
    assert table.state.points[:3].tolist() == totals
    assert [round(value) for value in table.payoffs()] == totals


# --- two players --------------------------------------------------------------------------------------------------


def half_time(portfolios):
    return lay(["c9 g9", "c7 a12"], turned="f13", portfolios=portfolios, hidden=["a4", "h13"], half=0)


def test_two_players_play_two_halves_from_one_deck():
    table = half_time(["h5 c6 c5", "f1"])
    table.state.speculation_cards = 0b01
    table.state.levels[FISH] = 4
    table.state.black = 1 << FISH
    dealt = int(table.state.dealt)
    table.apply(play("c9"), play("c7"), pick("f13"))
    state = table.state
    assert (state.round_number, state.half, state.phase) == (0, 1, Phase.OPENING_PAIR)
    assert state.points.tolist() == [0] * 5
    assert state.hand_sizes[:2].tolist() == [11, 11]
    assert state.dealt == dealt + 22
    assert names_in(state.portfolios[0]) == {"h5", "c6", "c5", "f13"}
    assert state.discarded_cards[:2].tolist() == [card("g9"), card("a12")]
    assert state.speculation_cards == 0b01, "no new speculation card"
    assert (state.levels[FISH], state.black) == (4, 1 << FISH), "the market carries on"
    while state.phase == Phase.OPENING_PAIR:
        table.apply(table.legal()[0])
    assert table.mover == 1, "the seat with fewer portfolio cards leads"
    assert state.hidden_cards[0].tolist()[0] == card("a4")
    assert NONE not in state.hidden_cards[:2]


def test_with_portfolios_of_one_size_the_last_tricks_winner_leads_the_second_half():
    table = half_time(["h5", "f1 c6"]).apply(play("c9"), play("c7"), pick("f13"))
    assert table.state.portfolio_sizes[:2].tolist() == [3, 3]
    while table.state.phase == Phase.OPENING_PAIR:
        table.apply(table.legal()[-1])
    assert table.mover == 0


def test_one_scoring_covers_both_halves():
    table = Table(rules_of(seats=2), seed=11)
    while table.state.round_number == 0:
        table.apply(table.legal()[0])
    kinds = [event.kind for event in table.events()]
    assert kinds.count(EventKind.ROUND_SCORED) == 2
    assert kinds.count(EventKind.HIDDEN_CARD_SHOWN) == 4
    assert kinds.count(EventKind.LAST_CARD_DISCARDED) == 4


# --- tie-breaks ---------------------------------------------------------------------------------------------------


def ranking(points, last_cards, last_fruits):
    table = lay(["c9 g9", "c7 c12", "a12 g8", "a8 c13"])
    table.state.points[:4] = points
    table.state.final_cards[:4] = last_cards
    table.state.final_fruits[:4] = last_fruits
    return table.payoffs()


def test_equal_points_go_to_fewer_cards_in_the_last_round():
    results = ranking([90, 90, 80, 70], [5, 4, 2, 2], [9, 12, 2, 2])
    assert results[1] > results[0] > results[2]


def test_equal_cards_go_to_fewer_fruits_then_the_win_is_shared():
    results = ranking([90, 90, 90, 70], [4, 4, 4, 2], [9, 8, 8, 2])
    assert results[1] == results[2] > results[0]


def test_the_tie_break_never_outweighs_a_point_and_hardly_moves_a_margin():
    results = ranking([91, 90, 90, 0], [20, 2, 2, 20], [60, 2, 2, 60])
    assert results[0] > results[1]
    assert abs(results[0] - results[1] - 1) < 2048 * TIE_BREAK_UNIT < 0.003


def test_final_cards_and_fruits_are_those_of_the_last_round():
    table = Table(rules_of(seats=4), seed=2)
    while table.mover >= 0:
        assert table.state.round_number < 3
        table.apply(table.legal()[0])
    picked = table.events(EventKind.ROUND_STARTED, EventKind.CARD_PICKED)
    last = max(index for index, event in enumerate(picked) if event.kind == EventKind.ROUND_STARTED)
    for seat in range(4):
        taken = [event.a for event in picked[last:] if event.kind == EventKind.CARD_PICKED and event.seat == seat]
        assert table.state.final_cards[seat] == len(taken) + 2
        own = names_in(table.state.portfolios[seat])
        assert table.state.final_fruits[seat] == sum(FRUITS[int(name[1:]) - 1] for name in own)
