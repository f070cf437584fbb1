"""Solvers compared at the ends of rounds."""

import numpy as np
import pytest

from engine.catalog import load_game
from engine.stockpile.cards import Phase
from engine.stonks.scoring import tricks_left
from eval.endings_check import MEASURES, compare, comparison_table, ending_positions
from solvers.base import Budget
from solvers.heuristic_player import HeuristicPlayer
from solvers.random_player import RandomPlayer


def test_positions_are_turns_to_sell_and_the_last_tricks():
    stockpile = load_game("stockpile", seats=3)
    positions = list(ending_positions(stockpile, range(2), 2, "all"))
    assert len(positions) > 20
    assert all(position.view.phase == Phase.SELLING for position in positions)
    assert all(stockpile.viewer(position.view) == stockpile.mover(position.view) for position in positions)
    last = list(ending_positions(stockpile, range(2), 2, "last"))
    earlier = list(ending_positions(stockpile, range(2), 2, "earlier"))
    assert len(last) + len(earlier) == len(positions)
    assert {int(position.view.round_number) for position in last} == {int(stockpile.rules.rounds) - 1}
    stonks = load_game("stonks", seats=4)
    tricks = list(ending_positions(stonks, range(4), 1, "all"))
    assert len(tricks) > 4
    assert all(tricks_left(stonks.rules, position.view) == 1 for position in tricks)


@pytest.mark.parametrize(("name", "seats"), [("stockpile", 3), ("stonks", 4)])
def test_a_solver_equals_itself_and_beats_a_random_one(name, seats):
    game = load_game(name, seats=seats)
    same = compare(game, HeuristicPlayer(), HeuristicPlayer(), Budget(), range(2), worlds=3)
    assert np.all(same.differences == 0.0)
    assert same.agreed == len(same.deals)
    better = compare(game, HeuristicPlayer(), RandomPlayer(), Budget(), range(12), worlds=10)
    assert better.interval(0).low > 0.0
    assert better.agreed < len(better.deals)
    assert comparison_table(better).row_count == len(MEASURES) + 2


def test_without_positions_there_is_nothing_to_compare():
    with pytest.raises(ValueError, match="no such endings"):
        compare(load_game("stockpile"), HeuristicPlayer(), HeuristicPlayer(), Budget(), range(0), worlds=1)
