"""Requests with earlier views: what is read, what is refused, what is left out, and that it counts."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import grpc
import numpy as np
import pytest

from engine import contract
from engine.stockpile.cards import Zone
from pitwise.client import AsyncOpponentClient, InvalidRequestError, OpponentClient
from pitwise.v1 import position_pb2, stockpile_view_pb2
from server.config import ServerConfig
from server.errors import RequestError
from server.requests import MOST_EARLIER, read_request
from solvers.beliefs.past import views_to_read
from tests.server.positions import referee_after, referees

CONFIG = ServerConfig()
TABLES: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 3, "dividends": "choice", "first_seat": 2},
    {"seats": 5},
    {"game": "stonks", "seats": 2},
    {"game": "stonks", "seats": 4, "symbols": "optional", "speculation": "unlimited"},
]
IDS = [" ".join(str(value) for value in options.values()) for options in TABLES]


def request_of(referee, solver="ismcts", **arguments):
    return referee.request(solver, with_earlier=True, **arguments)


def decisions_of_the_half(referee) -> int:
    """How many earlier decisions tell of the present hidden cards."""
    if referee.game.name == "stockpile":
        return len(referee.past)
    return sum(position.half == referee.state.half for position in referee.past)


def as_seen(table_view) -> Any:
    """A typed view without the order of cards in portfolios, which has no meaning."""
    seats = tuple(replace(seat, portfolio=tuple(sorted(seat.portfolio, key=repr))) for seat in table_view.seats)
    return replace(table_view, seats=seats)


@pytest.mark.parametrize("options", TABLES, ids=IDS)
def test_all_views_of_the_round_are_used(options):
    most = 0
    for number, referee in enumerate(referees(4, **options)):
        if number % 7 == 0:
            task = read_request(request_of(referee), CONFIG)
            assert len(task.earlier) == decisions_of_the_half(referee)
            most = max(most, len(task.earlier))
            own = referee.game.view(referee.state, referee.turn)
            assert as_seen(task.game.table_view(task.view)) == as_seen(task.game.table_view(own))
    assert most > 10


def test_solvers_that_read_none_get_none():
    task = read_request(request_of(referee_after(30), "heuristic"), CONFIG)
    assert task.earlier == ()


# --- what counts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["stockpile", "stonks"])
def test_earlier_views_count_and_answers_can_be_had_again(client, game):
    changed = 0
    for moves in (20, 50):
        referee = next(
            one
            for number, one in enumerate(referees(1, seats=4, game=game))
            if number >= moves and decisions_of_the_half(one) > 5 and len(one.game.legal_moves(one.state)) > 1
        )
        arguments: dict[str, Any] = {"solver": "ismcts", "iterations": 300, "seed": 5}
        without = client.suggest_move(referee.view(), **arguments).analysis
        told = client.suggest_move(referee.view(), earlier=referee.earlier(), **arguments).analysis
        again = client.suggest_move(referee.view(), earlier=referee.earlier(), **arguments).analysis
        assert without.earlier_used == 0
        assert told.earlier_used == decisions_of_the_half(referee) > 0
        assert told.iterations == 300
        assert told.candidates == again.candidates
        assert not without.HasField("inference")
        assert told.HasField("inference")
        others = sum(referee.game.mover(position) != referee.turn for position in referee.past[-told.earlier_used :])
        assert told.inference.decisions == others
        assert 0 < told.inference.effective_share <= 1
        changed += told.candidates != without.candidates
    assert changed


def test_streams_use_them_as_well(client):
    referee = referee_after(30)
    arguments: dict[str, Any] = {"solver": "ismcts", "iterations": 200, "seed": 1}
    *_, last = client.analyze(referee.view(), earlier=referee.earlier(), **arguments)
    move = client.suggest_move(referee.view(), earlier=referee.earlier(), **arguments).analysis
    assert last.analysis.earlier_used == len(referee.past)
    assert last.analysis.candidates == move.candidates


async def test_the_client_for_event_loops_sends_them(server):
    referee = referee_after(30)
    async with AsyncOpponentClient(server.address) as client:
        arguments: dict[str, Any] = {"earlier": referee.earlier(), "solver": "ismcts", "iterations": 50}
        answer = await client.suggest_move(referee.view(), **arguments)
        assert answer.analysis.earlier_used == len(referee.past)
        async for report in client.analyze(referee.view(), **arguments):
            assert report.analysis.earlier_used == len(referee.past)


# --- what is refused ----------------------------------------------------------------------------------------------


def faults(request) -> dict[str, str]:
    with pytest.raises(RequestError) as caught:
        read_request(request, CONFIG)
    return {problem.field: problem.description for problem in caught.value.problems}


def test_faults_carry_the_path_of_the_earlier_view(client):
    referee = referee_after(30)
    earlier = referee.earlier()
    earlier[3].stockpile.seats[1].money = -5
    earlier[5].stockpile.spaces[2] = 99
    with pytest.raises(InvalidRequestError) as caught:
        client.suggest_move(referee.view(), earlier=earlier, solver="ismcts")
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert [problem.field for problem in caught.value.problems] == [
        "earlier[3].stockpile.seats[1].money",
        "earlier[5].stockpile.spaces[2]",
    ]


def test_views_must_be_of_the_same_seat_game_and_options():
    referee = referee_after(30)
    other_seat = (referee.turn + 1) % referee.game.seats
    request = referee.request("ismcts")
    request.earlier.append(referee.view(other_seat))
    request.earlier.append(referee_after(30, game="stonks").view())
    request.earlier.append(position_pb2.View())
    options = referee_after(30, dividends="choice").view()
    request.earlier.append(options)
    found = faults(request)
    assert list(found) == ["earlier[0].stockpile.viewer", "earlier[1]", "earlier[2]", "earlier[3].stockpile.options"]
    assert f"seat {referee.turn}" in found["earlier[0].stockpile.viewer"]
    assert "Stockpile" in found["earlier[1]"]


def test_there_are_only_so_many():
    referee = referee_after(30)
    request = referee.request("ismcts")
    request.earlier.extend([referee.view()] * (MOST_EARLIER + 1))
    assert f"at most {MOST_EARLIER} entries" in faults(request)["earlier"]
    del request.earlier[0]
    read_request(request, CONFIG)


def test_solvers_get_no_more_chains_than_the_server_gives():
    for spec in ("ismcts(exchanges=1000)", "ismcts(chains=1000)"):
        assert "may be at most" in faults(referee_after(30).request(spec))["solver"]
    faults(referee_after(30).request("ismcts(by_phase=demand.exchanges:1000)"))


# --- what is left out ---------------------------------------------------------------------------------------------


def test_views_of_other_rounds_are_left_out():
    views: list[position_pb2.View] = []
    for referee in referees(3):
        if referee.turn == 0 and referee.state.round_number == 1 and len(referee.past) > 8:
            request = referee.request("ismcts")
            request.earlier.extend(views)
            task = read_request(request, CONFIG)
            assert len(task.earlier) == len(referee.past)
            assert len(views) > len(referee.past)
            return
        views.append(referee.view(0))
    raise AssertionError("there was no second round")


def test_a_missing_view_parts_the_series():
    referee = referee_after(12)
    request = request_of(referee)
    assert len(request.earlier) > 8
    # Two cards are placed in between.
    del request.earlier[3:5]
    assert len(read_request(request, CONFIG).earlier) == len(request.earlier) - 3


def forgetful(view: position_pb2.View, with_discard: bool, chance: random.Random) -> position_pb2.View:
    """The view of a frontend that keeps no count and does not sort."""
    copied = position_pb2.View.FromString(view.SerializeToString())
    stockpile = copied.stockpile
    if not with_discard:
        stockpile.ClearField("discard")
    for number, seat in enumerate(stockpile.seats):
        seat.ClearField("starting_stock_shown")
        for card in seat.portfolio:
            if number != stockpile.viewer:
                card.ClearField("card")
            card.ClearField("known_to")
            card.ClearField("cannot_be")
            card.ClearField("starting_stock")
        shuffle(seat.portfolio, chance)
    for pile in stockpile.piles:
        shuffle(pile.cards, chance)
    return copied


def shuffle(items: Any, chance: random.Random) -> None:
    copies = [type(item).FromString(item.SerializeToString()) for item in items]
    chance.shuffle(copies)
    del items[:]
    items.extend(copies)


@pytest.mark.parametrize(("with_discard", "share"), [(True, 0.5), (False, 0.2)])
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_frontends_that_keep_no_count_and_do_not_sort_are_never_told_what_is_not_so(seats, with_discard, share):
    chance = random.Random(seats)
    used = sent = remembered = 0
    for number, referee in enumerate(referees(8, seats=seats)):
        if number % 9 == 0 and referee.past:
            request = referee.request("ismcts")
            request.view.CopyFrom(forgetful(request.view, with_discard, chance))
            alone = read_request(request, CONFIG).view
            request.earlier.extend(forgetful(view, with_discard, chance) for view in referee.earlier())
            task = read_request(request, CONFIG)
            used += len(task.earlier)
            sent += len(request.earlier)
            # What lay open on a pile is known when it has been taken, and nothing is known that is not so.
            known = known_faces(task.view)
            assert known <= known_faces(referee.state)
            remembered += known > known_faces(alone)
    assert used >= share * sent
    assert remembered or not with_discard


def known_faces(position) -> Counter[tuple[int, int, int]]:
    """The faces that a position or view tells in each seat's portfolio."""
    cards = zip(position.zone.tolist(), position.holder.tolist(), position.card.tolist(), strict=True)
    return Counter(card for card in cards if card[0] == Zone.PORTFOLIO and card[2] >= 0)


