"""A run played to its end, for tools that are made of runs: what is in its file already is not played again."""

from pathlib import Path

from engine.errors import PitwiseError
from eval.arena.live_standings import Quiet
from eval.arena.results import GameResult
from eval.arena.run_spec import RunSpec
from eval.arena.runner import Ending, ExecutorKind, StopRequest, create_run, make_executor, work_on
from eval.arena.spec_file import spec_digest
from eval.arena.store import RunStore
from eval.arena.work import compile_games


class UnfinishedRunError(PitwiseError):
    """A run that was stopped or aborted before its end."""


def finished_run(path: Path, spec: RunSpec, workers: int = 1, stop: StopRequest | None = None) -> list[GameResult]:
    """The games of a run, in the order of players, block and number; those that are missing are played now.

    Args:
        path: the run's file, made if there is none.
        spec: the run.
        workers: games played at a time; 1: in this process.
        stop: if it is set, the run ends in good order before its end.

    Raises:
        UnfinishedRunError: it was stopped or aborted.
        PitwiseError: the file is of another run or cannot be written, or the spec asks for what there is not.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = RunStore.open(path, spec_digest(spec), write=True) if path.exists() else create_run(path, spec)
    with opened as store:
        if any(len(store.complete_blocks(players)) < spec.blocks for players in spec.players):
            unit = compile_games(spec)
            kind = ExecutorKind.SERIAL if workers == 1 else ExecutorKind.PROCESSES
            with make_executor(kind, store, workers) as executor:
                outcome = work_on(store, executor, Quiet(spec, unit), stop)
            if outcome.ending is not Ending.FINISHED:
                raise UnfinishedRunError(f"{path}: {outcome.ending}: {outcome.detail}; the same command goes on")
        return store.results()
