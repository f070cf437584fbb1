"""Time: what a request is given, and what it gets when there is too little."""

import time

import pytest

from pitwise.client import OpponentClient
from pitwise.v1 import analysis_pb2
from server.config import ServerConfig
from server.deadlines import allowance
from solvers.base import Budget
from tests.server.positions import referee_after

CONFIG = ServerConfig(
    default_milliseconds=1_000,
    max_milliseconds=60_000,
    max_iterations=1_000_000,
    min_milliseconds=10,
    deadline_margin_milliseconds=30,
    deadline_margin_fraction=0.05,
)


@pytest.mark.parametrize(
    ("asked", "seconds_left", "iterations", "milliseconds", "flags"),
    [
        (Budget(), None, None, 1_000, ""),
        (Budget(milliseconds=300), None, None, 300, ""),
        (Budget(iterations=500), None, 500, 60_000, ""),
        (Budget(500, 300), None, 500, 300, ""),
        (Budget(2_000_000), None, 1_000_000, 60_000, "capped"),
        (Budget(milliseconds=90_000), None, None, 60_000, "capped"),
        (Budget(), 0.4, None, 370, "bound"),
        (Budget(), 2.0, None, 1_900, "bound"),
        (Budget(), 1e6, None, 60_000, ""),
        (Budget(milliseconds=300), 0.4, None, 300, ""),
        (Budget(milliseconds=390), 0.4, None, 370, "bound"),
        (Budget(milliseconds=90_000), 0.4, None, 370, "capped bound"),
        (Budget(iterations=500), 0.4, 500, 370, "bound"),
        (Budget(), 0.039, None, 1, "bound late"),
        (Budget(milliseconds=5), 0.039, None, 5, ""),
        (Budget(iterations=10), 0.0, 10, 1, "bound late"),
    ],
)
def test_allowances(asked, seconds_left, iterations, milliseconds, flags):
    allowed = allowance(asked, seconds_left, CONFIG)
    assert allowed.budget.iterations == iterations
    assert allowed.budget.milliseconds == pytest.approx(milliseconds)
    assert allowed.capped == ("capped" in flags)
    assert allowed.deadline_bound == ("bound" in flags)
    assert allowed.too_late == ("late" in flags)


def test_a_solver_with_limits_of_its_own_is_not_given_the_default():
    assert allowance(Budget(), None, CONFIG, solver_limits_itself=True).budget.milliseconds == 60_000


def test_too_little_time_gives_a_degraded_answer(start):
    server = start(deadline_margin_milliseconds=1_100)
    referee = referee_after(30)
    with OpponentClient(server.address) as client:
        analysis = client.suggest_move(referee.view(), solver="ismcts", timeout=1.0).analysis
    assert analysis.degraded
    assert analysis.degraded_reason == analysis_pb2.DEGRADED_REASON_DEADLINE
    assert analysis.deadline_bound
    assert analysis.solver.startswith("heuristic")
    assert "rules of thumb" in analysis.explanation
    referee.play(analysis.move)


def test_time_spent_waiting_for_a_place_counts(start, test_solvers):
    server = start(max_searches=1, queue_length=4)
    referee = referee_after(30)
    view = referee.view()
    with OpponentClient(server.address) as client:
        reports = client.analyze(view, solver="sleeper", milliseconds=10_000, timeout=20)
        next(reports)
        began = time.monotonic()
        analysis = client.suggest_move(view, solver="ismcts", timeout=0.5).analysis
        assert time.monotonic() - began < 0.5
        assert analysis.degraded
        reports.close()


@pytest.mark.parametrize("timeout", [0.4, 1.0])
def test_the_answer_comes_before_the_deadline(client, timeout):
    referee = referee_after(30)
    client.suggest_move(referee.view(), solver="ismcts", milliseconds=1)
    began = time.monotonic()
    analysis = client.suggest_move(referee.view(), solver="ismcts", timeout=timeout).analysis
    assert time.monotonic() - began < timeout
    assert not analysis.degraded
    assert analysis.deadline_bound
    assert analysis.iterations > 0
    assert analysis.budget.milliseconds < 1000 * timeout


def test_caps_are_told(start):
    server = start(max_milliseconds=50, max_iterations=100)
    referee = referee_after(30)
    view = referee.view()
    with OpponentClient(server.address) as client:
        analysis = client.suggest_move(view, solver="ismcts", milliseconds=60_000).analysis
        assert analysis.budget_capped
        assert analysis.budget.milliseconds == 50
        assert analysis.elapsed_milliseconds < 500
        analysis = client.suggest_move(view, solver="ismcts", iterations=10**9).analysis
        assert analysis.budget_capped
        assert analysis.budget.iterations == 100
        assert analysis.iterations <= 100
        assert not client.suggest_move(view, solver="ismcts", iterations=50).analysis.budget_capped
