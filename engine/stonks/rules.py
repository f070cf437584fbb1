"""From options to the rules record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, get_args

import numpy as np

from engine.edition_reader import SEAT_COUNTS
from engine.errors import OptionError, Problem
from engine.stonks.cards import COMPANIES, NextMarket
from engine.stonks.edition import Edition, edition_names, load_edition
from engine.stonks.move_value_weights import learned_weights, put_weights
from engine.stonks.state import RULES_DTYPE

Variant = Literal["none", "moderate", "small_caps"]
Lock = Literal["cumulative", "last_moved"]
Symbols = Literal["mandatory", "optional"]
Speculation = Literal["one_per_trick", "unlimited"]
Cancelling = Literal["any_order", "later_only"]
NextMarketOption = Literal["carry", "reset_levels", "new_market"]

ROUND_COUNTS = (3, 5)

_NEXT_MARKETS = {
    "carry": NextMarket.CARRY,
    "reset_levels": NextMarket.RESET_LEVELS,
    "new_market": NextMarket.NEW_MARKET,
}


def _about(summary: str, allowed_values: Callable[[], Iterable[Any]]) -> dict[str, Any]:
    """What the catalogue says of an option."""
    return {"summary": summary, "allowed_values": allowed_values}


@dataclass(frozen=True)
class StonksOptions:
    """What a table can choose.

    Attributes:
        seats: 2 to 5 players.
        rounds: 3 or 5.
        variant: which tiles lie on their back: those the number of players says; all (``moderate``); the first from
            the left (``small_caps``).
        lock: a moved token turns black and stays so until enough are black (``cumulative``), or until the next move.
        symbols: whether market symbols must be used.
        speculation: at most one speculation card in a trick, or any number; each seat has one a round either way.
        cancelling: a follower's speculation is cancelled by the real card played by another seat at any time in the
            trick, or only by one played later.
        next_market: at the next round prices, locks and trump carry on; or go back to the start on the same row of
            tiles; or a new row is laid (with 3 players, again with a random company removed).
        edition: the name of a built-in edition, or the path of an edition file.
    """

    seats: int = field(default=4, metadata=_about("the number of players", lambda: SEAT_COUNTS))
    rounds: int = field(default=3, metadata=_about("the number of rounds", lambda: ROUND_COUNTS))
    variant: Variant = field(
        default="none", metadata=_about("which tiles lie on the side with lower prices", lambda: get_args(Variant))
    )
    lock: Lock = field(
        default="cumulative",
        metadata=_about("whether black tokens stay black until four are, or one move only", lambda: get_args(Lock)),
    )
    symbols: Symbols = field(
        default="mandatory", metadata=_about("whether market symbols must be used", lambda: get_args(Symbols))
    )
    speculation: Speculation = field(
        default="one_per_trick",
        metadata=_about("how many speculation cards a trick takes", lambda: get_args(Speculation)),
    )
    cancelling: Cancelling = field(
        default="any_order",
        metadata=_about(
            "whether the real card cancels a follower's speculation at any time, or only when played later",
            lambda: get_args(Cancelling),
        ),
    )
    next_market: NextMarketOption = field(
        default="carry",
        metadata=_about("what becomes of the market when a round ends", lambda: get_args(NextMarketOption)),
    )
    edition: str = field(
        default="base", metadata=_about("the cards and tiles in play, by the name of an edition", edition_names)
    )

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            OptionError: listing every impossible option.
        """
        problems = []
        if isinstance(self.seats, bool) or self.seats not in SEAT_COUNTS:
            problems.append(Problem("seats", f"Stonks is for 2 to 5 players, not {self.seats!r}"))
        if isinstance(self.rounds, bool) or self.rounds not in ROUND_COUNTS:
            problems.append(Problem("rounds", f"must be 3 or 5, not {self.rounds!r}"))
        for option in fields(self):
            if option.name not in ("seats", "rounds", "edition"):
                value, choices = getattr(self, option.name), tuple(option.metadata["allowed_values"]())
                if value not in choices:
                    problems.append(Problem(option.name, f"must be one of {', '.join(choices)}, not {value!r}"))
        if not isinstance(self.edition, str) or not self.edition:
            problems.append(Problem("edition", "must be the name of an edition or the path of an edition file"))
        if problems:
            raise OptionError(problems)


def tiles_on_back(options: StonksOptions, edition: Edition) -> int:
    """How many tiles, from the left, lie on their back."""
    if options.variant == "moderate":
        return edition.companies_in_play[options.seats]
    if options.variant == "small_caps":
        return edition.backs_in_small_caps[options.seats]
    return edition.backs_without_variant[options.seats]


@cache
def _built_in(name: str) -> Edition:
    return load_edition(name)


def is_built_in(edition: Edition) -> bool:
    """Whether an edition is one of the built-in ones, to the last card; a file may have the name and other cards."""
    return edition.name in edition_names() and edition == _built_in(edition.name)


def rules_record(options: StonksOptions, edition: Edition) -> Any:
    """The rules record (``RULES_DTYPE``) of a configured game."""
    rules = np.zeros(1, RULES_DTYPE).view(np.recarray)[0]
    seats = options.seats
    rules.seats = seats
    rules.rounds = options.rounds
    rules.companies = edition.companies_in_play[seats]
    rules.hand_size = edition.hand_size[seats]
    rules.halves = edition.halves[seats]
    rules.black_tokens = edition.black_tokens
    rules.last_moved_lock = options.lock == "last_moved"
    rules.optional_symbols = options.symbols == "optional"
    rules.unlimited_speculation = options.speculation == "unlimited"
    rules.later_only_cancelling = options.cancelling == "later_only"
    rules.next_market = int(_NEXT_MARKETS[options.next_market])
    rules.speculation_fruits = edition.speculation_fruits
    backs = tiles_on_back(options, edition)
    for place in range(COMPANIES):
        rules.prices[place] = edition.tile_back if place < backs else edition.tile_front
    rules.start_levels[: rules.companies] = [level - 1 for level in edition.start_levels[seats]]
    rules.fruits[:] = [number for suit in edition.fruits for number in suit]
    rules.fruit_bits[:] = [
        [sum(1 << index for index, number in enumerate(suit) if (number >> bit) & 1) for bit in range(2)]
        for suit in edition.fruits
    ]
    rules.symbols[:] = [number for suit in edition.market_symbols for number in suit]
    # Whether to move a token at all was never learned.
    learned = options.symbols == "mandatory" and is_built_in(edition)
    put_weights(rules, learned_weights(edition.name, seats) if learned else None)
    return rules
