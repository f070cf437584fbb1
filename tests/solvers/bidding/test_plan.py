"""The plan is the best there is, as brute force over all plans finds it."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.bidding.plan import make_plan
from solvers.bidding.plan_problem import NO_CAP, PlanProblem, climb, payable, piles_won, worth_of
from solvers.bidding.plan_risk import RiskLimit

TRACK = np.array([0, 1, 3, 6, 10, 15, 20, 25])
PATIENCE = 20.0
TOLERANCE = 1e-3
"""$K: coefficients are rounded to a hundred-thousandth."""


@st.composite
def problems(draw, most_piles=4, levels=5):
    """Small problems, all their numbers in halves, so that ties are frequent."""
    piles = draw(st.integers(2, most_piles))
    worlds = draw(st.integers(1, 5))

    def table(low, high):
        row = st.lists(st.integers(low, high), min_size=piles, max_size=piles)
        return np.array(draw(st.lists(row, min_size=worlds, max_size=worlds)))

    return PlanProblem(
        values=table(-8, 40) / 2.0,
        clearing=table(0, levels),
        weights=np.array(draw(st.lists(st.integers(1, 5), min_size=worlds, max_size=worlds)), float),
        amounts=TRACK[:levels],
        cash=draw(st.integers(0, 24)),
        rivals=table(-8, 8) / 2.0,
        rivals_weight=draw(st.sampled_from([0.0, 0.5])),
        meeples=draw(st.integers(1, min(2, piles))),
        reserve=draw(st.integers(0, 3)),
    )


def all_plans(problem):
    """Every plan within the budget: no two caps (with two meeples), and no cap, above it."""
    for caps in product(range(NO_CAP, len(problem.amounts)), repeat=problem.values.shape[1]):
        amounts = sorted(int(problem.amounts[cap]) for cap in caps if cap != NO_CAP)
        if sum(amounts[-problem.meeples :]) <= problem.budget:
            yield caps


def piles_taken(problem, caps, world):
    """The piles a plan takes in a world, step by step as the rule says."""
    levels = problem.clearing[world]
    share = problem.weights / problem.weights.sum()
    gains = problem.before_payment
    top = len(problem.amounts)

    def expected(pile):
        return share @ gains[:, pile] - problem.amounts[min(levels[pile], top - 1)]

    def wish(pile):
        can_pay = levels[pile] < top and problem.amounts[levels[pile]] <= problem.cash
        return (0 if can_pay else 1 + levels[pile], -expected(pile), pile)

    order = sorted(range(len(levels)), key=wish)
    reached = [pile for pile in order if caps[pile] >= levels[pile]]
    return (reached + [pile for pile in order if pile not in reached])[: problem.meeples]


def worth_by_hand(problem, caps):
    total = 0.0
    top = len(problem.amounts)
    for world, weight in enumerate(problem.weights / problem.weights.sum()):
        for pile in piles_taken(problem, caps, world):
            paid = problem.amounts[min(problem.clearing[world, pile], top - 1)]
            total += weight * (problem.values[world, pile] - paid)
            if problem.rivals.size:
                total -= weight * problem.rivals_weight * problem.rivals[world, pile]
    return total


@settings(max_examples=60, deadline=None)
@given(problems())
def test_no_plan_is_better(problem):
    plan = make_plan(problem, deterministic_seconds=PATIENCE)
    assert plan is not None
    assert plan.proved
    assert plan.caps in set(all_plans(problem))
    assert plan.objective == pytest.approx(worth_by_hand(problem, plan.caps))
    best = max(worth_by_hand(problem, caps) for caps in all_plans(problem))
    assert plan.objective == pytest.approx(best, abs=TOLERANCE)


@settings(max_examples=60, deadline=None)
@given(problems(), st.data())
def test_many_plans_at_once_are_worth_what_each_is(problem, data):
    plans = list(all_plans(problem))
    chosen = np.array([plans[data.draw(st.integers(0, len(plans) - 1))] for _ in range(3)])
    won = piles_won(problem, chosen)
    for caps, taken in zip(chosen, won, strict=True):
        for world in range(len(problem.weights)):
            assert set(np.flatnonzero(taken[world])) == set(piles_taken(problem, caps, world))
    assert worth_of(problem, chosen) == pytest.approx([worth_by_hand(problem, caps) for caps in chosen])
    assert payable(problem, chosen).all()


@settings(max_examples=40, deadline=None)
@given(problems())
def test_the_start_is_a_plan_within_the_budget_and_no_worse_than_none(problem):
    caps = climb(problem)
    assert caps in set(all_plans(problem))
    assert worth_by_hand(problem, caps) >= worth_by_hand(problem, (NO_CAP,) * len(caps)) - 1e-9


@settings(max_examples=30, deadline=None)
@given(problems(), st.floats(-50, 50))
def test_a_constant_added_to_all_values_changes_no_cap(problem, constant):
    plan = make_plan(problem, deterministic_seconds=PATIENCE)
    moved = make_plan(replace(problem, values=problem.values + constant), deterministic_seconds=PATIENCE)
    assert moved.objective == pytest.approx(plan.objective + problem.meeples * constant, abs=2 * TOLERANCE)
    assert worth_by_hand(problem, moved.caps) == pytest.approx(plan.objective, abs=2 * TOLERANCE)


@settings(max_examples=30, deadline=None)
@given(problems(), st.data())
def test_relabelled_piles_get_an_equally_good_plan(problem, data):
    """Equal wishes go to the first pile, so the values are made to differ."""
    piles = problem.values.shape[1]
    problem = replace(problem, values=problem.values + np.arange(piles) / 97.0, rivals_weight=0.0)
    order = data.draw(st.permutations(range(piles)))
    relabelled = replace(problem, values=problem.values[:, order], clearing=problem.clearing[:, order])
    plan = make_plan(problem, deterministic_seconds=PATIENCE)
    other = make_plan(relabelled, deterministic_seconds=PATIENCE)
    assert other.objective == pytest.approx(plan.objective, abs=TOLERANCE)


def test_a_pile_that_is_cheap_only_where_it_is_bad_is_left_out():
    """The winner's curse: worth 20 in the mean, but where it is to be had cheaply it is worth nothing."""
    problem = PlanProblem(
        values=np.array([[40.0, 8.0], [0.0, 8.0]]),
        clearing=np.array([[7, 1], [2, 1]]),
        weights=np.ones(2),
        amounts=TRACK,
        cash=20,
    )
    assert problem.expected_gains[1, 0] > problem.expected_gains[1, 1]
    plan = make_plan(problem)
    assert plan.caps == (NO_CAP, 1)
    assert plan.objective == pytest.approx(7.0)


