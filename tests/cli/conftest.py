"""Running the command line in this process."""

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from cli.main import app

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run() -> Run:
    """Runs ``pitwise`` with arguments; what is not an exit of its own is raised."""

    def run(*arguments: object, typed: str = "") -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run
