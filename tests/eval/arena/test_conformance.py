"""`check_solver`: sound solvers pass at every number of players, and every broken promise is found by its name."""

import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar
from zlib import crc32

import pytest

from engine.catalog import GAMES
from engine.errors import OptionError, PitwiseError
from eval.arena import conformance_report as names
from eval.arena.conformance import ConformanceLimits, check_solver
from solvers import registry
from solvers.base import Candidate, Choice
from solvers.random_player import RandomPlayer
from solvers.registry import SpecError
from solvers.specs import spec_text

# No timing is asserted: a busy machine may take as long as it likes.
QUICK = ConformanceLimits(games=1, every=25, iterations=20, milliseconds=2, tolerance_milliseconds=60_000, twins=2)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", ["random", "heuristic", "ismcts", "pimc(worlds=3)", "cheating"])
def test_every_solver_there_is_keeps_its_promises(name, spec):
    report = check_solver(spec, name, limits=QUICK)
    assert report.passed, report.to_json()
    assert report.players == GAMES[name].seat_counts
    asked = {check.name for check in report.checks if check.asked}
    untested = {names.TWINS} if spec == "cheating" else set()
    if spec in ("random", "heuristic"):
        untested |= {names.THREADS, names.ITERATIONS}
    assert asked == set(names.CHECKS) - untested
    assert all(check.note for check in report.checks if not check.asked)


@dataclass(frozen=True)
class Breaker:
    """Plays at random and breaks one promise."""

    promise: str = ""

    name: ClassVar[str] = "breaker"
    searches: ClassVar[bool] = True
    calls: ClassVar[list[int]] = []

    @property
    def spec(self):
        return spec_text(self.name, self)

    def check(self, game):
        if self.promise == "no game":
            raise SpecError("breaker plays nothing")

    def choose(self, game, view, budget, seed, control=None):
        self.calls.append(seed)
        choice = RandomPlayer().choose(game, view, budget, seed)
        choice = replace(choice, iterations=0 if choice.forced else min(budget.iterations or 5, 5))
        return getattr(self, self.promise)(game, view, budget, choice) if self.promise else choice

    def illegal(self, game, view, budget, choice):
        return replace(choice, move=-3)

    def silent(self, game, view, budget, choice):
        return replace(choice, candidates=choice.candidates[:1])

    def raising(self, game, view, budget, choice):
        raise RuntimeError("lost")

    def no_choice(self, game, view, budget, choice):
        return None

    def vandal(self, game, view, budget, choice):
        view.public_key += 1
        return choice

    def fickle(self, game, view, budget, choice):
        moves = sorted(candidate.move for candidate in choice.candidates)
        move = moves[len(self.calls) % len(moves)]
        return Choice(move, tuple(Candidate(code) for code in sorted(moves, key=lambda code: code != move)))

    def laborious(self, game, view, budget, choice):
        return replace(choice, iterations=5, forced=False)

    def greedy(self, game, view, budget, choice):
        return choice if choice.forced else replace(choice, iterations=(budget.iterations or 0) + 1)

    def slow(self, game, view, budget, choice):
        if budget.milliseconds == 3 and not choice.forced:
            time.sleep(0.03)
        return choice


@pytest.mark.parametrize(
    ("promise", "broken"),
    [
        ("", set()),
        ("illegal", {names.LEGAL_MOVES}),
        ("silent", {names.CANDIDATES}),
        ("raising", {names.NO_ERRORS}),
        ("no_choice", {names.NO_ERRORS}),
        ("vandal", {names.UNCHANGED}),
        ("laborious", {names.FORCED_MOVES}),
        ("greedy", {names.ITERATIONS}),
        ("slow", {names.MILLISECONDS}),
    ],
)
def test_a_broken_promise_is_found(monkeypatch, promise, broken):
    monkeypatch.setitem(registry.SOLVERS, "breaker", Breaker)
    tolerance = 20 if promise == "slow" else 60_000
    limits = replace(QUICK, milliseconds=3, tolerance_milliseconds=tolerance, every=10)
    report = check_solver(f"breaker(promise={promise})" if promise else "breaker", "stonks", players=[3], limits=limits)
    assert {check.name for check in report.checks if not check.passed} == broken, report.to_json()
    assert report.passed == (not broken)
    for name in broken:
        found = report.check(name)
        assert 0 < found.failed <= found.asked
        assert "3 players, seat " in found.examples[0]
        assert len(found.examples) <= 5


