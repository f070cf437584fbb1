"""The heuristic player uses only what its seat has seen, and its moves are always legal."""

from typing import Any

import numpy as np
import pytest

from engine.contract import MAX_MOVES, NO_LOG, apply, deal, hide, legal_moves, mover, prepare_search, suggest
from engine.randomness import draw_below, generator
from engine.stockpile.edition import load_edition
from engine.stockpile.kernels import register_stockpile
from engine.stockpile.rules import StockpileOptions, rules_record
from engine.stockpile.state import STATE_DTYPE
from engine.stockpile.suggest import STYLES, Style

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
