"""Games of a run as JSON lines that ``pitwise replay --verify`` accepts.

A line is a :class:`~engine.records.GameRecord`: options, the deal's seed and the moves. A run keeps moves only where
playing the game again may not give them; elsewhere the game is played again and must end as it did.
"""

from engine.errors import MoveError, RecordError
from engine.records import GameRecord, record_line
from eval.arena.play_game import Table, play_game
from eval.arena.results import GameResult
from eval.arena.seeds import deal_seed


def game_line(table: Table, result: GameResult) -> str:
    """A game of a run as one line of JSON, without the line break; ``players`` has the entrants' names.

    Args:
        table: the run's, for the game's number of players.
        result: the game's.

    Raises:
        RecordError: the moves lead to other results than the run has: they are of another version of the game or of a
            solver, or a solver's choice does not depend on its seed alone.
    """
    return record_line(game_record(table, result))


def game_record(table: Table, result: GameResult) -> GameRecord:
    """A game of a run as a record, its moves found by playing it again if they were not kept.

    Raises:
        RecordError: see :func:`game_line`.
    """
    key = result.key
    where = f"game {key.number} of block {key.block} with {key.players} players"
    moves = result.moves or play_game(table, key, keep_moves=True).moves
    names = [table.spec.entrants[entrant].name for entrant in result.seating]
    try:
        record = GameRecord.of_game(table.game, deal_seed(table.spec.seed, key.players, key.block), moves, names)
    except MoveError as error:
        raise RecordError(f"{where}: a move that the run has kept cannot be played: {error}") from None
    if record.results != result.payoffs:
        found = "is not over" if record.results is None else f"ends with {list(record.results)}"
        raise RecordError(f"{where}: played again it {found}, but the run has {list(result.payoffs)}")
    return record
