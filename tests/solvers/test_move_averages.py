"""MAST: the tables of move averages by hand, and what playouts draw from them."""

import math
from collections import Counter

import numpy as np
import pytest

from engine import contract
from engine.catalog import GAMES, load_game
from engine.contract import MAX_MOVES
from engine.randomness import generator
from solvers.base import Budget
from solvers.beliefs.past import uniform_beliefs
from solvers.ismcts import move_averages
from solvers.ismcts.move_averages import (
    PLACES,
    add_to_average,
    average_of_move,
    draw_by_averages,
    learn_averages,
    new_averages,
)
from solvers.ismcts.player import IsmctsPlayer
from solvers.ismcts.race import new_race
from solvers.ismcts.report import edges_of_node
from solvers.ismcts.search import run_iterations
from solvers.ismcts.statistics import new_tree
from solvers.registry import make_solver
from tests.games import random_game
from tests.solvers.nodes import tree_with_a_node, tried
from tests.toy_game import ToyGame


def draws(averages, seat, codes, temperature, count=4000):
    moves = np.array(codes, np.int32)
    weights = np.empty(MAX_MOVES)
    rng = generator(5)
    drawn = Counter(
        int(draw_by_averages(averages, seat, moves, len(moves), temperature, weights, rng)) for _ in range(count)
    )
    return {code: drawn[code] / count for code in codes}


def test_averages_are_by_seat_and_move():
    averages = new_averages(3)
    for utility in (0.25, 0.75, 0.5):
        add_to_average(averages, 1, 70_000, utility)
    add_to_average(averages, 2, 70_000, 0.125)
    add_to_average(averages, 1, 70_001, 1.0)
    assert average_of_move(averages, 1, 70_000) == 0.5
    assert average_of_move(averages, 2, 70_000) == 0.125
    assert average_of_move(averages, 1, 70_001) == 1.0


def test_what_was_never_chosen_counts_as_the_best_there_can_be():
    assert average_of_move(new_averages(2), 0, 17) == 1.0


def test_moves_with_the_same_place_are_told_apart():
    averages = new_averages(1)
    for code in range(3000):
        add_to_average(averages, 0, code, code / 3000)
    assert all(average_of_move(averages, 0, code) == code / 3000 for code in range(3000))


def test_a_full_table_still_answers():
    averages = new_averages(1)
    for code in range(PLACES + 10):
        add_to_average(averages, 0, code, 0.5)
    assert average_of_move(averages, 0, PLACES + 100) == 0.5


def test_move_zero_has_a_place_of_its_own():
    averages = new_averages(1)
    add_to_average(averages, 0, 0, 0.25)
    assert average_of_move(averages, 0, 0) == 0.25
    assert int((averages.code != 0).sum()) == 1


def test_moves_are_drawn_by_the_exponents_of_their_averages():
    averages = new_averages(1)
    for code, utility in ((3, 0.5), (4, 0.6), (9, 0.7)):
        add_to_average(averages, 0, code, utility)
    # e^5 : e^6 : e^7 at temperature 0.1
    total = 1 + math.e + math.e**2
    found = draws(averages, 0, (3, 4, 9), 0.1)
    assert found[3] == pytest.approx(1 / total, abs=0.02)
    assert found[4] == pytest.approx(math.e / total, abs=0.02)
    assert found[9] == pytest.approx(math.e**2 / total, abs=0.02)


def test_a_high_temperature_draws_evenly_and_none_takes_the_best():
    averages = new_averages(1)
    for code, utility in ((3, 0.5), (4, 0.6), (9, 0.55)):
        add_to_average(averages, 0, code, utility)
    assert draws(averages, 0, (3, 4, 9), 100.0) == pytest.approx({3: 1 / 3, 4: 1 / 3, 9: 1 / 3}, abs=0.03)
    assert draws(averages, 0, (3, 4, 9), 0.0, count=50) == {3: 0, 4: 1, 9: 0}
    # One that was never chosen is better than all of them.
    assert draws(averages, 0, (3, 4, 9, 11), 0.0, count=50)[11] == 1


def test_an_iteration_counts_for_its_choices_in_the_tree_and_in_the_playout():
    tree = tree_with_a_node()
    edges = np.array([tried(tree, 3, (), 1), tried(tree, 8, (), 1)])
    averages = new_averages(3)
    values = np.array([0.25, 0.5, 1.0])
    path_seats = np.array([0, 2])
    # Seat 1 chose move 3 twice and seat 0 move 8 once; what lies beyond is no part of the playout.
    seats, moves = np.array([1, 1, 0, 2]), np.array([3, 3, 8, 8])
    learn_averages(averages, tree.edges, edges, path_seats, 2, seats, moves, 3, values)
    counted = {
        (seat, int(entry.code) - 1): (int(entry.visits), float(entry.total))
        for seat in range(3)
        for entry in averages[seat]
        if entry.code
    }
    assert counted == {(0, 3): (1, 0.25), (2, 8): (1, 1.0), (1, 3): (2, 1.0), (0, 8): (1, 0.25)}


def test_a_search_counts_every_choice_once():
    """In the toy game each seat chooses once: seat 0 at the root, so its averages are those of the root's moves."""
    game = ToyGame([[[0, 3], [3, 0]], [[0.4, 0.5], [0.5, 0.4]], [[1, -1], [1, -1]]])
    player = IsmctsPlayer(mast_share=0.5, elimination=0, rival_policy=0)
    tree = new_tree(1, 500)
    averages = new_averages(2)
    records = [np.zeros(1, game.state_dtype).view(np.recarray) for _ in range(2)]
    race = new_race([])
    done = run_iterations(
        game.rules,
        game.view(game.deal(1), 0),
        *records,
        player.settings(game),
        tree.slots,
        tree.nodes,
        tree.edges,
        tree.regrets,
        averages,
        tree.counters[0],
        race.counters[0],
        race.racers,
        race.squares,
        uniform_beliefs(game),
        generator(1),
        contract.NO_LOG,
        500,
        np.zeros(1, np.uint8),
    )
    assert done == 500
    table = {int(one.code) - 1: (int(one.visits), float(one.total)) for one in averages[0] if one.code}
    assert table == {move: (edge.visits, edge.total) for move, edge in edges_of_node(tree, 0).items()}
    assert int(averages[1].visits.sum()) == 500


@pytest.mark.parametrize("name", list(GAMES))
def test_a_games_moves_fit_into_the_table(name):
    game = load_game(name, seats=max(load_game(name).seat_counts))
    codes = {
        move
        for seed in range(4)
        for state, _ in random_game(game, seed)
        if game.mover(state) is not None
        for move in game.legal_moves(state)
    }
    assert len(codes) < PLACES // 2


def test_the_share_decides_how_much_is_drawn_by_averages():
    """Without a share the table is never looked at; with all of it the search finds what it finds without."""
    game = ToyGame([[[0, 3], [3, 0]], [[0.4, 0.5], [0.5, 0.4]], [[1, -1], [1, -1]]])
    view = game.view(game.deal(1), 0)
    for share in (0, 0.5, 1):
        spec = f"ismcts(mast_share={share},win_weight=0,rival_policy=0)"
        assert make_solver(spec).choose(game, view, Budget(iterations=3000), 1).move == 1
    assert move_averages.new_averages(0).size == 0
