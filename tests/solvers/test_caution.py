"""Caution: in few worlds the best of many moves is mostly a lucky one, so the adviser's is preferred."""

import pytest

from engine.catalog import load_game
from solvers.base import Budget, Control
from solvers.registry import make_solver
from solvers.specs import SpecError


def first_positions(name, seats, count):
    game = load_game(name, seats=seats)
    for deal in range(count):
        state = game.deal(deal)
        while len(game.legal_moves(state)) == 1:
            game.apply(state, game.legal_moves(state)[0])
        yield game, game.view(state, game.mover(state)), deal


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_without_end_the_advisers_move_is_played_unless_it_dropped_out(name):
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


@pytest.mark.parametrize("style", ["portfolio", "all_round", "learned"])
def test_the_adviser_is_the_style_that_is_named(style):
    for game, view, seed in first_positions("stonks", 4, 4):
        solver = make_solver(f"ismcts(caution=1000,adviser={style})", game)
        assert solver.choose(game, view, Budget(iterations=150), seed).move == game.suggest(view, style, seed)


def test_an_adviser_that_the_game_does_not_have_is_refused():
    with pytest.raises(SpecError, match="has no adviser 'value'; it has best, trick_taker"):
        make_solver("ismcts(adviser=value)", load_game("stonks"))


def test_trees_that_find_out_how_rivals_play_choose_alike_with_any_number_of_threads():
    game = load_game("stonks", seats=3)
    state = game.deal(4)
    earlier = []
    while int(state.phase) != 1 or len(game.legal_moves(state)) < 4 or int(state.hand_sizes[0]) > 5:
        seat = game.mover(state)
        earlier.append(game.copy(state))
        game.apply(state, game.suggest(game.view(state, seat), "all_round", len(earlier)))
    seat = game.mover(state)
    views = tuple(game.view(position, seat) for position in earlier)
    found = []
    for threads in (1, 3):
        solver = make_solver(f"ismcts(trees=3,threads={threads})", game)
        control = Control(earlier=views)
        found.append(solver.choose(game, game.view(state, seat), Budget(iterations=600), 9, control))
    assert found[0].candidates == found[1].candidates
    assert found[0].inference == found[1].inference
