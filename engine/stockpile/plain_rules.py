"""The rules as plain Python values: for code about typed views, as reading a record's fields one by one is slow."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.stockpile.cards import COMPANIES
from engine.stockpile.information import pair_owner
from engine.stockpile.movement import pair_to_reveal
from engine.stockpile.state import STATE_DTYPE


@dataclass(frozen=True)
class PlainRules:
    """Numbers of the rules record under the same names, and what follows from them for forecast pairs.

    Attributes:
        pair_owners: for each place of a pair its :func:`~engine.stockpile.information.pair_owner`.
        reveal_order: for each first seat, the places of the pairs in the order in which they are turned up.
    """

    seats: int
    rounds: int
    piles: int
    meeples: int
    supply_passes: int
    starting_stock: bool
    choose_dividends: bool
    deck_counts: tuple[int, ...]
    fee_amounts: tuple[int, ...]
    pair_owners: tuple[int, ...]
    reveal_order: tuple[tuple[int, ...], ...]


def plain_rules(rules: Any) -> PlainRules:
    """The plain form of a rules record."""
    table = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    orders = []
    for first_seat in range(int(rules.seats)):
        table.first_seat = first_seat
        orders.append(tuple(int(pair_to_reveal(rules, table, index)) for index in range(COMPANIES)))
    return PlainRules(
        seats=int(rules.seats),
        rounds=int(rules.rounds),
        piles=int(rules.piles),
        meeples=int(rules.meeples),
        supply_passes=int(rules.supply_passes),
        starting_stock=bool(rules.starting_stock),
        choose_dividends=bool(rules.choose_dividends),
        deck_counts=tuple(rules.deck_counts.tolist()),
        fee_amounts=tuple(rules.fee_amounts.tolist()),
        pair_owners=tuple(int(pair_owner(rules, pair)) for pair in range(COMPANIES)),
        reveal_order=tuple(orders),
    )