def test_among_equally_good_plans_caps_are_lowest():
    problem = PlanProblem(
        values=np.array([[30.0, 0.0], [30.0, 0.0]]),
        clearing=np.array([[2, 0], [4, 0]]),
        weights=np.ones(2),
        amounts=TRACK,
        cash=25,
    )
    # Without caps it would take the first pile all the same.
    assert make_plan(problem).caps == (NO_CAP, NO_CAP)


def test_two_caps_are_paid_from_one_purse():
    problem = PlanProblem(
        values=np.array([[30.0, 30.0, 12.0, 0.0]] * 2),
        clearing=np.array([[5, 5, 2, 0], [4, 5, 2, 0]]),
        weights=np.ones(2),
        amounts=TRACK,
        cash=20,
        meeples=2,
    )
    plan = make_plan(problem, deterministic_seconds=PATIENCE)
    assert sum(sorted(int(TRACK[cap]) for cap in plan.caps if cap != NO_CAP)[-2:]) <= 20
    assert plan.objective == pytest.approx(max(worth_by_hand(problem, caps) for caps in all_plans(problem)))


@settings(max_examples=40, deadline=None)
@given(problems(most_piles=3, levels=4), st.sampled_from(["chance", "cvar"]), st.data())
def test_a_limit_on_losses_is_kept_at_the_least_cost(problem, measure, data):
    risk = RiskLimit(measure, data.draw(st.integers(-4, 8)) / 2.0, data.draw(st.sampled_from([0.1, 0.34, 0.5])))
    shares = problem.weights / problem.weights.sum()
    surplus = problem.surplus

    def excess(caps):
        taken = piles_won(problem, caps)
        return risk.excess(-np.where(taken, surplus, 0.0).sum(axis=1), shares)

    plan = make_plan(problem, risk, deterministic_seconds=PATIENCE)
    plans = list(all_plans(problem))
    least = min(excess(caps) for caps in plans)
    slack = 2e-2
    assert excess(plan.caps) <= least + slack
    kept = [worth_by_hand(problem, caps) for caps in plans if excess(caps) <= least]
    assert plan.objective >= max(kept) - 0.1


def test_cvar_is_the_mean_of_the_worst():
    losses = np.array([10.0, 4.0, -2.0, -6.0])
    shares = np.array([0.1, 0.2, 0.3, 0.4])
    assert RiskLimit("cvar", 0.0, 0.2).excess(losses, shares) == pytest.approx((0.1 * 10 + 0.1 * 4) / 0.2)
    assert RiskLimit("chance", 3.0, 0.2).excess(losses, shares) == pytest.approx(0.1)


def test_a_stopped_solver_says_what_it_has():
    chance = np.random.default_rng(0)
    problem = PlanProblem(
        values=chance.normal(10, 5, (400, 5)),
        clearing=chance.integers(0, 8, (400, 5)),
        weights=np.ones(400),
        amounts=TRACK,
        cash=25,
    )
    plan = make_plan(problem, deterministic_seconds=1000.0, stopped=lambda: True)
    assert plan is None or not plan.proved


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("clearing", np.zeros((2, 3), int)),
        ("weights", np.zeros(2)),
        ("costs", np.zeros(3)),
        ("rivals", np.zeros((2, 3))),
        ("meeples", 3),
    ],
)
def test_arrays_that_do_not_fit_are_refused(field, value):
    fits = PlanProblem(np.ones((2, 2)), np.zeros((2, 2), int), np.ones(2), TRACK, 10)
    with pytest.raises(ValueError, match=r"must (have|be)"):
        replace(fits, **{field: value})
