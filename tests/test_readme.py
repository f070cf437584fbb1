"""What the README says works: its commands run, its Python runs, its tables are complete, its links lead somewhere."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import empty_pb2, json_format
from typer.testing import CliRunner

from cli.main import app
from engine.catalog import GAMES, load_game
from engine.stockpile.edition import EDITIONS_FOLDER
from pitwise.client import OpponentClient
from pitwise.v1 import opponent_service_pb2, position_pb2
from server.config import ServerConfig
from server.convert import read_table_view
from server.lifecycle import ServerHandle, start_server

TOP = Path(__file__).resolve().parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
PITWISE = ".venv/bin/pitwise"
ADDRESS = "127.0.0.1:50051"

MADE_SMALL = {
    "demo": ["--milliseconds", "2"],
    "play": ["--milliseconds", "2"],
    "audit": ["--games", "1"],
    "bench": ["--seconds", "0.01", "--no-service", "--no-arena", "--no-starts", "--players", "2"],
    "replay": [],
    "arena": [],
    "tune": [],
    # It would not end; tests/cli/test_serve.py starts and stops it.
    "serve": ["--help"],
}
"""What is added to each subcommand so that it is over soon."""


def code_blocks(language: str) -> list[str]:
    """The code blocks in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands(program: str) -> list[list[str]]:
    """The arguments of every command line of a program, in order."""
    lines = [
        shlex.split(line, comments=True) for block in code_blocks("sh") for line in without_inputs(block).splitlines()
    ]
    return [words[1:] for words in lines if words and words[0] == program]


def without_inputs(block: str) -> str:
    """A block of commands without what they read (here documents)."""
    return re.sub(r" <<END\n.*?^END$", "", block, flags=re.MULTILINE | re.DOTALL)


def inputs() -> list[str]:
    """What commands read, in order."""
    return [text for block in code_blocks("sh") for text in re.findall(r"<<END\n(.*?)^END$", block, re.M | re.S)]


@pytest.fixture(scope="module")
def server() -> Iterator[ServerHandle]:
    with start_server(ServerConfig(port=0)) as handle:
        handle.wait_until_ready()
        yield handle


def test_every_command_is_of_a_kind_tested_here() -> None:
    total = sum(len(without_inputs(block).splitlines()) for block in code_blocks("sh"))
    assert total == sum(len(commands(program)) for program in ("make", PITWISE, "grpcurl"))
    assert re.findall(r"^```(\w*)$", README, re.MULTILINE).count("") == len(code_blocks("sh") + code_blocks("python"))


@pytest.mark.parametrize("arguments", commands("make"), ids=" ".join)
def test_make_has_the_target(arguments: list[str]) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make here")
    subprocess.run([make, "--dry-run", *arguments], cwd=TOP, check=True, capture_output=True)


def test_the_subcommands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "eval").mkdir()
    shutil.copytree(TOP / "eval" / "specs", tmp_path / "eval" / "specs")
    for subcommand, *arguments in commands(PITWISE):
        result = CliRunner().invoke(app, [subcommand, *arguments, *MADE_SMALL[subcommand]], input="q\n")
        assert result.exit_code == 0, (subcommand, result.output)
    assert (tmp_path / "games.jsonl").exists()


def test_the_table_of_subcommands_is_complete() -> None:
    told = re.findall(r"^\| `pitwise (\w+)` \|", README, re.MULTILINE)
    commands = [command.callback.__name__ for command in app.registered_commands if command.callback is not None]
    groups = [group.typer_instance.info.name for group in app.registered_groups if group.typer_instance is not None]
    assert told == commands + groups


def test_a_frontend_author_gets_a_move(server: ServerHandle, capsys: pytest.CaptureFixture[str]) -> None:
    asking = code_blocks("python")[0]
    assert len(asking.splitlines()) < 30
    assert asking.count(ADDRESS) == 1
    exec(compile(asking.replace(ADDRESS, server.address), "README.md", "exec"), {})
    assert re.match(r"place (Stanford Steel|\$2K fee) face up on pile [123]: ", capsys.readouterr().out)


def test_an_own_edition_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EDITIONS_FOLDER / "base.toml", "my_edition.toml")
    exec(compile(code_blocks("python")[1], "README.md", "exec"), {})
    assert "starting_money" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", commands("grpcurl"), ids=" ".join)
def test_the_server_answers_what_grpcurl_would_ask(server: ServerHandle, arguments: list[str]) -> None:
    *flags, address, method = arguments
    assert (flags[0], address) == ("-plaintext", ADDRESS)
    if flags[1:]:
        assert flags[1:] == ["-d", "@"]
        return  # It reads its input: the next test.
    if method == "list":
        return  # reflection: tests/server/test_lifecycle.py
    service, _, name = method.partition("/")
    assert service == opponent_service_pb2.DESCRIPTOR.services_by_name["OpponentService"].full_name
    with grpc.insecure_channel(server.address) as channel:
        ask: grpc.UnaryUnaryMultiCallable[empty_pb2.Empty, bytes] = channel.unary_unary(
            f"/{service}/{name}", empty_pb2.Empty.SerializeToString
        )
        assert ask(empty_pb2.Empty(), timeout=10)


def test_the_request_for_grpcurl_is_the_same_as_pythons(server: ServerHandle) -> None:
    (text,) = inputs()
    # As grpcurl reads it: the JSON mapping of the contract.
    request = json_format.Parse(text, opponent_service_pb2.SuggestMoveRequest())
    with OpponentClient(server.address) as client:
        answer = client.suggest_move(request.view, solver=request.solver, milliseconds=request.budget.milliseconds)
    assert re.match(r"place (Stanford Steel|\$2K fee) face up on pile [123]", answer.analysis.move.text)
    asked = code_blocks("python")[0].partition("with OpponentClient")[0]
    names: dict[str, Any] = {}
    exec(compile(asked, "README.md", "exec"), names)
    theirs, ours = names["view"], request.view.stockpile
    assert read_table_view(position_pb2.View(stockpile=theirs)) == read_table_view(position_pb2.View(stockpile=ours))


def test_every_assumed_value_is_told() -> None:
    told = set(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE))
    assert {assumption.name for name in GAMES for assumption in load_game(name).assumptions} == told


def test_every_game_is_in_the_status_table() -> None:
    for info in GAMES.values():
        seats = f"{min(info.seat_counts)} to {max(info.seat_counts)}"
        assert f"| {info.title} | {seats} |" in README


@pytest.mark.parametrize("page", [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert target.startswith("https://") or (page.parent / target).exists(), target