# --- whatever is sent ---------------------------------------------------------------------------------------------


def confused(request, others: list[position_pb2.View], chance: random.Random) -> None:
    """Spoil the earlier views of a request."""
    way = chance.choice(["shuffle", "double", "drop", "others", "swap", "change", "future"])
    views = request.earlier
    if way == "shuffle":
        shuffle(views, chance)
    elif way == "double":
        views.extend([chance.choice(views)] * chance.choice([1, 2, 100]))
        del views[MOST_EARLIER:]
    elif way == "drop":
        del views[chance.randrange(len(views))]
    elif way == "others":
        views.extend(chance.sample(others, min(len(others), 20)))
        shuffle(views, chance)
    elif way == "swap":
        views[chance.randrange(len(views))].CopyFrom(chance.choice(others))
    elif way == "future":
        views.append(request.view)
    else:
        for view in chance.sample(list(views), min(len(views), 5)):
            game = getattr(view, view.WhichOneof("game"))
            game.turn = chance.randrange(len(game.seats))
            if view.WhichOneof("game") == "stockpile":
                for card in [card for seat in game.seats for card in seat.portfolio if card.HasField("card")]:
                    if chance.random() < 0.3:
                        card.card.CopyFrom(stockpile_view_pb2.StockpileCard(stock=chance.randrange(6)))
            elif game.hand:
                game.hand[0].number = chance.randrange(1, 10)


