"""Learning what moves are worth: recorded trials are what the game says, and the pipeline runs end to end."""

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from engine.catalog import load_game
from engine.contract import NO_LOG, apply, mover, suggest
from engine.randomness import generator
from engine.stonks.move_value_weights import learned_weights
from eval.fit_move_values import game_with, main
from eval.move_values.fitting import best_gain, fit, less_decision_mean, numbered
from eval.move_values.matches import match
from eval.move_values.recording import lead_won, trials_of_games


def test_a_lead_is_the_points_won_less_what_the_others_won_on_average():
    game = load_game("stonks", seats=3)
    before, after = game.deal(1), game.deal(1)
    before.points[:3] = [10, 20, 30]
    after.points[:3] = [25, 26, 32]
    assert [lead_won(game.rules, before, after, seat) for seat in range(3)] == [15 - 4, 6 - 8.5, 2 - 10.5]


def test_moves_of_a_decision_are_compared_with_their_mean():
    decisions = numbered(np.array([4, 4, 9, 9, 9], np.int32))
    assert decisions.tolist() == [0, 0, 1, 1, 1]
    leads = np.array([1.0, 3.0, 0.0, 3.0, 6.0])
    assert less_decision_mean(leads, decisions).tolist() == [-1.0, 1.0, -3.0, 0.0, 3.0]
    assert best_gain(np.array([0.0, 1.0, 5.0, 4.0, 3.0]), less_decision_mean(leads, decisions), decisions) == -1.0


def test_trials_are_sorted_by_decision_and_have_at_least_two_moves_each():
    game = load_game("stonks", seats=3)
    trials = trials_of_games(game, "all_round", rows=4000, seed=5)
    assert 3900 < len(trials.leads) <= 4000
    assert (np.diff(trials.decisions) >= 0).all()
    assert np.unique(trials.decisions, return_counts=True)[1].min() >= 2
    assert set(trials.phases.tolist()) == {0, 1, 2, 3}
    again = trials_of_games(game, "all_round", rows=4000, seed=5)
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(trials, again, strict=True))


def test_leads_of_all_seats_add_up_to_nothing():
    game = load_game("stonks", seats=4)
    state, before = game.deal(2), game.deal(2)
    rng = generator(2)
    while mover(game.rules, state) >= 0:
        apply(game.rules, state, suggest(game.rules, state, 3, rng), NO_LOG)
    assert sum(lead_won(game.rules, before, state, seat) for seat in range(4)) == pytest.approx(0.0)


def test_a_short_fit_finds_moves_better_than_the_mean_and_beats_an_untaught_player():
    game = load_game("stonks", seats=2)
    trials = trials_of_games(game, "all_round", rows=60_000, seed=7)
    weights, fits = fit(trials, epochs=8, seed=1)
    assert [one.phase.name for one in fits] == ["OPENING_PAIR", "TRICK", "MARKET", "PICK"]
    assert sum(one.gain for one in fits) > 0.0
    untaught, _ = fit(trials._replace(leads=np.random.default_rng(1).permutation(trials.leads)), epochs=1, seed=1)
    wins, _ = match((game_with(2, weights), "learned"), (game_with(2, untaught), "learned"), np.arange(150))
    assert wins.low > 0.5


def test_the_command_learns_compares_and_writes_weights(tmp_path):
    app = typer.Typer()
    app.command()(main)
    path = tmp_path / "values.npz"
    arguments = ["--players", "3", "--rounds", "2", "--rows", "6000", "--epochs", "1", "--deals", "20"]
    result = CliRunner().invoke(app, [*arguments, "--output", str(path)])
    assert result.exit_code == 0, result.output
    assert result.output.count("against the rules of thumb") == 2
    assert learned_weights("base", 3, path) is not None
    assert learned_weights("base", 4, path) is None
