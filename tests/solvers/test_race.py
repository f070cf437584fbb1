"""The race of the root's moves: what it promises, on utilities laid out by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.randomness import generator
from solvers.ismcts.race import FEWEST_WORLDS, finish_world, halve_the_field, lead_in_errors, new_race, start_race

MOVES = (3, 5, 8, 13)


def begun(moves=MOVES, first_move=-1, seed=1):
    race = new_race(moves)
    start_race(race.counters[0], race.racers, first_move, generator(seed))
    return race


def play_world(race, utilities, elimination=4.0):
    """``utilities`` by move; moves that have dropped out are not asked."""
    for place in range(int(race.counters[0].active)):
        racer = race.racers[int(race.racers[place]["rank"])]
        racer.utility = utilities[int(racer.move)]
    finish_world(race.counters[0], race.racers, race.squares, elimination)


def in_race(race):
    """The moves still in the race, the best first."""
    return [int(race.racers[int(race.racers[place]["rank"])].move) for place in range(int(race.counters[0].active))]


def test_the_policys_move_is_played_first():
    for move in MOVES:
        race = begun(first_move=move)
        assert in_race(race)[0] == move
        assert sorted(in_race(race)) == list(MOVES)


def test_the_others_start_in_random_order():
    starts = {tuple(in_race(begun(seed=seed))) for seed in range(200)}
    assert len(starts) == 24


def test_the_best_so_far_is_played_first_in_the_next_world():
    race = begun()
    play_world(race, {3: 0.1, 5: 0.9, 8: 0.4, 13: 0.2})
    assert in_race(race) == [5, 8, 13, 3]
    play_world(race, {3: 0.1, 5: 0.0, 8: 0.4, 13: 0.2})
    assert in_race(race) == [5, 8, 13, 3]


def test_a_move_that_is_worse_in_every_world_drops_out_however_much_worlds_differ():
    # 8 lies 0.01 +- 0.002 behind 5 in every world, while worlds differ by up to 0.8.
    race = begun()
    rng = np.random.default_rng(3)
    for _ in range(FEWEST_WORLDS):
        world = 0.8 * rng.random()
        play_world(
            race,
            {
                3: world + 0.1 - 0.001 * rng.random(),
                5: world + 0.1,
                8: world + 0.09 + 0.002 * rng.random(),
                13: world + 0.1 * rng.random(),
            },
        )
    assert 8 not in in_race(race)


def test_nothing_drops_out_before_the_fewest_worlds():
    race = begun()
    for _ in range(FEWEST_WORLDS - 1):
        play_world(race, {3: 0.0, 5: 1.0, 8: 0.0, 13: 0.0})
    assert len(in_race(race)) == 4
    play_world(race, {3: 0.0, 5: 1.0, 8: 0.0, 13: 0.0})
    assert len(in_race(race)) == 2


def test_of_moves_that_never_differ_one_is_enough():
    race = begun()
    for world in range(FEWEST_WORLDS):
        noise = 0.1 * (world % 3)
        play_world(race, {3: 0.5 + noise, 5: 0.5 + noise, 8: 0.5 + noise, 13: 0.1})
    assert len(in_race(race)) == 2


def test_the_test_is_by_hand():
    # Two worlds' pattern, four times: the leader is 0.2 and 0.0 ahead of each other move in turn, 0.1 on average.
    # Variance 0.01 (n), standard error sqrt(0.01 / 7) = 0.0378: 0.1 is 2.646 of them.
    for elimination, stays in ((2.6, False), (2.7, True)):
        race = begun()
        for world in range(8):
            low = 0.5 - 0.2 * (world % 2)
            play_world(race, {3: 0.5, 5: low, 8: low, 13: low}, elimination)
        assert in_race(race)[0] == 3
        assert len(in_race(race)) == (4 if stays else 2)


@given(
    st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4), min_size=1, max_size=40),
    st.floats(0.5, 6),
)
def test_the_leader_has_the_largest_total_and_two_always_stay(worlds, elimination):
    race = begun()
    for world in worlds:
        play_world(race, dict(zip(MOVES, world, strict=True)), elimination)
    active = in_race(race)
    assert 2 <= len(active) <= 4
    totals = {int(racer.move): float(racer.total) for racer in race.racers}
    ordered = [totals[move] for move in active]
    assert ordered == sorted(ordered, reverse=True)
    assert race.counters[0].worlds == len(worlds)
    assert race.counters[0].position == 0


def test_halving_keeps_the_best_of_a_field_that_shrinks_with_the_budget():
    # Four moves, 64 playouts: three from 1 - log4(3) = 0.21 of them on, two from a half on.
    race = new_race(MOVES, 64)
    start_race(race.counters[0], race.racers, -1, generator(1))
    fields = []
    while len(fields) < 16:
        play_world(race, {3: 0.50, 5: 0.51, 8: 0.49, 13: 0.48}, elimination=1e9)
        halve_the_field(race.counters[0], 1.0)
        fields.append((int(race.counters[0].played), tuple(in_race(race))))
    assert [field for played, field in fields if played <= 12] == [(5, 3, 8, 13)] * 3
    assert {field for played, field in fields if 16 <= played < 32} == {(5, 3, 8)}
    assert {field for played, field in fields if played >= 32} == {(5, 3)}


def test_halving_goes_by_the_clock_where_playouts_are_not_limited():
    race = begun()
    play_world(race, {3: 0.5, 5: 0.6, 8: 0.4, 13: 0.3}, elimination=1e9)
    for spent, field in ((0.0, 4), (0.2, 4), (0.3, 3), (0.5, 2), (1.5, 2)):
        race.counters[0].spent = spent
        halve_the_field(race.counters[0], 1.0)
        assert len(in_race(race)) == field


def test_a_lead_is_told_in_standard_errors_of_the_paired_difference():
    # As in the test by hand: 0.1 ahead on average, with a standard error of sqrt(0.01 / 7).
    race = begun()
    for world in range(8):
        play_world(race, {3: 0.5, 5: 0.5 - 0.2 * (world % 2), 8: 0.5, 13: 0.4}, elimination=1e9)
    assert lead_in_errors([race], 3, 5) == pytest.approx(0.1 / math.sqrt(0.01 / 7))
    assert lead_in_errors([race], 5, 3) == pytest.approx(-0.1 / math.sqrt(0.01 / 7))
    assert lead_in_errors([race, race], 3, 5) == pytest.approx(0.1 / math.sqrt(0.01 / 15))
    assert lead_in_errors([race], 3, 8) == 0.0
    assert lead_in_errors([race], 3, 13) == math.inf


def test_there_is_no_lead_to_tell_over_a_move_that_dropped_out_or_after_a_single_world():
    race = begun()
    play_world(race, {3: 0.5, 5: 0.4, 8: 0.3, 13: 0.2})
    assert lead_in_errors([race], 3, 5) is None
    for _ in range(FEWEST_WORLDS):
        play_world(race, {3: 0.5, 5: 0.4, 8: 0.3, 13: 0.2})
    play_world(race, {3: 0.5, 5: 0.4, 8: 0.3, 13: 0.2})
    assert lead_in_errors([race], 3, 13) is None
