"""A run's file: one SQLite database with the spec, every game, and which blocks are complete.

Games and the state of their blocks are written in one transaction, so that the file tells a true story whenever its
writer is killed. It is in WAL mode with ``synchronous=NORMAL``: a killed process loses nothing that was committed, a
power cut may lose the last transactions whole. In both cases the games are played again.
"""

import json
import os
import socket
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from filelock import FileLock

from engine.errors import PitwiseError
from eval.arena.game_rows import COLUMNS, Row, result_of
from eval.arena.results import GameKey, GameResult
from eval.file_lock import LockedError, lock_beside

APPLICATION_ID = 0x70697477
"""Marks a SQLite file as a run: ``pitw``."""
FORMAT_VERSION = 1
"""Raised when files of the version before cannot be read any more."""

_SCHEMA = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    {", ".join(f"{name} {kind}" for name, kind in COLUMNS)},
    PRIMARY KEY (players, block, number)
) WITHOUT ROWID;
CREATE TABLE blocks (
    players INTEGER NOT NULL, block INTEGER NOT NULL, games INTEGER NOT NULL, done INTEGER NOT NULL,
    PRIMARY KEY (players, block)
) WITHOUT ROWID;
CREATE TABLE sessions (began TEXT NOT NULL, ended TEXT, ending TEXT, circumstances TEXT NOT NULL);
"""
_NAMES = ", ".join(name for name, _ in COLUMNS)
_INSERT = f"INSERT INTO games ({_NAMES}) VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT DO NOTHING"
_COUNT = """
INSERT INTO blocks (players, block, games, done) VALUES (:players, :block, :games, 0) ON CONFLICT DO NOTHING
"""
_RECOUNT = """
UPDATE blocks SET done = (SELECT count(*) FROM games WHERE games.players = :players AND games.block = :block)
WHERE players = :players AND block = :block
"""


class RunFileError(PitwiseError):
    """A run's file that is none, is of another version or another run, cannot be read, or is being written."""


@dataclass(frozen=True)
class Session:
    """One time that somebody worked on the run.

    Attributes:
        began: when (UTC, ISO 8601).
        ended: when; None: it goes on, or was killed.
        ending: how it ended, in words.
        circumstances: machine, versions, executor.
    """

    began: str
    ended: str | None
    ending: str | None
    circumstances: Mapping[str, Any]

    @property
    def seconds(self) -> float:
        """How long it took; 0 as long as it has not ended."""
        if self.ended is None:
            return 0.0
        return (datetime.fromisoformat(self.ended) - datetime.fromisoformat(self.began)).total_seconds()


