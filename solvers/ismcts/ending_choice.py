"""Choosing a move by solving the ending (:mod:`solvers.ismcts.endings`) over more and more sampled worlds."""

import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.errors import NoWorldError
from engine.game import Game
from engine.randomness import draw, generator
from solvers.base import Candidate, Choice, Control
from solvers.ismcts.endings import MOST_DEPTH, own_branching, solve_ending

FEWEST_WORLDS = 16
"""Worlds of the first solution, and the fewest that an answer rests on."""

MOST_WORLDS = 1024
MOST_MOVES = 40
"""Decisions with more moves than this are not solved."""

SMALLEST_GROUP = 2
"""Groups of fewer sampled worlds are played on by the policy."""

_PROBES = 4
"""Worlds in which lines are counted before anything is solved."""

_FIRST_SHARE = 0.3
"""The part of a time budget that the first solution may take before the search is left to do the work."""

_GUESSED_SECONDS = 5e-6
"""For one line, before any has been timed."""


@dataclass(frozen=True)
class Solution:
    """What every move of the root is worth in every world.

    Attributes:
        moves: the root's legal moves.
        values: float64[moves, worlds], the seat's utility.
        weights: float64[worlds], how much each world counts.
        playouts: lines played to the end.
    """

    moves: list[int]
    values: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    playouts: int

    def means(self) -> npt.NDArray[np.float64]:
        """Each move's mean utility over the weighted worlds."""
        means: npt.NDArray[np.float64] = self.values @ self.weights / self.weights.sum()
        return means

    def candidate(self, index: int) -> Candidate:
        """A move with its mean and the standard error that the sample of worlds leaves."""
        shares = self.weights / self.weights.sum()
        mean = float(self.values[index] @ shares)
        error = math.sqrt(float(((self.values[index] - mean) ** 2) @ shares**2))
        return Candidate(self.moves[index], self.values.shape[1], mean, error)


class Ending:
    """The rest of a round or game from one view, to be solved."""

    def __init__(self, game: Game, view: Any, settings: Any, cancel_flag: Any) -> None:
        self.game = game
        self.view = view
        self.settings = settings
        self.cancel_flag = cancel_flag
        self.moves = game.legal_moves(view)
        self._last_round = 0
        if settings.cutoff_rounds > 0:
            self._last_round = int(contract.rounds_played(game.rules, view) + settings.cutoff_rounds)

    def sample(self, count: int, seed: int) -> Any:
        """So many worlds that agree with the view, prepared for searches, as a record array.

        Raises:
            NoWorldError: there is none.
        """
        rng = generator(seed)
        worlds = np.zeros(count, self.game.state_dtype).view(np.recarray)
        for index in range(count):
            worlds[index] = self.view
            if not contract.redeal(self.game.rules, worlds[index], rng):
                raise NoWorldError
            contract.prepare_search(self.game.rules, worlds[index])
        return worlds

    def lines(self, seed: int) -> float:
        """About how many lines there are in a world: the product of the numbers of own moves, on policy's lines.

        Raises:
            NoWorldError: no position of the game agrees with the view.
        """
        scratch = np.empty(contract.MAX_MOVES, np.int32)
        rng = generator(seed)
        worlds = self.sample(_PROBES, seed)
        seat = self.game.viewer(self.view)
        return max(
            float(
                own_branching(
                    self.game.rules, world, seat, self.settings, self._last_round, scratch, rng, contract.NO_LOG
                )
            )
            for world in worlds
        )

    def solve(
        self,
        worlds: Any,
        weights: npt.NDArray[np.float64],
        seed: int,
        smallest_group: int = SMALLEST_GROUP,
        most_playouts: float = math.inf,
    ) -> Solution | None:
        """Value every move; None if it would take too much work or was cancelled.

        Args:
            worlds: record array [w], full positions that look alike to the seat to move, prepared for searches.
            weights: float64[w], positive.
            seed: of the rivals' random numbers.
            smallest_group: 0 if the worlds are all there are, so that the solution is exact; else they are a sample,
                and groups of fewer worlds are played on by the policy.
            most_playouts: a bound on the lines played.
        """
        count = len(worlds)
        streams = np.zeros(count, np.uint64)
        rng = generator(seed)
        for index in range(count):
            streams[index] = draw(rng)
        values = np.zeros((MOST_DEPTH, MOST_MOVES, count))
        out = np.zeros((MOST_MOVES, count))
        playouts = solve_ending(
            self.game.rules,
            worlds,
            weights,
            streams,
            self.settings,
            self._last_round,
            smallest_group,
            np.zeros((MOST_DEPTH + 1) * count, self.game.state_dtype).view(np.recarray),
            values,
            int(min(most_playouts, 2**62)),
            out,
            contract.NO_LOG,
            self.cancel_flag,
        )
        if playouts < 0:
            return None
        # In a search the root's moves are those of its prepared worlds.
        moves = self.game.legal_moves(worlds[0])
        return Solution(moves, out[: len(moves)], weights, int(playouts))


