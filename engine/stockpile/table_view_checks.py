"""The checks of a typed view."""

from typing import Any


def check_view(options: Any, edition: Any, rules: Any, view: Any) -> None:
    """Nothing is checked yet."""
