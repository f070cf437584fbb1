"""Choosing a move by solving the ending (:mod:`solvers.ismcts.endings`) over more and more sampled worlds."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.errors import NoWorldError
from engine.game import Game
from engine.randomness import generator
from solvers.base import Candidate, Choice, Control
from solvers.beliefs.past import Beliefs
from solvers.ismcts.endings import MOST_DEPTH, own_branching, sample_worlds, solve_ending
from solvers.ismcts.search import follow_rivals_style

FEWEST_WORLDS = 16
"""Worlds of the first solution, and the fewest that an answer rests on."""

MOST_WORLDS = 1024
MOST_MOVES = 40
"""Decisions with more moves than this are not solved."""

_PROBES = 4
"""Worlds in which lines are counted before anything is solved."""

_FIRST_SHARE = 0.3
"""The part of a time budget that the first solution may take before the search is left to do the work."""

_GUESSED_SECONDS = 5e-6
"""For one line, before any has been timed."""

_CAUTION = 0.85
"""The part of what is left of a budget that the next solution is planned to take: it may turn out larger."""

_LARGEST_STEP = 4
"""A solution takes so many times the worlds of the one before at most."""


@dataclass(frozen=True)
class Worlds:
    """Full positions that look alike to the seat to move, prepared for searches.

    Attributes:
        positions: record array [w].
        streams: uint64[w], each world's random numbers, by which rivals play.
        weights: float64[w], how much each world counts; positive.
        sampled: whether they are a sample; else all there are.
    """

    positions: Any
    streams: npt.NDArray[np.uint64]
    weights: npt.NDArray[np.float64]
    sampled: bool = True


@dataclass(frozen=True)
class Solution:
    """What moves of the root are worth in every world.

    Attributes:
        moves: of the root.
        values: float64[moves, worlds], the seat's utility.
        weights: float64[worlds], how much each world counts.
        playouts: lines played to the end.
    """

    moves: tuple[int, ...]
    values: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    playouts: int

    def means(self) -> npt.NDArray[np.float64]:
        """Each move's mean utility over the weighted worlds."""
        means: npt.NDArray[np.float64] = self.values @ self.weights / self.weights.sum()
        return means

    def candidate(self, index: int) -> Candidate:
        """A move with its mean and the standard error that the sample of worlds leaves."""
        return Candidate(
            self.moves[index], self.values.shape[1], float(self.means()[index]), self._error(self.values[index])
        )

    def contenders(self, elimination: float) -> tuple[int, ...]:
        """The moves that lie less than so many standard errors of their difference behind the best, two at least."""
        means = self.means()
        ranked = sorted(range(len(self.moves)), key=lambda index: (-means[index], index))
        best = ranked[0]
        kept = {
            index
            for index in ranked
            if means[best] - means[index] < elimination * self._error(self.values[best] - self.values[index])
        }
        kept.update(ranked[:2])
        return tuple(self.moves[index] for index in sorted(kept))

    def _error(self, values: npt.NDArray[np.float64]) -> float:
        shares = self.weights / self.weights.sum()
        return math.sqrt(float(((values - float(values @ shares)) ** 2) @ shares**2))


class Ending:
    """The rest of a round or game from one view, to be solved."""

    def __init__(self, game: Game, view: Any, settings: Any, beliefs: Beliefs, cancel_flag: Any) -> None:
        self.game = game
        self.view = view
        self.settings = settings
        self.beliefs = beliefs
        self.cancel_flag = cancel_flag
        self._last_round = 0
        if settings.cutoff_rounds > 0:
            self._last_round = int(contract.rounds_played(game.rules, view) + settings.cutoff_rounds)

    def sample(self, count: int, rng: Any, known: Worlds | None = None) -> Worlds:
        """So many worlds that agree with the view, the first ones those already ``known``.

        Raises:
            NoWorldError: there is none.
        """
        positions = np.zeros(count, self.game.state_dtype).view(np.recarray)
        streams = np.zeros(count, np.uint64)
        begin = 0
        if known is not None:
            begin = len(known.streams)
            positions[:begin] = known.positions
            streams[:begin] = known.streams
        scratch = np.empty(contract.MAX_MOVES, np.int32)
        if not sample_worlds(self.game.rules, self.view, self.beliefs, positions, streams, begin, scratch, rng):
            raise NoWorldError
        follow_rivals_style(self.settings, self.beliefs.counters[0])
        return Worlds(positions, streams, np.ones(count))

    def lines(self, worlds: Worlds, rng: Any) -> float:
        """About how many lines there are in a world: the product of the numbers of own moves, on policy's lines."""
        scratch = np.empty(contract.MAX_MOVES, np.int32)
        seat = self.game.viewer(self.view)
        most = 1.0
        for world in worlds.positions[:_PROBES]:
            state = self.game.copy(world)
            product = own_branching(
                self.game.rules, state, seat, self.settings, self._last_round, scratch, rng, contract.NO_LOG
            )
            most = max(most, float(product))
        return most

    def solve(
        self, worlds: Worlds, moves: Sequence[int] = (), most_playouts: float = math.inf, smallest_group: int = 2
    ) -> Solution | None:
        """Value moves; None if it would take too much work or was cancelled.

        Args:
            worlds: in which it is solved: exactly, if they are all there are.
            moves: of the root; all if none is named.
            most_playouts: a bound on the lines played.
            smallest_group: groups of fewer sampled worlds are played on by the policy.
        """
        count = len(worlds.streams)
        wanted = np.array(moves or self.game.legal_moves(worlds.positions[0]), np.int32)
        out = np.zeros((len(wanted), count))
        playouts = solve_ending(
            self.game.rules,
            worlds.positions,
            worlds.weights,
            worlds.streams,
            wanted,
            self.settings,
            self._last_round,
            smallest_group if worlds.sampled else 0,
            np.empty((MOST_DEPTH + 1) * count, self.game.state_dtype).view(np.recarray),
            np.empty((MOST_DEPTH, MOST_MOVES, count)),
            int(min(most_playouts, 2**62)),
            out,
            contract.NO_LOG,
            self.cancel_flag,
        )
        if playouts < 0:
            return None
        return Solution(tuple(int(move) for move in wanted), out, worlds.weights, int(playouts))


