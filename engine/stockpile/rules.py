"""From options to the rules record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from engine.errors import OptionError, Problem
from engine.stockpile.cards import COMPANIES
from engine.stockpile.edition import SEAT_COUNTS, Edition, edition_names
from engine.stockpile.estimate_weights import learned_weights
from engine.stockpile.state import RULES_DTYPE

Dividends = Literal["automatic", "choice"]


def _about(summary: str, allowed_values: Callable[[], Iterable[Any]]) -> dict[str, Any]:
    """What the catalogue says of an option."""
    return {"summary": summary, "allowed_values": allowed_values}


@dataclass(frozen=True)
class StockpileOptions:
    """What a table can choose.

    Attributes:
        seats: 2 to 5 players.
        edition: the name of a built-in edition, or the path of an edition file.
        dividends: ``automatic`` pays every share; ``choice`` lets each player show any number.
        first_seat: who holds the First Player Token in the first round.
    """

    seats: int = field(default=4, metadata=_about("the number of players", lambda: SEAT_COUNTS))
    edition: str = field(
        default="base", metadata=_about("the components in play, by the name of an edition", edition_names)
    )
    dividends: Dividends = field(
        default="automatic",
        metadata=_about(
            "whether every share is paid for, or each player says how many to show", lambda: get_args(Dividends)
        ),
    )
    first_seat: int = field(
        default=0,
        metadata=_about(
            "the seat that holds the First Player Token in the first round", lambda: range(max(SEAT_COUNTS))
        ),
    )

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            OptionError: listing every impossible option.
        """
        problems = []
        if isinstance(self.seats, bool) or self.seats not in SEAT_COUNTS:
            problems.append(Problem("seats", f"Stockpile is for 2 to 5 players, not {self.seats!r}"))
        elif isinstance(self.first_seat, bool) or self.first_seat not in range(self.seats):
            problems.append(Problem("first_seat", f"must be a seat from 0 to {self.seats - 1}"))
        if self.dividends not in get_args(Dividends):
            problems.append(Problem("dividends", f"must be automatic or choice, not {self.dividends!r}"))
        if not isinstance(self.edition, str) or not self.edition:
            problems.append(Problem("edition", "must be the name of an edition or the path of an edition file"))
        if problems:
            raise OptionError(problems)


def rules_record(options: StockpileOptions, edition: Edition) -> Any:
    """The rules record (``RULES_DTYPE``) of a configured game."""
    rules = np.zeros(1, RULES_DTYPE).view(np.recarray)[0]
    shape = edition.table_shape(options.seats)
    rules.seats = options.seats
    rules.rounds = edition.rounds[options.seats]
    rules.piles = shape.piles or options.seats
    rules.meeples = shape.meeples
    rules.supply_passes = shape.supply_passes
    rules.private_pairs = shape.private_pairs
    rules.public_pairs = shape.public_pairs
    rules.first_seat = options.first_seat
    rules.starting_stock = edition.starting_stock
    rules.choose_dividends = options.dividends == "choice"
    rules.starting_money = edition.starting_money[options.seats]
    rules.deck_counts[:] = [
        *[edition.stock_cards_of_each_company] * COMPANIES,
        *[cards for _, cards in edition.trading_fees],
        edition.stock_boom[0],
        edition.stock_bust[0],
    ]
    rules.fee_amounts[:] = [amount for amount, _ in edition.trading_fees]
    rules.action_spaces[:] = [edition.stock_boom[1], edition.stock_bust[1]]
    rules.bid_steps = len(edition.bid_track)
    rules.bid_amounts[: len(edition.bid_track)] = edition.bid_track
    rules.forecast_spaces[:] = [forecast.spaces for forecast in edition.forecasts]
    rules.forecast_dividends[:] = [forecast.dividend for forecast in edition.forecasts]
    for company, track in enumerate(edition.tracks):
        rules.track_lengths[company] = len(track.prices)
        rules.track_prices[company, : len(track.prices)] = track.prices
        rules.start_spaces[company] = track.start - 1
        rules.after_split_spaces[company] = track.after_split - 1
    rules.repeat_split_bonus = edition.repeat_split_bonus
    rules.sole_majority = edition.majority_sole
    rules.tied_majority = edition.majority_tied
    learned = learned_weights(edition.name, options.seats)
    if learned is not None:
        rules.estimate_weights[:] = learned.weights
        rules.result_spreads[:] = learned.spreads
    return rules
