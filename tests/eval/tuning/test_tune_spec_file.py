"""Specs of tunings: everything has a default, every fault is named, all at once."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.catalog import load_game
from eval.arena.seeds import deal_seed
from eval.arena.spec_file import spec_from_json, spec_json
from eval.tuning.tune_spec import Choices, Measure, Pruning, Range, TuneSpec, value_text
from eval.tuning.tune_spec_file import (
    TuneSpecError,
    read_tune_spec,
    tune_spec_digest,
    tune_spec_json,
    tune_spec_of_values,
)
from solvers.registry import make_solver

TOP = Path(__file__).resolve().parent.parent.parent.parent

SMALL: dict[str, Any] = {"solver": "ismcts", "search": {"exploration": {"low": 0.1, "high": 1.5}}}

FULL = """
name = "a full one"
game = "stonks"
players = [2, 4]
solver = "ismcts(trees=2, playouts=random)"
measure = "utility"
win_weight = 0.25
blocks = 8
held_out = 12
trials = 30
seed = 5
sampler_seed = 6

[options]
rounds = 5

[budget]
iterations = 300

[search]
exploration = { low = 0.1, high = 1, log = true }
cutoff = { low = 0, high = 3 }
elimination = { choices = [0, 4.0] }
selection = { choices = ["bounds", "regret_matching"] }

[[opponent]]
solver = "heuristic"

[[opponent]]
name = "slow"
solver = "ismcts"

