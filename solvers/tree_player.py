"""What every tree searching player does around the search kernel: budgets, threads, reports and explanations.

A player grows several independent trees, which share its iterations and are read out together in the end (root
parallelism). What each tree starts from, and how the trees' answers become one, is the player's own.
"""

import math
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.errors import NoWorldError
from engine.game import Game
from engine.randomness import draw, generator
from solvers.base import Budget, Candidate, Choice, Control, chosen_first, legal_moves_of_viewer
from solvers.heuristic_player import BEST_STYLE
from solvers.ismcts.move_averages import new_averages
from solvers.ismcts.race import Race, new_race
from solvers.ismcts.regret_matching import MOST_BRANCHINGS
from solvers.ismcts.report import explain, principal_line
from solvers.ismcts.search import SETTINGS_DTYPE, run_iterations
from solvers.ismcts.statistics import Tree, new_tree
from solvers.playout import RANDOM_STYLE
from solvers.search_parameters import LEARNED_LEAF, RULE_LEAF, SearchParameters
from solvers.specs import SpecError, spec_text

RANDOM_PLAYOUTS = "random"
BY_BOUNDS = "bounds"
BY_PUCT = "puct"
BY_REGRETS = "regret_matching"
DEFAULT_MILLISECONDS = 1000.0
_FIRST_CHUNK = 16
"""Iterations before the clock is looked at for the first time, all trees together, but one a tree at least."""
_CHUNK_SECONDS = 0.004
_READ_OUT_SECONDS = 0.002
"""Kept of a time budget to read the answer out of the trees."""


class TreePlayer(SearchParameters, ABC):
    """A player that searches; its subclasses are dataclasses of its parameters, which may be more than the common."""

    rival_policy: float = 0.0
    elimination: float = 0.0
    selection: str = BY_BOUNDS
    policy_prior: float = 0.5
    first_play_urgency: float = math.inf
    progressive_bias: float = 0.0
    mast_share: float = 0.0
    mast_temperature: float = 0.1

    name: ClassVar[str]
    searches: ClassVar[bool] = True
    one_world_a_tree: ClassVar[bool]
    """Whether a tree is about one world that every seat knows, or about all worlds that agree with the view."""

    RANGES: ClassVar[dict[str, tuple[float, float]]] = {
        "iterations": (0, 1e12),
        "milliseconds": (0, 1e9),
        "threads": (1, 256),
        "exploration": (0, 100),
        "widening": (0, 1e6),
        "random_share": (0, 1),
        "cutoff": (0, 1000),
        "rival_policy": (0, 1),
        "elimination": (0, 1e6),
        "policy_prior": (0, 1),
        "first_play_urgency": (-1, math.inf),
        "progressive_bias": (0, 100),
        "mast_share": (0, 1),
        "mast_temperature": (0, 100),
        "win_weight": (0, 1),
        "margin_scale": (0, 1e6),
        "megabytes": (1, 1e6),
    }

    @property
    @abstractmethod
    def tree_count(self) -> int:
        """How many trees share the iterations."""

    def root(self, game: Game, view: Any, seeds: npt.NDArray[np.uint64]) -> Any:
        """What a tree is searched from: the view, or the one world that it is about, sampled from the view.

        Raises:
            NoWorldError: no position of the game agrees with the view.
        """
        return game.redeal(view, int(draw(seeds))) if self.one_world_a_tree else view

    @abstractmethod
    def candidates(
        self, game: Game, view: Any, searched: list[tuple[Any, Tree]], moves: list[int], seed: int
    ) -> tuple[Candidate, ...]:
        """What the trees, each with its root, say of every legal move; the chosen one first."""

    def in_phase(self, game: Game, view: Any) -> "TreePlayer":
        """The player as it searches for the view's decision; other parameters may hold in some phases."""
        return self

    def check_ranges(self, **more: tuple[float, float]) -> None:
        """Check the parameters, with the ranges of those that only this player has.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        for name, (low, high) in (self.RANGES | more).items():
            if not low <= getattr(self, name) <= high:
                raise SpecError(f"{self.name}: {name} must be from {low:g} to {high:g}, not {getattr(self, name):g}")
        if self.leaf not in (LEARNED_LEAF, RULE_LEAF):
            raise SpecError(f"{self.name}: leaf must be {LEARNED_LEAF} or {RULE_LEAF}, not {self.leaf!r}")

    @property
    def spec(self) -> str:
        """The spec that makes this player."""
        return spec_text(self.name, self)

    def check(self, game: Game) -> None:
        """Check that the game has the playout style.

        Raises:
            SpecError: it has not.
        """
        known = (RANDOM_PLAYOUTS, BEST_STYLE, *game.styles)
        if self.playouts not in known:
            raise SpecError(f"{self.name}: {game.name} has no playouts {self.playouts!r}; it has {', '.join(known)}")

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """See :class:`solvers.base.Solver`.

        Raises:
            TurnError: it is not the viewer's turn, or the game is over.
            NoWorldError: no position of the game agrees with the view.
        """
        return self.choose_among(game, view, budget, seed, control)

    def choose_among(
        self,
        game: Game,
        view: Any,
        budget: Budget,
        seed: int,
        control: Control | None = None,
        shortlist: Sequence[int] = (),
    ) -> Choice:
        """Choose, with the race at the root between the moves of a ``shortlist`` only, the first of which runs first.

        Without a shortlist, or where there is no race, all legal moves are searched.

        Raises:
            TurnError: it is not the viewer's turn, or the game is over.
            NoWorldError: no position of the game agrees with the view.
        """
        started = time.perf_counter()
        self.check(game)
        moves = legal_moves_of_viewer(game, view)
        if len(moves) == 1:
            return Choice(
                move=moves[0],
                candidates=(Candidate(moves[0]),),
                principal_line=((game.viewer(view), moves[0]),),
                seconds=time.perf_counter() - started,
                forced=True,
                explanation=f"{game.move_text(moves[0])}: the only legal move.",
            )
        control = control or Control()
        iterations = _smaller(budget.iterations, self.iterations or None)
        milliseconds = _smaller(budget.milliseconds, self.milliseconds or None)
        if iterations is None and milliseconds is None:
            milliseconds = DEFAULT_MILLISECONDS
        search = _Search(self.in_phase(game, view), game, view, seed, iterations, control, shortlist)

        def choice() -> Choice:
            return search.choice(moves, started)

        deadline = None
        if milliseconds is not None:
            seconds = milliseconds / 1000.0
            deadline = started + seconds - min(_READ_OUT_SECONDS, 0.1 * seconds)
        search.run(deadline, report=choice)
        return choice()

    def settings(self, game: Game) -> Any:
        """The parameters as the kernel's record (``SETTINGS_DTYPE``)."""
        settings = np.zeros(1, SETTINGS_DTYPE).view(np.recarray)[0]
        settings.exploration = self.exploration
        settings.widening = self.widening
        settings.win_weight = self.win_weight
        settings.margin_scale = self.margin_scale or game.typical_margin
        settings.random_share = self.random_share
        settings.cutoff_rounds = self.cutoff
        settings.learned_leaf = self.leaf == LEARNED_LEAF
        settings.elimination = self.elimination
        settings.puct = self.selection == BY_PUCT
        settings.policy_prior = self.policy_prior
        settings.first_play_urgency = self.first_play_urgency
        settings.progressive_bias = self.progressive_bias
        settings.mast_share = self.mast_share
        settings.mast_temperature = self.mast_temperature
        settings.regret_matching = self.selection == BY_REGRETS
        settings.one_world = self.one_world_a_tree
        if self.playouts == RANDOM_PLAYOUTS:
            # Rivals that played at random would teach the search nothing: the tree plays for them.
            settings.playout_style = RANDOM_STYLE
        else:
            settings.rival_policy = self.rival_policy
            style = game.best_style if self.playouts == BEST_STYLE else self.playouts
            settings.playout_style = game.styles.index(style)
        return settings


