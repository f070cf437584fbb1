"""The calls, over loopback."""

import asyncio
import json
import logging
import time
from typing import Any

import grpc
import pytest

from engine.catalog import load_game
from engine.stockpile.cards import Phase
from pitwise.client import (
    AsyncOpponentClient,
    InvalidRequestError,
    OpponentClient,
    PitwiseServiceError,
    ServerBusyError,
    UnknownSolverError,
)
from pitwise.v1 import (
    opponent_service_pb2,
    opponent_service_pb2_grpc,
    position_pb2,
    stockpile_auction_pb2,
    stockpile_view_pb2,
    stonks_view_pb2,
)
from server.convert import CONVERSIONS
from server.referee import Referee
from server.service import _lenient
from tests.server.positions import Sleeper, referee_after, referees


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("stockpile", {"seats": 2}),
        ("stockpile", {"seats": 3, "dividends": "choice"}),
        ("stockpile", {"seats": 5}),
        ("stonks", {"seats": 2, "symbols": "optional"}),
        ("stonks", {"seats": 3, "next_market": "new_market"}),
        ("stonks", {"seats": 5, "rounds": 5, "variant": "moderate", "speculation": "unlimited"}),
    ],
)
def test_a_whole_game(client, game, options):
    referee = Referee(load_game(game, **options), 7)
    number = 0
    while referee.turn is not None:
        solver = "heuristic" if referee.turn % 2 == 0 else "random"
        response = client.suggest_move(referee.view(), solver=solver, seed=number, request_id=f"move {number}")
        assert response.request_id == f"move {number}"
        legal = referee.game.legal_moves(referee.state)
        assert len(response.analysis.candidates) == len(legal)
        assert response.analysis.forced == (len(legal) == 1)
        assert not response.analysis.degraded
        referee.play(response.analysis.move)
        number += 1
    assert len(referee.results()) == options["seats"]


def test_an_answer_is_complete_and_can_be_had_again(client):
    referee = referee_after(30)
    view = referee.view()
    first = client.suggest_move(view, solver="ismcts", iterations=400).analysis
    assert first.iterations == 400
    # At first every move is played in each world, in the end the best two.
    assert 400 / len(first.candidates) <= first.worlds <= 200
    assert first.budget.iterations == 400
    assert 0 <= first.seed < 2**53
    assert sum(candidate.visits for candidate in first.candidates) == 400
    assert all(0 <= candidate.mean <= 1 for candidate in first.candidates if candidate.visits)
    assert first.candidates[0].move == first.move
    assert first.principal_line[0].move == first.move
    assert first.principal_line[0].seat == referee.turn
    assert first.explanation
    assert not first.budget_capped
    again = client.suggest_move(view, solver=first.solver, iterations=400, seed=first.seed).analysis
    again.elapsed_milliseconds = first.elapsed_milliseconds
    assert again == first


def test_a_forced_move_is_said_to_be(client):
    for referee in referees(5):
        if len(referee.game.legal_moves(referee.state)) == 1:
            analysis = client.suggest_move(referee.view(), solver="ismcts", milliseconds=60_000).analysis
            assert analysis.forced
            assert analysis.elapsed_milliseconds < 1_000
            return
    raise AssertionError("no move was forced")


def test_reports_improve_and_the_last_is_final(client):
    referee = referee_after(30)
    reports = list(client.analyze(referee.view(), solver="ismcts", milliseconds=600, report_milliseconds=50))
    assert len(reports) >= 3
    assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
    assert [report.sequence for report in reports] == list(range(1, len(reports) + 1))
    iterations = [report.analysis.iterations for report in reports]
    assert iterations == sorted(iterations)
    assert iterations[0] < iterations[-1]


def test_analysis_without_time_or_search_has_its_final_report(client):
    referee = referee_after(30)
    for solver in ("heuristic", "random"):
        (report,) = client.analyze(referee.view(), solver=solver)
        assert report.final
        assert report.sequence == 1


@pytest.mark.usefixtures("test_solvers")
def test_leaving_an_analysis_ends_the_search(client):
    referee = referee_after(30)
    for report in client.analyze(referee.view(), solver="sleeper(note=left)", milliseconds=30_000):
        assert not report.final
        break
    wait_for(lambda: ("left", "was cancelled") in Sleeper.diary)


