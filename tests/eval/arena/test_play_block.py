"""Blocks: games in compiled code are those of solvers and views, bit for bit."""

from dataclasses import replace

import pytest

from engine.catalog import load_game
from eval.arena import play_block as play_block_module
from eval.arena.play_block import is_compiled, play_block, play_blocks
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameKey
from eval.arena.run_spec import Design
from tests.eval.arena.players import run
from tests.games import CONFIGURATIONS, label


def timeless(results):
    """Results without the times spent."""
    return [replace(result, seconds=(), slowest=()) for result in results]


def one_by_one(table, blocks):
    return [
        play_game(table, GameKey(table.players, block, number))
        for block in blocks
        for number in range(len(play_block_module.games_of_block(table.spec, table.players, block)))
    ]


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=label)
def test_compiled_games_are_the_games_of_solvers(configuration):
    name, options = configuration
    players = options["seats"]
    more = {option: value for option, value in options.items() if option != "seats"}
    styles = [f"heuristic(style={style})" for style in load_game(name).styles]
    spec = run("random", "heuristic", *styles, game=name, players=players, seed=8, options=more, record_moves=True)
    spec = replace(spec, design=Design.FOCAL, entrants=spec.entrants[1:2] + spec.entrants[:1] + spec.entrants[2:])
    table = Table(spec, players)
    assert is_compiled(spec)
    compiled = play_blocks(table, range(3, 6))
    assert timeless(compiled) == timeless(one_by_one(table, range(3, 6)))
    assert all(result.seconds == result.slowest == (0.0,) * players for result in compiled)


def test_moves_are_left_out_unless_they_are_wanted():
    spec = run("random", "heuristic", seed=3)
    assert all(result.moves == () for result in play_block(Table(spec, 3), 2))
    wanted = play_block(Table(replace(spec, record_moves=True), 3), 2)
    assert [len(result.moves) for result in wanted] == [sum(result.decisions) for result in wanted]


def test_long_games_keep_all_their_moves(monkeypatch):
    table = Table(run("random", "heuristic", record_moves=True), 3)
    whole = play_block(table, 1)
    monkeypatch.setattr(play_block_module, "_USUAL_MOVES", 7)
    assert play_block(table, 1) == whole


def test_a_batch_is_its_blocks_in_order():
    table = Table(run("random", "heuristic", "heuristic(style=portfolio)"), 3)
    batch = play_blocks(table, [4, 0, 9])
    assert batch == play_block(table, 4) + play_block(table, 0) + play_block(table, 9)
    assert [result.key.block for result in batch] == sorted([4, 0, 9] * 3, key=[4, 0, 9].index)
    assert play_blocks(table, []) == []


def test_runs_with_a_search_are_played_game_by_game():
    spec = run("random", "ismcts(trees=1)")
    assert not is_compiled(spec)
    assert not is_compiled(run("cheating"))
    table = Table(spec, 3)
    assert timeless(play_block(table, 0)) == timeless(one_by_one(table, [0]))
