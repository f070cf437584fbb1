"""The packages depend on each other in one direction only."""

import ast
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent

FOLDERS = {
    "engine": "engine",
    "solvers": "solvers",
    "server": "server",
    "eval": "eval",
    "cli": "cli",
    "pitwise": "proto/pitwise",
}

MAY_IMPORT = {
    "engine": set(),
    "pitwise": set(),
    "solvers": {"engine"},
    "server": {"engine", "solvers", "pitwise"},
    "eval": {"engine", "solvers", "pitwise"},
    "cli": {"engine", "solvers", "server", "eval", "pitwise"},
}


def imported_packages(source: Path) -> set[str]:
    """The top-level names of all that a source file imports, wherever in the file."""
    names = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: relative import"
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("package", FOLDERS)
def test_imports_point_one_way(package: str) -> None:
    sources = sorted((TOP / FOLDERS[package]).rglob("*.py"))
    assert sources
    for source in sources:
        ours = imported_packages(source) & (FOLDERS.keys() | {"tests"})
        assert ours <= MAY_IMPORT[package] | {package}, source.relative_to(TOP)
