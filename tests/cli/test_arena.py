"""``pitwise arena``: a tournament is run, looked at, repeated and merged; wrong input is named."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from solvers.heuristic_player import HeuristicPlayer
from solvers.ismcts.player import IsmctsPlayer
from tests.cli.conftest import Run

SPEC = """
name = "styles"
game = "stockpile"
players = [2]
blocks = 12
seed = 3

[[entrant]]
name = "value"
solver = "heuristic"

[[entrant]]
solver = "random"
"""

SEARCH = """
players = [2]
blocks = 2

[[entrant]]
name = "search"
solver = "ismcts(iterations=3,trees=1)"

[[entrant]]
solver = "random"
"""

Play = Callable[..., Path]


@pytest.fixture
def play(run: Run, tmp_path: Path) -> Play:
    """Plays a spec in this process and returns the run's file."""

    def play(text: str, name: str = "run", *options: str) -> Path:
        spec, file = tmp_path / f"{name}.toml", tmp_path / f"{name}.sqlite"
        spec.write_text(text, encoding="utf-8")
        assert run("arena", "run", spec, "--output", file, "--executor", "serial", *options).exit_code == 0
        return file

    return play


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of compiled games."""
    folder = tmp_path_factory.mktemp("runs")
    (folder / "styles.toml").write_text(SPEC, encoding="utf-8")
    arguments = ["arena", "run", str(folder / "styles.toml"), "--output", str(folder / "styles.sqlite")]
    assert CliRunner().invoke(app, [*arguments, "--executor", "serial"]).exit_code == 0
    return folder / "styles.sqlite"


def test_a_run_tells_a_line_a_block_and_writes_its_standings(run: Run, tmp_path: Path) -> None:
    spec, file = tmp_path / "styles.toml", tmp_path / "out.sqlite"
    spec.write_text(SPEC, encoding="utf-8")
    result = run("arena", "run", spec, "--output", file, "--executor", "serial")
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["block"] for line in lines] == list(range(12))
    assert set(lines[-1]["entrants"]) == {"value", "random"}
    standings = json.loads((tmp_path / "out.standings.json").read_text())
    assert standings["run"] == "styles"
    assert standings["lists"][0]["blocks"] == 12
    assert "24 games in" in result.stderr
    assert "out.standings.json" in result.stderr


def test_a_quiet_run_shows_nothing(run: Run, tmp_path: Path) -> None:
    spec = tmp_path / "styles.toml"
    spec.write_text(SPEC, encoding="utf-8")
    result = run("arena", "run", spec, "--output", tmp_path / "q.sqlite", "--executor", "serial", "--quiet")
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_finished_run_can_be_resumed_and_is_not_overwritten(run: Run, file: Path, tmp_path: Path) -> None:
    before = file.with_name("styles.standings.json").read_bytes()
    resumed = run("arena", "resume", file, "--spec", file.with_suffix(".toml"), "--executor", "serial")
    assert resumed.exit_code == 0
    assert file.with_name("styles.standings.json").read_bytes() == before
    again = run("arena", "run", file.with_suffix(".toml"), "--output", file)
    assert again.exit_code == 2
    assert "exists already" in again.stderr
    other = tmp_path / "other.toml"
    other.write_text(SPEC.replace("seed = 3", "seed = 4"), encoding="utf-8")
    refused = run("arena", "resume", file, "--spec", other)
    assert refused.exit_code == 2
    assert "holds another run" in refused.stderr


def test_status_and_crosstable_show_where_the_run_is(run: Run, file: Path) -> None:
    status = run("arena", "status", file)
    assert status.exit_code == 0
    assert "2 players: 12 of 12 blocks" in status.output
    assert "last session: finished" in status.output
    assert re.search(r"value\s+│\s+0 ± 0\s", status.output)
    crosstable = run("arena", "crosstable", file)
    assert crosstable.exit_code == 0
    assert re.search(r"1 │ value\s+│\s+│ \d\.\d\d │", crosstable.output)
    assert max(map(len, (status.output + crosstable.output).splitlines())) <= 80


@pytest.mark.parametrize(
    ("form", "suffix", "content"),
    [
        ("html", ".html", "<html"),
        ("md", ".md", "styles"),
        ("json", ".json", '"games"'),
        ("csv", ".csv", "value"),
        ("games-csv", ".games.csv", "random"),
    ],
)
def test_a_report_is_written_in_every_format(run: Run, file: Path, form: str, suffix: str, content: str) -> None:
    result = run("arena", "report", file, "--format", form)
    assert result.exit_code == 0
    text = file.with_suffix(suffix).read_text(encoding="utf-8")
    assert content in text
    assert run("arena", "report", file, "--format", form, "--output", "-").stdout == text


def test_a_game_is_shown_and_verified(run: Run, file: Path) -> None:
    shown = run("arena", "replay", file, "2/4/1")
    assert shown.exit_code == 0
    assert "Game 2/4/1: Stockpile, 2 players" in shown.output
    assert "Final standings" in shown.output
    verified = run("arena", "replay", file, "2/4/1", "--verify")
    assert verified.exit_code == 0
    assert "ends exactly as recorded" in verified.output


def test_a_game_that_was_changed_is_found_out(run: Run, play: Play) -> None:
    file = play(SPEC)
    changed = sqlite3.connect(file)
    changed.execute("UPDATE games SET payoffs = (SELECT payoffs FROM games WHERE block = 5) WHERE block = 4")
    changed.commit()
    changed.close()
    result = run("arena", "replay", file, "2/4/1", "--verify")
    assert result.exit_code == 1
    assert "payoffs differ" in result.output


def test_games_are_lines_that_replay_accepts(run: Run, play: Play, tmp_path: Path) -> None:
    for text, games in ((SPEC, 24), (SEARCH, 4), (SEARCH + "milliseconds = 1\n[budget]\nmilliseconds = 1\n", 4)):
        name = f"run{len(text)}"
        lines = tmp_path / f"{name}.jsonl"
        text = text.replace("iterations=3,", "") if "budget" in text else text
        assert run("arena", "games", play(text, name), "--output", lines).exit_code == 0
        replayed = run("replay", "--verify", lines)
        assert replayed.exit_code == 0
        assert f"{games} games end exactly as recorded" in replayed.output


def test_a_game_decided_by_the_clock_is_verified_by_its_moves(run: Run, play: Play) -> None:
    file = play(SEARCH.replace("iterations=3", "milliseconds=1"))
    verified = run("arena", "replay", file, "2/1/0", "--verify")
    assert verified.exit_code == 0
    assert "move by move, as a clock had a say in it" in verified.output.replace("\n", " ")


def test_incidents_are_told_and_strict_fails(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("cannot think")

    monkeypatch.setattr(IsmctsPlayer, "choose", fails)
    spec = tmp_path / "search.toml"
    spec.write_text(SEARCH + "iterations = 2\n", encoding="utf-8")
    lenient = run("arena", "run", spec, "--output", tmp_path / "a.sqlite", "--executor", "serial")
    assert lenient.exit_code == 0
    assert "Something went wrong with a solver in 4 games" in lenient.stderr
    strict = run("arena", "run", spec, "--output", tmp_path / "b.sqlite", "--executor", "serial", "--strict")
    assert strict.exit_code == 1
    assert (tmp_path / "b.standings.json").exists()
    spec.write_text('on_incident = "abort"\n' + SEARCH, encoding="utf-8")
    aborted = run("arena", "run", spec, "--output", tmp_path / "c.sqlite", "--executor", "serial")
    assert aborted.exit_code == 3
    assert "cannot think" in aborted.stderr
    assert "arena resume" in aborted.stderr


def test_sprt_tells_its_verdict(run: Run, tmp_path: Path) -> None:
    arguments = ["arena", "sprt", "heuristic", "random", "--players", "2", "--executor", "serial", "--quiet"]
    result = run(*arguments, "--output", tmp_path / "sprt.sqlite", "--least-blocks", 10, "--alternative", 0.5)
    assert result.exit_code == 0
    assert "Verdict: H1: A is better after" in result.output
    assert re.search(r"LLR \d+\.\d+ within \(-2\.94, 2\.94\): [▁▂▃▄▅▆▇█]+", result.output)
    assert re.search(r"Elo-like: A is \d+", result.output)
    undecided = run(*arguments, "--output", tmp_path / "few.sqlite", "--blocks", 3)
    assert undecided.exit_code == 0
    assert "No verdict within 3 deals" in undecided.output


def test_runs_are_merged(run: Run, file: Path, play: Play, tmp_path: Path) -> None:
    part = play(SPEC, "part")
    holes = sqlite3.connect(part)
    holes.execute("DELETE FROM games WHERE block > 5 AND number = 1")
    holes.execute("UPDATE blocks SET done = 1 WHERE block > 5")
    holes.commit()
    holes.close()
    merged = tmp_path / "merged.sqlite"
    result = run("arena", "merge", part, file, "--output", merged)
    assert result.exit_code == 0
    assert "24 games (18 were there more than once)" in result.stderr
    assert (tmp_path / "merged.standings.json").read_bytes() == file.with_name("styles.standings.json").read_bytes()
    assert "more than once" in run("arena", "merge", merged, merged, "--output", tmp_path / "twice.sqlite").stderr


def test_runs_that_disagree_are_not_merged(run: Run, file: Path, play: Play, tmp_path: Path) -> None:
    other = play(SPEC, "other")
    changed = sqlite3.connect(other)
    changed.execute("UPDATE games SET payoffs = (SELECT payoffs FROM games WHERE block = 5) WHERE block = 4")
    changed.commit()
    changed.close()
    merged = tmp_path / "merged.sqlite"
    refused = run("arena", "merge", file, other, "--output", merged)
    assert refused.exit_code == 2
    assert "game 2/4/0 differs" in refused.stderr
    assert "payoffs" in refused.stderr
    assert not merged.exists()
    different = run("arena", "merge", file, play(SPEC.replace("seed = 3", "seed = 9"), "seed"), "--output", merged)
    assert different.exit_code == 2
    assert "holds another run" in different.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("run", "nowhere.toml"), "nowhere.toml"),
        (("resume", "nowhere.sqlite"), "cannot read nowhere.sqlite"),
        (("status", "nowhere.sqlite"), "cannot read nowhere.sqlite"),
        (("report", "nowhere.sqlite"), "cannot read nowhere.sqlite"),
        (("crosstable", "nowhere.sqlite"), "cannot read nowhere.sqlite"),
        (("games", "nowhere.sqlite"), "cannot read nowhere.sqlite"),
        (("replay", "nowhere.sqlite", "4-3"), "GAME: must be players/block/number"),
        (("replay", "nowhere.sqlite", "4/3/2"), "cannot read nowhere.sqlite"),
        (("merge", "nowhere.sqlite", "--output", "m.sqlite"), "cannot read nowhere.sqlite"),
        (("sprt", "heuristic", "wizard"), "entrant[1].solver: there is no solver 'wizard'"),
        (("sprt", "heuristic", "random", "--alpha", "2"), "sequential.alpha"),
        (("sprt", "heuristic", "random", "--option", "rounds"), "--option: must be NAME=VALUE"),
    ],
)
def test_wrong_input_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_key_at_fault_in_a_spec_is_named(run: Run, tmp_path: Path) -> None:
    spec = tmp_path / "bad.toml"
    spec.write_text('blocks = -1\ncolour = "red"\n', encoding="utf-8")
    result = run("arena", "run", spec)
    assert result.exit_code == 2
    assert "blocks: must be" in result.stderr
    assert "colour: there is no such key" in result.stderr


def test_a_scheduler_is_for_dask_only(run: Run, file: Path) -> None:
    result = run("arena", "resume", file, "--scheduler", "tcp://127.0.0.1:8786")
    assert result.exit_code == 2
    assert "--scheduler: is for --executor dask" in result.stderr


def test_help_tells_the_exit_codes(run: Run) -> None:
    shown = " ".join(run("arena", "--help").output.split())
    for code in ("0 done", "1 incidents under --strict", "2 wrong input", "3 aborted", "130 or 143"):
        assert code in shown


def test_status_is_watched_until_ctrl_c(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def sleep(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("cli.arena_standings.time.sleep", sleep)
    result = run("arena", "status", file, "--watch")
    assert result.exit_code == 0
    assert len(looks) == 3
    assert "12 of 12 blocks" in result.output


def test_where_the_clock_decides_the_file_named_first_is_kept(run: Run, play: Play, tmp_path: Path) -> None:
    text = 'name = "clock"' + SEARCH.replace("iterations=3", "milliseconds=1")
    first, second = play(text, "first"), play(text, "second")
    changed = sqlite3.connect(second)
    changed.execute("UPDATE games SET payoffs = x'0000000000000000000000000000f03f'")
    changed.commit()
    changed.close()
    merged = tmp_path / "merged.sqlite"
    assert run("arena", "merge", first, second, "--output", merged).exit_code == 0
    assert (
        merged.with_name("merged.standings.json").read_bytes() == first.with_name("first.standings.json").read_bytes()
    )


def test_a_solver_is_checked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["arena", "check", "heuristic", "--players", 2, "--games", 1]
    kept = run(*arguments)
    assert kept.exit_code == 0
    assert "It keeps its promises." in kept.output
    assert re.search(r"legal moves only\s+│\s+\d+ │\s+0 │", kept.output)

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("cannot think")

    monkeypatch.setattr(HeuristicPlayer, "choose", fails)
    broken = run(*arguments)
    assert broken.exit_code == 1
    assert "It does not keep its promises." in broken.output
    assert "cannot think" in " ".join(broken.output.split())
