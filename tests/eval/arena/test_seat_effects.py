"""What a seat is worth is told apart from who sits in it."""

import numpy as np
import pytest

from eval.arena.measures import Games
from eval.arena.seat_effects import seat_effects
from tests.eval.arena.simulated_tournaments import rotations, simulate


def with_bonus(games: Games, seat: int, bonus: float) -> Games:
    payoffs = games.payoffs.copy()
    payoffs[:, seat] += bonus
    return Games(games.entrant_count, games.deals, games.block, games.entrants, payoffs, games.forfeited)


def test_a_good_seat_shows_and_is_nobodys_merit():
    games = with_bonus(simulate(np.random.default_rng(1), [0.0, 0.0, 0.0], rotations([(0, 1, 2)]), 200, 0.5), 1, 1.0)
    first, good, last = seat_effects(games)
    assert good.win_share.low > 1 / 3 > max(first.win_share.high, last.win_share.high)
    assert good.place.high < min(first.place.low, last.place.low)
    assert good.payoff.mean - first.payoff.mean == pytest.approx(1.0, abs=0.3)
    assert (first.win_share.mean + good.win_share.mean + last.win_share.mean) == pytest.approx(1.0)
    for entrant in range(3):
        own = seat_effects(games, entrant)
        assert [effect.games for effect in own] == [200, 200, 200]
        assert own[1].win_share.mean > own[0].win_share.mean


def test_copies_of_one_player_win_their_even_share_in_every_seat():
    games = simulate(np.random.default_rng(2), [0.3], rotations([(0, 0, 0, 0)])[:1], 400, 0.5)
    for effect in seat_effects(games):
        assert effect.games == 400
        assert effect.win_share.low <= 0.25 <= effect.win_share.high
        assert effect.win_share.high - effect.win_share.low < 0.1


def test_a_seat_an_entrant_never_had_is_unknown():
    games = simulate(np.random.default_rng(3), [0.0, 0.0], rotations([(0, 1)])[:1], 10, 0.0)
    assert np.isnan(seat_effects(games, 0)[1].win_share.mean)
    assert seat_effects(games, 0)[1].games == 0
