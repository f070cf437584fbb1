"""Fitting a heuristic style's weights by its own play."""

from dataclasses import replace

import numpy as np
import pytest

from engine.catalog import load_game
from eval.fit_style import compare, fit, scores, style_of_game


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
@pytest.mark.parametrize("seats", [2, 5])
def test_equal_weights_win_an_even_share_of_every_deal(name, seats):
    game = load_game(name, seats=seats)
    style = style_of_game(game)
    rows = np.stack([style.row(seats), style.row(seats)])
    wins, margins = scores(game, style, rows, np.arange(6, dtype=np.int64))
    assert wins == pytest.approx(np.full(6, 1.0 / seats))
    assert margins == pytest.approx(np.zeros(6), abs=1e-6)


def test_the_weights_fitted_are_those_that_the_playouts_style_plays_by():
    game = load_game("stockpile", seats=5)
    style = style_of_game(game)
    view = game.view(game.deal(3), 0)
    rng = np.array([7], np.uint64)
    move = int(style.suggest(game.rules, game.copy(view), style.row(5), rng))
    assert move in game.legal_moves(view)
    assert style.row(5)[style.names.index("COST")] != style.row(4)[style.names.index("COST")]


def test_a_fit_mends_weights_that_bid_far_too_little():
    game = load_game("stockpile", seats=3)
    shipped = style_of_game(game)
    poor = shipped.row(3).copy()
    poor[shipped.names.index("COST")] = 3.0
    style = replace(shipped, row=lambda _: poor)
    fitted = fit(game, style, deals=12, generations=8, seed=1)
    assert fitted[style.names.index("JITTER")] == poor[style.names.index("JITTER")]
    wins, margins = compare(game, style, fitted, deals=60)
    assert wins.low > 1.0 / 3.0
    assert margins.low > 0.0
