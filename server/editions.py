"""The editions this server knows by name."""

from functools import cache

from engine.stockpile.edition import EDITIONS_FOLDER, Edition, load_edition


@cache
def edition_names() -> tuple[str, ...]:
    """The names of the built-in editions, ``base`` first."""
    names = sorted(file.stem for file in EDITIONS_FOLDER.glob("*.toml"))
    return tuple(sorted(names, key=lambda name: name != "base"))


@cache
def edition(name: str) -> Edition:
    """An edition by name.

    Raises:
        EditionError: there is none, or its file breaks a rule.
    """
    return load_edition(name)
