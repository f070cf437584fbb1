"""The heuristic player uses only what its seat has seen, and its moves are always legal."""

from typing import Any

import numpy as np
import pytest

from engine.contract import MAX_MOVES, NO_LOG, apply, deal, hide, legal_moves, mover, prepare_search, suggest
from engine.randomness import draw_below, generator
from engine.stockpile.edition import load_edition
from engine.stockpile.kernels import register_stockpile
from engine.stockpile.rules import StockpileOptions, rules_record
from engine.stockpile.share_value import ALL_FORECASTS, NOTES_SHAPE, Note, expected_forecasts, mean_values, note_values
from engine.stockpile.simple_bidder import simple_pile_value
from engine.stockpile.state import STATE_DTYPE
from engine.stockpile.suggest import STYLES, Style
from tests.engine.stockpile.table import (
    AMERICAN,
    BOOM,
    BOTTOMLINE,
    BUST,
    COSMIC,
    EPIC,
    FEE_1,
    FEE_3,
    FORECASTS,
    LEADING,
    STANFORD,
    Table,
    action,
)

register_stockpile()


def empty_state() -> Any:
    return np.zeros(1, STATE_DTYPE).view(np.recarray)[0]


def copy_of(state: Any) -> Any:
    copied = np.zeros(1, STATE_DTYPE).view(np.recarray)
    copied[0] = state
    return copied[0]


