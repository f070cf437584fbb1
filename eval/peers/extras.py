"""Importing what only an extra installs, with an error that says which."""

from importlib import import_module
from typing import Any

from engine.errors import PitwiseError


class MissingExtraError(PitwiseError):
    """A library that is not installed, and the extra that brings it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"this needs {library}, which is not installed: pip install 'pitwise[{extra}]'")


def imported(module: str, library: str, extra: str) -> Any:
    """The module.

    Raises:
        MissingExtraError: the library is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(library, extra) from error
