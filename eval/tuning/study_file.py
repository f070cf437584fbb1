"""A tuning's file: an Optuna study in one SQLite database, which a killed process leaves whole.

SQLite commits each change in a transaction (WAL mode, as the arena's files), so the file is consistent whenever its
writer is killed; Optuna's other file backend, a journal of lines, can be left with half a line. A lock beside the file
keeps a second process from taking the trial that the first one is playing for one that was killed.

Akiba, Sano, Yanase, Ohta and Koyama, "Optuna: A next-generation hyperparameter optimization framework" (KDD 2019).
"""

import contextlib
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import optuna
from filelock import FileLock
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import FrozenTrial, TrialState
from sqlalchemy import event

from engine.errors import PitwiseError
from eval.file_lock import LockedError, lock_beside
from eval.tuning.step_scores import StepScore
from eval.tuning.tune_spec import Choices, Range, TuneSpec
from eval.tuning.tune_spec_file import tune_spec_digest, tune_spec_json

_STUDY = "pitwise tune"
_STEP = "step "
_CONTINUES = "continues"
_BUSY_SECONDS = 30.0


class TuneFileError(PitwiseError):
    """A tuning's file that is none or is another tuning's, cannot be read or written, or is in use."""


@contextmanager
def open_study(path: Path, spec: TuneSpec) -> Iterator[optuna.Study]:
    """The study in a file, made if there is none, for this process alone.

    A new study has the solver's defaults as its first trial. Trials that a killed process left unfinished are marked
    as failed, and their parameters are enqueued again with the scores that are known.

    Raises:
        TuneFileError: the file is none of a tuning, or of another spec, cannot be written, or is in use.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    lock = _locked(path)
    storage: optuna.storages.RDBStorage | None = None
    try:
        _check(path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        storage = optuna.storages.RDBStorage(
            f"sqlite:///{path.absolute()}", engine_kwargs={"connect_args": {"timeout": _BUSY_SECONDS}}
        )
        with _no_experimental_warning():
            pruner = (
                optuna.pruners.WilcoxonPruner(
                    p_threshold=spec.pruning.p_value, n_startup_steps=spec.pruning.least_steps
                )
                if spec.pruning.p_value > 0
                else optuna.pruners.NopPruner()
            )
        # As in the arena's files: safe when the process is killed, and no waiting for the disk at every step.
        event.listen(storage.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = NORMAL"))
        storage.engine.dispose()
        study = optuna.create_study(
            storage=storage, study_name=_STUDY, direction="maximize", load_if_exists=True, pruner=pruner
        )
        _prepare(study, path, spec)
        yield study
    except (OSError, sqlite3.Error) as error:
        raise TuneFileError(f"{path}: {error}") from error
    except optuna.exceptions.StorageInternalError as error:
        raise TuneFileError(f"{path}: {error}") from error
    finally:
        if storage is not None:
            storage.remove_session()
            storage.engine.dispose()
        lock.release()


def distributions(spec: TuneSpec) -> dict[str, BaseDistribution]:
    """The parameters to search as Optuna's distributions."""
    return {name: _distribution(space) for name, space in spec.search.items()}


def ask(study: optuna.Study, spec: TuneSpec) -> optuna.Trial:
    """The next trial, with its parameters.

    The sampler is made anew for each trial from the spec's seed and the number of finished trials, so that what it
    proposes is the same whether or not the tuning was interrupted.
    """
    seed = np.random.SeedSequence([spec.sampler_seed, len(finished_trials(study))]).generate_state(1)[0]
    study.sampler = optuna.samplers.TPESampler(seed=int(seed))
    return study.ask(distributions(spec))


def finished_trials(study: optuna.Study) -> list[FrozenTrial]:
    """The trials that count, in their order; pruned ones have a value too."""
    return study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))


def set_score(trial: optuna.Trial, step: int, score: StepScore) -> None:
    """Keep a step's score with its trial."""
    trial.set_user_attr(f"{_STEP}{step}", score.to_json())


def scores_of(trial: FrozenTrial) -> dict[int, StepScore]:
    """The scores that are kept with a trial, by step."""
    return _scores(trial.user_attrs, _STEP)


def scores_to_continue(study: optuna.Study, trial: optuna.Trial) -> dict[int, StepScore]:
    """What is known already of a trial: the scores of the one that was killed while it played these parameters."""
    number = trial.user_attrs.get(_CONTINUES)
    return {} if number is None else scores_of(study.get_trials(deepcopy=False)[number])


def set_held_out_score(study: optuna.Study, number: int, step: int, score: StepScore) -> None:
    """Keep the score of a step of the final comparison, for the parameters of trial ``number``."""
    study.set_user_attr(f"{_held_out(number)}{step}", score.to_json())


def held_out_scores(study: optuna.Study, number: int) -> dict[int, StepScore]:
    """The scores of the final comparison that are there, by step."""
    return _scores(study.user_attrs, _held_out(number))


def _held_out(number: int) -> str:
    return f"held out, trial {number}, {_STEP}"


def _scores(attributes: dict[str, Any], prefix: str) -> dict[int, StepScore]:
    found = {
        int(name.removeprefix(prefix)): StepScore(**values)
        for name, values in attributes.items()
        if name.startswith(prefix)
    }
    return dict(sorted(found.items()))


def _distribution(space: Range | Choices) -> BaseDistribution:
    if isinstance(space, Choices):
        return CategoricalDistribution(space.values)
    if isinstance(space.low, int) and isinstance(space.high, int):
        return IntDistribution(space.low, space.high, log=space.log)
    return FloatDistribution(space.low, space.high, log=space.log)


def _prepare(study: optuna.Study, path: Path, spec: TuneSpec) -> None:
    digest = tune_spec_digest(spec)
    found = study.user_attrs.get("digest")
    if found is None:
        study.set_user_attr("spec", tune_spec_json(spec))
        study.set_user_attr("digest", digest)
    elif found != digest:
        raise TuneFileError(
            f"{path} holds another tuning: its spec has the digest {found}, the one given {digest}; only trials may "
            "be changed. Choose another file with --output"
        )
    wanted = set(spec.search)
    for trial in study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
        study.tell(trial.number, state=TrialState.FAIL)
        # One that was killed before it had its parameters is asked for again, and gets the same.
        if set(trial.params) == wanted:
            known = trial.number if scores_of(trial) else trial.user_attrs.get(_CONTINUES, trial.number)
            study.enqueue_trial(trial.params, user_attrs={_CONTINUES: known})
    waiting = study.get_trials(deepcopy=False, states=(TrialState.WAITING,))
    if not waiting and not finished_trials(study):
        study.enqueue_trial(dict(spec.defaults))


def _locked(path: Path) -> FileLock:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return lock_beside(path)
    except LockedError:
        raise TuneFileError(f"{path} is being written by another process") from None
    except OSError as error:
        raise TuneFileError(f"cannot write {path}: {error.strerror}") from None


def _check(path: Path) -> None:
    """Refuse a file that is there but is no study: Optuna would add its tables to it."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        # A process killed at the very beginning may leave a database without tables, or without all of them.
        if not tables or tables & {"studies", "version_info", "alembic_version"}:
            return
    raise TuneFileError(f"{path} is not the file of a tuning")


@contextmanager
def _no_experimental_warning() -> Iterator[None]:
    """The Wilcoxon pruner is called experimental by Optuna and warns so; our bound on the version is answer enough."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        yield
