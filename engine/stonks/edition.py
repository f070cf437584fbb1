"""Edition files: the cards, tiles and set-up of Stonks, each value with its source and status.

An edition is a TOML file like ``editions/base.toml``. Fruits and market symbols of each number are assumed there: who
holds the real cards loads a file of their own.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.edition_reader import SEAT_COUNTS, EditionReader, names_of_editions, read_edition_file
from engine.errors import EditionError
from engine.stonks.cards import COMPANIES, LAST_CARDS, LEVELS, MAX_HALVES, NUMBERS, OPENING_CARDS

EDITIONS_FOLDER = Path(__file__).parent / "editions"


@dataclass(frozen=True)
class Edition:
    """The contents of an edition file, checked.

    Attributes:
        fruits, market_symbols: for each company, of its numbers 1 to 13.
        tile_front, tile_back: prices in $ at levels 1 to 5.
        start_levels: for each number of players, the tokens' levels from left to right.
        backs_without_variant, backs_in_small_caps: how many tiles from the left lie on their back.
        halves: deals of a round before it is scored.
        black_tokens: when a move makes this many tokens black, all but the moved one turn back.
        sources: for each value's name, where it comes from.
        statuses: for each value's name, ``rulebook``, ``public`` or ``assumed``.
    """

    name: str
    title: str
    companies: tuple[str, ...]
    fruits: tuple[tuple[int, ...], ...]
    market_symbols: tuple[tuple[int, ...], ...]
    tile_front: tuple[int, ...]
    tile_back: tuple[int, ...]
    companies_in_play: dict[int, int]
    start_levels: dict[int, tuple[int, ...]]
    backs_without_variant: dict[int, int]
    backs_in_small_caps: dict[int, int]
    hand_size: dict[int, int]
    halves: dict[int, int]
    black_tokens: int
    speculation_fruits: int
    sources: dict[str, str]
    statuses: dict[str, str]

    @property
    def assumed(self) -> tuple[str, ...]:
        """The names of the values that rest on an assumption."""
        return tuple(name for name, status in self.statuses.items() if status == "assumed")

    def tricks(self, seats: int) -> int:
        """The tricks of one half (of a round where it has no halves)."""
        return self.hand_size[seats] - OPENING_CARDS - LAST_CARDS


class _Reader(EditionReader):
    """Reads the entries of a Stonks edition."""

    def companies(self) -> tuple[str, ...]:
        names = self.value("companies")
        if (
            not isinstance(names, list)
            or len(names) != COMPANIES
            or not all(isinstance(name, str) and name for name in names)
            or len(set(names)) != COMPANIES
        ):
            self.fault("companies.value", f"must be {COMPANIES} different names")
            return ("",) * COMPANIES
        return tuple(names)

    def by_number(self, name: str, low: int, high: int) -> tuple[tuple[int, ...], ...]:
        """A number for each card: one list for all companies, or a list of lists."""
        value = self.value(name)
        if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
            if len(value) != COMPANIES:
                self.fault(f"{name}.value", f"must be one list for all companies or {COMPANIES} lists")
            return tuple(
                self.integers(item, f"{name}.value[{index}]", low, high, NUMBERS, NUMBERS)
                for index, item in enumerate(value)
            )
        return (self.integers(value, f"{name}.value", low, high, NUMBERS, NUMBERS),) * COMPANIES

    def tile(self, name: str) -> tuple[int, ...]:
        prices = self.integers(self.value(name), f"{name}.value", 0, 99, LEVELS, LEVELS)
        if any(low > high for low, high in pairwise(prices)):
            self.fault(f"{name}.value", "must not fall from level to level")
        return prices

    def start_levels(self, companies_in_play: dict[int, int]) -> dict[int, tuple[int, ...]]:
        name = "start_levels"
        value = self.table(name)
        if set(value) != {str(seats) for seats in SEAT_COUNTS}:
            self.fault(f"{name}.value", "must give a list for each of 2, 3, 4 and 5 players")
            return dict.fromkeys(SEAT_COUNTS, ())
        return {
            seats: self.integers(
                value[str(seats)],
                f"{name}.value.{seats}",
                1,
                LEVELS,
                companies_in_play[seats],
                companies_in_play[seats],
            )
            for seats in SEAT_COUNTS
        }


def edition_names() -> tuple[str, ...]:
    """The names of the built-in editions, ``base`` first."""
    return names_of_editions(EDITIONS_FOLDER)


def load_edition(edition: str | Path = "base") -> Edition:
    """Load an edition by the name of a built-in one, or by the path of a TOML file.

    Raises:
        EditionError: the file does not exist, is not TOML, or breaks a rule; every fault is listed.
    """
    return parse_edition(read_edition_file(edition, EDITIONS_FOLDER))


def parse_edition(data: dict[str, Any]) -> Edition:
    """Check the parsed contents of an edition file.

    Raises:
        EditionError: listing every fault.
    """
    reader = _Reader(data)
    companies_in_play = reader.by_seats("companies_in_play", 3, COMPANIES)
    edition = Edition(
        name=reader.text("name"),
        title=reader.text("title"),
        companies=reader.companies(),
        fruits=reader.by_number("fruits", 1, 3),
        market_symbols=reader.by_number("market_symbols", 0, 2),
        tile_front=reader.tile("tile_front"),
        tile_back=reader.tile("tile_back"),
        companies_in_play=companies_in_play,
        start_levels=reader.start_levels(companies_in_play),
        backs_without_variant=reader.by_seats("backs_without_variant", 0, COMPANIES),
        backs_in_small_caps=reader.by_seats("backs_in_small_caps", 0, COMPANIES),
        hand_size=reader.by_seats("hand_size", OPENING_CARDS + LAST_CARDS + 1, NUMBERS),
        halves=reader.by_seats("halves", 1, MAX_HALVES),
        black_tokens=reader.integer(reader.value("black_tokens"), "black_tokens.value", 2, COMPANIES),
        speculation_fruits=reader.integer(reader.value("speculation_fruits"), "speculation_fruits.value", 0, 3),
        sources=reader.sources,
        statuses=reader.statuses,
    )
    if not reader.problems:
        _check_set_up(edition, reader)
    if reader.problems:
        raise EditionError(reader.problems)
    return edition


def _check_set_up(edition: Edition, reader: _Reader) -> None:
    """The deck must last for every number of players, and some company must always be free to move."""
    for seats in SEAT_COUNTS:
        cards = edition.companies_in_play[seats] * NUMBERS
        used = edition.halves[seats] * (seats * edition.hand_size[seats] + edition.tricks(seats))
        if used > cards:
            reader.fault(f"hand_size.value.{seats}", f"a round uses {used} cards, more than the deck's {cards}")
        if edition.black_tokens > edition.companies_in_play[seats]:
            reader.fault(
                "black_tokens.value", f"must not exceed the {edition.companies_in_play[seats]} companies in play"
            )
        for name, backs in (
            ("backs_without_variant", edition.backs_without_variant),
            ("backs_in_small_caps", edition.backs_in_small_caps),
        ):
            if backs[seats] > edition.companies_in_play[seats]:
                reader.fault(f"{name}.value.{seats}", f"must not exceed {edition.companies_in_play[seats]} tiles")
