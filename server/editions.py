"""The editions this server knows by name."""

from functools import cache

from engine.stockpile import edition as editions
from engine.stockpile.edition import Edition, load_edition


@cache
def edition_names() -> tuple[str, ...]:
    """The names of the built-in editions, ``base`` first."""
    return editions.edition_names()


@cache
def edition(name: str) -> Edition:
    """An edition by name.

    Raises:
        EditionError: there is none, or its file breaks a rule.
    """
    return load_edition(name)