def choose_in_ending(
    game: Game,
    view: Any,
    settings: Any,
    beliefs: Beliefs,
    most_lines: float,
    seed: int,
    iterations: int | None,
    deadline: float | None,
    control: Control,
    started: float,
) -> Choice | None:
    """Solve the ending and choose; None where it is too far off for the budget: that is for the search.

    It is solved in few worlds first, then in more and more, without the moves that have fallen too far behind.

    Args:
        game: the configured game.
        view: of the seat to move, which has more than one move.
        settings: the search's.
        beliefs: what worlds are drawn by.
        most_lines: the product of the numbers of own moves up to which it counts as an ending.
        seed: of all that is drawn.
        iterations: lines to be played; None: no limit.
        deadline: ``perf_counter`` seconds; None: no limit.
        control: how the caller cancels.
        started: when the choice began.

    Raises:
        NoWorldError: no position of the game agrees with the view.
    """
    ending = Ending(game, view, settings, beliefs, control.cancel_flag)
    rng = generator(seed)
    worlds = ending.sample(_PROBES, rng)
    moves: tuple[int, ...] = tuple(game.legal_moves(worlds.positions[0]))
    if len(moves) > MOST_MOVES or moves[-1] >= contract.FIRST_SEARCH_ONLY_MOVE:
        # What is declined on the way to a real move is for those who know how to report it.
        return None
    lines = ending.lines(worlds, generator(seed))
    if lines > most_lines or (iterations is not None and FEWEST_WORLDS * lines > iterations):
        return None
    spent = 0
    count = FEWEST_WORLDS
    seconds = _GUESSED_SECONDS
    solution: Solution | None = None
    known: dict[int, Candidate] = {}
    while True:
        most = math.inf if iterations is None else iterations - spent
        if deadline is not None:
            left = deadline - time.perf_counter()
            most = min(most, (_FIRST_SHARE if solution is None else 1.0) * left / seconds)
        began = time.perf_counter()
        worlds = ending.sample(count, rng, worlds)
        found = ending.solve(worlds, moves, most)
        if found is None:
            break
        solution = found
        spent += found.playouts
        seconds = (time.perf_counter() - began) / max(found.playouts, 1)
        known.update((move, found.candidate(index)) for index, move in enumerate(found.moves))
        moves = found.contenders(float(settings.elimination) or math.inf)
        # As many worlds as the rest of the budget is good for, twice as many at least.
        left_over = math.inf if iterations is None else float(iterations - spent)
        if deadline is not None:
            left_over = min(left_over, (deadline - time.perf_counter()) / seconds)
        a_world = found.playouts / count * len(moves) / len(found.moves)
        following = min(MOST_WORLDS, int(min(_CAUTION * left_over / a_world, float(_LARGEST_STEP * count))))
        if following < 2 * count:
            break
        count = following
    if solution is None:
        return None
    return _choice(game, view, solution, known, spent, control, started, settings)


def _choice(
    game: Game,
    view: Any,
    solution: Solution,
    known: dict[int, Candidate],
    spent: int,
    control: Control,
    started: float,
    settings: Any,
) -> Choice:
    means = dict(zip(solution.moves, solution.means(), strict=True))
    best = max(means, key=lambda move: (means[move], -move))
    usual = game.suggest(view, game.styles[int(settings.playout_style)], 0)
    if usual in means and means[usual] >= means[best] - 1e-12:
        best = usual
    candidates = sorted(known.values(), key=lambda item: (item.move != best, -item.visits, -(item.mean or 0.0)))
    return Choice(
        move=best,
        candidates=tuple(candidates),
        principal_line=((game.viewer(view), best),),
        worlds=solution.values.shape[1],
        iterations=spent,
        decisions=spent,
        seconds=time.perf_counter() - started,
        cancelled=bool(control.cancel_flag[0]),
        explanation=_explain(game, tuple(candidates), spent),
    )


def _explain(game: Game, candidates: tuple[Candidate, ...], spent: int) -> str:
    chosen, second = candidates[:2]
    return (
        f"{game.move_text(chosen.move)}: the ending is solved in {chosen.visits:,} worlds ({spent:,} lines), expected "
        f"utility {chosen.mean:.3f}; then {game.move_text(second.move)} with {second.mean:.3f}."
    )
