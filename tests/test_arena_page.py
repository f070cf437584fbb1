"""What docs/arena.md says works: its commands run on its spec, and its tables are complete."""

import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.arena import app as arena
from cli.main import app
from engine.catalog import GAMES, load_game
from eval.arena.run_spec import RunSpec
from eval.arena.spec_file import read_spec, spec_of_values
from solvers.registry import SpecError, list_solvers, make_solver

TOP = Path(__file__).resolve().parent.parent
PAGE = (TOP / "docs" / "arena.md").read_text(encoding="utf-8")
PITWISE = ".venv/bin/pitwise"
SPECS = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """The arguments of every command line, in order."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = [shlex.split(line) for block in blocks for line in block.splitlines()]
    assert all(line[0] == PITWISE for line in lines)
    return [line[1:] for line in lines]


def test_every_command_is_on_the_page() -> None:
    told = {arguments[1] for arguments in commands() if arguments[0] == "arena"}
    there = {command.callback.__name__ for command in arena.registered_commands if command.callback is not None}
    assert told == there


def test_the_commands_run_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    spec = SPECS[0]
    small = spec.replace("blocks = 20\n", "blocks = 2\n").replace("iterations = 200\n", "iterations = 4\n")
    assert len(small) == len(spec) - 3, "both are made small"
    (tmp_path / "styles.toml").write_text(small, encoding="utf-8")
    standings = set()
    for arguments in commands():
        plays = arguments[0] == "arena" and arguments[1] in ("run", "resume", "sprt")
        result = CliRunner().invoke(app, [*arguments, *(["--executor", "serial", "--quiet"] if plays else [])])
        assert result.exit_code == 0, (arguments, result.output)
        standings |= {path.read_bytes() for path in tmp_path.glob("[!s]*.standings.json")}
    assert (tmp_path / "styles.html").exists()
    assert standings == {(tmp_path / "styles.standings.json").read_bytes()}, "elsewhere and union are the same"


def test_a_spec_with_another_version_is_one_once_that_is_there() -> None:
    (before,) = (spec for spec in SPECS if "checkout" in spec)
    values = tomllib.loads(before.replace("../before", str(TOP)))
    assert [bool(entrant.checkout) for entrant in spec_of_values(values).entrants] == [False, True]


def test_every_key_of_a_spec_is_on_the_page() -> None:
    told = re.findall(r"^\| `(\w+)` \| .* \| .* \|$", PAGE.partition("## Blocks")[0], re.MULTILINE)
    known = {"entrant" if field.name == "entrants" else field.name for field in fields(RunSpec)} | {"budget"}
    assert set(told) == known
    assert len(told) == len(known)


@pytest.mark.parametrize("path", sorted((TOP / "eval" / "specs").glob("s*.toml")), ids=lambda path: path.stem)
def test_the_specs_that_ship_can_be_run(path: Path) -> None:
    spec = read_spec(path)
    assert spec.players
    assert len(spec.entrants) > 1


@pytest.mark.parametrize("name", GAMES)
def test_every_solver_of_a_game_is_in_its_round_robin(name: str) -> None:
    game = load_game(name)
    spec = read_spec(TOP / "eval" / "specs" / f"{name}_round_robin.toml")
    missing = {info.name for info in list_solvers(may_cheat=True)} - {
        entrant.solver.partition("(")[0] for entrant in spec.entrants
    }
    for solver in missing:
        with pytest.raises(SpecError):
            make_solver(solver, game)
    styles = {entrant.solver for entrant in spec.entrants}
    assert {f"heuristic(style={style})" for style in game.styles} <= styles
