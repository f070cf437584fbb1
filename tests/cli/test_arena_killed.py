"""A tournament that is killed at any moment ends, once resumed, as if it had not been."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from eval.arena.store import RunFileError, RunStore

pytestmark = pytest.mark.slow

PATIENCE = 240.0

SPEC = """
name = "killed"
players = [2, 3]
blocks = 3
seed = 11

[[entrant]]
solver = "ismcts(iterations=30,trees=1)"

[[entrant]]
solver = "heuristic"

[[entrant]]
solver = "random"
"""

TEST = """
name = "killed sequential"
players = [2]
blocks = 30
seed = 12
sequential = { least_blocks = 5, alternative = 0.6 }

[[entrant]]
solver = "pimc(iterations=12,worlds=2)"

[[entrant]]
solver = "random"
"""

SPECS = {"fixed": SPEC, "sequential": TEST}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The standings of both runs, played in this process."""
    folder = tmp_path_factory.mktemp("undisturbed")
    standings = {}
    for name, text in SPECS.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        arguments = ["arena", "run", str(folder / f"{name}.toml"), "--output", str(folder / f"{name}.sqlite")]
        assert CliRunner().invoke(app, [*arguments, "--executor", "serial"]).exit_code == 0
        standings[name] = (folder / f"{name}.standings.json").read_bytes()
    return standings


def begin(folder: Path, text: str, *options: str) -> tuple[Path, subprocess.Popen[str]]:
    """A run in a process of its own that has written its first game."""
    (folder / "spec.toml").write_text(text, encoding="utf-8")
    file = folder / "run.sqlite"
    command = [sys.executable, "-c", "from cli.main import main; main()", "arena", "run", str(folder / "spec.toml")]
    process = subprocess.Popen([*command, "--output", str(file), *options], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + PATIENCE
    while games_in(file) == 0:
        assert process.poll() is None, process.stderr
        assert time.monotonic() < until
        time.sleep(0.02)
    return file, process


def games_in(file: Path) -> int:
    try:
        with RunStore.open(file) as store:
            return store.games()
    except RunFileError:
        return 0


def processes_of(group: int) -> set[int]:
    """The processes whose parent is this one, where the system tells."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(group)], capture_output=True, text=True, check=False)
    return {int(pid) for pid in found.stdout.split()}


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that has ended but that nobody waited for is still there in name.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("name", SPECS)
def test_a_killed_run_ends_as_an_undisturbed_one(
    tmp_path: Path, undisturbed: dict[str, bytes], name: str, workers: int
) -> None:
    file, process = begin(tmp_path, SPECS[name], "--workers", str(workers), "--quiet")
    children = processes_of(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stderr is not None
    process.stderr.close()
    before = games_in(file)
    assert before > 0
    with RunStore.open(file) as store:
        assert store.sessions[0].ended is None, "it was killed before its end"
        kept = store.results(complete=False)
    until = time.monotonic() + PATIENCE
    while any(map(is_alive, children)):
        assert time.monotonic() < until, "workers outlive the run that they worked for"
        time.sleep(0.05)
    arguments = ["arena", "resume", str(file), "--workers", str(workers), "--quiet"]
    resumed = CliRunner().invoke(app, arguments)
    assert resumed.exit_code == 0, resumed.output
    assert (tmp_path / "run.standings.json").read_bytes() == undisturbed[name]
    with RunStore.open(file) as store:
        assert [store.result(result.key) for result in kept] == kept, "what was kept was not played again"
        assert store.games() > before or name == "sequential"


def test_ctrl_c_stops_in_good_order_and_says_how_to_go_on(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    file, process = begin(tmp_path, SPEC, "--workers", "2", "--quiet")
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 130
    assert f"pitwise arena resume {file}" in said
    with RunStore.open(file) as store:
        assert store.sessions[0].ending == "stopped: SIGINT"
    arguments = ["arena", "resume", str(file), "--executor", "serial", "--quiet"]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert (tmp_path / "run.standings.json").read_bytes() == undisturbed["fixed"]
