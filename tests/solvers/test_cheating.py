"""The cheating player: it uses what nobody can see, and nobody is served by it."""

import pytest

from engine.catalog import GAMES, load_game
from engine.errors import TurnError
from eval.audit import audit
from server.config import ServerConfig
from server.lifecycle import start_server
from server.listing import solvers_message
from server.solver_limits import checked_solver
from solvers.base import Budget
from solvers.registry import SpecError, list_solvers, make_solver
from tests.games import random_game
from tests.toy_game import ToyGame

BETS = [[[2, -2]] * 2, [[0.5, 0.5]] * 2, [[-2, 2]] * 2]
"""Move 0 wins 2 if the coin is one way, move 2 if it is the other; move 1 is safe."""

PURE = "playouts=random,win_weight=0"
REFUSED = "may only play in the arena"


def cheat(spec="cheating"):
    return make_solver(spec, may_cheat=True)


@pytest.mark.parametrize("seed", range(6))
def test_it_bets_on_the_coin_that_its_seat_cannot_see(seed):
    game = ToyGame(BETS)
    state = game.deal(seed)
    choice = cheat(f"cheating({PURE})").choose(game, state, Budget(iterations=500), seed)
    assert choice.move == (0 if state.coin == 0 else 2)
    assert choice.iterations == 500


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", ["cheating", "cheating(trees=3)"])
def test_it_answers_with_a_legal_move_and_leaves_the_position_alone(name, spec):
    for seats in load_game(name).seat_counts:
        game = load_game(name, seats=seats)
        for number, (state, move) in enumerate(random_game(game, seats)):
            if number % 23 or move < 0:
                continue
            before = state.tobytes()
            moves = game.legal_moves(state)
            choice = cheat(spec).choose(game, state, Budget(iterations=30), number)
            assert sorted(candidate.move for candidate in choice.candidates) == moves
            assert choice.forced == (len(moves) == 1)
            assert choice.iterations == (0 if choice.forced else 30)
            assert choice == choice_again(game, spec, state, number, choice.seconds)
            assert state.tobytes() == before


def choice_again(game, spec, state, seed, seconds):
    choice = cheat(spec).choose(game, state, Budget(iterations=30), seed)
    return type(choice)(**vars(choice) | {"seconds": seconds})


def test_it_refuses_a_view_and_a_finished_game():
    game = load_game("stonks", seats=2)
    state = game.deal(1)
    with pytest.raises(SpecError, match=REFUSED):
        cheat().choose(game, game.view(state, game.mover(state)), Budget(iterations=10), 1)
    *_, (state, _) = random_game(game, 1)
    with pytest.raises(TurnError):
        cheat().choose(game, state, Budget(iterations=10), 1)


def test_nobody_is_served_by_it():
    game = load_game("stonks", seats=2)
    with pytest.raises(SpecError, match=REFUSED):
        make_solver("cheating(iterations=5)", game)
    with pytest.raises(SpecError, match=REFUSED):
        checked_solver("cheating", ServerConfig())
    with pytest.raises(SpecError, match=REFUSED):
        start_server(ServerConfig(port=0, default_solver="cheating"))
    with pytest.raises(SpecError, match=REFUSED):
        audit(game, 1, 1, solvers=("cheating",))


def test_it_is_listed_on_request_only():
    assert "cheating" not in {solver.name for solver in solvers_message("ismcts").solvers}
    assert "cheating" not in {info.name for info in list_solvers()}
    assert "cheating" in {info.name for info in list_solvers(may_cheat=True)}


@pytest.mark.parametrize("arguments", ["trees=0", "worlds=3", "cutoff=-1"])
def test_impossible_parameters_are_refused(arguments):
    with pytest.raises(SpecError):
        cheat(f"cheating({arguments})")