def choose_in_ending(
    game: Game,
    view: Any,
    settings: Any,
    most_lines: float,
    seed: int,
    iterations: int | None,
    deadline: float | None,
    control: Control,
    started: float,
) -> Choice | None:
    """Solve the ending and choose; None where it is too far off for the budget: that is for the search.

    Args:
        game: the configured game.
        view: of the seat to move, which has more than one move.
        settings: the search's.
        most_lines: the product of the numbers of own moves up to which it counts as an ending.
        seed: of all that is drawn.
        iterations: lines to be played; None: no limit.
        deadline: ``perf_counter`` seconds; None: no limit.
        control: how the caller cancels.
        started: when the choice began.

    Raises:
        NoWorldError: no position of the game agrees with the view.
    """
    ending = Ending(game, view, settings, control.cancel_flag)
    if len(ending.moves) > MOST_MOVES:
        return None
    seeds = generator(seed)
    lines = ending.lines(int(draw(seeds)) >> 1)
    if lines > most_lines or (iterations is not None and FEWEST_WORLDS * lines > iterations):
        return None
    stream = int(draw(seeds)) >> 1
    if game.legal_moves(ending.sample(1, stream)[0])[-1] >= contract.FIRST_SEARCH_ONLY_MOVE:
        # What is declined on the way to a real move is for those who know how to report it.
        return None
    spent = 0
    worlds = FEWEST_WORLDS
    seconds = _GUESSED_SECONDS
    solution: Solution | None = None
    while worlds <= MOST_WORLDS:
        most = math.inf if iterations is None else iterations - spent
        if deadline is not None:
            left = deadline - time.perf_counter()
            if solution is None:
                left *= _FIRST_SHARE
            most = min(most, left / seconds)
        began = time.perf_counter()
        # The worlds of the solution before are the first ones of this.
        found = ending.solve(ending.sample(worlds, stream), np.ones(worlds), stream, most_playouts=most)
        if found is None:
            break
        solution = found
        spent += found.playouts
        seconds = (time.perf_counter() - began) / max(found.playouts, 1)
        # As many worlds as the rest of the budget is good for, twice as many at least.
        left_over = math.inf if iterations is None else float(iterations - spent)
        if deadline is not None:
            left_over = min(left_over, 0.8 * (deadline - time.perf_counter()) / seconds)
        affordable = left_over / max(found.playouts / worlds, 1.0)
        following = min(MOST_WORLDS, int(min(affordable, 8.0 * worlds)))
        if following < 2 * worlds:
            break
        worlds = following
    if solution is None:
        return None
    return _choice(game, view, ending, solution, spent, control, started, settings)


def _choice(
    game: Game,
    view: Any,
    ending: Ending,
    solution: Solution,
    spent: int,
    control: Control,
    started: float,
    settings: Any,
) -> Choice:
    means = solution.means()
    best = int(np.argmax(means))
    usual = game.suggest(view, game.styles[int(settings.playout_style)], 0)
    if usual in solution.moves and means[solution.moves.index(usual)] >= means[best] - 1e-12:
        best = solution.moves.index(usual)
    ranked = sorted(range(len(solution.moves)), key=lambda index: (index != best, -means[index], index))
    candidates = tuple(solution.candidate(index) for index in ranked)
    move = candidates[0].move
    return Choice(
        move=move,
        candidates=candidates,
        principal_line=((game.viewer(view), move),),
        worlds=solution.values.shape[1],
        iterations=spent,
        decisions=spent,
        seconds=time.perf_counter() - started,
        cancelled=bool(control.cancel_flag[0]),
        explanation=_explain(game, candidates, spent),
    )


def _explain(game: Game, candidates: tuple[Candidate, ...], spent: int) -> str:
    chosen, second = candidates[:2]
    return (
        f"{game.move_text(chosen.move)}: the ending is solved in {chosen.visits:,} worlds ({spent:,} lines), expected "
        f"utility {chosen.mean:.3f}; then {game.move_text(second.move)} with {second.mean:.3f}."
    )
