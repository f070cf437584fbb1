"""A step's score is the mean over the candidate's seats of what the games' measures say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalog import load_game
from eval.arena.measures import games_from_results
from eval.arena.results import GameKey, GameResult
from eval.tuning.step_scores import score_of_games, utility
from eval.tuning.tune_spec import Measure
from solvers.utility import utilities
from tests.eval.tuning.made_up import made_up_spec


def game(number: int, seating: tuple[int, ...], payoffs: tuple[float, ...]) -> GameResult:
    nothing = (0.0,) * len(seating)
    return GameResult(GameKey(len(seating), 3, number), seating, payoffs, (1,) * len(seating), nothing, nothing)


def test_a_score_is_worked_out_by_hand() -> None:
    spec = made_up_spec(win_weight=0.5)
    scale = load_game("stonks", seats=2).typical_margin
    score = score_of_games(spec, [game(0, (0, 1), (50.0, 50.0)), game(1, (1, 0), (10.0, 10.0 + 2 * scale))], 2)
    assert score.margin == pytest.approx(scale)
    assert score.win_share == 0.75, "half of one game, all of the other"
    assert score.utility == pytest.approx(((0.25 + 0.25) + (0.5 + 0.375)) / 2)
    assert [score.of(measure) for measure in Measure] == [score.margin, score.win_share, score.utility]


@given(
    payoffs=st.lists(st.lists(st.integers(-50, 200), min_size=3, max_size=3), min_size=1, max_size=5),
    win_weight=st.floats(0.0, 1.0),
    scale=st.floats(1.0, 50.0),
)
def test_utility_is_that_of_the_searches(payoffs: list[list[int]], win_weight: float, scale: float) -> None:
    results = [game(number, (0, 1, 1), tuple(map(float, row))) for number, row in enumerate(payoffs)]
    found = utility(games_from_results(results, 3, 2), win_weight, scale)
    for row, values in zip(found, payoffs, strict=True):
        wanted = np.zeros(3)
        utilities(np.array(values, np.float64), 3, True, 0, win_weight, scale, wanted)
        np.testing.assert_allclose(row, wanted, atol=1e-12)