@pytest.mark.parametrize("options", TABLES, ids=IDS)
def test_confused_views_never_break_a_search(server, options, caplog):
    chance = random.Random(str(options))
    others: list[list[position_pb2.View]] = [[] for _ in range(options["seats"])]
    for number, referee in enumerate(referees(77, **options)):
        if number % 4 == 0:
            for seat in range(options["seats"]):
                others[seat].append(referee.view(seat))
    answered = 0
    with OpponentClient(server.address) as client:
        for number, referee in enumerate(referees(6, **options)):
            if number % 6 or not referee.past:
                continue
            request = request_of(referee)
            confused(request, others[referee.turn], chance)
            asked: dict[str, Any] = {"earlier": request.earlier, "solver": "ismcts(chains=4)", "iterations": 25}
            refused = None
            try:
                analysis = client.suggest_move(request.view, **asked).analysis
            except InvalidRequestError as error:
                refused = error
            if refused is None:
                answered += 1
                assert len(analysis.candidates) == len(referee.game.legal_moves(referee.state))
            else:
                assert all(problem.field.startswith("earlier[") for problem in refused.problems)
    assert answered > 5
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


@pytest.mark.parametrize("options", TABLES, ids=IDS)
def test_of_confused_views_only_such_are_used_as_kernels_can_read(options):
    """Hands stay as large as they can be, so that moves find room in the kernels' arrays."""
    chance = random.Random(str(options))
    others: list[list[position_pb2.View]] = [[] for _ in range(options["seats"])]
    for number, referee in enumerate(referees(78, **options)):
        if number % 4 == 0:
            for seat in range(options["seats"]):
                others[seat].append(referee.view(seat))
    read = 0
    for number, referee in enumerate(referees(9, **options)):
        if number % 5 or not referee.past:
            continue
        request = request_of(referee)
        confused(request, others[referee.turn], chance)
        try:
            task = read_request(request, CONFIG)
        except RequestError:
            continue
        game = task.game
        out = np.zeros(1, game.state_dtype).view(np.recarray)
        views = views_to_read(game, task.earlier, task.view)
        for seed in range(3):
            world = game.redeal(task.view, seed)
            for view in views[:-1]:
                contract.recall(game.rules, view, world, out)
                read += 1
                mover = int(out[0].turn)
                if game.name == "stockpile":
                    held = out[0].shares[mover] + out[0].split_shares[mover]
                    assert (held <= game.rules.deck_counts[:6]).all()
                else:
                    size = sum(int(numbers).bit_count() for numbers in out[0].hands[mover])
                    assert size <= game.rules.hand_size
                assert 0 <= len(game.legal_moves(out[0])) <= contract.MAX_MOVES
    assert read > 100
