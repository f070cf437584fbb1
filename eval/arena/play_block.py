"""All games of a block, or of many: in compiled code where every entrant allows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.game import Game
from eval.arena.kernel_games import play_games
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameKey, GameResult
from eval.arena.run_spec import RunSpec
from eval.arena.seating import Seating, games_of_block
from solvers.base import Solver
from solvers.heuristic_player import BEST_STYLE, HeuristicPlayer
from solvers.playout import RANDOM_STYLE
from solvers.random_player import RandomPlayer
from solvers.registry import make_solver

_USUAL_MOVES = 512
"""Room for the moves of a game; if one is longer all are played again with more."""


def is_compiled(spec: RunSpec) -> bool:
    """Whether whole games of the run are played in compiled code: no entrant searches."""
    return all(
        not entrant.checkout and _is_compiled_player(make_solver(entrant.solver, may_cheat=True))
        for entrant in spec.entrants
    )


def play_block(table: Table, block: int) -> list[GameResult]:
    """Play the games of a block.

    Raises:
        IncidentError: there was an incident, and the spec says to stop then.
    """
    return play_blocks(table, [block])


def play_blocks(table: Table, blocks: Sequence[int]) -> list[GameResult]:
    """Play the games of several blocks, in the order of blocks and numbers.

    Compiled games are quickest in batches of some hundred blocks.

    Raises:
        IncidentError: there was an incident, and the spec says to stop then.
    """
    seatings = {block: games_of_block(table.spec, table.players, block) for block in blocks}
    if seatings and all(map(_is_compiled_player, table.solvers)):
        return _play_compiled(table, seatings)
    return [
        play_game(table, GameKey(table.players, block, number))
        for block, games in seatings.items()
        for number in range(len(games))
    ]


def _is_compiled_player(solver: Solver) -> bool:
    """Whether the solver's moves can be chosen in compiled code."""
    return type(solver) in (RandomPlayer, HeuristicPlayer)


def _play_compiled(table: Table, blocks: Mapping[int, Sequence[Seating]]) -> list[GameResult]:
    """Play all games of some blocks.

    Args:
        table: of compiled players only.
        blocks: the seatings of each block.
    """
    spec, players = table.spec, table.players
    styles_of_entrants = np.array([_style(table.game, solver) for solver in table.solvers], np.int64)
    keys = [GameKey(players, block, number) for block, seatings in blocks.items() for number in range(len(seatings))]
    seatings = [seating for block in blocks.values() for seating in block]
    styles = styles_of_entrants[np.array(seatings, np.int64).reshape(-1, players)]
    block_of_game = np.array([key.block for key in keys], np.int64)
    played = _play(table, styles, block_of_game, _USUAL_MOVES if spec.record_moves else 0)
    if spec.record_moves and (longest := int(played.decisions.sum(axis=1).max(initial=0))) > _USUAL_MOVES:
        played = _play(table, styles, block_of_game, longest)
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


def _play(table: Table, styles: npt.NDArray[np.int64], blocks: npt.NDArray[np.int64], most_moves: int) -> _Played:
    games, players = styles.shape
    played = _Played(
        np.zeros((games, players)),
        np.zeros((games, players), np.int64),
        np.zeros(games, np.int64),
        np.zeros((games, table.rounds, players)),
        np.zeros((games, most_moves), np.int32),
    )
    play_games(
        table.game.rules,
        table.game.empty_state(),
        styles,
        table.spec.seed,
        blocks,
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