@pytest.mark.usefixtures("test_solvers")
async def test_cancelling_a_call_ends_the_search(server):
    referee = referee_after(30)
    async with AsyncOpponentClient(server.address) as client:
        call = asyncio.create_task(
            client.suggest_move(referee.view(), solver="sleeper(note=cancelled)", milliseconds=30_000)
        )
        await asyncio.to_thread(wait_for, lambda: ("cancelled", "began") in Sleeper.diary)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await asyncio.to_thread(wait_for, lambda: ("cancelled", "was cancelled") in Sleeper.diary)


@pytest.mark.usefixtures("test_solvers")
def test_a_lost_connection_ends_the_search(server):
    referee = referee_after(30)
    channel = grpc.insecure_channel(server.address)
    lost = OpponentClient(channel=channel)
    reports = lost.analyze(referee.view(), solver="sleeper(note=lost)", milliseconds=30_000)
    next(reports)
    channel.close()
    wait_for(lambda: ("lost", "was cancelled") in Sleeper.diary)


@pytest.mark.usefixtures("test_solvers")
def test_a_fault_of_ours_tells_nothing(client, caplog):
    referee = referee_after(30)
    with pytest.raises(PitwiseServiceError) as caught:
        client.suggest_move(referee.view(), solver="stumbler", request_id="r 17")
    assert caught.value.code is grpc.StatusCode.INTERNAL
    assert "secret" not in str(caught.value)
    assert "Traceback" not in str(caught.value)
    assert any("r 17" in record.getMessage() and record.exc_info for record in caplog.records)
    client.suggest_move(referee.view(), solver="heuristic")


@pytest.mark.usefixtures("test_solvers")
def test_a_view_without_worlds_is_refused(client):
    referee = referee_after(30)
    with pytest.raises(InvalidRequestError) as caught:
        client.suggest_move(referee.view(), solver="doubter")
    assert [problem.field for problem in caught.value.problems] == ["view"]


@pytest.mark.usefixtures("test_solvers")
def test_a_reader_who_never_reads_is_not_waited_for(start):
    server = start(slow_reader_seconds=0.3, max_requests=1, max_searches=1, queue_length=0)
    referee = referee_after(30)
    with grpc.insecure_channel(server.address) as channel, OpponentClient(server.address) as client:
        stub = opponent_service_pb2_grpc.OpponentServiceStub(channel)
        request = opponent_service_pb2.AnalyzePositionRequest(view=referee.view(), solver="chatterbox")
        unread = stub.AnalyzePosition(request)
        assert not next(unread).final
        with pytest.raises(grpc.RpcError) as caught:
            stub.SuggestMove(referee.request("heuristic"))
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        wait_for(lambda: ("chatterbox", "was cancelled") in Sleeper.diary)
        assert client.suggest_move(referee.view(), solver="ismcts", iterations=10, timeout=10).analysis.iterations == 10
        # It finds out when it reads on.
        with pytest.raises(grpc.RpcError) as caught:
            list(unread)
        assert caught.value.code() is grpc.StatusCode.ABORTED
        assert "no report has been read for 0.3 s" in caught.value.details()


async def test_the_aio_client_has_the_same_calls(server):
    referee = referee_after(30)
    view = referee.view()
    async with AsyncOpponentClient(server.address) as client:
        await client.wait_until_ready(timeout=10)
        assert "stockpile" in [game.name for game in await client.list_games()]
        assert {"random", "heuristic", "ismcts"} <= {solver.name for solver in await client.list_solvers()}
        response = await client.suggest_move(view, solver="ismcts", milliseconds=100)
        assert response.analysis.iterations > 0
        reports = [report async for report in client.analyze(view, solver="ismcts", milliseconds=300)]
        assert reports[-1].final
        with pytest.raises(UnknownSolverError):
            await client.suggest_move(view, solver="oracle")
        with pytest.raises(InvalidRequestError):
            await client.suggest_move(position_pb2.View())


# --- refusals -----------------------------------------------------------------------------------------------------


def problems(client: OpponentClient, view: position_pb2.View, **arguments) -> dict[str, str]:
    with pytest.raises(InvalidRequestError) as caught:
        client.suggest_move(view, **arguments)
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    return {problem.field: problem.description for problem in caught.value.problems}


