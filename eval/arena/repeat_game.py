"""A game of a run once more: solvers choose again, or where the clock decided, the recorded moves are made again."""

from dataclasses import replace

import numpy as np

from engine import contract
from engine.errors import MoveError
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameResult, IncidentKind
from eval.arena.seeds import deal_seed

_COMPARED = ("seating", "payoffs", "decisions", "progress", "moves", "forfeits", "incidents")


def is_repeatable(table: Table, result: GameResult) -> bool:
    """Whether solvers must choose the same moves again: no time budget and no time-out had a say."""
    return not any(table.depends_on_clock[entrant] for entrant in result.seating) and not any(
        incident.kind is IncidentKind.TIME_OUT for incident in result.incidents
    )


def played_again(table: Table, result: GameResult) -> GameResult:
    """The game with its moves.

    Raises:
        MoveError: a recorded move is not legal where it stands.
        IncidentError: there was an incident, and the spec says to stop then.
    """
    if is_repeatable(table, result):
        return play_game(table, result.key, keep_moves=True)
    return _with_moves_made(table, result)


def differences(recorded: GameResult, again: GameResult) -> list[str]:
    """Names of the fields in which a game played again differs; times do not count, nor moves that were not kept."""
    names = [name for name in _COMPARED if name != "moves" or recorded.moves]
    return [name for name in names if getattr(recorded, name) != getattr(again, name)]


def _with_moves_made(table: Table, result: GameResult) -> GameResult:
    """What the recorded moves lead to."""
    game, key = table.game, result.key
    state = game.deal(deal_seed(table.spec.seed, key.players, key.block))
    decisions = [0] * key.players
    progress: list[tuple[float, ...]] = []
    for move in result.moves:
        mover = game.mover(state)
        if mover is None:
            raise MoveError("there are moves after the end of the game")
        decisions[mover] += 1
        game.apply(state, move)
        if contract.rounds_played(game.rules, state) > len(progress):
            so_far = np.zeros(key.players)
            contract.result_so_far(game.rules, state, so_far)
            progress.append(tuple(so_far.tolist()))
    return replace(result, payoffs=tuple(game.payoffs(state)), decisions=tuple(decisions), progress=tuple(progress))
