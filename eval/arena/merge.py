"""Several files of one run made into one: the union of their games."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from eval.arena.game_rows import AGREED, COLUMNS, Row
from eval.arena.play_game import Table
from eval.arena.run_spec import RunSpec
from eval.arena.spec_file import spec_from_json
from eval.arena.store import RunFileError, RunStore, clear_database_errors

_CHUNK = 5000


def merge_runs(paths: Sequence[Path], output: Path) -> tuple[int, int]:
    """Write the union of the games of several files of one run to a new file.

    A game that is in more than one file must be the same in all of them, unless the clock decides moves: then the
    file named first has it.

    Args:
        paths: the files.
        output: the new one.

    Returns:
        The number of games, and how many of all that were read were there before.

    Raises:
        RunFileError: a file is no run or one of another spec, two files disagree about a game, or ``output`` exists.
    """
    if not paths:
        raise RunFileError("name at least one run")
    with RunStore.open(paths[0]) as first:
        spec_json, digest = first.spec_json, first.digest
    for path in paths[1:]:
        RunStore.open(path, digest).close()
    compare = not depends_on_clock(spec_from_json(spec_json))
    merged = RunStore.create(output, spec_json, digest)
    try:
        read = 0
        with merged, clear_database_errors(output):
            for path in paths:
                read += _add(merged, path, compare)
            games = merged.games()
    except BaseException:
        # Half a union is no run to go on with.
        for leftover in (output, *output.parent.glob(f"{output.name}-*")):
            leftover.unlink(missing_ok=True)
        raise
    return games, read - games


def depends_on_clock(spec: RunSpec) -> bool:
    """Whether some entrant has a time budget, so that a game played again may be another."""
    return any(any(Table(spec, players).depends_on_clock) for players in spec.players)


def _add(merged: RunStore, path: Path, compare: bool) -> int:
    read = 0
    with RunStore.open(path) as store:
        sizes = store.block_sizes()
        rows = store.rows(complete=False)
        while chunk := list(islice(rows, _CHUNK)):
            if compare:
                _compare(merged, path, chunk)
            merged.record(chunk, {key: sizes[key] for key in {(row[0], row[1]) for row in chunk}})
            read += len(chunk)
        for session in store.sessions:
            merged.add_session(session)
    return read


def _compare(merged: RunStore, path: Path, rows: Sequence[Row]) -> None:
    """Check that games which are there already are these.

    Raises:
        RunFileError: one is another, with what differs.
    """
    for row in rows:
        there = merged.row(row[:3])
        if there is None:
            continue
        different = [COLUMNS[column][0] for column in AGREED if there[column] != row[column]]
        if different:
            raise RunFileError(
                f"{path}: game {row[0]}/{row[1]}/{row[2]} differs from the same game in a file before it: "
                f"{', '.join(different)}; without time budgets the two must be equal"
            )
