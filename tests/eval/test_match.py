"""Matches are fair, reproducible, and honest about their uncertainty."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.catalog import load_game
from engine.game import Game
from engine.stockpile.cards import Phase
from eval.intervals import interval_over_deals
from eval.match import parse_line_up, play_match
from eval.match_result import summarize, win_shares
from solvers.base import Budget, Choice, Control
from solvers.registry import make_solver
from solvers.specs import SpecError


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("stockpile", seats=3)


class Watcher:
    """Plays at random and shows ``watch`` every view it is given."""

    def __init__(self, watch: Callable[[Any], None]) -> None:
        self.watch = watch
        self.player = make_solver("random")
        self.spec = "watcher"

    def check(self, game: Game) -> None:
        self.player.check(game)

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        self.watch(view)
        return self.player.choose(game, view, budget, seed, control)


def test_every_player_sits_on_every_seat_of_every_deal_once(game):
    first_views: dict[str, list[int]] = {name: [] for name in "abc"}

    def watcher(name: str) -> Watcher:
        def watch(view: Any) -> None:
            if view.round_number == 0 and view.phase == Phase.SUPPLY and view.hand_cards[view.turn, 0] >= 0:
                first_views[name].append(int(view.turn))

        return Watcher(watch)

    result = play_match(game, [watcher(name) for name in "abc"], games=4)
    assert result.deals == 2
    assert result.games == 6
    for name in "abc":
        assert sorted(first_views[name]) == [0, 0, 1, 1, 2, 2]


def test_all_rotations_of_a_deal_start_from_the_same_cards(game):
    starts: list[bytes] = []

    def watch(view: Any) -> None:
        if view.round_number == 0 and view.phase == Phase.SUPPLY and view.turn == 0 and view.hand_cards[0, 0] >= 0:
            starts.append(view.tobytes())

    play_match(game, [Watcher(watch)] * 3, games=6)
    assert len(starts) == 6
    assert starts[0] == starts[1] == starts[2] != starts[3] == starts[4] == starts[5]


def test_solvers_are_given_the_view_of_the_seat_to_move(game):
    def watch(view: Any) -> None:
        assert view.viewer == view.turn

    play_match(game, [Watcher(watch)] * 3, games=1)


@pytest.mark.slow
def test_the_same_match_in_one_process_and_in_two_gives_the_same_payoffs(game):
    line_up = ["ismcts(trees=1)", "heuristic(style=value)", "random"]
    budget = Budget(iterations=20)
    alone = play_match(game, line_up, 6, seed=5, budget=budget)
    shared = play_match(game, line_up, 6, seed=5, budget=budget, jobs=2)
    assert np.array_equal(alone.payoffs, shared.payoffs)
    other = play_match(game, line_up, 6, seed=6, budget=budget)
    assert not np.array_equal(alone.payoffs, other.payoffs)


def test_win_shares_add_up_to_one_win_a_game(game):
    result = play_match(game, ["heuristic(style=value)", "random", "random"], games=30)
    assert sum(player.copies * player.win_share.mean for player in result.players) == pytest.approx(1.0)
    heuristic, random = result.players
    assert (heuristic.copies, random.copies) == (1, 2)
    assert heuristic.win_share.low > 1.0 / 3.0
    assert heuristic.margin.mean == pytest.approx(heuristic.payoff.mean - random.payoff.mean)
    assert heuristic.decisions > 0
    assert heuristic.slowest_milliseconds >= heuristic.milliseconds > 0.0


def test_ties_share_the_win():
    assert win_shares(np.array([[2.0, 2.0, 1.0], [1.0, 1.0, 1.0]])).tolist() == [[0.5, 0.5, 0.0], [1 / 3, 1 / 3, 1 / 3]]


def test_games_on_one_deal_are_one_observation():
    """Repeating every deal's games says nothing new, so the interval must not shrink."""
    rng = np.random.default_rng(1)
    payoffs = rng.normal(size=(40, 1, 2))
    zeros = np.zeros(2, np.int64)
    once = summarize("toy", "points", ["a", "b"], payoffs, zeros, np.zeros(2), np.zeros(2))
    repeated = np.repeat(payoffs, 5, axis=1)
    often = summarize("toy", "points", ["a", "b"], repeated, zeros, np.zeros(2), np.zeros(2))
    assert often.players[0].payoff.high == pytest.approx(once.players[0].payoff.high)


def test_intervals_are_students():
    """Values worked out by hand: mean 2, standard deviation 1, t(2) = 4.3027, so 2 +- 2.4841."""
    interval = interval_over_deals(np.array([1.0, 2.0, 3.0]))
    assert (interval.low, interval.mean, interval.high) == pytest.approx((-0.48414, 2.0, 4.48414), abs=1e-4)
    assert np.isnan(interval_over_deals(np.array([1.0])).low)


def test_intervals_cover_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(1000):
        interval = interval_over_deals(rng.normal(3.0, 1.0, 10))
        covered += interval.low <= 3.0 <= interval.high
    assert 930 <= covered <= 970


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("random", ["random"]),
        ("ismcts(trees=2,threads=1);random*3", ["ismcts(trees=2,threads=1)", *["random"] * 3]),
        (" random * 2 ; heuristic ", ["random", "random", "heuristic"]),
    ],
)
def test_line_ups_are_read(text, specs):
    assert parse_line_up(text) == specs


def test_a_line_up_that_does_not_fit_the_table_is_refused(game):
    with pytest.raises(ValueError, match="3 players"):
        play_match(game, ["random"] * 4, 1)
    with pytest.raises(SpecError):
        play_match(game, ["heuristic(style=none)", "random", "random"], 1)
