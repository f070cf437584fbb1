"""The best plan of caps, by CP-SAT.

The model: ``open[p, k]`` says that the cap of pile p is at least its k-th clearing level (order encoding), ``y[s, p]``
that the plan takes pile p in scenario s. There is one outcome for each meeple in a scenario; ``y`` implies that the cap
reaches the clearing level, and excludes too many other open piles with a higher expected surplus there; see
:mod:`solvers.bidding.plan_problem`. Worlds with equal clearing levels are one scenario with their mean gain, as no plan
tells them apart; and scenarios that agree in their most wanted piles' clearing levels share these piles' outcomes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from threading import Event, Thread
from typing import Any

import numpy as np

from solvers.bidding.plan_problem import NO_CAP, PlanProblem, climb, worth_of
from solvers.bidding.plan_risk import RiskLimit, limit_risk

PRECISION = 1e-5
"""CP-SAT counts in whole numbers: each scenario's share of the objective is rounded to this, in $K."""
_LOOK_SECONDS = 0.004
"""How often a running solver looks whether it is to stop."""


@dataclass(frozen=True)
class Plan:
    """A cap for each pile, and what they come to.

    Attributes:
        caps: the highest level to pay for each pile, ``NO_CAP`` for none.
        objective: the weighted mean gain in $K over the worlds planned for.
        proved: whether no plan is better.
    """

    caps: tuple[int, ...]
    objective: float
    proved: bool


def make_plan(
    problem: PlanProblem,
    risk: RiskLimit | None = None,
    deterministic_seconds: float = 0.1,
    seconds: float | None = None,
    seed: int = 0,
    stopped: Callable[[], bool] = lambda: False,
) -> Plan | None:
    """The best plan; among equally good ones the one with the lowest caps.

    Args:
        problem: the worlds.
        risk: a limit on losses; where no plan keeps it, the excess is made as small as can be.
        deterministic_seconds: CP-SAT's own measure of time, the same on every machine.
        seconds: wall time after which the best plan so far is taken; None: no such limit.
        seed: CP-SAT's.
        stopped: asked now and then, from another thread; when it says so the best plan so far is taken.

    Returns:
        The plan; None if there was not even time for any.
    """
    # OR-Tools takes a while to import, and only this solver needs it.
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    caps = _Caps(model, problem)
    outcomes, terms = _outcomes(model, problem, caps)
    if risk is not None:
        terms += limit_risk(model, risk, problem.shares, problem.surplus, outcomes, PRECISION)
    # Lower caps break ties: all caps together count less than one unit of the objective.
    steps = [variable for pile in caps.steps for _, variable in pile]
    unit = 1 + len(steps)
    model.maximize(
        cp_model.LinearExpr.weighted_sum([term[0] for term in terms], [unit * term[1] for term in terms])
        - cp_model.LinearExpr.sum(steps)
    )
    caps.begin_with(model, climb(problem))
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = seed & 0x7FFFFFFF
    parameters.max_deterministic_time = deterministic_seconds
    # The model has little to be simplified; looking for it takes longer than the search.
    parameters.cp_model_presolve = False
    parameters.cp_model_probing_level = 0
    parameters.symmetry_level = 0
    if seconds is not None:
        parameters.max_time_in_seconds = max(seconds, 1e-3)
    with _Watch(solver, stopped):
        status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    chosen = caps.chosen(solver)
    return Plan(chosen, float(worth_of(problem, chosen)), status == cp_model.OPTIMAL)


class _Watch:
    """Stops a running solver when it is told to."""

    def __init__(self, solver: Any, stopped: Callable[[], bool]) -> None:
        self._solver = solver
        self._stopped = stopped
        self._ended = Event()
        self._thread = Thread(target=self._look, name="plan watch", daemon=True)

    def _look(self) -> None:
        while not self._ended.wait(_LOOK_SECONDS):
            if self._stopped():
                self._solver.stop_search()

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


