"""All games of a block, in compiled code where every entrant allows it."""

from collections.abc import Sequence

from eval.arena.kernel_games import is_compiled_player, play_compiled
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameKey, GameResult
from eval.arena.run_spec import RunSpec
from eval.arena.seating import games_of_block
from solvers.registry import make_solver


def is_compiled(spec: RunSpec) -> bool:
    """Whether whole games of the run are played in compiled code: no entrant searches."""
    return all(is_compiled_player(make_solver(entrant.solver)) for entrant in spec.entrants)


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
    keys = {block: games_of_block(table.spec, table.players, block) for block in blocks}
    if all(map(is_compiled_player, table.solvers)):
        return play_compiled(table, keys)
    return [
        play_game(table, GameKey(table.players, block, number))
        for block, seatings in keys.items()
        for number in range(len(seatings))
    ]
