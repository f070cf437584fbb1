"""A typed view says all that bears on the rest of the game: it makes the same view record again."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.errors import ViewError
from engine.stockpile.facade import StockpileGame
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.state import STATE_DTYPE
from engine.stockpile.table_view import TablePhase
from tests.engine.stockpile.walks import TABLES, walk

MAY_DIFFER = {
    "public_key": "a hash of the view stands in for the history",
    "private_keys": "a typed view has no history",
    # Cards are numbered anew; test_cards_are_the_same_but_for_their_numbers compares what lies where.
    **dict.fromkeys(("card", "zone", "holder", "seen", "excluded", "hand_cards", "pile_cards"), "card numbers"),
    # What is left of an auction once it is over has no meaning; test_an_auction_is_kept covers the Demand Phase.
    **dict.fromkeys(("bid_seats", "bids", "standing_bids"), "left over from the auction"),
    **dict.fromkeys(("sold", "sold_split"), "the running sale bears on observation keys only"),
    **dict.fromkeys(("pair_companies", "pair_forecasts"), "pairs of earlier rounds"),
    "movement_index": "left over from the last Movement Phase",
    "pair_seen": "of a finished game",
}
"""Fields that need not be equal in a rebuilt view record, and why."""


def cards_that_lie(record: Any, seats: int) -> Counter[tuple[int, ...]]:
    """What lies where, without card numbers: face, zone, holder, who knows it, and what it cannot be."""
    everyone = (1 << seats) - 1
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(int(record.dealt)):
        seen = int(record.seen[number]) & everyone
        in_portfolio = int(record.zone[number]) == 4
        excluded = int(record.excluded[number]) if in_portfolio and seen != everyone else 0
        # A starting stock that has been shown may be flagged among split or discarded cards: the worlds are the same.
        starting = int(record.excluded[number]) & (1 << 14) if in_portfolio else 0
        holder = int(record.holder[number]) if int(record.zone[number]) != 7 else -1
        found[int(record.card[number]), int(record.zone[number]), holder, seen, excluded, starting] += 1
    return found


@pytest.mark.parametrize("options", TABLES)
def test_a_typed_view_makes_the_same_view_again(options: StockpileOptions) -> None:
    game = StockpileGame(options)
    phases = set()
    for index, (state, _) in enumerate(walk(game, seed=10 + options.seats)):
        viewer = index % options.seats
        view = game.view(state, viewer)
        typed = game.table_view(view)
        phases.add(typed.phase)
        rebuilt = game.view_from_table(typed)
        assert game.table_view(rebuilt) == typed
        assert game.legal_moves(rebuilt) == game.legal_moves(view) if typed.turn == viewer else True
        for name in STATE_DTYPE.names or ():
            if name not in MAY_DIFFER:
                assert np.array_equal(rebuilt[name], view[name]), name
        assert cards_that_lie(rebuilt, options.seats) == cards_that_lie(view, options.seats)
        number = int(view.round_number)
        assert np.array_equal(rebuilt.pair_companies[number:], view.pair_companies[number:])
        assert np.array_equal(rebuilt.pair_forecasts[number:], view.pair_forecasts[number:])
        if typed.phase is not TablePhase.OVER:
            assert np.array_equal(rebuilt.pair_seen, view.pair_seen)
        if typed.phase is TablePhase.DEMAND:
            for name in ("bid_seats", "bids", "standing_bids"):
                assert np.array_equal(rebuilt[name], view[name]), name
        if typed.phase is TablePhase.MOVEMENT:
            assert rebuilt.movement_index == view.movement_index
    expected = set(TablePhase) - ({TablePhase.MOVEMENT} if options.dividends == "automatic" else set())
    assert phases == expected


def world_without_numbers(game: StockpileGame, world: Any) -> tuple[Any, ...]:
    """A world as the seats would describe it: what each would see, all of it, in no order."""
    cards = Counter(
        (int(world.card[n]), int(world.zone[n]), int(world.holder[n]) if world.zone[n] not in (0, 7) else -1)
        for n in range(80)
    )
    return (tuple(sorted(cards.items())), world.pair_companies[int(world.round_number)].tobytes())


@pytest.mark.parametrize("options", TABLES)
def test_a_rebuilt_view_has_the_worlds_of_the_view(options: StockpileOptions) -> None:
    """Late in a game few worlds are left: the two views must lead to the same ones, equally often."""
    game = StockpileGame(options)
    late = [game.copy(state) for state, _ in walk(game, seed=3) if state.phase == 3][-1]
    view = game.view(late, int(late.turn))
    rebuilt = game.view_from_table(game.table_view(view))
    samples = 400
    tallies: list[Counter[Any]] = []
    for record in (view, rebuilt):
        tally: Counter[Any] = Counter()
        for seed in range(samples):
            world = game.redeal(record, seed)
            for seat in range(options.seats):
                tally[seat, world.shares[seat].tobytes()] += 1
            tally["actions", world.actions.tobytes()] += 1
        tallies.append(tally)
    first, second = tallies
    for key in first.keys() | second.keys():
        # Five standard deviations of a difference of two counts, and then some for the rare ones.
        assert abs(first[key] - second[key]) <= 5 * (first[key] + second[key]) ** 0.5 + 5, key


@pytest.mark.parametrize("options", TABLES)
def test_every_world_of_a_rebuilt_view_looks_like_it(options: StockpileOptions) -> None:
    game = StockpileGame(options)
    for index, (state, _) in enumerate(walk(game, seed=5)):
        if index % 7:
            continue
        viewer = index % options.seats
        typed = game.table_view(game.view(state, viewer))
        world = game.redeal(game.view_from_table(typed), seed=index)
        assert game.table_view(game.view(world, viewer)) == typed
        counts = np.bincount(world.card, minlength=11)
        assert np.array_equal(counts, game.rules.deck_counts)


def test_what_only_a_card_counter_knows_can_be_left_out() -> None:
    game = StockpileGame(StockpileOptions(seats=4))
    for index, (state, _) in enumerate(walk(game, seed=8)):
        viewer = index % 4
        typed = game.table_view(game.view(state, viewer))
        seats = tuple(
            replace(
                shown,
                starting_stock_shown=None,
                portfolio=tuple(
                    replace(
                        card,
                        card=card.card if seat == viewer or (card.card is not None and card.card.action) else None,
                        known_to=None,
                        cannot_be=(),
                        starting_stock=False,
                    )
                    for card in shown.portfolio
                ),
            )
            for seat, shown in enumerate(typed.seats)
        )
        rebuilt = game.view_from_table(replace(typed, seats=seats, discard=None))
        if typed.turn == viewer:
            assert game.legal_moves(rebuilt) == game.legal_moves(state)
        game.redeal(rebuilt, seed=index)


def test_a_full_position_has_no_typed_view() -> None:
    game = StockpileGame(StockpileOptions())
    with pytest.raises(ViewError, match="viewer: this is a full position"):
        game.table_view(game.deal(1))


def test_different_views_have_different_observation_keys() -> None:
    game = StockpileGame(StockpileOptions())
    keys = {
        int(game.view_from_table(game.table_view(game.view(state, 0))).public_key) for state, _ in walk(game, seed=1)
    }
    assert len(keys) > 50


@pytest.mark.parametrize("options", TABLES)
def test_views_and_positions_can_be_written_as_json_and_text(options: StockpileOptions) -> None:
    game = StockpileGame(options)
    for index, (state, _) in enumerate(walk(game, seed=2)):
        if index % 9:
            continue
        view = game.view(state, index % options.seats)
        for values in (game.view_json(view), game.position_json(state)):
            assert json.loads(json.dumps(values)) == values
        assert None not in [card["card"] for seat in game.position_json(state)["seats"] for card in seat["portfolio"]]
        for record in (state, view):
            lines = game.position_text(record).splitlines()
            assert max(map(len, lines)) < 120
            assert sum("Seat " in line for line in lines) == options.seats


def test_a_view_record_depends_on_nothing_but_the_view() -> None:
    """Nor does its key, which hashes all of its bytes, the gaps between the fields included."""
    game = StockpileGame(StockpileOptions(seats=3))
    view = game.table_view(game.view(game.deal(5), 1))
    record = game.view_from_table(view)
    assert record.tobytes() == game.copy(record).tobytes()
    again = game.view_from_table(view)
    assert again.tobytes() == record.tobytes()
    record.money[0] += 1
    assert game.view_from_table(view).tobytes() == again.tobytes()


def test_seats_may_be_listed_in_any_order() -> None:
    game = StockpileGame(StockpileOptions(seats=3))
    view = game.table_view(game.view(game.deal(5), 1))

    def told(known_to: Any) -> Any:
        seats = tuple(
            replace(shown, portfolio=tuple(replace(card, known_to=known_to(card.known_to)) for card in shown.portfolio))
            for shown in view.seats
        )
        return game.view_from_table(replace(view, seats=seats)).tobytes()

    assert told(lambda seats: tuple(reversed(seats))) == told(list) == told(tuple)