[pruning]
p_value = 0.1
least_steps = 5
"""


def test_a_full_spec_is_read() -> None:
    spec = tune_spec_of_values(tomllib.loads(FULL))
    assert (spec.name, spec.game, spec.players, spec.options) == ("a full one", "stonks", (2, 4), {"rounds": 5})
    assert (spec.solver, spec.fixed) == ("ismcts", {"trees": "2", "playouts": "random"})
    assert spec.search == {
        "exploration": Range(0.1, 1.0, log=True),
        "cutoff": Range(0, 3),
        "elimination": Choices((0.0, 4.0)),
        "selection": Choices(("bounds", "regret_matching")),
    }
    assert spec.defaults == {"exploration": 0.4, "cutoff": 1, "elimination": 4.0, "selection": "bounds"}
    assert (spec.measure, spec.win_weight) == (Measure.UTILITY, 0.25)
    assert (spec.blocks, spec.held_out, spec.trials, spec.seed, spec.sampler_seed) == (8, 12, 30, 5, 6)
    assert (spec.iterations, spec.milliseconds) == (300, None)
    assert [(one.name, one.iterations) for one in spec.opponents] == [("heuristic", None), ("slow", 300)]
    assert spec.pruning == Pruning(0.1, 5)


def test_what_is_left_out_has_a_default() -> None:
    spec = tune_spec_of_values(SMALL)
    assert (spec.game, spec.players, spec.measure, spec.iterations) == ("stockpile", (4,), Measure.MARGIN, 400)
    assert [one.solver for one in spec.opponents] == ["heuristic"]


def test_a_candidate_that_limits_itself_gets_no_budget() -> None:
    spec = tune_spec_of_values(SMALL | {"solver": "ismcts(milliseconds=20)"})
    assert (spec.iterations, spec.milliseconds) == (None, None)


def test_every_fault_is_named_at_once() -> None:
    values = {
        "game": "stonks",
        "players": [4, 9],
        "solver": "ismcts(trees=2)",
        "measure": "fame",
        "win_weight": 2,
        "blocks": 0,
        "held_out": 1,
        "trials": "many",
        "seed": -1,
        "sampler_seed": 2**40,
        "colour": "red",
        "budget": {"iterations": 0, "hours": 3},
        "opponent": [{"solver": "wizard"}, {"name": "candidate", "solver": "random"}],
        "pruning": {"p_value": 0.7, "least_steps": 1, "patience": 3},
        "search": {
            "trees": {"low": 1, "high": 3},
            "iterations": {"low": 10, "high": 100},
            "wit": {"low": 0, "high": 1},
            "exploration": {"low": 0.5, "high": 1.5},
            "widening": {"low": 2, "high": 1},
            "random_share": {"low": 0, "high": 2},
            "rival_policy": {"low": 0, "high": 1, "log": True},
            "elimination": {"choices": [4]},
            "win_weight": {"low": 0},
            "margin_scale": {"choices": [0, 10, 10]},
            "cutoff": {"low": 0.5, "high": 2},
            "playouts": {"choices": ["best", "wild"]},
            "selection": {"low": 0, "high": 1},
            "choice": 7,
            "megabytes": {"low": 1, "high": 100, "step": 2},
        },
    }
    with pytest.raises(TuneSpecError) as raised:
        tune_spec_of_values(values)
    faults = {problem.field: problem.description for problem in raised.value.problems}
    named = {name for name in faults if not name.startswith("search.")}
    assert named == {
        "players[1]", "measure", "win_weight", "blocks", "held_out", "trials", "seed", "sampler_seed", "colour",
        "budget.iterations", "budget.hours", "opponent[0].solver", "opponent", "pruning.p_value",
        "pruning.least_steps", "pruning.patience",
    }  # fmt: skip
    told = {
        "search.trees": "is fixed by solver, to 2",
        "search.iterations": "is part of the budget",
        "search.wit": "ismcts has no such parameter; it has adviser, belief_doubt, belief_floor",
        "search.exploration": "must contain the default, 0.4",
        "search.widening.high": "must be above low, 2.0, not 1.0",
        "search.random_share": "random_share must be from 0 to 1, not 2",
        "search.rival_policy.low": "must be above 0 for a range with log",
        "search.elimination.choices": "must have 2 to 100 values, not 1",
        "search.win_weight.high": "is missing",
        "search.margin_scale.choices[2]": "10.0 is listed twice",
        "search.cutoff.low": "must be of type int, not 0.5",
        "search.playouts": "has no playouts 'wild'",
        "search.selection": "must have choices",
        "search.choice": "must be a table, not 7",
        "search.megabytes.step": "there is no such key",
    }
    for name, description in told.items():
        assert description in faults[name], name
    assert set(told) == {name for name in faults if name.startswith("search.")}


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"search": {"exploration": {"low": 0.1, "high": 1.5}}}, "solver"),
        ({"solver": "wizard", "search": {"exploration": {"low": 0.1, "high": 1.5}}}, "solver"),
        ({"solver": "ismcts(wit=3)", "search": {}}, "solver"),
        ({"solver": "ismcts"}, "search"),
        ({"solver": "ismcts", "search": {}}, "search"),
        ({"solver": "ismcts", "search": 3}, "search"),
        ({"solver": "bidding", "game": "stonks", "search": {"worlds": {"low": 100, "high": 300}}}, "search.worlds"),
    ],
)
def test_what_cannot_be_left_out_is_named(values: dict[str, Any], name: str) -> None:
    with pytest.raises(TuneSpecError) as raised:
        tune_spec_of_values(values)
    assert name in [problem.field for problem in raised.value.problems]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(TuneSpecError, match=r"nowhere\.toml"):
        read_tune_spec(tmp_path / "nowhere.toml")
    bad = tmp_path / "bad.toml"
    bad.write_text("solver = ", encoding="utf-8")
    with pytest.raises(TuneSpecError, match="not a TOML file"):
        read_tune_spec(bad)


def test_the_digest_is_of_all_but_the_number_of_trials() -> None:
    spec = tune_spec_of_values(SMALL)
    assert tune_spec_json(tune_spec_of_values(dict(reversed(SMALL.items())))) == tune_spec_json(spec)
    assert tune_spec_digest(tune_spec_of_values(SMALL | {"trials": 7})) == tune_spec_digest(spec)
    for change in ({"held_out": 9}, {"win_weight": 0.1}, {"players": [3]}, {"opponent": [{"solver": "random"}]}):
        assert tune_spec_digest(tune_spec_of_values(SMALL | change)) != tune_spec_digest(spec)


def test_steps_are_different_deals_that_visit_all_numbers_of_players() -> None:
    spec = tune_spec_of_values(tomllib.loads(FULL))
    deals = [spec.deal_of_step(step) for step in (*spec.trial_steps, *spec.held_out_steps)]
    assert deals[:4] == [(2, 0), (4, 0), (2, 1), (4, 1)]
    assert sorted(deals) == [(players, block) for players in (2, 4) for block in range(8 + 12)]
    assert not set(spec.trial_steps) & set(spec.held_out_steps)
    assert len({deal_seed(spec.seed, *deal) for deal in deals}) == len(deals)


def test_a_candidates_spec_has_what_is_fixed_and_what_is_tried() -> None:
    spec = tune_spec_of_values(tomllib.loads(FULL))
    text = spec.solver_text({**spec.defaults, "exploration": 0.123456789})
    assert text == "ismcts(trees=2,playouts=random,exploration=0.1235,cutoff=1,elimination=4,selection=bounds)"
    player: Any = make_solver(text, load_game("stonks"))
    assert (player.trees, player.playouts, player.exploration, player.cutoff) == (2, "random", 0.1235, 1)
    assert make_solver(spec.solver_text(spec.defaults)).spec == make_solver("ismcts(trees=2,playouts=random)").spec
    assert [value_text(value) for value in (0.00001234567, 123456.0, 3, "best")] == ["1.235e-05", "123500", "3", "best"]


def test_a_candidates_run_is_one_that_the_arena_takes() -> None:
    spec = tune_spec_of_values(tomllib.loads(FULL))
    run = spec.run_of(spec.solver_text(spec.defaults))
    assert spec_from_json(spec_json(run)) == run


@pytest.mark.parametrize("path", sorted((TOP / "eval" / "specs").glob("tune_*.toml")), ids=lambda path: path.stem)
def test_the_specs_that_ship_can_be_run(path: Path) -> None:
    spec: TuneSpec = read_tune_spec(path)
    assert spec.trials > 1
