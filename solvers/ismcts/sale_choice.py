"""Choosing a sale by racing whole plans (:mod:`solvers.ismcts.sale_plans`)."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.errors import NoWorldError
from engine.game import Game
from engine.randomness import generator
from solvers.base import Candidate, Choice, Control
from solvers.beliefs.past import Beliefs
from solvers.ismcts.chunks import work_in_chunks
from solvers.ismcts.race import Race, new_race, with_caution
from solvers.ismcts.report import prepared_world
from solvers.ismcts.sale_plans import ENDLESS, MOST_STEPS, list_steps, race_plans

FIRST_RACE_SHARE = 0.4
"""The part of a budget in which single decisions are weighed; the rest is for the best plans."""

FIRST_RACE_WORLDS = 100
"""As many worlds weigh single decisions well enough to tell which plans are worth a race."""

Plan = tuple[int, ...]

_USUAL = 0
"""The policy's plan comes first in every race."""


@dataclass
class _RunningRace:
    """A race of plans with its results; other plans raced in ``worlds_before`` worlds."""

    plans: list[Plan]
    elimination: float = 0.0
    worlds_before: int = 0
    race: Race = field(init=False)

    def __post_init__(self) -> None:
        self.race = new_race(range(len(self.plans)))

    @property
    def worlds(self) -> int:
        """Worlds in which every plan still in the race was played."""
        return int(self.race.counters[0].worlds)

    def means(self) -> npt.NDArray[np.float64]:
        """Each plan's mean utility, over the worlds that it ran in."""
        means: npt.NDArray[np.float64] = self.race.racers.total / np.maximum(self.race.racers.worlds, 1)
        return means

    def ranking(self) -> list[int]:
        """The plans that ran in any world, the best first: those still in the race by their means, then the others."""
        active = int(self.race.counters[0].active)
        leaders = [int(rank) for rank in self.race.racers["rank"][:active]]
        means = self.means()
        others = set(range(len(self.plans))) - set(leaders)
        ranked = leaders + sorted(others, key=lambda index: (-self.race.racers[index].worlds, -means[index]))
        return [index for index in ranked if self.race.racers[index].worlds > 0]

    def candidate(self, index: int, move: int) -> Candidate:
        """A plan as what is known of its first move."""
        worlds = int(self.race.racers[index].worlds)
        mean = float(self.race.racers[index].total) / worlds
        error = None
        if worlds > 1:
            variance = max(0.0, float(self.race.squares[index, index]) - worlds * mean * mean) / (worlds - 1)
            error = math.sqrt(variance / worlds)
        return Candidate(move, worlds, mean, error)


class SaleRace:
    """The races that choose a plan of sales for one view."""

    def __init__(
        self,
        game: Game,
        view: Any,
        settings: Any,
        beliefs: Beliefs,
        most_plans: int,
        seed: int,
        control: Control | None = None,
    ) -> None:
        """Note what can be sold.

        Raises:
            NoWorldError: no position of the game agrees with the view.
        """
        self.game = game
        self.view = view
        self.settings = settings
        self.beliefs = beliefs
        self.most_plans = most_plans
        self.control = control or Control()
        self.decisions = 0
        self.playouts = 0
        self.on_progress: Callable[[_RunningRace], None] | None = None
        self._next_report = time.perf_counter() + self.control.report_milliseconds / 1000.0
        self._rng = generator(seed)
        self._dealt = np.zeros(1, game.state_dtype).view(np.recarray)
        self._world = np.zeros(1, game.state_dtype).view(np.recarray)
        self._moves = np.empty(contract.MAX_MOVES, np.int32)
        world = prepared_world(game, view, seed)
        if world is None:
            raise NoWorldError
        options = np.empty((MOST_STEPS, contract.MAX_MOVES), np.int32)
        counts = np.zeros(MOST_STEPS, np.int64)
        usual = np.zeros(MOST_STEPS, np.int64)
        style = int(settings.playout_style)
        self.steps = int(list_steps(game.rules, world, style, generator(seed), contract.NO_LOG, options, counts, usual))
        self.options = [[int(move) for move in options[step, : counts[step]]] for step in range(self.steps)]
        self.usual: Plan = tuple(int(move) for move in usual[: self.steps])
        self._last_round = 0
        if settings.cutoff_rounds > 0:
            self._last_round = int(contract.rounds_played(game.rules, view) + settings.cutoff_rounds)

    def run(self, iterations: int | None, deadline: float | None) -> _RunningRace:
        """Race within the budget, in playouts and ``perf_counter`` seconds; return the last race that tells anything.

        It tells nothing if the budget was not enough for one world: then the policy's plan, ``usual``, has to do.
        """
        began = time.perf_counter()
        single = _RunningRace(self._single_changes())
        most = FIRST_RACE_WORLDS * len(single.plans)
        if iterations is not None:
            # One world at least, if the budget has one.
            most = min(most, max(int(FIRST_RACE_SHARE * iterations), min(len(single.plans), iterations)))
        self._run(single, most, None if deadline is None else began + FIRST_RACE_SHARE * (deadline - began))
        if single.worlds == 0:
            return single
        gains = dict(zip(single.plans, (float(mean) for mean in single.means() - single.means()[0]), strict=True))
        of_moves = [
            {move: gains[self._changed(step, move)] for move in self.options[step]} for step in range(self.steps)
        ]
        plans = [plan for plan in best_sums(of_moves, self.most_plans) if plan != self.usual]
        best = _RunningRace([self.usual, *plans], float(self.settings.elimination), single.worlds)
        self._run(best, None if iterations is None else iterations - self.playouts, deadline)
        return best if best.worlds > 0 else single

    def _single_changes(self) -> list[Plan]:
        """The policy's plan, then those that differ from it in one decision."""
        plans = [self.usual]
        for step, options in enumerate(self.options):
            for move in options:
                if move != self.usual[step]:
                    plans.append(self._changed(step, move))
        return plans

    def _changed(self, step: int, move: int) -> Plan:
        """The policy's plan with another move at one decision."""
        return (*self.usual[:step], move, *self.usual[step + 1 :])

    def _run(self, running: _RunningRace, most: int | None, deadline: float | None) -> None:
        plans = np.array(running.plans, np.int64)
        counters = running.race.counters[0]

        def play(count: int) -> int:
            done, played = race_plans(
                self.game.rules,
                self.view,
                self._dealt,
                self._world,
                self.settings,
                self.beliefs,
                plans,
                counters,
                running.race.racers,
                running.race.squares,
                running.elimination or ENDLESS,
                self._last_round,
                self._rng,
                contract.NO_LOG,
                self._moves,
                count,
                self.control.cancel_flag,
            )
            if done < 0:
                raise NoWorldError
            self.decisions += int(played)
            self.playouts += int(done)
            if self.on_progress is not None and running.worlds > 0 and time.perf_counter() >= self._next_report:
                self.on_progress(running)
                self._next_report = time.perf_counter() + self.control.report_milliseconds / 1000.0
            return int(done)

        if most is None or most > 0:
            work_in_chunks(play, most, deadline, self.control.cancel_flag)

    def sales_of(self, plan: Plan) -> Plan:
        """A plan's moves that are no search-only ones; the move that passes on if there are none."""
        sales = tuple(move for move in plan if move < contract.FIRST_SEARCH_ONLY_MOVE)
        return sales or (self._passing,)

    @property
    def _passing(self) -> int:
        """The move that ends a plan in which everything is kept: the one no decision of a plan offers."""
        offered = {move for options in self.options for move in options}
        return next(move for move in self.game.legal_moves(self.view) if move not in offered)


