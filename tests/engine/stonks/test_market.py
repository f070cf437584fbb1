"""Market symbols, price levels, locks and the trump token."""

import pytest

from engine.stonks.cards import Phase
from engine.stonks.events import EventKind
from engine.stonks.state import price
from tests.engine.stonks.table import (
    APPLE,
    CARROT,
    DOWN,
    FISH,
    GRASS,
    HONEY,
    LEAVE,
    UP,
    Table,
    lay,
    play,
    rules_of,
    token,
)

# The base deck: numbers 1 and 2 bear two symbols, 3 to 5 bear one, higher ones none.
HANDS = ["h1 h3 h6", "f1 f3 f6", "c1 c3 c6", "g1 g3 g6"]


def test_symbols_take_effect_before_the_next_seat_plays():
    table = lay(HANDS).apply(play("h3"))
    assert table.mover == 0
    assert table.state.phase == Phase.MARKET
    table.apply(token(GRASS, UP))
    assert table.mover == 1
    assert table.state.phase == Phase.TRICK
    assert table.state.levels[GRASS] == 4
    assert price(table.rules, table.state, GRASS) == 5


def test_a_card_without_symbols_moves_nothing():
    table = lay(HANDS).apply(play("h6"))
    assert table.mover == 1


def test_a_single_symbol_stays_on_the_tile():
    table = lay(HANDS).apply(play("h3"))
    # Honey stands on level 1 and apple on level 5.
    assert table.legal_words() == ["h+", "f-", "f+", "c-", "c+", "g-", "g+", "a-"]


def test_a_double_goes_one_way_on_one_company_and_must_fit():
    table = lay(HANDS).apply(play("h1"))
    assert table.legal_words() == ["h+", "f+", "c-", "c+", "g-", "a-"]
    table.apply(token(CARROT, DOWN))
    assert table.state.levels[CARROT] == 0


def test_symbols_are_mandatory_unless_the_table_says_otherwise():
    assert LEAVE not in lay(HANDS).apply(play("h1")).legal()
    table = lay(HANDS, symbols="optional").apply(play("h1"))
    assert LEAVE in table.legal()
    before = table.state.levels.tolist()
    table.apply(LEAVE)
    assert table.state.levels.tolist() == before
    assert table.state.black == 0
    assert table.mover == 1
    assert [event.seat for event in table.events(EventKind.MARKET_LEFT)] == [0]


def black_after(lock, companies, row=(HONEY, FISH, CARROT, GRASS, APPLE)):
    """The black tokens after each of some moves."""
    table = lay([f"{'hfcga'[seat]}3 {'hfcga'[seat]}9" for seat in range(5)], levels=(3, 3, 3, 3, 3), lock=lock)
    found = []
    for seat, company in enumerate(companies):
        table.apply(play(f"{'hfcga'[seat]}3"), token(company, UP))
        found.append({index for index in range(5) if table.state.black >> index & 1})
    return table, found


def test_cumulative_lock_frees_the_others_when_four_are_black():
    table, found = black_after("cumulative", [HONEY, FISH, CARROT, GRASS])
    assert found == [{HONEY}, {HONEY, FISH}, {HONEY, FISH, CARROT}, {GRASS}]
    assert len(table.events(EventKind.TOKENS_FREED)) == 1


def test_cumulative_lock_bars_every_black_company():
    table = lay(["h3 h9", "f3 f9", "c3 c9", "g3 g9"], levels=(3, 3, 3, 3, 3))
    table.apply(play("h3"), token(HONEY, UP), play("f3"), token(FISH, DOWN), play("c3"))
    assert table.legal_words() == ["c-", "c+", "g-", "g+", "a-", "a+"]


def test_last_moved_lock_bars_one_company_only():
    table, found = black_after("last_moved", [HONEY, FISH, CARROT, GRASS])
    assert found == [{HONEY}, {FISH}, {CARROT}, {GRASS}]
    assert len(table.events(EventKind.TOKENS_FREED)) == 3


def test_with_four_companies_the_fourth_move_has_one_company_left():
    row = (HONEY, FISH, CARROT, GRASS)
    table = lay(["h3 h4 h9", "f3 f9 f10", "c3 c9 c10"], row=row, levels=(3, 3, 3, 3), turned="h13")
    table.apply(play("h3"), token(HONEY, UP), play("f3"), token(FISH, UP), play("c3"), token(CARROT, UP))
    assert table.state.phase == Phase.PICK
    table.apply(table.legal()[0], play("h4"))
    assert table.legal_words() == ["g-", "g+"]
    table.apply(token(GRASS, UP))
    assert table.state.black == 1 << GRASS


# --- trump --------------------------------------------------------------------------------------------------------


def test_trump_goes_to_the_lowest_price_at_once():
    table = lay(HANDS, levels=(2, 2, 3, 4, 5))
    assert table.state.trump == HONEY, "of equal prices the one further left"
    table.apply(play("h3"), token(FISH, DOWN))
    assert table.state.trump == FISH
    assert [event.a for event in table.events(EventKind.TRUMP_MOVED)] == [FISH]
    table.apply(play("f3"), token(HONEY, DOWN))
    assert table.state.trump == HONEY


def test_lowest_means_the_printed_price_not_the_level():
    # On the back levels 1 and 2 both cost $1.
    table = lay(HANDS, variant="moderate", levels=(2, 1, 3, 4, 5))
    assert table.state.trump == HONEY
    table.apply(play("h3"), token(HONEY, DOWN), play("f3"), token(CARROT, DOWN))
    assert price(table.rules, table.state, CARROT) == 1
    assert table.state.trump == HONEY


def test_trump_that_changes_inside_a_trick_decides_it():
    # Honey is trump when it is led; grass undercuts it before the trick is over.
    table = lay(["h9 h10", "h12 f9", "c9 f2", "g6 g3"], levels=(2, 2, 3, 2, 5))
    table.apply(play("h9"), play("h12"), play("f2"))
    table.apply(token(APPLE, DOWN), play("g3"), token(GRASS, DOWN))
    assert table.state.trump == GRASS
    assert table.mover == 3, "the grass 3 is the only trump"


# --- the market between rounds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("next_market", ["carry", "reset_levels", "new_market"])
def test_market_at_the_next_round(next_market):
    rows = set()
    for seed in range(8):
        table = Table(rules_of(seats=4, next_market=next_market), seed=seed)
        state = table.state
        first_row = state.rows[0].tolist()
        while state.round_number == 0:
            levels, black, trump = state.levels.tolist(), int(state.black), int(state.trump)
            table.apply(table.legal()[-1])
        row = state.rows[1].tolist()
        rows.add(tuple(row) == tuple(first_row))
        assert [int(state.places[company]) for company in row] == [0, 1, 2, 3, 4]
        if next_market == "carry":
            # The last decision of a round is a pick, which moves nothing.
            assert (state.levels.tolist(), int(state.black), int(state.trump)) == (levels, black, trump)
        else:
            assert [int(state.levels[company]) for company in row] == [0, 1, 2, 3, 4]
            assert state.black == 0
            assert state.trump == row[0]
    # Eight new rows all like the old ones would be a rare accident.
    assert (rows == {True}) == (next_market != "new_market")