def test_a_default_beyond_the_cap_is_lowered_and_a_wish_refused(start):
    server = start(parameter_caps={"megabytes": 16})
    view = referee_after(30).view()
    with OpponentClient(server.address) as client:
        assert "megabytes=16" in client.suggest_move(view, solver="ismcts", iterations=10).analysis.solver
        with pytest.raises(InvalidRequestError, match="megabytes may be at most 16"):
            client.suggest_move(view, solver="ismcts(megabytes=17)", iterations=10)


def test_unknown_solvers_are_not_found(client):
    referee = referee_after(30)
    with pytest.raises(UnknownSolverError, match="oracle"):
        client.suggest_move(referee.view(), solver="oracle(depth=3)")


@pytest.mark.parametrize(
    "spec",
    [
        "heuristic(",
        "heuristic(style=nonsense)",
        "heuristic(depth=3)",
        "ismcts(iterations=many)",
        "ismcts(megabytes=100000)",
        "ismcts(threads=200)",
        "ismcts(exploration=nan)",
        "ismcts(iterations=" + "9" * 150 + ")",
        "x" * 5000,
    ],
)
def test_specs_that_cannot_be_are_named(client, spec):
    referee = referee_after(30)
    assert "solver" in problems(client, referee.view(), solver=spec)


def test_advice_for_another_seat_is_refused(client):
    referee = referee_after(30, seats=4)
    assert referee.turn is not None
    found = problems(client, referee.view((referee.turn + 1) % 4))
    assert "to move" in found["view.stockpile.turn"]


def test_advice_after_the_game_is_refused(client):
    *_, last = referees(3, seats=2)
    assert last.turn is None
    found = problems(client, last.view(0))
    assert "over" in found["view.stockpile.turn"]


def test_everything_wrong_is_named_at_once(client):
    referee = referee_after(30)
    view = referee.view()
    view.stockpile.phase = stockpile_view_pb2.STOCKPILE_PHASE_UNSPECIFIED
    found = problems(
        client, view, solver="ismcts(threads=0)", iterations=0, milliseconds=-5, seed=2**64 - 1, request_id="r" * 200
    )
    assert found.keys() == {
        "view.stockpile.phase",
        "solver",
        "budget.iterations",
        "budget.milliseconds",
        "seed",
        "request_id",
    }
    with pytest.raises(InvalidRequestError) as caught:
        next(client.analyze(view, report_milliseconds=1))
    assert {problem.field for problem in caught.value.problems} == {"view.stockpile.phase", "report_milliseconds"}


def test_hundreds_of_faults_still_fit_into_an_answer(client):
    referee = referee_after(30)
    view = referee.view()
    for seat in view.stockpile.seats:
        for _ in range(70):
            seat.portfolio.add(cannot_be=[77, 78], card=stockpile_view_pb2.StockpileCard(stock=99))
    view.stockpile.pairs[0].forecast = "\x00\n☃" * 20_000
    found = problems(client, view)
    assert 5 < len(found) <= 22
    assert any("more faults" in description for description in found.values())


def test_messages_that_are_too_large_are_refused(client):
    referee = referee_after(30)
    view = referee.view()
    view.stockpile.pairs[0].forecast = "+" * 300 * 1024
    with pytest.raises(ServerBusyError) as caught:
        client.suggest_move(view)
    assert caught.value.retry_seconds is None
    client.suggest_move(referee.view())


def test_compressed_messages_that_are_too_large_are_refused(server):
    referee = referee_after(30)
    view = referee.view()
    view.stockpile.pairs[0].forecast = "+" * 50 * 1024 * 1024
    with grpc.insecure_channel(server.address, compression=grpc.Compression.Gzip) as channel:
        client = OpponentClient(channel=channel)
        with pytest.raises(PitwiseServiceError) as caught:
            client.suggest_move(view)
        assert caught.value.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        client.suggest_move(referee.view())


