"""Places, win shares and margins are what a table of results would say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from eval.arena.measures import Games, games_from_results
from eval.arena.results import GameKey, GameResult


def game_result(payoffs, forfeits=(), seating=None, block=0, number=0):
    players = len(payoffs)
    return GameResult(
        key=GameKey(players, block, number),
        seating=tuple(range(players)) if seating is None else tuple(seating),
        payoffs=tuple(payoffs),
        decisions=(3,) * players,
        seconds=(0.5,) * players,
        slowest=(0.25,) * players,
        forfeits=tuple(forfeits),
    )


def games_of(*results) -> Games:
    players = results[0].key.players
    return games_from_results(results, players, players)


def test_a_game_with_a_tie_by_hand():
    games = games_of(game_result([7.0, 12.0, 12.0, 3.0]))
    assert games.place.tolist() == [[3.0, 1.5, 1.5, 4.0]]
    assert games.win_share.tolist() == [[0.0, 0.5, 0.5, 0.0]]
    assert games.place_score[0] == pytest.approx([1 / 3, 5 / 6, 5 / 6, 0.0])
    assert games.margin[0] == pytest.approx([-2.0, 12.0 - 22.0 / 3.0, 12.0 - 22.0 / 3.0, 3.0 - 31.0 / 3.0])
    assert games.margin_to_best.tolist() == [[-5.0, 0.0, 0.0, -9.0]]
    assert games.place_parts[0, 1].tolist() == [0.5, 0.5, 0.0, 0.0]
    assert games.place_parts[0, 3].tolist() == [0.0, 0.0, 0.0, 1.0]


def test_who_forfeits_has_no_win_and_comes_last():
    games = games_of(game_result([90.0, 10.0, 20.0], forfeits=[0]))
    assert games.win_share.tolist() == [[0.0, 0.0, 1.0]]
    assert games.place.tolist() == [[3.0, 2.0, 1.0]]
    assert games.place_score.tolist() == [[0.0, 0.5, 1.0]]


def test_nobody_wins_a_game_that_all_forfeit():
    games = games_of(game_result([1.0, 2.0], forfeits=[0, 1]))
    assert games.win_share.tolist() == [[0.0, 0.0]]
    assert games.place.tolist() == [[1.5, 1.5]]


payoffs_and_forfeits = st.integers(2, 5).flatmap(
    lambda players: st.tuples(
        st.lists(st.integers(-3, 3).map(float), min_size=players, max_size=players),
        st.sets(st.integers(0, players - 1)),
    )
)


@given(payoffs_and_forfeits)
def test_every_game_gives_out_one_win_and_every_place_once(game):
    payoffs, forfeits = game
    players = len(payoffs)
    games = games_of(game_result(payoffs, sorted(forfeits)))
    assert games.win_share.sum() == pytest.approx(0.0 if len(forfeits) == players else 1.0)
    assert games.place_parts.sum(axis=2) == pytest.approx(np.ones((1, players)))
    assert games.place_parts.sum(axis=1) == pytest.approx(np.ones((1, players)))
    assert games.place_score.mean() == pytest.approx(0.5)
    ranked = [-np.inf if seat in forfeits else payoff for seat, payoff in enumerate(payoffs)]
    assert games.place[0] == pytest.approx(rankdata([-value for value in ranked]))
    assert games.place_parts[0] @ np.arange(1, players + 1) == pytest.approx(games.place[0])


def test_sums_are_over_all_seats_of_an_entrant_in_a_block():
    games = games_from_results(
        [
            game_result([1.0, 2.0, 4.0], seating=(0, 1, 0), block=5),
            game_result([8.0, 16.0, 32.0], seating=(1, 0, 0), block=5, number=1),
            game_result([64.0, 128.0, 256.0], seating=(1, 1, 1), block=9),
        ],
        players=3,
        entrant_count=2,
    )
    assert games.deals.tolist() == [5, 9]
    assert games.sums(games.payoffs).tolist() == [[53.0, 10.0], [0.0, 448.0]]
    assert games.counts.tolist() == [[4.0, 2.0], [0.0, 3.0]]
    first = games.first_blocks(1)
    assert first.sums(first.payoffs).tolist() == [[53.0, 10.0]]


def test_games_are_put_in_order_and_none_counts_twice():
    results = [game_result([1.0, 0.0], block=block, number=number) for block in (0, 1) for number in (0, 1)]
    assert games_of(*reversed(results)).block.tolist() == [0, 0, 1, 1]
    with pytest.raises(ValueError, match="twice"):
        games_of(*results, results[0])
    with pytest.raises(ValueError, match="3 players"):
        games_from_results(results, 3, 3)
