"""``pitwise tune``: a spec is tuned, recorded and gone on with; wrong input is named."""

import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from solvers.ismcts.player import IsmctsPlayer
from tests.cli.conftest import Run

SPEC = """
name = "styles"
game = "stockpile"
players = [2]
solver = "heuristic"
blocks = 8
held_out = 10
trials = 5

[search]
style = { choices = ["best", "simple_bidder", "cautious", "value"] }

[[opponent]]
solver = "heuristic(style=simple_bidder)"
"""

SEARCH = """
game = "stonks"
players = [2]
solver = "ismcts"
blocks = 3
held_out = 2
trials = 4

[search]
exploration = { low = 0.1, high = 1.5 }

[budget]
iterations = 4
"""

PATIENCE = 300.0


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "styles.toml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def test_one_spec_serves_every_table_and_budget(run: Run, tmp_path: Path) -> None:
    spec = tmp_path / "search.toml"
    spec.write_text(SEARCH, encoding="utf-8")
    file = tmp_path / "three.sqlite"
    result = run("tune", spec, "--output", file, "--workers", 1, "--players", 3, "--iterations", 2)
    assert result.exit_code == 0, result.output
    record = file.with_suffix(".md").read_text(encoding="utf-8")
    assert "\n| 3 |" in record
    assert "# instead: players = [3]\n# instead: budget = {'iterations': 2}\n" in record


def test_a_tuning_is_told_and_recorded(run: Run, spec: Path, tmp_path: Path) -> None:
    file = tmp_path / "out" / "styles.sqlite"
    result = run("tune", spec, "--output", file, "--workers", 1)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    told = [line for line in lines if line.startswith("trial ")]
    assert told[0].endswith("deals: 8; style=best")
    assert len(told) == 5
    assert "styles: the best trials" in result.stdout
    best = re.search(r"^heuristic\(style=\w+\)$", result.stdout, re.MULTILINE)
    assert best
    record = file.with_suffix(".md").read_text(encoding="utf-8")
    assert f"    {best[0]}\n" in record
    assert SPEC.strip() in record, "the spec is in it"
    assert len(trials_in(file.with_suffix(".md"))) == 5
    assert re.search(r"Seed 0, sampler's seed 0, spec [0-9a-f]{16}\. pitwise .*, optuna 5", record)
    again = run("tune", spec, "--output", file, "--workers", 1, "--quiet")
    assert again.exit_code == 0
    assert again.stdout.splitlines()[0] == best[0]
    assert file.with_suffix(".md").read_text(encoding="utf-8") == record


def test_another_spec_is_refused_but_for_more_trials(run: Run, spec: Path, tmp_path: Path) -> None:
    file = tmp_path / "styles.sqlite"
    assert run("tune", spec, "--output", file, "--workers", 1, "--quiet").exit_code == 0
    spec.write_text(SPEC.replace("trials = 5", "trials = 6"), encoding="utf-8")
    more = run("tune", spec, "--output", file, "--workers", 1)
    assert more.exit_code == 0
    assert len([line for line in more.stdout.splitlines() if line.startswith("trial ")]) == 1
    spec.write_text(SPEC.replace("blocks = 8", "blocks = 9"), encoding="utf-8")
    refused = run("tune", spec, "--output", file, "--workers", 1)
    assert refused.exit_code == 2
    assert "holds another tuning" in refused.stderr


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("blocks = 8", "blocks = 0"), "blocks: must be"),
        (("name =", "colour ="), "colour: there is no such key"),
        (('"cautious"', '"daring"'), "search.style: stockpile has no style 'daring'"),
    ],
)
def test_wrong_input_is_named(
    run: Run, spec: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str], told: str
) -> None:
    monkeypatch.chdir(spec.parent)
    spec.write_text(SPEC.replace(*change), encoding="utf-8")
    result = run("tune", spec)
    assert result.exit_code == 2
    assert told in result.stderr
    assert list(spec.parent.iterdir()) == [spec]
    assert "nowhere.toml" in run("tune", "nowhere.toml").stderr


def test_a_solver_that_fails_ends_the_tuning(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("cannot think")

    monkeypatch.setattr(IsmctsPlayer, "choose", fails)
    spec = tmp_path / "search.toml"
    spec.write_text(SEARCH, encoding="utf-8")
    result = run("tune", spec, "--output", tmp_path / "search.sqlite", "--workers", 1)
    assert result.exit_code == 3
    assert "cannot think" in result.stderr


def steps_in(file: Path) -> int:
    """How many steps of trials are in a tuning's file."""
    if not file.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM trial_intermediate_values").fetchone()[0])
    except sqlite3.Error:
        return 0


def trials_in(record: Path) -> list[str]:
    """The rows of trials without their numbers, which killed trials use up."""
    text = record.read_text(encoding="utf-8").partition("## Trials")[2].partition("## Which")[0]
    return sorted(row.partition(" | ")[2] for row in re.findall(r"^\| \d+ .*$", text, re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_tuning_ends_as_an_undisturbed_one(run: Run, tmp_path: Path, ending: signal.Signals) -> None:
    spec, file = tmp_path / "search.toml", tmp_path / "search.sqlite"
    spec.write_text(SEARCH, encoding="utf-8")
    command = [sys.executable, "-c", "from cli.main import main; main()", "tune", str(spec), "--output", str(file)]
    process = subprocess.Popen([*command, "--workers", "2", "--quiet"], stderr=subprocess.PIPE)
    with process:
        try:
            until = time.monotonic() + PATIENCE
            while steps_in(file) < 5:
                assert process.poll() is None, process.stderr and process.stderr.read()
                assert time.monotonic() < until
                time.sleep(0.05)
            process.send_signal(ending)
            assert process.wait() == (130 if ending is signal.SIGINT else -signal.SIGKILL)
        finally:
            process.kill()
    assert run("tune", spec, "--output", file, "--workers", 1).exit_code == 0
    undisturbed = tmp_path / "undisturbed.sqlite"
    assert run("tune", spec, "--output", undisturbed, "--workers", 1).exit_code == 0
    assert trials_in(file.with_suffix(".md")) == trials_in(undisturbed.with_suffix(".md"))
    assert len(trials_in(undisturbed.with_suffix(".md"))) == 4