def _smaller(first: Any, second: Any) -> Any:
    given = [value for value in (first, second) if value is not None]
    return min(given) if given else None


@cache
def _thread_pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=max(4, 4 * (os.cpu_count() or 1)), thread_name_prefix="search")


@dataclass
class _GrowingTree:
    """A tree with its race, its generator and working records.

    ``root`` is the view, or the tree's own world; ``iterations_left`` is None without an iteration budget.
    """

    tree: Tree
    root: Any
    race: Race
    averages: Any
    rng: Any
    dealt: Any
    world: Any
    iterations_left: int | None

    def finished(self) -> bool:
        return self.iterations_left is not None and self.iterations_left <= 0


class _Search:
    """One search in progress: its trees grow in short chunks, so that time, cancellation and reports are heeded."""

    def __init__(
        self,
        player: TreePlayer,
        game: Game,
        view: Any,
        seed: int,
        iterations: int | None,
        control: Control,
        shortlist: Sequence[int],
    ) -> None:
        self.player = player
        self.game = game
        self.view = view
        self.seed = seed
        self.control = control
        self.settings = player.settings(game)
        self.trees = []
        self.no_world = False
        seeds = generator(seed)
        count = player.tree_count
        racers = self._moves_to_race(shortlist)
        for index in range(count):
            share = None if iterations is None else (iterations + count - 1 - index) // count
            rng = np.zeros(1, np.uint64)
            rng[0] = draw(seeds)
            dealt = np.zeros(1, game.state_dtype).view(np.recarray)
            by_regrets = player.selection == BY_REGRETS
            world = np.zeros(1 + MOST_BRANCHINGS if by_regrets else 1, game.state_dtype).view(np.recarray)
            root = player.root(game, view, seeds)
            tree = new_tree(player.megabytes / count, share, with_regrets=by_regrets)
            averages = new_averages(game.seats if player.mast_share > 0.0 else 0)
            self.trees.append(_GrowingTree(tree, root, new_race(racers), averages, rng, dealt, world, share))

    def _moves_to_race(self, shortlist: Sequence[int]) -> list[int]:
        """The root's moves, if they are to race: those of the shortlist if there is one.

        Search-only moves do not: what they are worth shows only when the decisions that follow have been searched.
        """
        if self.settings.elimination == 0.0 or self.settings.regret_matching != 0:
            return []
        # Moves depend on what the mover has seen alone, so the view will do for a world.
        view = self.game.copy(self.view)
        contract.prepare_search(self.game.rules, view)
        moves = self.game.legal_moves(view)
        if moves[-1] >= contract.FIRST_SEARCH_ONLY_MOVE:
            return []
        if shortlist:
            self.settings.policy_move = shortlist[0]
        elif self.settings.playout_style != RANDOM_STYLE:
            style = self.game.styles[self.settings.playout_style]
            self.settings.policy_move = self.game.suggest(self.view, style, self.seed)
        return sorted(shortlist) or moves

    def run(self, deadline: float | None, report: Callable[[], Choice]) -> None:
        """Grow the trees until the budget is spent, ``deadline`` (perf_counter seconds) has come, or it is cancelled.

        Raises:
            NoWorldError: no position of the game agrees with the view.
        """
        chunk = max(1, _FIRST_CHUNK // len(self.trees))
        next_report = time.perf_counter() + self.control.report_milliseconds / 1000.0
        while not self.control.cancel_flag[0]:
            growing = [tree for tree in self.trees if not tree.finished()]
            if not growing:
                return
            began = time.perf_counter()
            if deadline is not None and began >= deadline and self.iterations > 0:
                return
            self._grow(growing, chunk)
            if self.no_world:
                raise NoWorldError
            now = time.perf_counter()
            goal = _CHUNK_SECONDS if deadline is None else min(_CHUNK_SECONDS, max(deadline - now, 0.0))
            chunk = max(1, min(4 * chunk, int(chunk * goal / max(now - began, 1e-6))))
            if self.control.on_report is not None and now >= next_report:
                self.control.on_report(report())
                next_report = time.perf_counter() + self.control.report_milliseconds / 1000.0

    def _grow(self, growing: list[_GrowingTree], chunk: int) -> None:
        threads = min(self.player.threads, len(growing))
        if threads == 1:
            self._grow_in_turn(growing, chunk)
            return
        futures: list[Future[None]] = [
            _thread_pool().submit(self._grow_in_turn, growing[first::threads], chunk) for first in range(1, threads)
        ]
        self._grow_in_turn(growing[0::threads], chunk)
        for future in futures:
            future.result()

    def _grow_in_turn(self, growing: list[_GrowingTree], chunk: int) -> None:
        for item in growing:
            count = chunk if item.iterations_left is None else min(chunk, item.iterations_left)
            done = run_iterations(
                self.game.rules,
                item.root,
                item.dealt,
                item.world,
                self.settings,
                item.tree.slots,
                item.tree.nodes,
                item.tree.edges,
                item.tree.regrets,
                item.averages,
                item.tree.counters[0],
                item.race.counters[0],
                item.race.racers,
                item.race.squares,
                item.rng,
                contract.NO_LOG,
                count,
                self.control.cancel_flag,
            )
            if item.iterations_left is not None:
                item.iterations_left -= done
            if item.tree.counters[0].failed_worlds > 0:
                self.no_world = True

    @property
    def iterations(self) -> int:
        """Iterations done in all trees."""
        return sum(int(item.tree.counters[0].iterations) for item in self.trees)

    @property
    def worlds(self) -> int:
        """Worlds sampled, or one for each tree that had any iterations."""
        if not self.player.one_world_a_tree:
            return sum(int(item.tree.counters[0].worlds) for item in self.trees)
        return sum(int(item.tree.counters[0].iterations) > 0 for item in self.trees)

    def choice(self, moves: list[int], started: float) -> Choice:
        """The choice as it stands."""
        searched = [(item.root, item.tree) for item in self.trees]
        candidates = self.player.candidates(self.game, self.view, searched, moves, self.seed)
        move = candidates[0].move
        iterations = self.iterations
        if iterations == 0:
            # Cancelled before the first iteration: the rules of thumb answer.
            move = self.game.suggest(self.view, self.game.best_style, self.seed)
            candidates = chosen_first(moves, move)
        largest = max(self.trees, key=lambda item: int(item.tree.counters[0].iterations))
        return Choice(
            move=move,
            candidates=candidates,
            principal_line=principal_line(self.game, self.view, largest.root, largest.tree, move, self.seed),
            worlds=self.worlds,
            iterations=iterations,
            decisions=sum(int(item.tree.counters[0].decisions) for item in self.trees),
            seconds=time.perf_counter() - started,
            cancelled=bool(self.control.cancel_flag[0]),
            explanation=explain(self.game, candidates, move, iterations),
        )
