"""Specs in files: everything has a default, every fault is named, and JSON brings a spec back as it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalog import GAMES
from eval.arena.run_spec import Design, Entrant, IncidentPolicy, RunSpec, Seatings, SequentialTest
from eval.arena.spec_file import (
    DEFAULT_ITERATIONS,
    RunSpecError,
    read_spec,
    spec_digest,
    spec_from_json,
    spec_json,
    spec_of_values,
)

FULL = """
name = "focal test"
game = "stonks"
players = [2, 4]
blocks = 300
seed = 7
design = "focal"
seatings = "permutations"
anchor = "thumb"
on_incident = "forfeit"
time_out = 2.5
record_moves = true

[options]
rounds = 5
next_market = "new_market"

[budget]
iterations = 200
milliseconds = 50

[sequential]
alternative = 0.2
least_blocks = 40

[[entrant]]
solver = "ismcts(trees=1)"

[[entrant]]
name = "slow"
solver = "ismcts"
iterations = 1000

[[entrant]]
name = "own limit"
solver = "pimc(milliseconds=20)"

[[entrant]]
name = "thumb"
solver = "heuristic"
"""


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "quick.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def faults(values):
    """The faults of a spec: key and description."""
    with pytest.raises(RunSpecError) as caught:
        spec_of_values(values)
    return {problem.field: problem.description for problem in caught.value.problems}


def test_an_empty_file_is_a_round_robin_from_the_lower_to_the_upper_bound(written):
    spec = read_spec(written(""))
    assert spec.name == "quick"
    assert (spec.game, spec.players, spec.blocks, spec.design) == ("stockpile", (4,), 20, Design.ROUND_ROBIN)
    assert spec.entrants == (
        Entrant("random", "random"),
        Entrant("heuristic", "heuristic"),
        Entrant("ismcts", "ismcts", iterations=DEFAULT_ITERATIONS),
        Entrant("cheating", "cheating", iterations=DEFAULT_ITERATIONS),
    )
    assert spec.sequential is None


def test_a_full_file_says_what_it_says(written):
    assert read_spec(written(FULL)) == RunSpec(
        name="focal test",
        game="stonks",
        players=(2, 4),
        entrants=(
            Entrant("ismcts(trees=1)", "ismcts(trees=1)", 200, 50.0),
            Entrant("slow", "ismcts", 1000),
            Entrant("own limit", "pimc(milliseconds=20)"),
            Entrant("thumb", "heuristic"),
        ),
        options={"rounds": 5, "next_market": "new_market"},
        design=Design.FOCAL,
        seatings=Seatings.PERMUTATIONS,
        blocks=300,
        seed=7,
        anchor="thumb",
        on_incident=IncidentPolicy.FORFEIT,
        time_out=2.5,
        sequential=SequentialTest(alternative=0.2, least_blocks=40),
        record_moves=True,
    )


def test_an_empty_budget_leaves_searches_to_their_own_default():
    spec = spec_of_values({"budget": {}, "entrant": [{"solver": "ismcts"}]})
    assert spec.entrants == (Entrant("ismcts", "ismcts"),)


def test_every_fault_is_named_at_once():
    found = faults(
        {
            "name": "",
            "players": [2, 9, 4, 2],
            "bloks": 5,
            "blocks": 0,
            "seed": -1,
            "design": "league",
            "on_incident": "ignore",
            "time_out": 0,
            "record_moves": 1,
            "anchor": "nobody",
            "options": {"dividends": "all", "rounds": 3},
            "budget": {"iterations": 1.5, "hours": 1},
            "sequential": {"alpha": 0.7, "power": 1},
        }
    )
    assert set(found) == {
        "name",
        "players[1]",
        "players[3]",
        "options.rounds",
        "bloks",
        "blocks",
        "seed",
        "design",
        "on_incident",
        "time_out",
        "record_moves",
        "anchor",
        "budget.iterations",
        "budget.hours",
        "sequential.alpha",
        "sequential.power",
    }
    assert found["players[1]"] == "must be a number of players from 2 to 5, not 9"
    assert "random, heuristic, ismcts, cheating" in found["anchor"]


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"game": "chess"}, "game", "stockpile, stonks"),
        ({"players": 4}, "players", "list"),
        ({"players": []}, "players", "1 to 4"),
        ({"options": {"dividends": "all"}}, "options.dividends", "automatic or choice"),
        ({"options": {"rounds": 3}, "players": [2, 3]}, "options.rounds", "no such option"),
        ({"options": {"seats": 4}}, "options.seats", "players"),
        ({"options": {"first_seat": 2}, "players": [2, 3]}, "options.first_seat", "with 2 players"),
        ({"options": {"edition": "none"}}, "options.edition", "no edition"),
        ({"options": 3}, "options", "table"),
        ({"entrant": []}, "entrant", "1 to 100"),
        ({"entrant": [3]}, "entrant[0]", "table"),
        ({"entrant": [{}]}, "entrant[0].solver", "solver's spec"),
        ({"entrant": [{"solver": "oracle"}]}, "entrant[0].solver", "no solver 'oracle'"),
        ({"entrant": [{"solver": "heuristic(style=portfolio)"}]}, "entrant[0].solver", "no style 'portfolio'"),
        ({"entrant": [{"solver": "ismcts(trees=0)"}]}, "entrant[0].solver", "trees"),
        ({"entrant": [{"solver": "random", "level": 2}]}, "entrant[0].level", "no such key"),
        ({"entrant": [{"solver": "random", "iterations": 0}]}, "entrant[0].iterations", "from 1"),
        ({"entrant": [{"solver": "random", "milliseconds": True}]}, "entrant[0].milliseconds", "above 0"),
        ({"entrant": [{"solver": "random"}] * 2}, "entrant[1].name", "already"),
        ({"entrant": [{"solver": "random", "name": "a\nb"}]}, "entrant[0].name", "printable"),
        ({"design": "focal", "entrant": [{"solver": "random"}]}, "entrant", "focal"),
        ({"sequential": {}}, "sequential", "two entrants"),
        ({"sequential": {"null": 0.3}, "design": "focal"}, "sequential.alternative", "above null"),
        ({"sequential": 3, "design": "focal"}, "sequential", "table"),
        ({"time_out": float("nan")}, "time_out", "above 0"),
        ({"seed": True}, "seed", "whole"),
    ],
)
def test_a_fault_is_told_with_its_key(values, field, words):
    found = faults(values)
    assert list(found) == [field]
    assert words in found[field]


def test_what_is_no_spec_at_all(written, tmp_path):
    with pytest.raises(RunSpecError, match=r"quick\.toml: not a TOML file"):
        read_spec(written("name = "))
    with pytest.raises(RunSpecError, match=r"missing\.toml: No such file"):
        read_spec(tmp_path / "missing.toml")
    for text in ("", "[]", "{"):
        with pytest.raises(RunSpecError, match="spec: "):
            spec_from_json(text)


TEXTS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
SOLVERS = st.sampled_from(["random", "heuristic", "ismcts", "pimc(worlds=3)", "ismcts(iterations=5)", "cheating"])


@st.composite
def specs(draw):
    entrants = draw(
        st.lists(
            st.builds(
                Entrant,
                TEXTS,
                SOLVERS,
                st.none() | st.integers(1, 10**6),
                st.none() | st.floats(0.001, 1e6),
            ),
            min_size=2,
            max_size=5,
            unique_by=lambda entrant: entrant.name,
        )
    )
    return RunSpec(
        name=draw(TEXTS),
        game=draw(st.sampled_from(list(GAMES))),
        players=tuple(draw(st.lists(st.integers(2, 5), min_size=1, unique=True))),
        entrants=tuple(entrants),
        design=Design.FOCAL,
        seatings=draw(st.sampled_from(Seatings)),
        blocks=draw(st.integers(1, 10**6)),
        seed=draw(st.integers(0, 2**63 - 1)),
        anchor=draw(st.sampled_from(["", entrants[0].name])),
        on_incident=draw(st.sampled_from(IncidentPolicy)),
        time_out=draw(st.none() | st.floats(0.1, 1000)),
        sequential=draw(st.none() | st.builds(SequentialTest, alpha=st.floats(0.001, 0.5))),
        record_moves=draw(st.booleans()),
    )


@given(specs())
def test_json_brings_a_spec_back(spec):
    text = spec_json(spec)
    assert spec_from_json(text) == spec
    assert spec_json(spec_from_json(text)) == text


@given(specs(), specs())
def test_equal_specs_and_only_they_have_equal_digests(spec, other):
    assert (spec_digest(spec) == spec_digest(other)) == (spec == other)


def test_the_digest_does_not_depend_on_the_order_of_keys_or_on_defaults_written_out():
    short = spec_of_values({"name": "x", "options": {"dividends": "choice", "first_seat": 1}})
    long = spec_of_values(
        {
            "options": {"first_seat": 1, "dividends": "choice"},
            "budget": {"iterations": DEFAULT_ITERATIONS},
            "blocks": 20,
            "name": "x",
        }
    )
    assert spec_digest(short) == spec_digest(long)
    assert list(json.loads(spec_json(short))) == sorted(json.loads(spec_json(short)))
