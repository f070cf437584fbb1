"""Edition files: every count, table and price of a Stockpile edition, with its source and status.

An edition is a TOML file like ``editions/base.toml``. Publishers and frontends that hold the real components can load
their own.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.edition_reader import SEAT_COUNTS, EditionReader, names_of_editions, read_edition_file
from engine.errors import EditionError
from engine.stockpile.cards import (
    COMPANIES,
    DECK_SIZE,
    FEE_FACES,
    MAX_BID_STEPS,
    MAX_FORECASTS,
    MAX_PILES,
    MAX_ROUNDS,
    MAX_TRACK_SPACES,
)

__all__ = [
    "EDITIONS_FOLDER",
    "MAX_STOCK_CARDS",
    "SEAT_COUNTS",
    "Edition",
    "Forecast",
    "TableShape",
    "Track",
    "edition_names",
    "load_edition",
    "parse_edition",
]

EDITIONS_FOLDER = Path(__file__).parent / "editions"

MAX_STOCK_CARDS = 11
"""Of each company: with more of them in one hand, the ways to sell them would exceed the contract's MAX_MOVES."""


@dataclass(frozen=True)
class Track:
    """One company's price track: prices in $K left to right; spaces count from 1."""

    prices: tuple[int, ...]
    start: int
    after_split: int


@dataclass(frozen=True)
class Forecast:
    """A forecast card: a price move in spaces, or a dividend in $K a share."""

    spaces: int
    dividend: int

    @property
    def name(self) -> str:
        """The face of the card: ``+4``, ``-2`` or ``$$``."""
        return "$$" if self.dividend else f"{self.spaces:+d}"


@dataclass(frozen=True)
class TableShape:
    """How a table of some size is set: auction meeples and private pairs are for each seat; no piles: one a seat."""

    meeples: int
    piles: int | None
    supply_passes: int
    private_pairs: int
    public_pairs: int


@dataclass(frozen=True)
class Edition:
    """The contents of an edition file, checked. Money is in $K.

    Attributes:
        sources: for each value's name, where it comes from.
        statuses: for each value's name, ``rulebook``, ``public`` or ``assumed``.
    """

    name: str
    title: str
    companies: tuple[str, ...]
    rounds: dict[int, int]
    starting_money: dict[int, int]
    stock_cards_of_each_company: int
    trading_fees: tuple[tuple[int, int], ...]
    stock_boom: tuple[int, int]
    stock_bust: tuple[int, int]
    bid_track: tuple[int, ...]
    forecasts: tuple[Forecast, ...]
    tracks: tuple[Track, ...]
    repeat_split_bonus: int
    majority_sole: int
    majority_tied: int
    starting_stock: bool
    two_players: TableShape
    three_or_more_players: TableShape
    sources: dict[str, str]
    statuses: dict[str, str]

    def table_shape(self, seats: int) -> TableShape:
        """The shape of the table for a number of seats."""
        return self.two_players if seats == 2 else self.three_or_more_players

    @property
    def assumed(self) -> tuple[str, ...]:
        """The names of the values that rest on an assumption."""
        return tuple(name for name, status in self.statuses.items() if status == "assumed")


