"""The fairness audit: do solvers get what their seat can see, nothing more, and worlds that could be true.

Games are played by a mixture of heuristic and random moves. At every decision, views are drawn up and worlds dealt into
them, and an independent checker for the game, fed with the events one seat saw, judges both. Now and then a twin world
is forked and both are played on with moves that look alike to one seat: at its next decision its views must be the
same, and so must every solver's answers. Hidden cards of sampled worlds are compared with their exact distributions.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table
from scipy import stats

from engine import contract
from engine.game import Game, Json
from engine.randomness import draw_below, generator
from eval.checker import Checker, Marginal
from eval.stockpile_checker import StockpileChecker
from eval.stonks_checker import StonksChecker
from eval.twins import Apply, twins_at_next_decision
from solvers.base import Budget, Control
from solvers.registry import make_solver

CHECKERS: dict[str, Callable[[Game, int], Checker]] = {"stockpile": StockpileChecker, "stonks": StonksChecker}
"""Each game's independent checker of one seat."""

WORLDS_PER_VIEW = 2
TWIN_CHANCE = 20
"""At one decision in so many a twin world is forked."""
TWIN_ITERATIONS = 200
MARGINAL_CHANCE = 15
"""One decision in so many is compared with exact enumeration if it can be, up to once a game ..."""
MARGINAL_POSITIONS = 40
"""... and so often in an audit."""
MARGINAL_WORLDS = 3000
SMALLEST_EXPECTED = 5.0
SIGNIFICANCE = 0.001
"""Corrected for the number of tests, a smaller p-value fails the audit."""

MOST_EXAMPLES = 10

Redeal = Callable[[Any, int], Any]
Hide = Callable[[Any, int], Any]


@dataclass(frozen=True)
class TwinResult:
    """How often a solver was asked in twin worlds, and how often it answered differently: it must not."""

    solver: str
    decisions: int
    differing: int


@dataclass(frozen=True)
class MarginalResult:
    """A hidden card's sampled faces against their exact distribution: chi-square, its p-value, and impossible faces."""

    name: str
    worlds: int
    impossible: int
    chi_square: float
    degrees_of_freedom: int
    p_value: float