@pytest.mark.parametrize("dividends", ["automatic", "choice"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_style_moves_alike_on_the_position_and_on_its_view_and_legally(seats, dividends):
    rules = rules_record(StockpileOptions(seats=seats, dividends=dividends), load_edition())
    moves = np.empty(MAX_MOVES, np.int32)
    for seed in range(3):
        state = empty_state()
        deal(rules, state, seed, NO_LOG)
        rng = generator(seed)
        while (seat := mover(rules, state)) >= 0:
            view = copy_of(state)
            hide(rules, view, seat)
            count = legal_moves(rules, state, moves)
            legal = set(moves[:count].tolist())
            kept = state.tobytes()
            suggested = []
            for style in range(len(STYLES)):
                on_state = suggest(rules, state, style, generator(seed))
                on_view = suggest(rules, view, style, generator(seed))
                assert on_state == on_view, STYLES[style]
                assert on_state in legal, STYLES[style]
                suggested.append(on_state)
            assert state.tobytes() == kept
            prepare_search(rules, view)
            in_search = set(moves[: legal_moves(rules, view, moves)].tolist())
            for style in range(len(STYLES)):
                assert suggest(rules, view, style, generator(seed)) in in_search, STYLES[style]
            # Half of the moves at random, so that odd positions come up as well.
            choice = draw_below(rng, 2 * len(STYLES))
            move = suggested[choice] if choice < len(STYLES) else sorted(legal)[draw_below(rng, count)]
            apply(rules, state, move, NO_LOG)


def test_style_names_are_in_the_order_of_their_numbers():
    assert tuple(Style[name.upper()] for name in STYLES) == tuple(range(len(STYLES)))
    assert len(STYLES) >= 5


# --- the simple bidder, by its published rule ------------------------------------------------------------------------


def simple_moves(table: Table) -> set[int]:
    """The simple bidder's move: the same for every seed where its rule leaves nothing to chance."""
    return {suggest(table.rules, table.state, int(Style.SIMPLE_BIDDER), generator(seed)) for seed in range(12)}


def simple_values(table: Table) -> list[float]:
    return [simple_pile_value(table.rules, table.state, table.mover, pile) for pile in range(int(table.rules.piles))]


def test_the_simple_bidder_counts_prices_and_own_shares() -> None:
    """Two own shares of a company at 5 make its card worth 5 + 1.1 x 2; of another's split card two."""
    table = Table(3).holds(0, EPIC, EPIC, LEADING, split=(COSMIC,))
    table.priced(COSMIC, 3).priced(LEADING, 8)
    table.pile(0, EPIC).pile(1, COSMIC, COSMIC).pile(2, LEADING).demand()
    # 5 + 2.2, twice (3 + 2.2), 8 + 1.1: all are still to be had for 0.
    assert simple_values(table) == pytest.approx([7.2, 10.4, 9.1])
    assert simple_moves(table) == {table.bid(1, 0)}


def test_the_simple_bidder_takes_off_the_bid_that_it_must_make() -> None:
    """The best pile is one that has been bid on: 17 - 6 is more than 12 - 3 and 10 - 0."""
    table = Table(4).first(0).pile(0, COSMIC, EPIC, LEADING, BOOM).pile(1, STANFORD, AMERICAN, BUST)
    table.pile(2, STANFORD, AMERICAN).pile(3, BOTTOMLINE).demand()
    table.play(table.bid(0, 3), table.bid(1, 1))
    assert simple_values(table) == pytest.approx([17.0, 12.0, 10.0, 5.0])
    assert simple_moves(table) == {table.bid(0, 6)}
    # At 10 it is 17 - 10: now the 10 for nothing is best.
    table.play(table.bid(0, 6))
    assert simple_moves(table) == {table.bid(2, 0)}


def test_the_simple_bidder_takes_three_off_for_any_fee_and_counts_only_what_it_has_seen() -> None:
    """Seat 0 has laid a $3K fee on pile 0 and a Boom on pile 2; seat 1's card on pile 1 it has not seen."""
    table = Table(3).first(0)
    table.pile(0, AMERICAN, EPIC, face_down=((FEE_3, 0),))
    table.pile(1, AMERICAN, FEE_1, face_down=((STANFORD, 1),))
    table.pile(2, LEADING, face_down=((BOOM, 0),)).demand()
    assert simple_values(table) == pytest.approx([5 + 5 - 3, 5 - 3, 5 + 2])
    assert simple_moves(table) == {table.bid(0, 0), table.bid(2, 0)}  # 7 each: by lot
    # Seat 1 has seen its own card, and neither of seat 0's.
    table.play(table.bid(2, 1))
    assert simple_values(table) == pytest.approx([5 + 5, 5 - 3 + 5, 5])
    assert simple_moves(table) == {table.bid(0, 0)}


def test_the_simple_bidder_makes_the_least_bid_it_can_pay() -> None:
    """With $5K it cannot outbid 3 on the best pile, so it takes the second for 1."""
    table = Table(3).first(0).holds(1, money=5)
    table.pile(0, COSMIC, EPIC, LEADING).pile(1, BOTTOMLINE, STANFORD).pile(2, FEE_1).demand()
    table.play(table.bid(0, 3))
    assert simple_moves(table) == {table.bid(1, 0)}


def test_the_simple_bidder_s_action_cards_go_by_share_difference_to_the_richest_rival() -> None:
    """Own minus the richest rival's: EPIC 2 - 0, LEADING 3 - 2 (a split card counts two), STANFORD 1 - 3."""
    table = Table(3).first(0)
    table.holds(0, EPIC, EPIC, LEADING, LEADING, LEADING, STANFORD, actions=(BOOM,))
    table.holds(1, EPIC, EPIC, EPIC, money=10, seen_by=(0,))
    table.holds(2, STANFORD, STANFORD, STANFORD, money=30, seen_by=(0,), split=(LEADING,)).actions()
    assert simple_moves(table) == {action(BOOM, EPIC)}


def test_the_simple_bidder_s_bust_goes_where_the_richest_rival_leads_most() -> None:
    table = Table(3).first(0).holds(0, EPIC, EPIC, STANFORD, actions=(BUST,))
    table.holds(1, EPIC, EPIC, EPIC, EPIC, EPIC, EPIC, money=10, seen_by=(0,))
    table.holds(2, STANFORD, STANFORD, money=30, seen_by=(0,)).actions()
    assert simple_moves(table) == {action(BUST, STANFORD)}


# --- what a share is worth: the rules facts' own arithmetic ----------------------------------------------------------

MEAN_VALUES = (2.17, 2.83, 3.67, 4.67, 5.67, 6.67, 7.83, 9.00, 10.33, 11.83)
"""Rules facts, section 13: what a normal share at $1K to $10K brings on average through an unknown movement."""


@pytest.mark.parametrize(("price", "mean"), list(enumerate(MEAN_VALUES, 1)))
def test_a_share_without_information_is_worth_its_mean_value_after_the_movement(price: int, mean: float) -> None:
    table = Table(4).priced(LEADING, price)
    normal, _ = mean_values(table.rules, LEADING, int(table.state.spaces[LEADING]), ALL_FORECASTS, 0.0)
    assert normal == pytest.approx(mean, abs=0.005)


@pytest.mark.parametrize(("price", "mean"), list(enumerate(MEAN_VALUES, 1)))
def test_the_movement_brings_that_mean_value(price: int, mean: float) -> None:
    """The table's figures from the rules themselves: each forecast in turn is played on a share."""
    brought = []
    for forecast in FORECASTS:
        table = Table(4).holds(0, LEADING, money=0).priced(LEADING, price).forecast(leading=forecast).movement()
        held = table.shares(0)[LEADING] + 2 * table.split(0)[LEADING]
        brought.append(table.money[0] + held * table.price(LEADING))
    assert sum(brought) / len(brought) == pytest.approx(mean, abs=0.005)


@pytest.mark.parametrize(
    ("price", "forecast", "normal", "split"),
    [
        (5, "+4", 9, 18),
        (5, "$$", 7, 14),  # 2 a share: a split card is two
        (2, "-2", 0, 0),  # bankrupt
        (8, "+4", 14, 24),  # 7 after the split, doubled; the split card is paid 10 for it and stays worth 14
        (10, "+1", 12, 22),
    ],
)
def test_a_known_forecast_leaves_one_value(price: int, forecast: str, normal: float, split: float) -> None:
    table = Table(4).priced(EPIC, price)
    known = 1 << FORECASTS.index(forecast)
    assert mean_values(table.rules, EPIC, int(table.state.spaces[EPIC]), known, 0.0) == (normal, split)


def test_known_pairs_take_their_forecasts_from_the_other_companies() -> None:
    """Seat 0 knows its own pair (+4 on COSMIC) and the public one (-3 on STANFORD): the rest share +2 +1 $$ -2."""
    table = Table(4).forecast(cosmic="+4", stanford="-3").complete()
    table.state.pair_seen[:] = [0b00001, 0b00010, 0b00100, 0b01000, 0b11111, 0]
    notes = np.empty(NOTES_SHAPE)
    note_values(table.rules, table.state, expected_forecasts(table.state, 1), 0.0, notes)
    # At 5: 9, and 2; the others (7 + 6 + 7 + 3) / 4.
    assert notes[Note.NORMAL].tolist() == pytest.approx([9, 5.75, 5.75, 5.75, 2, 5.75])
