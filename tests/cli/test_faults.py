"""Wrong arguments: exit status 2 and words for people, whatever the command."""

import pytest

from tests.cli.conftest import Run

ONE_LINE = [
    (("demo", "--game", "chess"), "no game is called 'chess'"),
    (("demo", "--option", "dividends=maybe"), "dividends: must be automatic or choice, not 'maybe'"),
    (("demo", "--solvers", "nobody"), "there is no solver 'nobody'"),
    (("demo", "--solvers", "heuristic(style=bold)"), "stockpile has no style 'bold'"),
    (("demo", "--solvers", ","), "name at least one solver"),
    (("demo", "--record", "no/such/folder/games.jsonl"), "cannot write to no/such/folder/games.jsonl"),
    (("play", "--game", "chess"), "no game is called 'chess'"),
    (("play", "--solvers", "heuristic,ismcts(depth=3)"), "ismcts has no parameter 'depth'"),
    (("play", "--hint-solver", "ismcts(trees=0)"), "trees must be from 1 to 256, not 0"),
    (("play", "--record", "no/such/folder/games.jsonl"), "cannot write to"),
    (("bench", "--game", "chess"), "no game is called 'chess'"),
    (("bench", "--players", "9"), "seats: Stockpile is for 2 to 5 players, not 9"),
    (("audit", "--game", "chess"), "no game is called 'chess'"),
    (("audit", "--games", "1", "--solver", "nobody"), "there is no solver 'nobody'"),
    (("serve", "--port", "0", "--solver", "nobody"), "there is no solver 'nobody'"),
    (("serve", "--port", "70000"), "port: must be at most 65535, not 70000"),
    (("serve", "--max-searches", "0"), "max_searches: must be at least 1, not 0"),
]


@pytest.mark.parametrize(("arguments", "message"), ONE_LINE, ids=lambda value: " ".join(value) if value else "")
def test_a_wrong_value_is_told_in_one_line(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    faults = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    assert len(faults) == 1
    assert message in faults[0]
    assert result.output.splitlines()[-1] == faults[0]
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("bid",),
        ("demo", "--colour"),
        ("demo", "--players", "6"),
        ("demo", "--players", "two"),
        ("play", "--players", "2", "--seat", "3"),
        ("audit", "--games", "0"),
        ("replay",),
    ],
)
def test_wrong_usage_is_explained(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage: " in result.output
    assert "Traceback" not in result.output


def test_the_version(run: Run) -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.output.startswith("pitwise ")


@pytest.mark.parametrize("command", ["", "serve", "demo", "play", "replay", "bench", "audit"])
def test_every_command_has_help(run: Run, command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Usage: " in result.output
