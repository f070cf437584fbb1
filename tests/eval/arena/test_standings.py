"""Standings hold all that a run says, in bytes that depend on the games alone."""

import json
from dataclasses import replace

import numpy as np
import pytest

from eval.arena.par import par_of_run
from eval.arena.play_block import play_blocks
from eval.arena.play_game import Table
from eval.arena.results import GameKey, GameResult, Incident, IncidentKind
from eval.arena.run_spec import Design, Entrant, RunSpec, SequentialTest
from eval.arena.seating import games_of_block
from eval.arena.sequential import Verdict
from eval.arena.standings import standings


def run(**more) -> RunSpec:
    entrants = tuple(Entrant(name, "random") for name in ("weak", "even", "strong"))
    return RunSpec(**({"name": "a run", "game": "stonks", "players": (2, 3), "entrants": entrants} | more))


def play(spec, blocks, seed=1) -> list[GameResult]:
    rng = np.random.default_rng(seed)
    results = []
    for players in spec.players:
        for block in blocks:
            for number, seating in enumerate(games_of_block(spec, players, block)):
                payoffs = tuple(float(round(entrant + rng.gumbel(), 1)) for entrant in seating)
                seconds = tuple(float(value) for value in rng.random(players))
                key = GameKey(players, block, number)
                results.append(GameResult(key, seating, payoffs, (4,) * players, seconds, seconds))
    return results


def raised(result: GameResult) -> tuple[float, ...]:
    """The payoffs with so much more for the first entrant that it nearly always wins."""
    return tuple(payoff + 4.0 * (entrant == 0) for payoff, entrant in zip(result.payoffs, result.seating, strict=True))


def test_the_order_of_games_their_times_and_partial_blocks_make_no_difference():
    spec = run()
    results = play(spec, range(8))
    whole = standings(spec, results).canonical_bytes()
    rng = np.random.default_rng(3)
    shuffled = [
        replace(results[index], seconds=(9.0,) * len(results[index].seating)) for index in rng.permutation(len(results))
    ]
    partial = play(spec, [11])[:2]
    again = standings(spec, [*shuffled, *partial])
    assert again.canonical_bytes() == whole
    assert again.circumstances[0].partial_blocks == 1
    assert again.circumstances[0].games_left_out == 2
    assert (
        again.circumstances[0].times["weak"].seconds != standings(spec, results).circumstances[0].times["weak"].seconds
    )
    assert standings(spec, play(spec, range(8), seed=2)).canonical_bytes() != whole


def test_a_list_for_each_number_of_players_says_who_is_strong():
    spec = run(anchor="even")
    found = standings(spec, play(spec, range(60)))
    assert [one.players for one in found.lists] == [2, 3]
    for one in found.lists:
        assert (one.blocks, one.anchor) == (60, "even")
        assert one.entrant("even").rating.mean == 0.0
        assert one.entrant("strong").rating.low > 0.0 > one.entrant("weak").rating.high
        assert [entrant.name for entrant in one.by_rating()] == ["strong", "even", "weak"]
        assert sum(entrant.win_share.mean for entrant in one.entrants) == pytest.approx(3.0 / one.players)
        assert sum(entrant.seats for entrant in one.entrants) == one.games * one.players
        for entrant in one.entrants:
            assert sum(entrant.places) == pytest.approx(1.0)
            places = np.arange(1, one.players + 1)
            assert np.dot(entrant.places, places) == pytest.approx(entrant.place.mean)
            assert entrant.decisions == 4 * entrant.seats
            assert len(entrant.seat_effects) == one.players
        assert one.entrant("even").paired_variance_ratios is None
        assert one.entrant("weak").paired_variance_ratios is not None
    assert found.list_of(3) is found.lists[1]


