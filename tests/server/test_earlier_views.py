"""Requests with earlier views: what is read, what is refused, what is left out, and that it counts."""

import random
from typing import Any

import grpc
import numpy as np
import pytest

from engine import contract
from pitwise.client import AsyncOpponentClient, InvalidRequestError, OpponentClient
from pitwise.v1 import opponent_service_pb2, position_pb2, stockpile_view_pb2
from server.config import ServerConfig
from server.errors import RequestError
from server.requests import MOST_EARLIER, read_request
from solvers.base import Control
from solvers.beliefs.past import views_to_read
from tests.server.positions import referee_after, referees

CONFIG = ServerConfig()
TABLES = [
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


@pytest.mark.parametrize("options", TABLES, ids=IDS)
def test_all_views_of_the_round_are_used(options):
    most = 0
    for number, referee in enumerate(referees(4, **options)):
        if number % 7 == 0:
            task = read_request(request_of(referee), CONFIG)
            assert len(task.earlier) == decisions_of_the_half(referee)
            most = max(most, len(task.earlier))
            # To the eye nothing has changed.
            assert task.game.table_view(task.view) == referee.game.table_view(
                referee.game.view(referee.state, referee.turn)
            )
    assert most > 10


def test_solvers_that_read_none_get_none():
    task = read_request(request_of(referee_after(30), "heuristic"), CONFIG)
    assert task.earlier == ()


# --- what counts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["stockpile", "stonks"])
def test_earlier_views_count_and_answers_can_be_had_again(client, game):
    changed = 0
    for moves in (25, 45):
        referee = referee_after(moves, seats=4, game=game)
        arguments: dict[str, Any] = {"solver": "ismcts", "iterations": 300, "seed": 5}
        without = client.suggest_move(referee.view(), **arguments).analysis
        told = client.suggest_move(referee.view(), earlier=referee.earlier(), **arguments).analysis
        again = client.suggest_move(referee.view(), earlier=referee.earlier(), **arguments).analysis
        assert without.earlier_used == 0
        assert told.earlier_used == decisions_of_the_half(referee) > 0
        assert told.iterations == 300
        assert told.candidates == again.candidates
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


# --- what is left out ---------------------------------------------------------------------------------------------


def test_views_of_other_rounds_are_left_out():
    before = [*referees(3)]
    assert before
    views: list[position_pb2.View] = []
    rounds = []
    for referee in referees(3):
        if referee.turn == 0 and referee.state.round_number == 1 and len(referee.past) > 8:
            request = referee.request("ismcts")
            request.earlier.extend(views)
            task = read_request(request, CONFIG)
            assert len(task.earlier) == len(referee.past)
            assert len(views) > len(referee.past)
            return
        views.append(referee.view(0))
        rounds.append(int(referee.state.round_number))
    raise AssertionError("there was no second round")


def test_a_missing_view_parts_the_series():
    referee = referee_after(12)
    request = request_of(referee)
    assert len(request.earlier) > 8
    # Two cards are placed in between.
    del request.earlier[3:5]
    assert len(read_request(request, CONFIG).earlier) == len(request.earlier) - 3


def forgetful(view: position_pb2.View, chance: random.Random) -> position_pb2.View:
    """The view of a frontend that keeps no count and does not sort."""
    copied = position_pb2.View()
    copied.CopyFrom(view)
    stockpile = copied.stockpile
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


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_frontends_that_keep_no_count_and_do_not_sort_lose_nothing_of_the_round(seats):
    chance = random.Random(seats)
    used = sent = remembered = 0
    for number, referee in enumerate(referees(8, seats=seats)):
        if number % 9 == 0 and referee.past:
            request = referee.request("ismcts")
            request.view.CopyFrom(forgetful(request.view, chance))
            request.earlier.extend(forgetful(view, chance) for view in referee.earlier())
            task = read_request(request, CONFIG)
            used += len(task.earlier)
            sent += len(request.earlier)
            alone = referee.request("ismcts")
            alone.view.CopyFrom(request.view)
            known = read_request(alone, CONFIG).view
            # What lay open on a pile is known when it has been taken.
            remembered += int((task.view.card >= 0).sum()) > int((known.card >= 0).sum())
    assert used >= 0.98 * sent
    assert remembered


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
                for card in chance.sample([c for seat in game.seats for c in seat.portfolio], 2):
                    if card.HasField("card"):
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
    outcomes = {"ok": 0, "refused": 0}
    with OpponentClient(server.address) as client:
        for number, referee in enumerate(referees(6, **options)):
            if number % 6 or not referee.past:
                continue
            request = request_of(referee)
            confused(request, others[referee.turn], chance)
            try:
                analysis = client.suggest_move(
                    request.view,
                    earlier=request.earlier,
                    solver="ismcts(chains=4)",
                    iterations=25,
                    milliseconds=5_000,
                ).analysis
                outcomes["ok"] += 1
                assert len(analysis.candidates) == len(referee.game.legal_moves(referee.state))
            except InvalidRequestError as error:
                outcomes["refused"] += 1
                assert all(problem.field.startswith("earlier[") for problem in error.problems)
    assert outcomes["ok"] > 5
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
    assert Control().earlier == ()
    assert opponent_service_pb2.SuggestMoveRequest().earlier == []
