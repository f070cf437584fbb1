"""Each seat is told what it sees, and no more."""

import json
from collections import defaultdict
from typing import Any

import pytest

from engine.stockpile.event_words import event_name
from engine.stockpile.facade import StockpileGame
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.table_events import (
    BidPaid,
    BidPlaced,
    CardDealt,
    CardTaken,
    DividendPaid,
    FeePaid,
    Liquidated,
    MajorityBonus,
    PairSeen,
    Sold,
    SplitBonus,
)
from tests.engine.stockpile.walks import TABLES, walk

PRIVATE_KINDS = (PairSeen, CardDealt, CardTaken)


@pytest.mark.parametrize("options", TABLES)
def test_a_seat_is_never_told_what_only_another_seat_sees(options: StockpileOptions) -> None:
    game = StockpileGame(options)
    for _, log in walk(game, seed=options.seats):
        everything = game.events(log)
        for seat in range(options.seats):
            told = game.events(log, seat)
            assert all(getattr(event, "private_to", None) in (None, seat) for event in told)
            kept = [event for event in everything if getattr(event, "private_to", None) in (None, seat)]
            assert list(told) == kept
        for event in everything:
            if isinstance(event, CardDealt):
                assert event.private_to == event.seat
            if isinstance(event, PairSeen):
                assert event.private_to == event.seat
            if getattr(event, "private_to", None) is not None:
                assert isinstance(event, PRIVATE_KINDS)


@pytest.mark.parametrize("options", TABLES)
def test_the_payments_told_add_up_to_the_final_money(options: StockpileOptions) -> None:
    game = StockpileGame(options)
    money: dict[int, int] = defaultdict(lambda: int(game.rules.starting_money))
    final: Any = None
    for state, log in walk(game, seed=1):
        final = state
        for event in game.events(log):
            if isinstance(event, (BidPaid, FeePaid)):
                money[event.seat] -= event.amount
            elif isinstance(event, (Sold, DividendPaid, SplitBonus, MajorityBonus, Liquidated)):
                money[event.seat] += event.money
    assert [money[seat] for seat in range(options.seats)] == game.payoffs(final)


def test_every_event_has_words_and_json() -> None:
    names = set()
    for options in TABLES:
        game = StockpileGame(options)
        for seed in range(4):
            for _, log in walk(game, seed):
                for event in game.events(log):
                    text, values = game.event_text(event), game.event_json(event)
                    assert text
                    assert "None" not in text
                    assert json.loads(json.dumps(values)) == values
                    assert values["event"] == event_name(event)
                    names.add(values["event"])
    assert len(names) >= 27


def test_events_read_well() -> None:
    game = StockpileGame(StockpileOptions())
    assert game.event_text(BidPaid(seat=1, pile=0, amount=6)) == "Seat 2 pays $6K for pile 1"
    assert game.event_text(BidPlaced(0, 1, 3, 2)) == "Seat 1 bids $3K on pile 2 and outbids Seat 3"
    assert game.event_text(PairSeen(None, 5, "$$", None)) == "Public forecast: Epic Electric $$"
    assert game.event_json(BidPaid(1, 0, 6)) == {"event": "bid_paid", "seat": 1, "pile": 0, "amount": 6}
