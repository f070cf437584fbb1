"""Only complete blocks count, and only games of the run."""

from dataclasses import replace

import pytest

from eval.arena.complete_blocks import complete_blocks
from eval.arena.results import GameKey, GameResult
from eval.arena.run_spec import Entrant, RunSpec
from eval.arena.seating import games_of_block

SPEC = RunSpec("a run", "stonks", (3, 2), tuple(Entrant(name, "random") for name in "abcd"))


def games(block, players=3):
    return [
        GameResult(GameKey(players, block, number), seating, *((1.0,) * players for _ in range(4)))
        for number, seating in enumerate(games_of_block(SPEC, players, block))
    ]


def test_games_of_blocks_that_miss_one_are_left_out():
    partial = games(2)[1:]
    found = complete_blocks(SPEC, [*games(3), *partial, *games(1)[::-1], *games(0), *games(0, players=2)], 3)
    assert found.deals == (0, 1, 3)
    assert found.results == (*games(0), *games(1), *games(3))
    assert found.left_out == tuple(partial)
    assert found.in_deal_order == 2
    assert complete_blocks(SPEC, games(5), 3).in_deal_order == 0
    assert complete_blocks(SPEC, [], 3).in_deal_order == 0


def test_a_game_that_is_there_twice_or_not_of_the_run_is_an_error():
    with pytest.raises(ValueError, match="twice"):
        complete_blocks(SPEC, [*games(0), games(0)[2]], 3)
    stranger = replace(games(0)[0], seating=(3, 3, 3))
    with pytest.raises(ValueError, match="no game of the run a run"):
        complete_blocks(SPEC, [stranger], 3)
    with pytest.raises(ValueError, match="no game of the run"):
        complete_blocks(SPEC, [replace(games(0)[0], key=GameKey(3, 0, 99))], 3)