def test_bytes_that_are_no_message_are_refused(server):
    with grpc.insecure_channel(server.address) as channel:
        suggest: Any = channel.unary_unary("/pitwise.v1.OpponentService/SuggestMove")
        analyze: Any = channel.unary_stream("/pitwise.v1.OpponentService/AnalyzePosition")
        nonsense: Any = channel.unary_unary("/pitwise.v1.OpponentService/Nonsense")
        with pytest.raises(grpc.RpcError) as caught:
            suggest(b"\xff\xff\xff\xff")
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        with pytest.raises(grpc.RpcError) as caught:
            list(analyze(b"\xff\xff\xff\xff"))
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        with pytest.raises(grpc.RpcError) as caught:
            nonsense(b"")
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_fields_of_a_later_contract_are_dropped(server):
    request = referee_after(30).request()
    request.view.stockpile.seats[0].portfolio[0].MergeFromString(bytes([0xFA, 0x3F, 0x03]) + b"new")
    request.MergeFromString(bytes([0xFA, 0x3F, 0x03]) + b"new")
    data = request.SerializeToString()
    assert data.count(b"new") == 2
    decoded = _lenient(opponent_service_pb2.SuggestMoveRequest)(data)
    assert decoded is not None
    assert b"new" not in decoded.SerializeToString()
    with grpc.insecure_channel(server.address) as channel:
        suggest: Any = channel.unary_unary("/pitwise.v1.OpponentService/SuggestMove")
        assert suggest(data)


def test_games_are_told_in_full(client):
    game = next(game for game in client.list_games() if game.name == "stockpile")
    assert list(game.seat_counts) == [2, 3, 4, 5]
    assert {option.name for option in game.options} == {"seats", "edition", "dividends", "first_seat"}
    assert all(option.summary and option.allowed_values and option.default_value for option in game.options)
    assert game.styles
    edition = game.stockpile.editions[0]
    assert edition.name == "base"
    assert len(edition.companies) == 6
    assert list(edition.forecasts) == ["+4", "+2", "+1", "$$", "-2", "-3"]
    assert list(edition.bid_track)[:3] == [0, 1, 3]
    assert [table.seats for table in edition.tables] == [2, 3, 4, 5]
    assert edition.tables[0].piles == 4
    assert {"starting_money", "trading_fees"} <= {assumption.name for assumption in edition.assumptions}
    for assumptions in (game.assumptions, edition.assumptions):
        assert all(assumption.source and assumption.value for assumption in assumptions)
        values = {assumption.name: json.loads(assumption.value) for assumption in assumptions}
        assert values["trading_fees"] == [[1, 4], [2, 4], [3, 4]]
        assert values["starting_money"]["2"] == 30
        assert values["two_players"]["piles"] == 4
    assert edition.stock_cards_of_each_company == 10
    assert [(fee.amount, fee.cards) for fee in edition.fees] == [(1, 4), (2, 4), (3, 4)]
    assert (edition.stock_boom.cards, edition.stock_boom.spaces) == (4, 2)
    assert (edition.stock_bust.cards, edition.stock_bust.spaces) == (4, -2)
    assert (edition.majority_sole, edition.majority_tied, edition.dividend) == (10, 5, 2)
    assert (edition.repeat_split_bonus, edition.starting_stock) == (10, True)


def test_stonks_is_told_in_full(client):
    game = next(game for game in client.list_games() if game.name == "stonks")
    assert list(game.seat_counts) == [2, 3, 4, 5]
    options = {option.name: option for option in game.options}
    assert options.keys() == {"seats", *stonks_view_pb2.StonksOptions.DESCRIPTOR.fields_by_name.keys()}
    assert list(options["lock"].allowed_values) == ["cumulative", "last_moved"]
    assert (game.unit, "all_round" in game.styles) == ("points", True)
    edition = game.stonks.editions[0]
    assert edition.name == "base"
    assert [company.name for company in edition.companies] == ["honey", "fish", "carrot", "grass", "apple"]
    for company in edition.companies:
        assert len(company.fruits) == len(company.market_symbols) == 13
    assert list(edition.tile_front) == [1, 2, 3, 4, 5]
    assert list(edition.tile_back) == [1, 1, 2, 2, 3]
    assert [(table.seats, table.hand_size, table.halves, table.tricks) for table in edition.tables] == [
        (2, 11, 2, 8),
        (3, 9, 1, 6),
        (4, 11, 1, 8),
        (5, 9, 1, 6),
    ]
    assert list(edition.tables[1].start_levels) == [1, 2, 4, 5]
    assert (edition.black_tokens, edition.speculation_fruits) == (4, 1)
    assert [table.backs_in_small_caps for table in edition.tables] == [3, 2, 3, 3]
    for assumptions in (game.assumptions, edition.assumptions):
        assert {assumption.name for assumption in assumptions} == {"fruits", "market_symbols"}
        assert all(len(json.loads(assumption.value)) == 5 and assumption.source for assumption in assumptions)