@dataclass(frozen=True)
class Historian(Breaker):
    """Plays by a checksum of what it has seen in the round; may spoil it."""

    name: ClassVar[str] = "historian"
    reads_earlier_views: ClassVar[bool] = True
    lengths: ClassVar[list[int]] = []

    def choose(self, game, view, budget, seed, control=None):
        earlier = control.earlier if control else ()
        self.lengths.append(len(earlier))
        checksum = crc32(b"".join(seen.tobytes() for seen in earlier))
        choice = RandomPlayer().choose(game, view, budget, checksum)
        if self.promise and earlier:
            earlier[0].public_key += 1
        return replace(choice, iterations=0 if choice.forced else min(budget.iterations or 5, 5))


@pytest.mark.parametrize(("promise", "broken"), [("", set()), ("vandal", {names.UNCHANGED})])
def test_solvers_that_read_earlier_views_are_given_them_in_twin_worlds_too(monkeypatch, promise, broken):
    monkeypatch.setitem(registry.SOLVERS, "historian", Historian)
    monkeypatch.setattr(Historian, "lengths", [])
    spec = f"historian(promise={promise})" if promise else "historian"
    report = check_solver(spec, "stockpile", players=[3], limits=replace(QUICK, every=10, twins=6))
    assert {check.name for check in report.checks if not check.passed} == broken, report.to_json()
    assert report.check(names.TWINS).asked == 6
    assert max(Historian.lengths) > 10


def test_answers_that_change_from_call_to_call_are_found(monkeypatch):
    monkeypatch.setitem(registry.SOLVERS, "breaker", Breaker)
    limits = replace(QUICK, games=2, every=3, twins=6)
    report = check_solver("breaker(promise=fickle)", "stonks", players=[2], limits=limits)
    assert report.check(names.SAME_ANSWER).failed > 0
    assert report.check(names.TWINS).failed > 0
    assert report.check(names.LEGAL_MOVES).passed


def test_the_same_seed_asks_the_same(monkeypatch):
    monkeypatch.setitem(registry.SOLVERS, "breaker", Breaker)
    asked: list[list[Any]] = []
    for seed in (1, 1, 2):
        monkeypatch.setattr(Breaker, "calls", [])
        check_solver("breaker", "stonks", players=[2], seed=seed, limits=QUICK)
        asked.append(Breaker.calls)
    assert asked[0] == asked[1] != asked[2]


def test_a_solver_with_a_clock_of_its_own_is_not_asked_twice():
    report = check_solver("ismcts(milliseconds=1)", "stonks", players=[2], limits=QUICK)
    assert report.passed
    for name in (names.SAME_ANSWER, names.THREADS, names.TWINS):
        assert (report.check(name).asked, report.check(name).note) == (0, "has a time limit of its own")


def test_progress_is_told_and_the_report_is_json():
    told = []
    limits = replace(QUICK, games=2)
    report = check_solver(
        "random", "stonks", {"rounds": 5}, [2, 3], limits=limits, progress=lambda *at: told.append(at)
    )
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    values = report.to_json()
    assert (values["solver"], values["game"], values["players"], values["passed"]) == ("random", "stonks", [2, 3], True)
    assert [check["name"] for check in values["checks"]] == list(names.CHECKS)


def test_what_there_is_not_is_refused(monkeypatch):
    monkeypatch.setitem(registry.SOLVERS, "breaker", Breaker)
    with pytest.raises(PitwiseError, match="chess"):
        check_solver("random", "chess")
    with pytest.raises(OptionError, match="seats"):
        check_solver("random", "stonks", players=[7])
    with pytest.raises(SpecError, match="plays nothing"):
        check_solver("breaker(promise=no game)", "stonks", players=[2], limits=QUICK)
