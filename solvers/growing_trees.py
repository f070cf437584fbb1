"""A search in progress: trees that grow in turn or side by side, and what they say in the end."""

import os
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from engine import contract
from engine.errors import NoWorldError
from engine.game import Game
from engine.randomness import draw, generator
from solvers.base import Choice, Control, chosen_first, reuses_trees
from solvers.beliefs.past import Beliefs
from solvers.ismcts.move_averages import new_averages
from solvers.ismcts.race import Race, new_race, with_caution
from solvers.ismcts.regret_matching import MOST_BRANCHINGS, MOST_PLAYOUTS
from solvers.ismcts.report import explain, moves_in_search, principal_line
from solvers.ismcts.search import run_iterations
from solvers.ismcts.statistics import Tree, new_tree
from solvers.kept_trees import begin_again, forget
from solvers.playout import RANDOM_STYLE
from solvers.search_parameters import BY_REGRETS

if TYPE_CHECKING:
    from solvers.tree_player import TreePlayer

_FIRST_CHUNK = 16
"""Iterations before the clock is looked at for the first time, all trees together, but one a tree at least."""
_CHUNK_SECONDS = 0.004


@cache
def _thread_pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=max(4, 4 * (os.cpu_count() or 1)), thread_name_prefix="search")


@dataclass
class _GrowingTree:
    """A tree with its race, its generator and working records.

    ``settings`` are its own: what style it plays on by depends on what it finds out of the rivals.
    ``root`` is the view, or the tree's own world; ``iterations_left`` is None without an iteration budget.
    """

    tree: Tree
    settings: Any
    root: Any
    race: Race
    beliefs: Beliefs
    averages: Any
    rng: Any
    dealt: Any
    world: Any
    iterations_left: int | None

    def finished(self) -> bool:
        return self.iterations_left is not None and self.iterations_left <= 0