class _Caps:
    """The caps as variables: for each pile, ``open[p, k]`` says that the cap is at least its k-th clearing level.

    Only levels at which the pile clears in some world make a difference.
    """

    def __init__(self, model: Any, problem: PlanProblem) -> None:
        piles = problem.values.shape[1]
        payable = int(np.searchsorted(problem.amounts, problem.budget, side="right"))
        self.steps: list[list[tuple[int, Any]]] = []
        self._open: list[dict[int, Any]] = []
        for pile in range(piles):
            levels = [int(level) for level in np.unique(problem.clearing[:, pile]) if level < payable]
            steps = [(level, model.new_bool_var(f"open[{pile},{level}]")) for level in levels]
            for (_, lower), (_, higher) in pairwise(steps):
                model.add_implication(higher, lower)
            self.steps.append(steps)
            self._open.append(dict(steps))
        if problem.meeples > 1:
            self._share_the_purse(model, problem)

    def _share_the_purse(self, model: Any, problem: PlanProblem) -> None:
        """Any two caps together are within the budget."""
        for pile, steps in enumerate(self.steps):
            for other in self.steps[pile + 1 :]:
                for level, variable in steps:
                    for other_level, other_variable in other:
                        if problem.amounts[level] + problem.amounts[other_level] > problem.budget:
                            model.add_bool_or([variable.negated(), other_variable.negated()])
                            break  # higher levels imply this one

    def open_at(self, pile: int, level: int) -> Any | None:
        """The variable that says whether the pile is reached at a level; None if it cannot be."""
        return self._open[pile].get(level)

    def begin_with(self, model: Any, caps: tuple[int, ...]) -> None:
        """Give the solver a plan to begin with."""
        for cap, steps in zip(caps, self.steps, strict=True):
            for level, variable in steps:
                model.add_hint(variable, level <= cap)

    def chosen(self, solver: Any) -> tuple[int, ...]:
        """The caps of the solution."""
        return tuple(
            max((level for level, variable in steps if solver.boolean_value(variable)), default=NO_CAP)
            for steps in self.steps
        )


def _outcomes(
    model: Any, problem: PlanProblem, caps: _Caps
) -> tuple[list[list[tuple[int, Any]]], list[tuple[Any, int]]]:
    """The outcome variables ``y``, and the objective's terms as (variable, whole coefficient).

    Returns:
        For each world its (pile, variable) pairs, and the terms.
    """
    rows, scenario_of_world = np.unique(problem.clearing, axis=0, return_inverse=True)
    scenario_of_world = scenario_of_world.reshape(-1)
    shares = np.zeros((len(rows), problem.values.shape[1]))
    np.add.at(shares, scenario_of_world, problem.shares[:, None] * problem.gains)
    first_world = np.unique(scenario_of_world, return_index=True)[1]
    wanted = np.argsort(problem.places[first_world], axis=1)
    coefficients = np.rint(shares / PRECISION).astype(np.int64)
    shared: dict[Any, Any] = {}
    terms: list[tuple[Any, int]] = []
    by_scenario = []
    for row, order, gains in zip(rows.tolist(), wanted.tolist(), coefficients.tolist(), strict=True):
        outcome = _outcomes_of_scenario(model, row, order, problem.meeples, caps, shared)
        terms += [(variable, gains[pile]) for pile, variable in outcome]
        by_scenario.append(outcome)
    return [by_scenario[scenario] for scenario in scenario_of_world.tolist()], terms


def _outcomes_of_scenario(
    model: Any, row: list[int], wanted: list[int], meeples: int, caps: _Caps, shared: dict[Any, Any]
) -> list[tuple[int, Any]]:
    """``y`` of one scenario: the first piles that are reached, else those left over, as many as there are meeples."""
    outcome = []
    before: list[Any] = []  # of the piles preferred to the one at hand, those that can be reached at all
    key: tuple[tuple[int, int], ...] = ()
    for pile in wanted:
        reached = caps.open_at(pile, row[pile])
        if reached is None:
            continue
        key = (*key, (pile, row[pile]))
        if key not in shared:
            shared[key] = _conjunction(model, reached, before, meeples - 1)
        outcome.append((pile, shared[key]))
        before.append(reached)
    for better, pile in enumerate(wanted[:meeples]):
        # Without caps it would be taken: so it is if its own cap does not reach, and too few of the others do.
        own = caps.open_at(pile, row[pile])
        worse = [caps.open_at(other, row[other]) for other in wanted[better + 1 :]]
        others = [variable for variable in worse if variable is not None]
        missed = None if own is None else own.negated()
        outcome.append((pile, _conjunction(model, missed, others, meeples - 1 - better)))
    model.add(sum(variable for _, variable in outcome) == meeples)
    return outcome


def _conjunction(model: Any, wanted: Any | None, others: list[Any], at_most: int) -> Any:
    """A variable that may be true only if ``wanted`` is (None: always) and at most so many of the others are."""
    if len(others) <= at_most:
        return model.new_constant(1) if wanted is None else wanted
    result = model.new_bool_var("y")
    if wanted is not None:
        model.add_implication(result, wanted)
    if at_most == 0:
        for other in others:
            model.add_implication(result, other.negated())
    else:
        model.add(sum(others) <= at_most + (len(others) - at_most) * result.negated())
    return result