def test_json_is_plain_and_finite():
    spec = run()
    found = standings(spec, play(spec, range(1)))
    values = json.loads(found.canonical_bytes())
    assert values == json.loads(json.dumps(found.to_json(), allow_nan=False))
    one = values["lists"][0]
    assert one["players"] == 2
    assert one["crosstable"]["ahead"][0][0] is None
    assert one["entrants"][1]["rating"]["low"] is None  # one block says nothing of the error
    assert one["entrants"][1]["win_share"]["mean"] == pytest.approx(found.lists[0].entrants[1].win_share.mean, abs=1e-6)
    assert "seconds" not in found.canonical_bytes().decode()
    assert json.loads(json.dumps(found.circumstances_to_json()))[0]["times"]["weak"]["seconds"] > 0.0


def test_a_run_without_games_has_standings_that_say_so():
    found = standings(run(), [])
    assert found.lists[0].blocks == found.lists[0].games == 0
    assert np.isnan(found.lists[0].entrants[0].win_share.mean)
    assert json.loads(found.canonical_bytes())["lists"][0]["entrants"][0]["rating"]["mean"] is None


def test_incidents_are_counted_by_entrant_and_kind_and_never_lost():
    spec = run(players=(3,))
    results = play(spec, range(3))
    late = Incident(0, 5, IncidentKind.TIME_OUT, "slow")
    wrong = Incident(1, 6, IncidentKind.ILLEGAL_MOVE, "no such card")
    first = replace(results[0], incidents=(late, wrong), forfeits=(1,))
    last = replace(results[-1], incidents=(late,))
    # The last block lacks a game.
    found = standings(spec, [first, *results[1:-2], last])
    by_name = {entrant.name: entrant for entrant in found.lists[0].entrants}
    slow, forfeiter = (spec.entrants[results[0].seating[seat]].name for seat in (0, 1))
    assert by_name[slow].incidents["time_out"] == 1
    assert by_name[forfeiter].incidents == {"illegal_move": 1, "exception": 0, "time_out": 0}
    assert by_name[forfeiter].forfeits == 1
    assert sum(sum(entrant.incidents.values()) for entrant in by_name.values()) == 2
    assert found.circumstances[0].incidents_left_out == 1


def test_a_sequential_run_counts_the_blocks_up_to_its_verdict():
    spec = run(design=Design.FOCAL, players=(3,), sequential=SequentialTest(), blocks=200)
    spec = replace(spec, entrants=spec.entrants[::-1])
    results = [replace(result, payoffs=raised(result)) for result in play(spec, range(60))]
    whole = standings(spec, results)
    state = whole.lists[0].sequential
    assert state is not None
    assert state.verdict is Verdict.ALTERNATIVE
    assert whole.lists[0].blocks == state.blocks < 60
    assert whole.circumstances[0].surplus_blocks == 60 - state.blocks
    until = [result for result in results if result.key.block < state.blocks]
    assert standings(spec, until).canonical_bytes() == whole.canonical_bytes()


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_four_copies_of_one_player_win_a_quarter_each(name):
    spec = RunSpec("mirror", name, (4,), (Entrant("heuristic", "heuristic"),), blocks=300)
    found = standings(spec, play_blocks(Table(spec, 4), range(spec.blocks))).lists[0]
    assert found.games == 300
    assert found.entrants[0].win_share.mean == pytest.approx(0.25)
    covered = [effect.win_share.low <= 0.25 <= effect.win_share.high for effect in found.seat_effects]
    assert sum(effect.win_share.mean for effect in found.seat_effects) == pytest.approx(1.0)
    assert sum(covered) >= 3


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_rules_of_thumb_beat_random_play_beyond_doubt(name):
    spec = RunSpec("sanity", name, (4,), (Entrant("heuristic", "heuristic"), Entrant("random", "random")), blocks=40)
    results = play_blocks(Table(spec, 4), range(spec.blocks))
    found = standings(spec, results, par_of_run(spec)).lists[0]
    assert found.entrant("heuristic").win_share.low > 0.25 > found.entrant("random").win_share.high
    assert found.entrant("random").rating.high < 0.0
    assert found.crosstable.ahead[0][1].low > 0.5
    assert found.entrant("heuristic").par.corrected.mean == pytest.approx(
        found.entrant("heuristic").payoff.mean, rel=0.2
    )
