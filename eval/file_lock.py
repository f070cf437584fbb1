"""A lock beside a file that one process writes; the system gives it back when that process ends, however it ends."""

from pathlib import Path

from filelock import FileLock, Timeout


class LockedError(Exception):
    """Another process has the lock."""


def lock_beside(path: Path) -> FileLock:
    """Take the lock of a file, without waiting.

    Raises:
        LockedError: another process has it.
        OSError: it cannot be written.
    """
    lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise LockedError from None
    return lock
