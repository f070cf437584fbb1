"""Does a solver keep what every solver promises? Counted over games at every number of players.

A check asks the solver at decisions of games that others play, so a faulty solver is asked as often as a sound one.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, is_dataclass, replace
from functools import partial
from typing import Any

from engine import contract
from engine.catalog import GAMES, load_game
from engine.errors import NoWorldError
from engine.game import Game
from eval.arena.conformance_report import (
    CANDIDATES,
    CHECKS,
    FORCED_MOVES,
    ITERATIONS,
    LEGAL_MOVES,
    MILLISECONDS,
    NO_ERRORS,
    SAME_ANSWER,
    THREADS,
    TWINS,
    UNCHANGED,
    Check,
    ConformanceReport,
)
from eval.arena.play_game import in_words, is_legal
from eval.twins import twins_at_next_decision
from solvers.base import Budget, Choice, Control, Solver, reads_earlier_views
from solvers.registry import make_solver, needs_true_state

_HUGE_ITERATIONS = 10**9
_FORCED_MILLISECONDS = 200.0
"""The clock that stops a search of a forced move, so that the report need not wait for it."""
_MOST_FORCED = 5
"""Forced moves asked for in a game."""
_MOST_TWIN_GAMES = 10
"""So many games are begun for each pair of twins that is wanted."""
_LATEST_FORK = 60
"""Twins are forked before this move."""


@dataclass(frozen=True)
class ConformanceLimits:
    """How much is asked of a solver.

    Attributes:
        games: games at each number of players.
        every: at every so many decisions with a choice it is asked.
        iterations: for a move, where nothing else is tested.
        milliseconds: time for a move when its clock is tested.
        tolerance_milliseconds: how much more it may take, the machine's own delays included.
        twins: comparisons of twin worlds at each number of players.
    """

    games: int = 4
    every: int = 7
    iterations: int = 60
    milliseconds: float = 50.0
    tolerance_milliseconds: float = 50.0
    twins: int = 6


def check_solver(
    spec: str,
    game: str,
    options: Mapping[str, Any] | None = None,
    players: Sequence[int] = (),
    seed: int = 0,
    limits: ConformanceLimits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ConformanceReport:
    """Put a solver to the test.

    Args:
        spec: the solver's spec.
        game: the game's name.
        options: the game's options.
        players: numbers of players; all that the game has by default.
        seed: the same seed asks at the same decisions.
        limits: how much is asked.
        progress: called with the games done and their number.

    Raises:
        PitwiseError: there is no such game, option or solver, or the solver does not play the game.
    """
    limits = limits or ConformanceLimits()
    players = tuple(players) or (GAMES[game].seat_counts if game in GAMES else (0,))
    tables = [load_game(game, **(options or {}), seats=seats) for seats in players]
    solver = make_solver(spec, may_cheat=True)
    for table in tables:
        solver.check(table)
    checks = {name: Check(name) for name in CHECKS}
    asking = _Asking(solver, limits, checks)
    done = 0
    for table in tables:
        chance = random.Random(f"{seed} {table.seats}")
        _warm_up(table, solver)
        for _ in range(limits.games):
            _ask_in_a_game(asking, table, chance)
            done += 1
            if progress is not None:
                progress(done, len(tables) * limits.games)
        if asking.may_compare_twins():
            _ask_in_twin_worlds(asking, table, chance)
    asking.write_notes()
    return ConformanceReport(solver.spec, game, tuple(players), limits.games, tuple(checks.values()))


def _warm_up(game: Game, solver: Solver) -> None:
    """Compile what the solver needs before its moves are timed."""
    state = game.deal(0)
    seat = game.mover(state)
    assert seat is not None
    with suppress(Exception):
        solver.choose(game, _shown(game, solver, state, seat), Budget(iterations=2), 0)


def _shown(game: Game, solver: Solver, state: Any, seat: int) -> Any:
    """What the solver is given of a position."""
    return game.copy(state) if needs_true_state(solver) else game.view(state, seat)


def _ask_in_a_game(asking: "_Asking", game: Game, chance: random.Random) -> None:
    """Play a game, half of its moves at random, half by rules of thumb; ask the solver on the way."""
    state = game.deal(chance.randrange(2**62))
    wait = chance.randrange(asking.limits.every)
    forced = 0
    past: list[Any] = []
    while (seat := game.mover(state)) is not None:
        moves = game.legal_moves(state)
        if len(moves) == 1:
            forced += 1
            if forced <= _MOST_FORCED:
                asking.ask_forced(game, state, seat, chance.randrange(2**62), past)
        elif wait == 0:
            asking.ask(game, state, seat, chance.randrange(2**62), past)
            wait = asking.limits.every - 1
        else:
            wait -= 1
        move = chance.choice(moves)
        if chance.random() < 0.5:
            move = game.suggest(game.view(state, seat), game.best_style, chance.randrange(2**62))
        _play(game, state, move, past)


def _play(game: Game, state: Any, move: int, past: list[Any]) -> None:
    """Play a move; ``past`` has the positions at all decisions since the round began."""
    before = game.copy(state)
    game.apply(state, move)
    past.append(before)
    if contract.rounds_played(game.rules, state) > contract.rounds_played(game.rules, before):
        past.clear()


def _ask_in_twin_worlds(asking: "_Asking", game: Game, chance: random.Random) -> None:
    """Ask at decisions that a seat meets alike in two worlds; see :mod:`eval.twins`."""
    compared = 0
    for _ in range(_MOST_TWIN_GAMES * asking.limits.twins):
        if compared >= asking.limits.twins:
            return
        state = game.deal(chance.randrange(2**62))
        past: list[Any] = []
        for _ in range(chance.randrange(_LATEST_FORK)):
            if game.mover(state) is not None:
                _play(game, state, chance.choice(game.legal_moves(state)), past)
        if game.mover(state) is None:
            continue
        seat = chance.randrange(game.seats)
        view = game.view(state, seat)
        walk = twins_at_next_decision(game, state, seat, chance.randrange(2**31), partial(_twin, game, view))
        if walk is not None:
            compared += 1
            # Up to the fork the two are one game.
            pasts = [*past, *(own for own, _ in walk.passed)], [*past, *(twin for _, twin in walk.passed)]
            asking.compare_twins(game, (walk.state, walk.twin), pasts, seat, chance.randrange(2**62))


def _twin(game: Game, view: Any, seed: int) -> Any | None:
    try:
        return game.redeal(view, seed)
    except NoWorldError:
        return None


class _Asking:
    """The solver and what has been counted so far."""

    def __init__(self, solver: Solver, limits: ConformanceLimits, checks: dict[str, Check]) -> None:
        self.solver = solver
        self.limits = limits
        self.checks = checks
        self.budget = Budget(iterations=limits.iterations)
        self.own_iterations = int(getattr(solver, "iterations", 0))
        # What a search finds within a time of its own depends on the clock.
        self.timed = solver.searches and bool(getattr(solver, "milliseconds", 0))
        self.fewer_iterations = 0
        self.slowest = 0.0
        changeable: Any = solver
        self.more_threads: Solver | None = None
        if is_dataclass(solver) and hasattr(solver, "threads"):
            self.more_threads = replace(changeable, threads=changeable.threads + 1)

    def may_compare_twins(self) -> bool:
        """Whether two worlds that look alike should make no difference to the solver."""
        return not self.timed and not needs_true_state(self.solver)

    def ask(self, game: Game, state: Any, seat: int, seed: int, past: Sequence[Any]) -> None:
        """Ask at a decision with a choice; ``past`` has the positions at earlier decisions of the round."""
        where = f"{game.seats} players, seat {seat}"
        choice = self._answer(self.solver, game, state, seat, self.budget, seed, where, past)
        if choice is None:
            return
        if self.solver.searches:
            most = min(self.limits.iterations, self.own_iterations or self.limits.iterations)
            self.fewer_iterations += choice.iterations < most
            self._count(ITERATIONS, choice.iterations <= most, f"{where}: {choice.iterations} of {most}")
        if not self.timed:
            again = self._answer(self.solver, game, state, seat, self.budget, seed, where, past)
            self._same(SAME_ANSWER, game, choice, again, where)
            if self.more_threads is not None:
                threaded = self._answer(self.more_threads, game, state, seat, self.budget, seed, where, past)
                self._same(THREADS, game, choice, threaded, where)
        self._ask_with_clock(game, state, seat, seed, where, past)

    def ask_forced(self, game: Game, state: Any, seat: int, seed: int, past: Sequence[Any]) -> None:
        """Ask at a decision without a choice, with a budget that nobody would spend on it."""
        where = f"{game.seats} players, seat {seat}"
        budget = Budget(_HUGE_ITERATIONS, _FORCED_MILLISECONDS)
        choice = self._answer(self.solver, game, state, seat, budget, seed, where, past)
        if choice is not None:
            at_once = choice.forced and choice.iterations == 0
            self._count(
                FORCED_MOVES,
                at_once,
                f"{where}: {'called forced' if choice.forced else 'not called forced'}, {choice.iterations} iterations",
            )

    def compare_twins(
        self, game: Game, twins: Sequence[Any], pasts: Sequence[Sequence[Any]], seat: int, seed: int
    ) -> None:
        """Ask in two worlds that look alike and have looked alike."""
        where = f"{game.seats} players, seat {seat}"
        choice, other = (
            self._answer(self.solver, game, world, seat, self.budget, seed, where, past)
            for world, past in zip(twins, pasts, strict=True)
        )
        if choice is not None:
            self._same(TWINS, game, choice, other, where)

    def write_notes(self) -> None:
        """Say what was measured, and why what was not asked was not."""
        limits = self.limits
        self.checks[MILLISECONDS].note = (
            f"{limits.milliseconds:g} ms asked for, slowest {1000.0 * self.slowest:.1f} ms, "
            f"{limits.tolerance_milliseconds:g} ms tolerated"
        )
        if not self.solver.searches:
            self.checks[ITERATIONS].note = "does not search"
        elif self.fewer_iterations:
            self.checks[ITERATIONS].note = f"spent less than it might {self.fewer_iterations} times"
        if self.more_threads is None:
            self.checks[THREADS].note = "has no threads"
        if self.timed:
            for name in (SAME_ANSWER, THREADS, TWINS):
                self.checks[name].note = "has a time limit of its own"
        if needs_true_state(self.solver):
            self.checks[TWINS].note = "is given the true position"
        for check in self.checks.values():
            if check.asked == 0 and not check.note:
                check.note = "never came up"

    def _ask_with_clock(self, game: Game, state: Any, seat: int, seed: int, where: str, past: Sequence[Any]) -> None:
        milliseconds = self.limits.milliseconds
        started = time.perf_counter()
        choice = self._answer(self.solver, game, state, seat, Budget(milliseconds=milliseconds), seed, where, past)
        spent = time.perf_counter() - started
        if choice is not None:
            self.slowest = max(self.slowest, spent)
            in_time = 1000.0 * spent <= milliseconds + self.limits.tolerance_milliseconds
            self._count(MILLISECONDS, in_time, f"{where}: {1000.0 * spent:.1f} ms")

    def _answer(
        self,
        solver: Solver,
        game: Game,
        state: Any,
        seat: int,
        budget: Budget,
        seed: int,
        where: str,
        past: Sequence[Any],
    ) -> Choice | None:
        """The solver's answer, what every answer must be checked; None if it raised or is no move."""
        shown = _shown(game, solver, state, seat)
        earlier = [game.view(position, seat) for position in past] if reads_earlier_views(solver) else []
        before = [view.tobytes() for view in (shown, *earlier)]
        moves = game.legal_moves(state)
        try:
            choice = solver.choose(game, shown, budget, seed, Control(earlier=earlier) if earlier else None)
            move = choice.move
            told = [candidate.move for candidate in choice.candidates]
        except Exception as error:
            self._count(NO_ERRORS, False, f"{where}: {in_words(error)}")
            return None
        self._count(NO_ERRORS, True)
        after = [view.tobytes() for view in (shown, *earlier)]
        self._count(UNCHANGED, after == before, f"{where}: changed what it was given")
        legal = is_legal(move, moves)
        self._count(LEGAL_MOVES, legal, f"{where}: {in_words(move)} is not one of {len(moves)} legal moves")
        if not legal:
            return None
        complete = told[:1] == [move] and sorted(told) == moves
        self._count(CANDIDATES, complete, f"{where}: tells of {len(told)} moves, {len(moves)} are legal")
        return choice

    def _same(self, name: str, game: Game, choice: Choice, other: Choice | None, where: str) -> None:
        """Compare two answers; one that is missing was counted elsewhere."""
        if other is not None:
            same = (choice.move, choice.candidates) == (other.move, other.candidates)
            self._count(name, same, f"{where}: {game.move_text(choice.move)} or {game.move_text(other.move)}")

    def _count(self, name: str, kept: bool, example: str = "") -> None:
        self.checks[name].count(kept, example)
