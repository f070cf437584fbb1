"""Places, the queue, and a crowd."""

import asyncio
import threading
from collections import Counter

import grpc
import pytest

from pitwise.client import AsyncOpponentClient, OpponentClient, PitwiseServiceError, ServerBusyError
from pitwise.errors import retry_seconds_of
from pitwise.v1 import opponent_service_pb2_grpc
from server.admission import LONGEST_RETRY_SECONDS, Admission, Place
from server.errors import BusyError, NotServingError
from tests.server.positions import Sleeper, referee_after


async def enter(admission: Admission, expected_seconds: float = 1.0) -> Place:
    place = await admission.enter(expected_seconds)
    assert place is not None
    return place


async def test_places_go_to_the_first_in_the_queue():
    admission = Admission(places=1, queue_length=2)
    first = await enter(admission)
    second = asyncio.create_task(enter(admission))
    third = asyncio.create_task(enter(admission))
    await asyncio.sleep(0)
    with pytest.raises(BusyError) as caught:
        await admission.enter(1.0)
    assert 0 < caught.value.retry_seconds <= 1.0
    first.leave()
    first.leave()
    # The place is the second's already, before it knows: a newcomer has to queue.
    assert (admission.running, admission.waiting) == (1, 1)
    assert await admission.enter(1.0, patience=0.01) is None
    (await second).leave()
    (await third).leave()
    assert (admission.running, admission.waiting) == (0, 0)


async def test_patience_and_cancellation_leave_no_trace():
    admission = Admission(places=1, queue_length=5)
    place = await enter(admission, 60.0)
    assert await admission.enter(1.0, patience=0.01) is None
    waiting = [asyncio.create_task(enter(admission)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    # Its turn comes in the same moment in which it gives up.
    place.leave()
    waiting[1].cancel()
    await asyncio.gather(*waiting[:2], return_exceptions=True)
    last = await waiting[2]
    assert (admission.running, admission.waiting) == (1, 0)
    assert admission.retry_seconds() <= LONGEST_RETRY_SECONDS
    last.leave()


async def test_closing_sends_the_queue_away():
    admission = Admission(places=1, queue_length=5)
    await admission.enter(1.0)
    waiting = asyncio.create_task(enter(admission))
    await asyncio.sleep(0)
    admission.close()
    with pytest.raises(NotServingError):
        await waiting
    with pytest.raises(NotServingError):
        await admission.enter(1.0)


@pytest.mark.usefixtures("test_solvers")
async def test_two_hundred_clients_at_eight_places(start):
    server = start(max_searches=8, queue_length=8)
    referee = referee_after(30)

    async def ask() -> grpc.StatusCode:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(server.address, options=options) as channel:
            stub = opponent_service_pb2_grpc.OpponentServiceStub(channel)
            try:
                await stub.SuggestMove(referee.request("sleeper", milliseconds=500), timeout=30)
            except grpc.aio.AioRpcError as error:
                retries.append(retry_seconds_of(error))
                return error.code()
            return grpc.StatusCode.OK

    retries: list[float | None] = []
    outcomes = Counter(await asyncio.gather(*(ask() for _ in range(200))))
    assert outcomes.keys() == {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert outcomes[grpc.StatusCode.OK] >= 16
    assert outcomes[grpc.StatusCode.RESOURCE_EXHAUSTED] >= 100
    assert all(seconds is not None and 0 < seconds <= LONGEST_RETRY_SECONDS for seconds in retries)
    assert Sleeper.most_running == 8
    async with AsyncOpponentClient(server.address) as client:
        await client.wait_until_ready(timeout=5)
        assert (await client.suggest_move(referee.view(), solver="ismcts", milliseconds=50)).analysis.iterations > 0


@pytest.mark.usefixtures("test_solvers")
def test_a_busy_server_still_answers_at_once_what_needs_no_search(start):
    server = start(max_searches=1, queue_length=0)
    view = referee_after(30).view()
    with OpponentClient(server.address) as client:
        reports = client.analyze(view, solver="sleeper", milliseconds=30_000)
        next(reports)
        client.wait_until_ready(timeout=1)
        assert client.list_games()
        assert client.suggest_move(view, solver="heuristic", timeout=2).analysis.move.text
        with pytest.raises(ServerBusyError) as caught:
            client.suggest_move(view, solver="sleeper", milliseconds=10, timeout=0.4)
        assert caught.value.retry_seconds is not None
        assert caught.value.retry_seconds > 0
        reports.close()


@pytest.mark.usefixtures("test_solvers")
def test_patient_clients_all_get_their_answer(start):
    server = start(max_searches=2, queue_length=0)
    view = referee_after(30).view()
    failures = []

    def ask() -> None:
        with OpponentClient(server.address) as client:
            try:
                client.suggest_move(view, solver="sleeper", milliseconds=100)
            except PitwiseServiceError as error:
                failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.usefixtures("test_solvers")
def test_a_place_is_free_again_after_every_kind_of_end(start):
    server = start(max_searches=1, queue_length=1)
    view = referee_after(30).view()
    with OpponentClient(server.address) as client:
        for _ in range(10):
            for report in client.analyze(view, solver="sleeper", milliseconds=30_000):
                assert not report.final
                break
            with pytest.raises(PitwiseServiceError, match="INTERNAL"):
                client.suggest_move(view, solver="stumbler")
            assert client.suggest_move(view, solver="ismcts", iterations=5).analysis.iterations == 5
