"""The headline claims what the intervals allow, and no more."""

from dataclasses import replace

import pytest

from eval.arena.report.verdict import headline, list_verdict, sees_all_cards
from eval.arena.run_spec import Design, Entrant
from tests.eval.arena.report.runs import focal_run, mirror_run, run_of, unfinished_run
from tests.eval.arena.simulated_run import simulated_results, simulated_spec

THREE = (Entrant("one", "heuristic"), Entrant("two", "ismcts", iterations=5), Entrant("three", "random"))


def round_robin(strengths, entrants=THREE, blocks=40):
    spec = simulated_spec((3,), entrants, blocks)
    return run_of(spec, simulated_results(spec, strengths, incidents=False))


def said(run) -> str:
    return headline(run.spec, run.standings)


def test_a_clear_winner():
    assert said(round_robin((0.0, 30.0, -30.0))) == "two is the strongest of 3."


def test_a_leader_that_is_not_clearly_ahead():
    run = round_robin((10.0, 10.0, -40.0))
    first, second, third = (entrant.name for entrant in run.standings.lists[0].by_rating())
    assert third == "three"
    assert said(run) == f"{first} leads, but is not clearly ahead of {second}."
    alike = round_robin((0.0, 0.0, 0.0), blocks=3)
    assert said(alike).endswith(" leads, but is not clearly ahead of anybody.")


def test_who_sees_all_cards_is_out_of_competition():
    assert sees_all_cards("cheating")
    assert not sees_all_cards("heuristic")
    assert not sees_all_cards("gone(since=yesterday)")
    entrants = (*THREE, Entrant("oracle", "cheating", iterations=5))
    run = round_robin((0.0, 30.0, -30.0, 60.0), entrants)
    assert said(run) == "two is the strongest of 3."
    assert list_verdict(run.spec, run.standings.lists[0]).details.endswith("oracle sees all cards and is left aside.")


def test_equal_claims_are_told_once():
    spec = simulated_spec((2, 3), THREE, 20)
    run = run_of(spec, simulated_results(spec, (60.0, 0.0, -60.0)))
    assert said(run) == "at 2 and 3 players one is the strongest of 3."


def test_sequential_test_decides():
    run = focal_run()
    state = run.standings.lists[0].sequential
    assert said(run) == f"cheating is stronger than ismcts: the sequential test accepts H1 after {state.blocks} deals."
    assert "log likelihood ratio" in list_verdict(run.spec, run.standings.lists[0]).details
    young = focal_run(blocks=10)
    assert said(young) == "whether cheating is stronger than ismcts is undecided after 10 deals."
    weak = replace(run.spec, blocks=60)
    assert "is not clearly stronger than ismcts: the sequential test accepts H0" in said(
        run_of(weak, simulated_results(weak, (-6.0, 0.0)))
    )


@pytest.mark.parametrize(
    ("strength", "claim"),
    [(20.0, "one is stronger than the others."), (-20.0, "one is weaker than the others.")],
)
def test_focal_design(strength, claim):
    spec = replace(simulated_spec((3,), THREE, 30), design=Design.FOCAL, anchor="")
    assert said(run_of(spec, simulated_results(spec, (strength, 0.0, 0.0)))) == claim
    level = run_of(replace(spec, blocks=2), simulated_results(replace(spec, blocks=2), (0.0, 0.0, 0.0)))
    assert said(level) == "between one and the others no difference is shown."


def test_one_entrant_and_no_block():
    assert said(mirror_run()).startswith("heuristic plays itself, and ")
    assert "no deal is complete yet" in said(unfinished_run())
