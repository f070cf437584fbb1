"""A run's file tells a true story, and refuses what it cannot take."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from eval.arena.game_rows import row_of
from eval.arena.results import GameKey, GameResult, Incident, IncidentKind
from eval.arena.store import RunFileError, RunStore

SPEC = '{"name":"a run"}'


def a_game(block: int, number: int, payoff: float = 10.0, players: int = 2) -> GameResult:
    return GameResult(
        key=GameKey(players, block, number),
        seating=tuple(range(players)),
        payoffs=(payoff,) + (0.0,) * (players - 1),
        decisions=(3,) * players,
        seconds=(0.5,) * players,
        slowest=(0.25,) * players,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.sqlite"


def test_games_come_back_in_order_and_from_complete_blocks_only(path: Path) -> None:
    with RunStore.create(path, SPEC, "abc") as store:
        store.record([row_of(a_game(1, 1)), row_of(a_game(1, 0))], {(2, 1): 2})
        store.record([row_of(a_game(0, 1))], {(2, 0): 2})
        store.record([row_of(a_game(0, 0, players=3))], {(3, 0): 1})
    with RunStore.open(path, "abc") as store:
        assert store.spec_json == SPEC
        assert store.results() == [a_game(1, 0), a_game(1, 1), a_game(0, 0, players=3)]
        assert store.results(players=2) == [a_game(1, 0), a_game(1, 1)]
        assert store.results(players=2, complete=False) == [a_game(0, 1), a_game(1, 0), a_game(1, 1)]
        assert store.complete_blocks(2) == [1]
        assert store.begun_blocks(2) == {0: {1}}
        assert store.games() == 4
        assert store.result(GameKey(2, 0, 1)) == a_game(0, 1)
        with pytest.raises(RunFileError, match="no game 2/0/0"):
            store.result(GameKey(2, 0, 0))


def test_a_game_written_twice_is_there_once_as_it_was_first(path: Path) -> None:
    with RunStore.create(path, SPEC, "abc") as store:
        store.record([row_of(a_game(0, 0))], {(2, 0): 2})
        store.record([row_of(a_game(0, 0, payoff=99.0)), row_of(a_game(0, 0))], {(2, 0): 2})
        assert store.complete_blocks(2) == []
        assert store.results(complete=False) == [a_game(0, 0)]


def test_a_transaction_that_fails_leaves_neither_games_nor_blocks(path: Path) -> None:
    with RunStore.create(path, SPEC, "abc") as store:
        broken = (*row_of(a_game(0, 1))[:4], None, *row_of(a_game(0, 1))[5:])
        with pytest.raises(sqlite3.IntegrityError):
            store.record([row_of(a_game(0, 0)), broken], {(2, 0): 2})  # type: ignore[list-item]
        assert store.games() == 0
        assert store.block_sizes() == {}


def test_incidents_are_counted(path: Path) -> None:
    failed = a_game(0, 0)
    incident = Incident(1, 7, IncidentKind.ILLEGAL_MOVE, "move 9 – „x“")
    with RunStore.create(path, SPEC, "abc") as store:
        store.record(
            [row_of(a_game(0, 1)), row_of(GameResult(**{**vars(failed), "incidents": (incident,)}))], {(2, 0): 2}
        )
        assert store.incidents() == 1
        assert store.results()[0].incidents == (incident,)


def test_sessions_are_noted(path: Path) -> None:
    with RunStore.create(path, SPEC, "abc") as store:
        store.begin_session({"workers": 2})
        store.end_session("finished")
    with RunStore.open(path, write=True) as store:
        store.begin_session({"workers": 1})
        assert [(one.ending, one.circumstances["workers"]) for one in store.sessions] == [("finished", 2), (None, 1)]
        assert store.sessions[1].ended is None
        assert store.meta["created"] <= store.sessions[0].began


def test_another_spec_is_refused(path: Path) -> None:
    RunStore.create(path, SPEC, "abc").close()
    with pytest.raises(RunFileError, match=r"another run.*abc.*def"):
        RunStore.open(path, "def")
    with RunStore.open(path, "abc", write=True):
        pass


def test_a_file_is_not_overwritten(path: Path) -> None:
    RunStore.create(path, SPEC, "abc").close()
    with pytest.raises(RunFileError, match="exists already"):
        RunStore.create(path, SPEC, "abc")


@pytest.mark.parametrize("content", [b"", b"hello", b"x" * 4096])
def test_what_is_not_a_run_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(RunFileError, match="is not the file of a run"):
        RunStore.open(path)


def test_another_database_is_refused(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE games (x)")
    other.commit()
    other.close()
    with pytest.raises(RunFileError, match="is not the file of a run"):
        RunStore.open(path)


def test_another_version_is_refused(path: Path) -> None:
    RunStore.create(path, SPEC, "abc").close()
    changed = sqlite3.connect(path)
    changed.execute("PRAGMA journal_mode = DELETE")
    changed.execute("PRAGMA user_version = 7")
    changed.close()
    with pytest.raises(RunFileError, match="format 7"):
        RunStore.open(path)


def test_a_file_that_is_not_there_is_not_made(path: Path) -> None:
    with pytest.raises(RunFileError, match="cannot read"):
        RunStore.open(path, write=True)
    assert not path.exists()


def test_a_file_that_cannot_be_written_is_named(path: Path) -> None:
    path.write_text("a file is no folder")
    with pytest.raises(RunFileError, match=r"cannot write .*inside\.sqlite"):
        RunStore.create(path / "inside.sqlite", SPEC, "abc")


def test_one_process_writes_and_others_read(path: Path) -> None:
    holder = "import sys; from pathlib import Path; from eval.arena.store import RunStore\n"
    holder += "store = RunStore.open(Path(sys.argv[1]), write=True); print('there', flush=True); sys.stdin.read()"
    RunStore.create(path, SPEC, "abc").close()
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "there\n"
            with pytest.raises(RunFileError, match=f"is being written by process {process.pid}"):
                RunStore.open(path, write=True)
            with RunStore.open(path) as reading:
                assert reading.games() == 0
        finally:
            process.kill()
    # The lock dies with its process.
    RunStore.open(path, write=True).close()