class Search:
    """One search in progress: its trees grow in short chunks, so that time, cancellation and reports are heeded.

    Args:
        player: whose parameters count.
        game: the configured game.
        view: of the seat to move.
        earlier: the views that worlds are inferred from, see :func:`solvers.beliefs.past.views_to_read`.
        seed: of all that is drawn.
        iterations: of all trees together; None: no limit.
        control: how the caller follows and cancels.
        shortlist: the moves that race at the root, the first of which runs first; none: all.
        hurried: see :meth:`solvers.tree_player.TreePlayer.new_beliefs`.
    """

    def __init__(
        self,
        player: "TreePlayer",
        game: Game,
        view: Any,
        earlier: Sequence[Any],
        seed: int,
        iterations: int | None,
        control: Control,
        shortlist: Sequence[int],
        hurried: bool,
    ) -> None:
        self.player = player
        self.game = game
        self.view = view
        self.seed = seed
        self.control = control
        self.settings = player.settings(game)
        self.trees = []
        self.no_world = False
        self.usual: int | None = None
        seeds = generator(seed)
        count = player.tree_count
        racers = self._moves_to_race(shortlist)
        kept = self._kept_trees(racing=bool(racers))
        for index in range(count):
            share = None if iterations is None else (iterations + count - 1 - index) // count
            rng = np.zeros(1, np.uint64)
            rng[0] = draw(seeds)
            dealt = np.zeros(1, game.state_dtype).view(np.recarray)
            by_regrets = player.selection == BY_REGRETS
            world = np.zeros(1 + MOST_BRANCHINGS if by_regrets else 1, game.state_dtype).view(np.recarray)
            root = player.root(game, view, seeds)
            # A playout may add an information set; a tree that is to be kept has room for further searches.
            sets = share * MOST_PLAYOUTS if share is not None and by_regrets else share
            if self._keeps_trees:
                sets = None
            tree = kept[index] if kept else new_tree(player.megabytes / count, sets, with_regrets=by_regrets)
            averages = new_averages(game.seats if player.mast_share > 0.0 else 0)
            beliefs = player.new_beliefs(game, earlier, hurried)
            race = new_race(racers, share or 0)
            settings = np.array([self.settings], self.settings.dtype).view(np.recarray)[0]
            self.trees.append(_GrowingTree(tree, settings, root, race, beliefs, averages, rng, dealt, world, share))

    @property
    def _keeps_trees(self) -> bool:
        return self.control.trees is not None and reuses_trees(self.player)

    @property
    def _use_of_trees(self) -> Hashable:
        """All that trees must have in common for one to go on where another has ended."""
        player, game = self.player, self.game
        shape = player.tree_count, player.megabytes, player.selection == BY_REGRETS
        return game.name, game.rules.tobytes(), game.viewer(self.view), shape

    def _kept_trees(self, racing: bool) -> list[Tree]:
        """The trees of the seat's last search, ready to go on; none if they are not to be used, or there are none."""
        if not self._keeps_trees or self.control.trees is None:
            return []
        trees = self.control.trees.take(self._use_of_trees)
        view = self.game.copy(self.view)
        contract.prepare_search(self.game.rules, view)
        for tree in trees:
            begin_again(tree)
            if racing:
                forget(tree, contract.information_key(self.game.rules, view, self.game.viewer(self.view)))
        return trees

    def keep_trees(self) -> None:
        """Keep the trees for the seat's next search, if the caller has a place for them."""
        if self._keeps_trees and self.control.trees is not None:
            self.control.trees.keep(self._use_of_trees, [item.tree for item in self.trees])

    def _moves_to_race(self, shortlist: Sequence[int]) -> list[int]:
        """The root's moves, if they are to race: those of the shortlist if there is one.

        Search-only moves do not: what they are worth shows only when the decisions that follow have been searched.
        """
        if self.settings.elimination == 0.0 or self.settings.regret_matching != 0:
            return []
        moves = moves_in_search(self.game, self.view)
        if moves[-1] >= contract.FIRST_SEARCH_ONLY_MOVE:
            return []
        if shortlist:
            self.usual = shortlist[0]
        elif self.settings.playout_style != RANDOM_STYLE:
            self.usual = self.game.suggest(self.view, self.player.adviser_style(self.game), self.seed)
        if self.usual is not None:
            self.settings.advised_move = self.usual
        return sorted(shortlist) or moves

    def run(self, deadline: float | None, report: Callable[[], Choice]) -> None:
        """Grow the trees until the budget is spent, ``deadline`` (perf_counter seconds) has come, or it is cancelled.

        Raises:
            NoWorldError: no position of the game agrees with the view.
        """
        started = time.perf_counter()
        chunk = max(1, _FIRST_CHUNK // len(self.trees))
        next_report = time.perf_counter() + self.control.report_milliseconds / 1000.0
        while not self.control.cancel_flag[0]:
            growing = [tree for tree in self.trees if not tree.finished()]
            if not growing:
                return
            began = time.perf_counter()
            if deadline is not None and began >= deadline and self.iterations > 0:
                return
            if deadline is not None:
                for tree in growing:
                    tree.race.counters[0].spent = (began - started) / max(deadline - started, 1e-6)
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
                item.settings,
                item.tree.slots,
                item.tree.nodes,
                item.tree.edges,
                item.tree.regrets,
                item.averages,
                item.tree.counters[0],
                item.race.counters[0],
                item.race.racers,
                item.race.squares,
                item.beliefs,
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
        by_caution = False
        if self.usual is not None:
            move = with_caution([item.race for item in self.trees], move, self.usual, float(self.settings.caution))
            by_caution = move != candidates[0].move
            candidates = tuple(sorted(candidates, key=lambda item: item.move != move))
        if iterations == 0:
            # Cancelled before the first iteration: the adviser answers.
            move = self.game.suggest(self.view, self.player.adviser_style(self.game), self.seed)
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
            inference=self.trees[0].beliefs.inference(),
            explanation=explain(self.game, candidates, move, iterations, by_caution),
        )