@dataclass(frozen=True)
class AuditReport:
    """What an audit counted.

    Attributes:
        game, options, games, seed: what was audited.
        decisions: positions looked at.
        views, worlds: views drawn up and worlds dealt into them.
        views_without_world: views that no world could be dealt into (0 is fair).
        view_mismatches: worlds that look different to the seat than its view (0).
        broken_worlds: worlds that lack or double a card, or contradict what the seat was shown (0).
        leaks: facts in a seat's view that it was never shown (0).
        twin_forks: decisions at which twin worlds were forked.
        twin_comparisons: how many of them led to another decision of the seat, where the two worlds were compared.
        twins_unlike: how many of those were reached by moves that differ between the worlds.
        twin_view_mismatches: comparisons in which the seat's two views differ (0).
        twins: each solver's answers at these comparisons (no differing ones).
        marginals: sampled hidden cards against exact enumeration.
        examples: the first faults in words.
    """

    game: str
    options: Json
    games: int
    seed: int
    decisions: int
    views: int
    worlds: int
    views_without_world: int
    view_mismatches: int
    broken_worlds: int
    leaks: int
    twin_forks: int
    twin_comparisons: int
    twins_unlike: int
    twin_view_mismatches: int
    twins: tuple[TwinResult, ...]
    marginals: tuple[MarginalResult, ...]
    examples: tuple[str, ...] = ()

    @property
    def smallest_p(self) -> float:
        """The smallest p-value of the chi-square tests; 1 without any."""
        return min((result.p_value for result in self.marginals), default=1.0)

    @property
    def corrected_p(self) -> float:
        """The smallest p-value times the number of tests (Bonferroni)."""
        return min(1.0, self.smallest_p * max(1, len(self.marginals)))

    @property
    def passed(self) -> bool:
        """Whether nothing unfair was found."""
        counts = (
            self.views_without_world,
            self.view_mismatches,
            self.broken_worlds,
            self.leaks,
            self.twin_view_mismatches,
        )
        return (
            not any(counts)
            and not any(twin.differing for twin in self.twins)
            and not any(result.impossible for result in self.marginals)
            and self.corrected_p >= SIGNIFICANCE
        )

    def to_json(self) -> Json:
        """The report as JSON values."""
        return asdict(self) | {
            "smallest_p": self.smallest_p,
            "corrected_p": self.corrected_p,
            "passed": self.passed,
        }

    def table(self) -> Table:
        """The report for a terminal."""
        table = Table(title=f"Fairness audit: {self.game}, {self.games} games, seed {self.seed}")
        table.add_column("what")
        table.add_column("counted", justify="right")
        table.add_column("must be", justify="right")
        rows: list[tuple[str, int | float | str, str]] = [
            ("decisions looked at", self.decisions, ""),
            ("views drawn up", self.views, ""),
            ("worlds sampled", self.worlds, ""),
            ("views without a world", self.views_without_world, "0"),
            ("worlds that look different to the seat", self.view_mismatches, "0"),
            ("worlds that break the deck or what was shown", self.broken_worlds, "0"),
            ("facts in a view never shown to its seat", self.leaks, "0"),
            ("twin worlds forked", self.twin_forks, ""),
            ("twins compared at the seat's next decision", self.twin_comparisons, ""),
            ("of these, after moves that differ", self.twins_unlike, ""),
            ("twins that look different by then", self.twin_view_mismatches, "0"),
        ]
        rows += [
            (f"twin decisions that differ, {twin.solver} (of {twin.decisions})", twin.differing, "0")
            for twin in self.twins
        ]
        rows += [
            ("hidden cards compared with exact enumeration", len(self.marginals), ""),
            ("impossible faces among them", sum(result.impossible for result in self.marginals), "0"),
            ("smallest p-value", f"{self.smallest_p:.4g}", ""),
            (
                f"the same, corrected for {len(self.marginals)} tests",
                f"{self.corrected_p:.4g}",
                f">= {SIGNIFICANCE:g}",
            ),
        ]
        for what, counted, must_be in rows:
            table.add_row(what, str(counted), must_be)
        table.add_section()
        table.add_row("verdict", "fair" if self.passed else "NOT FAIR", "fair")
        for example in self.examples:
            table.add_row(example, "", "")
        return table