class _Reader(EditionReader):
    """Reads the entries of a Stockpile edition."""

    def shape(self, name: str) -> TableShape:
        value = self.table(name)
        return TableShape(
            meeples=self.integer(value.get("meeples"), f"{name}.value.meeples", 1, 2),
            piles=self.integer(value["piles"], f"{name}.value.piles", 2, MAX_PILES) if "piles" in value else None,
            supply_passes=self.integer(value.get("supply_passes"), f"{name}.value.supply_passes", 1, 2),
            private_pairs=self.integer(value.get("private_pairs"), f"{name}.value.private_pairs", 1, 2),
            public_pairs=self.integer(value.get("public_pairs"), f"{name}.value.public_pairs", 0, 2),
        )


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
    companies = reader.value("companies")
    if (
        not isinstance(companies, list)
        or len(companies) != COMPANIES
        or not all(isinstance(name, str) and name for name in companies)
        or len(set(companies)) != COMPANIES
    ):
        reader.fault("companies.value", f"must be {COMPANIES} different names")
        companies = [""] * COMPANIES
    fees = tuple(
        (
            reader.integer(fee.get("amount"), f"trading_fees.value[{index}].amount", 1, 25),
            reader.integer(fee.get("cards"), f"trading_fees.value[{index}].cards", 0, DECK_SIZE),
        )
        for index, fee in enumerate(
            reader.tables(reader.value("trading_fees"), "trading_fees.value", FEE_FACES, FEE_FACES)
        )
    )
    if len({amount for amount, _ in fees}) != len(fees):
        reader.fault("trading_fees.value", "the amounts must differ: a fee card is told by its amount")
    boom = reader.table("stock_boom")
    bust = reader.table("stock_bust")
    forecasts = tuple(
        Forecast(
            spaces=reader.integer(card.get("spaces", 0), f"forecasts.value[{index}].spaces", -15, 15),
            dividend=reader.integer(card.get("dividend", 0), f"forecasts.value[{index}].dividend", 0, 25),
        )
        for index, card in enumerate(
            reader.tables(reader.value("forecasts"), "forecasts.value", MAX_FORECASTS, MAX_FORECASTS)
        )
    )
    for index, forecast in enumerate(forecasts):
        if bool(forecast.spaces) == bool(forecast.dividend):
            reader.fault(f"forecasts.value[{index}]", "must have either spaces or a dividend")
    tracks = []
    for index, track in enumerate(reader.tables(reader.value("tracks"), "tracks.value", COMPANIES, COMPANIES)):
        field = f"tracks.value[{index}]"
        prices = reader.integers(track.get("prices"), f"{field}.prices", 1, 99, 2, MAX_TRACK_SPACES)
        tracks.append(
            Track(
                prices=prices,
                start=reader.integer(track.get("start"), f"{field}.start", 1, len(prices)),
                after_split=reader.integer(track.get("after_split"), f"{field}.after_split", 1, len(prices)),
            )
        )
    bid_track = reader.integers(reader.value("bid_track"), "bid_track.value", 0, 999, 1, MAX_BID_STEPS)
    if bid_track[0] != 0 or any(low >= high for low, high in pairwise(bid_track)):
        reader.fault("bid_track.value", "must start at 0 and rise")
    majority = reader.table("majority")
    starting_stock = reader.value("starting_stock")
    if not isinstance(starting_stock, bool):
        reader.fault("starting_stock.value", "must be true or false")
    edition = Edition(
        name=reader.text("name"),
        title=reader.text("title"),
        companies=tuple(companies),
        rounds=reader.by_seats("rounds", 1, MAX_ROUNDS - 1),
        starting_money=reader.by_seats("starting_money", 0, 999),
        stock_cards_of_each_company=reader.integer(
            reader.value("stock_cards_of_each_company"), "stock_cards_of_each_company.value", 1, MAX_STOCK_CARDS
        ),
        trading_fees=fees,
        stock_boom=(
            reader.integer(boom.get("cards"), "stock_boom.value.cards", 0, DECK_SIZE),
            reader.integer(boom.get("spaces"), "stock_boom.value.spaces", 1, 15),
        ),
        stock_bust=(
            reader.integer(bust.get("cards"), "stock_bust.value.cards", 0, DECK_SIZE),
            reader.integer(bust.get("spaces"), "stock_bust.value.spaces", -15, -1),
        ),
        bid_track=bid_track,
        forecasts=forecasts,
        tracks=tuple(tracks),
        repeat_split_bonus=reader.integer(reader.value("repeat_split_bonus"), "repeat_split_bonus.value", 0, 99),
        majority_sole=reader.integer(majority.get("sole"), "majority.value.sole", 0, 99),
        majority_tied=reader.integer(majority.get("tied"), "majority.value.tied", 0, 99),
        starting_stock=bool(starting_stock),
        two_players=reader.shape("two_players"),
        three_or_more_players=reader.shape("three_or_more_players"),
        sources=reader.sources,
        statuses=reader.statuses,
    )
    if not reader.problems:
        _check_deck(edition, reader)
    if reader.problems:
        raise EditionError(reader.problems)
    return edition


def _check_deck(edition: Edition, reader: _Reader) -> None:
    """The deck must fill the engine's record, and last for every number of players."""
    cards = (
        edition.stock_cards_of_each_company * COMPANIES
        + sum(count for _, count in edition.trading_fees)
        + edition.stock_boom[0]
        + edition.stock_bust[0]
    )
    if cards != DECK_SIZE:
        reader.fault("market deck", f"must have {DECK_SIZE} cards in all, not {cards}")
    for seats in SEAT_COUNTS:
        shape = edition.table_shape(seats)
        piles = shape.piles or seats
        dealt = (seats if edition.starting_stock else 0) + edition.rounds[seats] * (
            piles + 2 * seats * shape.supply_passes
        )
        if dealt > cards:
            reader.fault(f"rounds.value.{seats}", f"deals {dealt} cards, more than the deck's {cards}")
        if shape.meeples * seats != piles:
            reader.fault("piles", f"{seats} players with {shape.meeples} meeples each need as many piles")
        if seats * shape.private_pairs + shape.public_pairs > COMPANIES:
            reader.fault("private_pairs", f"{seats} players need more pairs than there are companies")
