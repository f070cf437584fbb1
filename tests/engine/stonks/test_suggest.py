"""The heuristic player uses only what its seat has seen, and its moves are always legal."""

import numpy as np
import pytest

from engine.contract import apply, hide, suggest
from engine.randomness import draw_below, generator
from engine.stonks.styles import BEST_STYLE, PLAYOUT_STYLE, STYLES, WEIGHTS, Style, Weight
from tests.engine.stonks.table import (
    APPLE,
    CARROT,
    DOWN,
    GRASS,
    HONEY,
    UP,
    Table,
    copy_of,
    lay,
    pick,
    play,
    rules_of,
    speculate,
    token,
)


@pytest.mark.parametrize(
    "options", [{}, {"symbols": "optional", "speculation": "unlimited", "cancelling": "later_only"}], ids=str
)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_style_moves_alike_on_the_position_and_on_its_view_and_legally(seats, options):
    rules = rules_of(seats=seats, **options)
    for seed in range(3):
        table = Table(rules, seed=seed)
        rng = generator(seed)
        while (seat := table.mover) >= 0:
            legal = table.legal()
            view = copy_of(table.state)
            hide(rules, view, seat)
            kept = table.state.tobytes()
            suggested = []
            for style in range(len(STYLES)):
                on_state = suggest(rules, table.state, style, generator(seed))
                assert on_state == suggest(rules, view, style, generator(seed)), STYLES[style]
                assert on_state in legal, STYLES[style]
                suggested.append(on_state)
            assert table.state.tobytes() == kept
            # Half of the moves at random, so that odd positions come up as well.
            choice = draw_below(rng, 2 * len(STYLES))
            move = suggested[choice] if choice < len(STYLES) else legal[draw_below(rng, len(legal))]
            apply(rules, table.state, move, table.log)


def test_style_names_are_in_the_order_of_their_numbers():
    assert tuple(Style[name.upper()] for name in STYLES) == tuple(range(len(STYLES)))
    assert WEIGHTS.shape == (4, len(STYLES) - 1, len(Weight))
    assert len(STYLES) - 1 == Style.LEARNED
    assert BEST_STYLE in STYLES
    assert PLAYOUT_STYLE in STYLES
    assert len(STYLES) >= 4


def advice(table, style):
    return suggest(table.rules, table.state, int(style), generator(1))


def test_the_price_steerer_moves_prices_its_way():
    table = lay(["h3 h9 h10", "f9 f10 f11", "c9 c10 c11", "g9 g10 g11"], portfolios=["c6 c7", "g6", "g7", "g8"])
    table.apply(play("h3"))
    assert advice(table, Style.PRICE_STEERER) == token(CARROT, UP)
    table = lay(["h3 h9 h10", "f9 f10 f11", "c9 c10 c11", "g9 g10 g11"], portfolios=["", "a6", "a7", "a8"])
    table.apply(play("h3"))
    assert advice(table, Style.PRICE_STEERER) == token(APPLE, DOWN)


def test_the_portfolio_style_picks_the_most_valuable_card():
    table = lay(["c9 h9 h10", "c12 f10 f11", "a7 c10 c11"[:2] + " a9 a10", "g6 g10 g11"], turned="f13")
    table.apply(play("c9"), play("c12"), play("a7"), play("g6"))
    assert advice(table, Style.PORTFOLIO) == pick("a7")


def test_a_follower_that_can_win_does():
    table = lay(["c9 h9 h10", "c10 f10 f11", "c12 c2 a10", "c11 c3 g11"], turned="a7")
    table.apply(play("c9"), play("c10"), play("c12"))
    assert advice(table, Style.TRICK_TAKER) in (play("c3"), play("c11"))
    table = lay(["c9 h9 h10", "c10 f10 f11", "c8 c2 a10", "c11 c3 g11"], turned="a7")
    table.apply(play("c9"), play("c10"), play("c8"))
    for style in Style:
        assert advice(table, style) == play("c11")


def test_speculation_is_used_where_it_wins_much():
    table = lay(["c9 h9 h10", "c10 f10 f11", "c8 c2 a10", "g12 g3 g11"], turned="a7", levels=(1, 2, 3, 4, 5))
    table.apply(play("c9"), play("c10"), play("c8"))
    assert advice(table, Style.TRICK_TAKER) in (speculate("g12", CARROT), speculate("g11", CARROT))


def test_suggestions_of_the_opening_are_two_different_cards():
    table = Table(rules_of(seats=4), seed=3)
    for style in range(len(STYLES)):
        first = suggest(table.rules, table.state, style, generator(3))
        after = Table(table.rules, copy_of(table.state)).apply(first)
        assert suggest(table.rules, after.state, style, generator(3)) in after.legal()
    assert np.isfinite(WEIGHTS).all()
    assert HONEY != GRASS