@dataclass
class _Audit:
    """An audit in progress."""

    game: Game
    redeal: Redeal
    hide: Hide
    apply: Apply
    rng: npt.NDArray[np.uint64]
    decisions: int = 0
    views: int = 0
    worlds: int = 0
    views_without_world: int = 0
    view_mismatches: int = 0
    broken_worlds: int = 0
    leaks: int = 0
    twin_forks: int = 0
    twin_comparisons: int = 0
    twins_unlike: int = 0
    twin_view_mismatches: int = 0
    twin_decisions: Counter[str] = field(default_factory=Counter)
    twin_differing: Counter[str] = field(default_factory=Counter)
    marginals: list[MarginalResult] = field(default_factory=list)
    marginal_positions: int = 0
    examples: list[str] = field(default_factory=list)

    def seed(self) -> int:
        return int(draw_below(self.rng, 2**31 - 1))

    def example(self, text: str) -> None:
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(text)

    def world(self, view: Any) -> Any | None:
        try:
            return self.redeal(view, self.seed())
        except ValueError:
            return None

    def look(self, state: Any, seat: int, checker: Checker) -> None:
        """Judge one seat's view and worlds dealt into it."""
        view = self.hide(state, seat)
        self.views += 1
        for leak in checker.leaks(view):
            self.leaks += 1
            self.example(f"seat {seat}'s view shows {leak}")
        for _ in range(WORLDS_PER_VIEW):
            world = self.world(view)
            if world is None:
                self.views_without_world += 1
                self.example(f"no world for seat {seat}'s view")
                return
            self.worlds += 1
            if self.hide(world, seat).tobytes() != view.tobytes():
                self.view_mismatches += 1
                self.example(f"a world looks different to seat {seat}")
            faults = checker.faults(world)
            if faults:
                self.broken_worlds += 1
                self.example(f"a world for seat {seat}: {faults[0]}")

    def compare_twins(self, state: Any, seat: int, solvers: dict[str, Any], past: Sequence[Any]) -> None:
        """Fork a twin world, play both on until the seat's next decision, and compare its views and solvers there.

        ``past`` has the positions at earlier decisions of the round: up to the fork the two are one game.
        """
        self.twin_forks += 1
        view = self.hide(state, seat)

        def fork(seed: int) -> Any | None:
            try:
                twin = self.redeal(view, seed)
            except ValueError:
                return None
            # Worlds that look different from the start are counted elsewhere.
            return twin if self.hide(twin, seat).tobytes() == view.tobytes() else None

        walk = twins_at_next_decision(self.game, state, seat, self.seed(), fork, self.apply)
        if walk is not None:
            self.twins_unlike += walk.unlike > 0
            earlier = [self.hide(position, seat) for position in past]
            both = [
                [*earlier, *(self.hide(pair[side], seat) for pair in walk.passed), self.hide(present, seat)]
                for side, present in enumerate((walk.state, walk.twin))
            ]
            self._ask_twins(both[0], both[1], seat, solvers)

    def _ask_twins(self, views: list[Any], twins: list[Any], seat: int, solvers: dict[str, Any]) -> None:
        """Compare what the seat sees in the two worlds, and has seen, the last view being of the present decision."""
        self.twin_comparisons += 1
        unlike = [(view, twin) for view, twin in zip(views, twins, strict=True) if view.tobytes() != twin.tobytes()]
        if unlike:
            self.twin_view_mismatches += 1
            view, twin = unlike[0]
            names = [name for name in self.game.state_dtype.names or () if np.any(view[name] != twin[name])]
            self.example(f"what seat {seat} could not see shows in {', '.join(names)}")
        budget, seed = Budget(iterations=TWIN_ITERATIONS), self.seed()
        for spec, solver in solvers.items():
            first, second = (
                solver.choose(self.game, seen[-1], budget, seed, Control(earlier=tuple(seen[:-1])))
                for seen in (views, twins)
            )
            self.twin_decisions[spec] += 1
            if (first.move, first.candidates) != (second.move, second.candidates):
                self.twin_differing[spec] += 1
                self.example(f"{spec} plays {self.game.move_text(first.move)} or {self.game.move_text(second.move)}")

    def compare_marginals(self, state: Any, seat: int, checker: Checker) -> None:
        """Compare sampled hidden cards with their exact distribution, if the position is small enough."""
        marginals = checker.exact_marginals()
        if not marginals:
            return
        self.marginal_positions += 1
        view = self.hide(state, seat)
        counts: list[Counter[tuple[int, ...]]] = [Counter() for _ in marginals]
        for _ in range(MARGINAL_WORLDS):
            world = self.world(view)
            if world is None:
                return
            for marginal, counter in zip(marginals, counts, strict=True):
                counter[marginal.read(world)] += 1
        for marginal, counter in zip(marginals, counts, strict=True):
            self.marginals.append(chi_square_test(marginal, counter))


def chi_square_test(marginal: Marginal, counts: Counter[tuple[int, ...]]) -> MarginalResult:
    """Pearson's chi-square test; values expected fewer than five times are pooled."""
    worlds = counts.total()
    impossible = sum(count for value, count in counts.items() if value not in marginal.probabilities)
    observed, expected = [0.0], [0.0]
    for value, probability in marginal.probabilities.items():
        if probability * worlds < SMALLEST_EXPECTED:
            observed[0] += counts[value]
            expected[0] += probability * worlds
        else:
            observed.append(counts[value])
            expected.append(probability * worlds)
    if expected[0] < SMALLEST_EXPECTED and len(expected) > 1:
        # Too rare even together: they join the last of the others.
        observed[-1] += observed.pop(0)
        expected[-1] += expected.pop(0)
    degrees = len(expected) - 1
    statistic = sum((seen - mean) ** 2 / mean for seen, mean in zip(observed, expected, strict=True))
    p_value = float(stats.chi2.sf(statistic, degrees)) if degrees else 1.0
    return MarginalResult(marginal.name, worlds, impossible, float(statistic), degrees, p_value)