class RunStore:
    """A run's file, opened; close it, or use it in a ``with`` statement."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._session: int | None = None
        meta = self.meta
        self.digest: str = meta["digest"]
        self.spec_json: str = meta["spec"]
        if lock is not None:
            with connection:
                writer = f"process {os.getpid()} on {socket.gethostname()}"
                connection.execute("INSERT OR REPLACE INTO meta VALUES ('writer', ?)", (writer,))

    # --- opening ------------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, spec_json: str, digest: str) -> "RunStore":
        """A new file for a run, to be written by this process alone.

        Args:
            path: where; there must be nothing. Its folder is made.
            spec_json: the run's spec in its canonical form.
            digest: its hash.

        Raises:
            RunFileError: there is a file already, or it cannot be written.
        """
        if path.exists():
            raise RunFileError(f"{path} exists already; `pitwise arena resume {path}` goes on with a run")
        lock = _locked(path)
        # Made under another name, so that there is never a file that is not yet a run.
        unfinished = path.with_name(f"{path.name}.new")
        try:
            unfinished.unlink(missing_ok=True)
            with closing(sqlite3.connect(unfinished)) as connection, connection:
                connection.executescript(_SCHEMA)
                connection.executemany(
                    "INSERT INTO meta VALUES (?, ?)",
                    {"spec": spec_json, "digest": digest, "created": _now()}.items(),
                )
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
            unfinished.rename(path)
            return cls(path, _connected(path), lock)
        except (OSError, sqlite3.Error) as error:
            lock.release()
            raise RunFileError(f"cannot write {path}: {error}") from None

    @classmethod
    def open(cls, path: Path, digest: str | None = None, write: bool = False) -> "RunStore":
        """An existing run's file; only one process at a time may write it, any number may read.

        Args:
            path: the file.
            digest: the hash of the spec that the run must have; None: any.
            write: also for writing.

        Raises:
            RunFileError: there is no such file, it is not a run, is of another version or another spec, or is being
                written by another process.
        """
        _check_is_run(path)
        lock = _locked(path) if write else None
        try:
            store = cls(path, _connected(path), lock)
        except (sqlite3.Error, KeyError) as error:
            if lock is not None:
                lock.release()
            raise RunFileError(f"cannot read {path}: {error}") from None
        if digest is not None and store.digest != digest:
            found = store.digest
            store.close()
            raise RunFileError(
                f"{path} holds another run: its spec has the digest {found[:12]}, the one given {digest[:12]}"
            )
        return store

    def close(self) -> None:
        """Close the file and let others write it."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing ------------------------------------------------------------------------------------------------

    def begin_session(self, circumstances: Mapping[str, Any]) -> None:
        """Note that work on the run begins, and with what: machine, versions, executor."""
        with self._connection:
            cursor = self._connection.execute(
                "INSERT INTO sessions VALUES (?, NULL, NULL, ?)",
                (_now(), json.dumps(circumstances, ensure_ascii=False)),
            )
        self._session = cursor.lastrowid

    def end_session(self, ending: str) -> None:
        """Note that work on the run has ended, and how."""
        with self._connection:
            self._connection.execute(
                "UPDATE sessions SET ended = ?, ending = ? WHERE rowid = ?", (_now(), ending, self._session)
            )

    def add_session(self, session: Session) -> None:
        """Note a session of another file of the run."""
        values = (session.began, session.ended, session.ending, json.dumps(session.circumstances, ensure_ascii=False))
        with self._connection:
            self._connection.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", values)

    def record(self, rows: Iterable[Row], sizes: Mapping[tuple[int, int], int]) -> None:
        """Write games and the state of their blocks in one transaction; a game that is there already stays as it is.

        Args:
            rows: the games.
            sizes: how many games each of their blocks has, by players and block.
        """
        counts = [{"players": players, "block": block, "games": games} for (players, block), games in sizes.items()]
        with self._connection:
            self._connection.executemany(_INSERT, rows)
            self._connection.executemany(_COUNT, counts)
            self._connection.executemany(_RECOUNT, counts)

    # --- reading ------------------------------------------------------------------------------------------------

    @property
    def meta(self) -> dict[str, str]:
        """What the file says about itself: ``spec`` (JSON), ``digest``, ``created``."""
        return dict(self._connection.execute("SELECT name, value FROM meta"))

    @property
    def sessions(self) -> list[Session]:
        """Who worked on the run, in order."""
        found = self._connection.execute("SELECT began, ended, ending, circumstances FROM sessions ORDER BY rowid")
        return [Session(began, ended, ending, json.loads(text)) for began, ended, ending, text in found]

    def complete_blocks(self, players: int) -> list[int]:
        """The blocks of which every game is there, ascending."""
        query = "SELECT block FROM blocks WHERE players = ? AND done = games ORDER BY block"
        return [block for (block,) in self._connection.execute(query, (players,))]

    def begun_blocks(self, players: int) -> dict[int, set[int]]:
        """For each block of which some games are missing the numbers of those that are there."""
        found: dict[int, set[int]] = {}
        query = """SELECT block, number FROM games JOIN blocks USING (players, block)
                   WHERE players = ? AND done < blocks.games"""
        for block, number in self._connection.execute(query, (players,)):
            found.setdefault(block, set()).add(number)
        return found

    def block_sizes(self) -> dict[tuple[int, int], int]:
        """How many games each block has that was begun, by players and block."""
        return {
            (players, block): games
            for players, block, games in self._connection.execute("SELECT players, block, games FROM blocks")
        }

    def games(self) -> int:
        """How many games there are."""
        return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def incidents(self) -> int:
        """How many games there are in which something went wrong."""
        return int(self._connection.execute("SELECT count(*) FROM games WHERE incidents IS NOT NULL").fetchone()[0])

    def rows(self, players: int | None = None, complete: bool = True) -> Iterator[Row]:
        """The games' rows in the order of players, block and number.

        Args:
            players: at tables of so many players only; None: of all.
            complete: of complete blocks only.
        """
        query = (
            f"SELECT {', '.join(f'games.{name}' for name, _ in COLUMNS)} FROM games JOIN blocks USING (players, block)"
        )
        conditions = ["done = blocks.games"] if complete else []
        if players is not None:
            conditions.append(f"players = {int(players)}")
        if conditions:
            query += f" WHERE {' AND '.join(conditions)}"
        yield from self._connection.execute(f"{query} ORDER BY games.players, games.block, games.number")

    def results(self, players: int | None = None, complete: bool = True) -> list[GameResult]:
        """The games as :meth:`rows` gives them."""
        return [result_of(row) for row in self.rows(players, complete)]

    def result(self, key: GameKey) -> GameResult:
        """One game.

        Raises:
            RunFileError: it has not been played.
        """
        row = self.row((key.players, key.block, key.number))
        if row is None:
            raise RunFileError(f"{self.path} has no game {key.players}/{key.block}/{key.number}")
        return result_of(row)

    def row(self, key: tuple[int, int, int]) -> Row | None:
        """A game's row by players, block and number; None if it has not been played."""
        query = f"SELECT {_NAMES} FROM games WHERE players = ? AND block = ? AND number = ?"
        found: Row | None = self._connection.execute(query, key).fetchone()
        return found


@contextmanager
def clear_database_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite says about a full disk or a broken file into an error that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise RunFileError(f"{path}: {error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _connected(path: Path) -> sqlite3.Connection:
    # Opened by its address so that a file that has gone is not made anew.
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=30.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _check_is_run(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise RunFileError(f"cannot read {path}: {error.strerror}") from None
    # The application's id is at byte 68 of a SQLite file, the version that its user gave it at byte 60.
    if header[:16] != b"SQLite format 3\0" or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise RunFileError(f"{path} is not the file of a run")
    version = int.from_bytes(header[60:64], "big")
    if version != FORMAT_VERSION:
        raise RunFileError(f"{path} is a run of format {version}; this version of pitwise reads {FORMAT_VERSION}")


def _locked(path: Path) -> FileLock:
    try:
        return lock_beside(path)
    except LockedError:
        raise RunFileError(f"{path} is being written by {_writer(path)}") from None
    except OSError as error:
        raise RunFileError(f"cannot write {path}: {error.strerror}") from None


def _writer(path: Path) -> str:
    try:
        with closing(_connected(path)) as connection:
            return str(connection.execute("SELECT value FROM meta WHERE name = 'writer'").fetchone()[0])
    except (sqlite3.Error, TypeError):
        return "another process"