@pytest.mark.parametrize("name", CONVERSIONS)
def test_every_value_of_an_edition_has_a_text(name):
    game: Any = load_game(name)
    values = [CONVERSIONS[name].edition_value(game, value) for value in game.edition.statuses]
    assert values
    assert all(json.loads(value) is not None for value in values)


def test_only_games_with_messages_are_told(client):
    told = [game.name for game in client.list_games()]
    assert told == sorted(CONVERSIONS)
    for messages in (position_pb2.View, position_pb2.Move):
        assert {field.name for field in messages.DESCRIPTOR.oneofs_by_name["game"].fields} == set(told)


def test_solvers_are_told_with_their_parameters(client):
    solvers = {solver.name: solver for solver in client.list_solvers()}
    assert {"random", "heuristic", "ismcts"} <= solvers.keys()
    for name, solver in solvers.items():
        assert list(solver.games) == (["stockpile"] if name in ("bidding", "hybrid") else ["stockpile", "stonks"])
        assert solver.summary
    assert "style" in {parameter.name for parameter in solvers["heuristic"].parameters}


def test_requests_and_answers_of_the_raw_contract(server):
    referee = referee_after(30)
    with grpc.insecure_channel(server.address) as channel:
        stub = opponent_service_pb2_grpc.OpponentServiceStub(channel)
        response = stub.SuggestMove(referee.request(request_id="☃"))
        assert response.request_id == "☃"
        assert response.analysis.solver.startswith("heuristic")
        assert stub.ListSolvers(opponent_service_pb2.ListSolversRequest()).default_solver == "heuristic"


def wait_for(condition, seconds: float = 5.0) -> None:
    ends_at = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends_at, "it did not come about"
        time.sleep(0.01)


def test_refusals_and_cancellations_are_logged_at_debug(client, caplog):
    caplog.set_level(logging.DEBUG, "server")
    request = referee_after(30).view()
    request.stockpile.seats[1].money = -1
    with pytest.raises(InvalidRequestError):
        client.suggest_move(request, request_id="the wrong one")
    (line,) = [record for record in caplog.records if "the wrong one" in record.getMessage()]
    assert line.levelno == logging.DEBUG
    assert "'the wrong one': INVALID_ARGUMENT, view.stockpile.seats[1].money: " in line.getMessage()
    for _ in client.analyze(referee_after(30).view(), solver="ismcts", request_id="left", milliseconds=20_000):
        break
    wait_for(lambda: any("'left': cancelled" in record.getMessage() for record in caplog.records))
    assert all(record.levelno == logging.DEBUG for record in caplog.records if "'left'" in record.getMessage())


def bidding_view(**options: Any) -> position_pb2.View:
    """A view in which there is a bid to make."""
    for referee in referees(3, **options):
        if referee.state.phase == Phase.DEMAND and len(referee.game.legal_moves(referee.state)) > 1:
            return referee.view()
    raise AssertionError("there was no auction")


@pytest.mark.parametrize("solver", ["bidding", "hybrid"])
def test_a_bid_comes_with_what_it_rests_on(client, solver):
    view = bidding_view(seats=4)
    analysis = client.suggest_move(view, solver=f"{solver}(worlds=40)", timeout=60).analysis
    assert not analysis.degraded
    outlook = analysis.stockpile_auction
    assert outlook.basis in (
        stockpile_auction_pb2.STOCKPILE_BID_BASIS_PLAN,
        stockpile_auction_pb2.STOCKPILE_BID_BASIS_ENUMERATION,  # while OR-Tools is being loaded
    )
    assert 0 < outlook.effective_worlds <= 40.001
    assert outlook.HasField("estimate")
    assert len(outlook.piles) == 4
    legal = {(item.move.stockpile.bid.pile, item.move.stockpile.bid.amount) for item in analysis.candidates}
    told = {(pile, chance.amount) for pile, told in enumerate(outlook.piles) for chance in told.chances}
    assert told == legal
    for pile in outlook.piles:
        assert all(likely.card.WhichOneof("face") for likely in pile.unseen)


def test_other_solvers_say_nothing_of_auctions(client):
    view = bidding_view(seats=4)
    assert not client.suggest_move(view, solver="ismcts", iterations=50).analysis.HasField("stockpile_auction")


def test_a_bidder_is_refused_at_a_table_without_auctions(client):
    view = next(referees(1, "stonks")).view()
    with pytest.raises(InvalidRequestError, match="it cannot play stonks"):
        client.suggest_move(view, solver="bidding")
