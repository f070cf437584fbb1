"""The compiled style match plays fair games, and the styles differ where they say they do."""

import numpy as np
import pytest

from engine.catalog import load_game
from eval.style_match import Habit, match_styles, style_against_rest


@pytest.fixture(scope="module")
def game():
    return load_game("stockpile", seats=4)


def test_a_match_of_equals_is_even_and_a_match_is_reproducible(game):
    wins, margin = style_against_rest(game, "value", "value", 100)
    assert wins.low <= 0.25 <= wins.high
    assert margin.low <= 0.0 <= margin.high
    again, _ = match_styles(game, ["value"] * 4, 20)
    assert np.array_equal(again, match_styles(game, ["value"] * 4, 20)[0])


@pytest.mark.parametrize("style", ["value", "cautious", "aggressive", "majority"])
def test_every_style_beats_the_simple_bidder_and_that_beats_random_play(game, style):
    wins, _ = style_against_rest(game, style, "simple_bidder", 200)
    assert wins.low > 0.25
    wins, _ = style_against_rest(game, "simple_bidder", "random", 50)
    assert wins.low > 0.25


def test_styles_differ_visibly(game):
    habits = {
        style: match_styles(game, [style, "value", "value", "value"], 200)[1][0].astype(float) for style in game.styles
    }

    def rate(style: str, part: Habit, whole: Habit) -> float:
        return float(habits[style][part] / habits[style][whole])

    assert rate("aggressive", Habit.BIDS, Habit.PILES) > rate("cautious", Habit.BIDS, Habit.PILES) + 1.0
    assert rate("cautious", Habit.CARDS_SOLD, Habit.ROUNDS) > rate("value", Habit.CARDS_SOLD, Habit.ROUNDS) + 0.1
    assert (
        rate("aggressive", Habit.FEES_HIDDEN, Habit.FEES) > rate("simple_bidder", Habit.FEES_HIDDEN, Habit.FEES) + 0.1
    )
    assert rate("majority", Habit.LARGEST_HOLDING, Habit.SHARES) > rate("value", Habit.LARGEST_HOLDING, Habit.SHARES)