def audit(
    game: Game,
    games: int,
    seed: int,
    solvers: Sequence[str] = ("random", "heuristic", "ismcts"),
    progress: Callable[[int, int], None] | None = None,
    redeal: Redeal | None = None,
    hide: Hide | None = None,
    apply: Apply | None = None,
) -> AuditReport:
    """Play ``games`` games and audit every decision.

    Args:
        game: the configured game.
        games: how many games.
        seed: the same seed gives the same report.
        solvers: specs of the solvers to ask twin worlds.
        progress: called with the games done and their number.
        redeal: deals a world into a view, for tests of the audit; the game's own by default.
        hide: draws up a seat's view, for tests of the audit; the game's own by default.
        apply: plays a move, for tests of the audit; the game's own by default.

    Raises:
        KeyError: the game has no independent checker.
        UnknownNameError, SpecError: a solver spec is faulty.
    """
    new_checker = CHECKERS[game.name]
    players = {spec: make_solver(spec, game) for spec in solvers}
    run = _Audit(game, redeal or game.redeal, hide or game.view, apply or contract.apply, generator(seed))
    for number in range(games):
        _audit_game(run, [new_checker(game, seat) for seat in range(game.seats)], players)
        if progress is not None:
            progress(number + 1, games)
    return AuditReport(
        game=game.name,
        options=game.options_json,
        games=games,
        seed=seed,
        decisions=run.decisions,
        views=run.views,
        worlds=run.worlds,
        views_without_world=run.views_without_world,
        view_mismatches=run.view_mismatches,
        broken_worlds=run.broken_worlds,
        leaks=run.leaks,
        twin_forks=run.twin_forks,
        twin_comparisons=run.twin_comparisons,
        twins_unlike=run.twins_unlike,
        twin_view_mismatches=run.twin_view_mismatches,
        twins=tuple(TwinResult(spec, run.twin_decisions[spec], run.twin_differing[spec]) for spec in players),
        marginals=tuple(run.marginals),
        examples=tuple(run.examples),
    )


def _audit_game(run: _Audit, checkers: Sequence[Checker], solvers: dict[str, Any]) -> None:
    game, rng = run.game, run.rng
    log = contract.event_log()
    state = game.deal(run.seed(), log)
    compared_before = run.marginal_positions
    past: list[Any] = []
    # Some games are compared early, when little is known, others late, when much is.
    first_round_compared = draw_below(rng, contract.rounds_left(game.rules, state))
    while (mover := game.mover(state)) is not None:
        _tell(log, checkers)
        run.decisions += 1
        # The mover's view, and that of one other seat.
        other = (mover + 1 + draw_below(rng, game.seats - 1)) % game.seats
        for seat in (mover, other):
            run.look(state, seat, checkers[seat])
        moves = game.legal_moves(state)
        if draw_below(rng, TWIN_CHANCE) == 0:
            run.compare_twins(state, draw_below(rng, game.seats), solvers, past)
        if (
            run.marginal_positions < MARGINAL_POSITIONS
            and run.marginal_positions == compared_before
            and contract.rounds_played(game.rules, state) >= first_round_compared
            and draw_below(rng, MARGINAL_CHANCE) == 0
        ):
            run.compare_marginals(state, other, checkers[other])
        if draw_below(rng, 2):
            move = moves[draw_below(rng, len(moves))]
        else:
            move = game.suggest(game.view(state, mover), game.best_style, run.seed())
        before = game.copy(state)
        run.apply(game.rules, state, move, log)
        past.append(before)
        if contract.rounds_played(game.rules, state) > contract.rounds_played(game.rules, before):
            past.clear()
    _tell(log, checkers)
    for seat, checker in enumerate(checkers):
        run.look(state, seat, checker)


def _tell(log: npt.NDArray[np.int16], checkers: Sequence[Checker]) -> None:
    """Pass the log's events on to the seats that see them, and empty it."""
    for row in log[1 : 1 + int(log[0, 0])].tolist():
        for seat, checker in enumerate(checkers):
            if row[1] in (contract.EVERYONE, seat):
                checker.observe(row)
    log[0, 0] = 0
