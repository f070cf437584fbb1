"""Whole games inside compiled code, in batches: for entrants that play by rules of thumb or at random.

The results are those of :func:`eval.arena.play_game.play_game`, bit for bit, times spent choosing excepted. Solvers
there are handed views. Here ``suggest`` and ``legal_moves`` read the position itself, of which the contract lets them
use only what the mover has seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.compiling import kernel
from engine.contract import (
    MAX_MOVES,
    apply,
    deal,
    legal_moves,
    mover,
    payoffs,
    result_so_far,
    rounds_played,
    suggest,
)
from engine.game import Game
from engine.randomness import draw_below, mix
from eval.arena.play_game import Table
from eval.arena.results import GameKey, GameResult
from eval.arena.seating import Seating
from eval.arena.seeds import deal_seed, decision_seed, seat_key
from solvers.base import Solver
from solvers.heuristic_player import BEST_STYLE, HeuristicPlayer
from solvers.playout import RANDOM_STYLE
from solvers.random_player import RandomPlayer

_USUAL_MOVES = 512
"""Room for the moves of a game; if one is longer all are played again with more."""


def is_compiled_player(solver: Solver) -> bool:
    """Whether the solver's moves can be chosen in compiled code."""
    return type(solver) in (RandomPlayer, HeuristicPlayer)


def play_compiled(table: Table, blocks: Mapping[int, Sequence[Seating]]) -> list[GameResult]:
    """Play all games of some blocks.

    Args:
        table: of compiled players only.
        blocks: the seatings of each block.
    """
    game, spec, players = table.game, table.spec, table.players
    styles_of_entrants = np.array([_style(game, solver) for solver in table.solvers], np.int64)
    keys = [GameKey(players, block, number) for block, seatings in blocks.items() for number in range(len(seatings))]
    seatings = [seating for block in blocks.values() for seating in block]
    sizes = [len(block) for block in blocks.values()]
    styles = styles_of_entrants[np.array(seatings, np.int64).reshape(-1, players)]
    deals = np.array([deal_seed(spec.seed, players, block) for block in blocks], np.int64).repeat(sizes)
    seat_keys = np.array(
        [[seat_key(spec.seed, players, block, seat) for seat in range(players)] for block in blocks], np.uint64
    ).repeat(sizes, axis=0)
    played = _play(game, styles, deals, seat_keys, _USUAL_MOVES if spec.record_moves else 0)
    if spec.record_moves and (longest := int(played.decisions.sum(axis=1).max(initial=0))) > _USUAL_MOVES:
        played = _play(game, styles, deals, seat_keys, longest)
    nothing = (0.0,) * players
    return [
        GameResult(
            key=key,
            seating=seating,
            payoffs=tuple(payoffs_of_game),
            decisions=tuple(decisions_of_game),
            seconds=nothing,
            slowest=nothing,
            progress=tuple(map(tuple, progress_of_game)),
            moves=tuple(moves),
        )
        for key, seating, payoffs_of_game, decisions_of_game, progress_of_game, moves in zip(
            keys,
            seatings,
            played.results.tolist(),
            played.decisions.tolist(),
            _finished_rounds(played),
            _moves(played),
            strict=True,
        )
    ]


def _style(game: Game, solver: Solver) -> int:
    if isinstance(solver, HeuristicPlayer):
        return game.styles.index(game.best_style if solver.style == BEST_STYLE else solver.style)
    return RANDOM_STYLE


@dataclass(frozen=True)
class _Played:
    """What :func:`play_games` fills in."""

    results: npt.NDArray[np.float64]
    decisions: npt.NDArray[np.int64]
    rounds: npt.NDArray[np.int64]
    progress: npt.NDArray[np.float64]
    history: npt.NDArray[np.int32]


def _play(
    game: Game,
    styles: npt.NDArray[np.int64],
    deals: npt.NDArray[np.int64],
    seat_keys: npt.NDArray[np.uint64],
    most_moves: int,
) -> _Played:
    games, players = styles.shape
    state = game.deal(0)
    rounds = contract.rounds_left(game.rules, state)
    played = _Played(
        np.zeros((games, players)),
        np.zeros((games, players), np.int64),
        np.zeros(games, np.int64),
        np.zeros((games, rounds, players)),
        np.zeros((games, most_moves), np.int32),
    )
    play_games(
        game.rules,
        state,
        styles,
        deals,
        seat_keys,
        played.results,
        played.decisions,
        played.rounds,
        played.progress,
        played.history,
        contract.NO_LOG,
    )
    return played


def _finished_rounds(played: _Played) -> list[list[list[float]]]:
    """For each game each seat's result at the end of each round."""
    every: list[list[list[float]]] = played.progress.tolist()
    return [rows[:rounds] for rows, rounds in zip(every, played.rounds.tolist(), strict=True)]


def _moves(played: _Played) -> list[list[int]]:
    every: list[list[int]] = played.history.tolist()
    return [moves[:count] for moves, count in zip(every, played.decisions.sum(axis=1).tolist(), strict=True)]


@kernel
def play_games(rules, state, styles, deals, seat_keys, results, decisions, rounds, progress, history, log):
    """Play one game for each row of the arrays, all of it in compiled code.

    Args:
        rules: the configured game.
        state: a position to play in.
        styles: ``int64[game, seat]``, the style of the heuristic player, RANDOM_STYLE for random moves.
        deals: ``int64[game]``, seeds of the deals.
        seat_keys: ``uint64[game, seat]``, the keys of the seats' decisions.
        results: ``float64[game, seat]``, gets the final results.
        decisions: ``int64[game, seat]``, gets the numbers of moves; zeros before.
        rounds: ``int64[game]``, gets the numbers of finished rounds.
        progress: ``float64[game, round, seat]``, gets the results at the end of each round.
        history: ``int32[game, decision]``, gets the moves, as many as there is room for.
        log: an event log; none is kept.
    """
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MAX_MOVES, np.int32)
    for game in range(styles.shape[0]):
        deal(rules, state, deals[game], log)
        finished = 0
        played = 0
        seat = mover(rules, state)
        while seat >= 0:
            # A fresh generator for each decision, as a solver makes it from its seed.
            rng[0] = mix(decision_seed(seat_keys[game, seat], decisions[game, seat]))
            style = int(styles[game, seat])
            if style == RANDOM_STYLE:
                move = int(moves[draw_below(rng, legal_moves(rules, state, moves))])
            else:
                move = int(suggest(rules, state, style, rng))
            apply(rules, state, move, log)
            decisions[game, seat] += 1
            if played < history.shape[1]:
                history[game, played] = move
            played += 1
            if rounds_played(rules, state) > finished and finished < progress.shape[1]:
                result_so_far(rules, state, progress[game, finished])
                finished += 1
            seat = mover(rules, state)
        payoffs(rules, state, results[game])
        rounds[game] = finished