def best_sums(gains: Sequence[Mapping[int, float]], most: int) -> list[Plan]:
    """The plans with the largest sums of gains, the best first.

    Args:
        gains: of every move at each decision.
        most: how many plans.
    """
    beam: list[tuple[float, Plan]] = [(0.0, ())]
    for of_moves in gains:
        # Sums of the first decisions that are not among the best cannot come to be.
        longer = [(total + gain, (*plan, move)) for total, plan in beam for move, gain in of_moves.items()]
        beam = sorted(longer, key=lambda item: -item[0])[:most]
    return [plan for _, plan in beam]


def choose_sale(
    game: Game,
    view: Any,
    settings: Any,
    beliefs: Beliefs,
    most_plans: int,
    seed: int,
    iterations: int | None,
    deadline: float | None,
    control: Control,
    started: float,
) -> Choice:
    """Choose by racing plans of sales.

    Args:
        game: the configured game.
        view: of the seat to move, whose decision is taken step by step.
        settings: the search's.
        beliefs: what worlds are drawn by.
        most_plans: how many plans race in the end.
        seed: of all that is drawn.
        iterations: playouts; None: no limit.
        deadline: ``perf_counter`` seconds; None: no limit.
        control: how the caller cancels.
        started: when the choice began.

    Raises:
        NoWorldError: no position of the game agrees with the view.
    """
    sales = SaleRace(game, view, settings, beliefs, most_plans, seed, control)
    on_report = control.on_report
    if on_report is not None:
        sales.on_progress = lambda race: on_report(_choice(sales, race, started))
    return _choice(sales, sales.run(iterations, deadline), started)


def _choice(sales: SaleRace, found: _RunningRace, started: float) -> Choice:
    """The choice as a race has it so far."""
    game = sales.game
    view = sales.view
    ranking = found.ranking()
    plan = sales.usual
    if ranking:
        plan = found.plans[with_caution([found.race], ranking[0], _USUAL, float(sales.settings.caution))]
    line = sales.sales_of(plan)
    seat = game.viewer(view)
    known: dict[int, Candidate] = {}
    for index in ranking:
        first = sales.sales_of(found.plans[index])[0]
        if first not in known:
            known[first] = found.candidate(index, first)
    candidates = [known.get(move, Candidate(move)) for move in game.legal_moves(view)]
    candidates.sort(key=lambda item: (item.move != line[0], -item.visits, -(item.mean or 0.0), item.move))
    return Choice(
        move=line[0],
        candidates=tuple(candidates),
        principal_line=tuple((seat, move) for move in line),
        worlds=found.worlds_before + found.worlds,
        iterations=sales.playouts,
        decisions=sales.decisions,
        seconds=time.perf_counter() - started,
        cancelled=bool(sales.control.cancel_flag[0]),
        inference=sales.beliefs.inference(),
        explanation=_explain(game, line, candidates, found),
    )


def _explain(game: Game, line: Plan, candidates: list[Candidate], found: _RunningRace) -> str:
    text = game.move_text(line[0])
    chosen = candidates[0]
    if chosen.mean is None:
        return f"{text}: the rules of thumb's choice; there was no time to search."
    if len(line) > 1:
        text += ", then " + ", ".join(game.move_text(move) for move in line[1:])
    text += f": the best of {len(found.plans):,} plans in {chosen.visits:,} common worlds, expected utility"
    text += f" {chosen.mean:.3f}"
    others = [item for item in candidates[1:] if item.mean is not None]
    if others:
        text += f"; then {game.move_text(others[0].move)} with {others[0].mean:.3f}"
    return text + "."
