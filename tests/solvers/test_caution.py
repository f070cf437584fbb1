"""Caution: in few worlds the best of many moves is mostly a lucky one, so the policy's own is preferred."""

import pytest

from engine.catalog import load_game
from solvers.base import Budget
from solvers.registry import make_solver


def first_positions(name, seats, count):
    game = load_game(name, seats=seats)
    for deal in range(count):
        state = game.deal(deal)
        while len(game.legal_moves(state)) == 1:
            game.apply(state, game.legal_moves(state)[0])
        yield game, game.view(state, game.mover(state)), deal


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_without_end_the_policys_move_is_played_unless_it_dropped_out(name):
    for game, view, seed in first_positions(name, 3, 4):
        choice = make_solver("ismcts(caution=1000)", game).choose(game, view, Budget(iterations=150), seed)
        assert choice.move == game.suggest(view, game.best_style, seed)
        assert choice.candidates[0].move == choice.move
        assert sorted(candidate.move for candidate in choice.candidates) == game.legal_moves(view)


def test_a_choice_by_caution_says_so_and_others_do_not():
    told = {True: 0, False: 0}
    for game, view, seed in first_positions("stonks", 4, 12):
        plain = make_solver("ismcts(caution=0)", game).choose(game, view, Budget(iterations=200), seed)
        careful = make_solver("ismcts(caution=1)", game).choose(game, view, Budget(iterations=200), seed)
        by_caution = "none is clearly better" in careful.explanation
        told[by_caution] += 1
        assert by_caution == (careful.move != plain.move)
        if by_caution:
            assert careful.move == game.suggest(view, game.best_style, seed)
    assert told[True] > 0
    assert told[False] > 0


def test_plans_of_sales_are_chosen_with_caution_too():
    game = load_game("stockpile", seats=3)
    state = game.deal(5)
    move = 0
    while game.phase(state) != "selling" or len(game.legal_moves(state)) < 3:
        view = game.view(state, game.mover(state))
        game.apply(state, game.suggest(view, game.best_style, move))
        move += 1
    view = game.view(state, game.mover(state))
    careful = make_solver("ismcts(caution=1000)", game).choose(game, view, Budget(iterations=400), 1)
    assert careful.move == game.suggest(view, game.best_style, 1)
