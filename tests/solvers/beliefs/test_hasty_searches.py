"""Reading what rivals did takes time that a hasty search does not have."""

import pytest

from engine.catalog import load_game
from solvers.base import Budget, Control
from solvers.registry import make_solver
from solvers.tree_player import LEAST_INFERENCE_MILLISECONDS


@pytest.mark.parametrize(
    ("budget", "inferred"),
    [
        (Budget(milliseconds=LEAST_INFERENCE_MILLISECONDS - 1), False),
        (Budget(milliseconds=4 * LEAST_INFERENCE_MILLISECONDS), True),
        (Budget(iterations=50), True),
    ],
)
def test_worlds_are_inferred_where_there_is_time(budget, inferred):
    game = load_game("stonks", seats=3)
    state = game.deal(4)
    earlier = []
    while int(state.round_number) == 0 and len(earlier) < 12:
        earlier.append(game.copy(state))
        game.apply(state, game.suggest(game.view(state, game.mover(state)), game.playout_style, len(earlier)))
    while len(game.legal_moves(state)) == 1:
        earlier.append(game.copy(state))
        game.apply(state, game.legal_moves(state)[0])
    seat = game.mover(state)
    control = Control(earlier=[game.view(position, seat) for position in earlier])
    choice = make_solver("ismcts", game).choose(game, game.view(state, seat), budget, 1, control)
    assert (choice.inference is not None) == inferred
