"""The pages in docs/ say what the code does: tables of names and defaults are compared with it."""

import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from engine.catalog import GAMES, load_game
from engine.contract import CONTRACT, RECALL
from pitwise.v1 import opponent_service_pb2
from server.config import ServerConfig
from solvers.registry import SolverInfo, list_solvers

TOP = Path(__file__).resolve().parent.parent


def page(name: str) -> str:
    return (TOP / "docs" / name).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of its level."""
    level = re.escape(heading.partition(" ")[0])
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^{level} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def rows(text: str) -> dict[str, list[str]]:
    """The table rows that begin with a name in code: the name, and the other cells without their code marks."""
    found = {}
    for line in re.findall(r"^\| `.*\|$", text, re.MULTILINE):
        name, *cells = (cell.strip() for cell in line.strip("|").split(" | "))
        found[name.strip("` ")] = [cell.strip("` |") for cell in cells]
    return found


@pytest.mark.parametrize("info", list_solvers(may_cheat=True), ids=lambda info: info.name)
def test_every_solver_has_its_parameters_and_defaults(info: SolverInfo) -> None:
    told = rows(section(page("solvers.md"), f"## `{info.name}`"))
    parameters = {parameter.name: parameter.default for parameter in info.parameters}
    assert {name: cells[0] for name, cells in told.items() if name in parameters} == parameters
    styles = {style for game in GAMES.values() for style in game.styles}
    assert set(told) - set(parameters) == (styles if info.name == "heuristic" else set())


def test_no_solver_is_told_that_is_not_there() -> None:
    there_are = [info.name for info in list_solvers(may_cheat=True)]
    assert re.findall(r"^## `(\w+)`$", page("solvers.md"), re.MULTILINE) == there_are


def test_the_best_style_is_told() -> None:
    for game in GAMES.values():
        assert f"{game.title}'s styles; `best` is `{game.game.best_style}`" in page("solvers.md")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_option_is_in_the_rulings(game: Any) -> None:
    told = rows(section(page("rulings.md"), f"## {game.title}"))
    assert {name: cells[1] for name, cells in told.items()} == {
        option.name: str(option.default) for option in game.options
    }


def test_every_value_of_the_edition_is_in_the_rulings_with_what_is_assumed() -> None:
    edition = load_game("stockpile").edition  # type: ignore[attr-defined]
    told = page("rulings.md")
    assert f"{', '.join(map(str, edition.rounds.values()))} with 2, 3, 4, 5 players" in told
    assert f"0, {', '.join(map(str, edition.bid_track[1:]))}" in told
    assert set(edition.assumed) == {"starting_money", "trading_fees", "two_players"}, "then docs/rulings.md must say so"


def test_every_kernel_is_in_the_design() -> None:
    told = re.findall(r"`(\w+)\(", section(page("design.md"), "## The kernel contract"))
    assert sorted(told) == sorted([*CONTRACT, *RECALL, "random_move"])
    assert f"{load_game('stockpile').state_dtype.itemsize} bytes" in page("design.md")


def test_every_call_is_in_the_protocol() -> None:
    service = opponent_service_pb2.DESCRIPTOR.services_by_name["OpponentService"]
    assert list(rows(section(page("protocol.md"), "## Calls"))) == [method.name for method in service.methods]


def test_every_setting_of_the_server_is_in_the_protocol() -> None:
    told = rows(section(page("protocol.md"), "## Limits"))
    assert list(told) == [setting.name for setting in fields(ServerConfig)]
    for setting in fields(ServerConfig):
        if setting.name not in ("max_searches", "parameter_caps"):
            assert setting.default is not MISSING
            assert told[setting.name][0] == str(setting.default)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_field_that_may_be_left_out_is_in_the_protocol(game: Any) -> None:
    told = section(page("protocol.md"), f"## {game.title} views")
    proto = (TOP / f"proto/pitwise/v1/{game.name}_view.proto").read_text(encoding="utf-8")
    for message, body in re.findall(r"^message (\w+) \{\n(.*?)^\}", proto, re.MULTILINE | re.DOTALL):
        for comment, field in re.findall(r"((?:^  //.*\n)+)^  [\w ]*?(\w+) = \d+;", body, re.MULTILINE):
            assert ("COUNTER" in comment) == (f"`{message}.{field}`" in told), (message, field)
