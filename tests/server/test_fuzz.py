"""Whatever a client sends, it gets an answer or is told what is wrong; the server goes on.

Requests of random games are changed field by field through the messages' own descriptions, so that fields to come are
covered as well.
"""

import random
from collections import Counter
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from pitwise.client import OpponentClient
from pitwise.errors import InvalidRequestError, opponent_error
from pitwise.v1 import opponent_service_pb2, opponent_service_pb2_grpc
from tests.server.positions import referees

VARIANTS = 6_000
BYTE_VARIANTS = 1_000
SEED = 20_240_501

WHOLE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 25, 80, 99, 127, 128, 255, 256, 9_999, 32_767, 32_768, 2**31 - 1]
NEGATIVE = [-1, -2, -128, -129, -32_768, -(2**31)]
TEXTS = [
    "",
    "base",
    "heuristic",
    "random",
    "+4",
    "$$",
    "☃" * 100,
    "x" * 300,
    "../base",
    "base\x00",
    "heuristic(",
    "%s%n",
]
LARGE_INTEGERS = {
    FieldDescriptor.TYPE_INT64: [2**40, 2**63 - 1, -(2**63)],
    FieldDescriptor.TYPE_UINT64: [2**40, 2**63, 2**64 - 1],
}


def requests() -> list[opponent_service_pb2.SuggestMoveRequest]:
    """Valid requests from all phases of games of all sizes."""
    found = []
    tables: list[dict[str, Any]] = [
        *({"game": game, "seats": seats} for game in ("stockpile", "stonks") for seats in (2, 3, 4, 5)),
        {"seats": 3, "dividends": "choice"},
        {"game": "stonks", "seats": 5, "speculation": "unlimited", "symbols": "optional", "lock": "last_moved"},
    ]
    for seed, options in enumerate(tables):
        found += [
            referee.request("heuristic", iterations=10, milliseconds=5, seed=number, request_id=f"{number}")
            for number, referee in enumerate(referees(seed, **options))
            if number % 5 == 0
        ]
    return found


def places(message: Message) -> list[tuple[Message, FieldDescriptor]]:
    """Every field of a message and of the messages in it, set or not."""
    found = []
    for field in message.DESCRIPTOR.fields:
        found.append((message, field))
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            if field.is_repeated:
                for item in getattr(message, field.name):
                    found += places(item)
            elif message.HasField(field.name):
                found += places(getattr(message, field.name))
    return found


def scalar(field: FieldDescriptor, chance: random.Random):
    if field.type == FieldDescriptor.TYPE_STRING:
        return chance.choice(TEXTS)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return chance.random() < 0.5
    if field.type == FieldDescriptor.TYPE_UINT64:
        return chance.choice(WHOLE + LARGE_INTEGERS[field.type])
    return chance.choice(WHOLE + NEGATIVE + LARGE_INTEGERS.get(field.type, []))


def change(message: Message, field: FieldDescriptor, chance: random.Random) -> None:
    """Change one field in one of the ways its type allows."""
    is_message = field.type == FieldDescriptor.TYPE_MESSAGE
    if field.is_repeated:
        items = getattr(message, field.name)
        way = chance.choice(["clear", "drop", "double", "add", "shuffle", "flood", "set"])
        if way == "clear":
            message.ClearField(field.name)
        elif way == "drop" and items:
            del items[chance.randrange(len(items))]
        elif way == "double" and items:
            items.append(chance.choice(list(items)))
        elif way == "shuffle" and items:
            kept = list(items)
            chance.shuffle(kept)
            copies = [item.__deepcopy__() if is_message else item for item in kept]
            message.ClearField(field.name)
            items.extend(copies)
        elif way == "flood":
            for _ in range(chance.choice([7, 13, 90, 500])):
                items.add() if is_message else items.append(scalar(field, chance))
        elif way == "set" and items and not is_message:
            items[chance.randrange(len(items))] = scalar(field, chance)
        else:
            items.add() if is_message else items.append(scalar(field, chance))
    elif is_message:
        if message.HasField(field.name) and chance.random() < 0.5:
            message.ClearField(field.name)
        else:
            getattr(message, field.name).Clear()
            getattr(message, field.name).SetInParent()
    elif chance.random() < 0.15:
        message.ClearField(field.name)
    else:
        setattr(message, field.name, scalar(field, chance))


def outcome(call, request) -> grpc.StatusCode:
    """The status of a call, which must be one of the three there may be, with what belongs to it."""
    status, told = grpc.StatusCode.OK, None
    try:
        call(request, timeout=20)
    except grpc.RpcError as error:
        status, told = error.code(), opponent_error(error)
    assert status in (grpc.StatusCode.OK, grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.NOT_FOUND), (told, request)
    if status is grpc.StatusCode.INVALID_ARGUMENT:
        assert isinstance(told, InvalidRequestError)
        assert told.problems, request
        assert all(problem.field and problem.description for problem in told.problems), told.problems
    return status


@pytest.mark.slow
def test_changed_requests(server, caplog):
    chance = random.Random(SEED)
    originals = requests()
    seen: Counter[grpc.StatusCode] = Counter()
    games: Counter[str | None] = Counter()
    with grpc.insecure_channel(server.address) as channel:
        stub = opponent_service_pb2_grpc.OpponentServiceStub(channel)
        for original in originals:
            assert outcome(stub.SuggestMove, original) is grpc.StatusCode.OK
        for _ in range(VARIANTS):
            request = opponent_service_pb2.SuggestMoveRequest()
            request.CopyFrom(chance.choice(originals))
            games[request.view.WhichOneof("game")] += 1
            for _ in range(chance.choice([1, 1, 1, 2, 3])):
                change(*chance.choice(places(request)), chance)
            if "ismcts" in request.solver:
                request.solver = ""
            seen[outcome(stub.SuggestMove, request)] += 1
    assert min(games["stockpile"], games["stonks"]) >= 2_000, games
    assert seen[grpc.StatusCode.OK] > VARIANTS // 20, seen
    assert seen[grpc.StatusCode.INVALID_ARGUMENT] > VARIANTS // 20, seen
    assert_healthy(server, originals[0])
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


@pytest.mark.slow
def test_changed_bytes(server, caplog):
    chance = random.Random(SEED)
    originals = [request.SerializeToString() for request in requests()]
    with grpc.insecure_channel(server.address) as channel:
        call: Any = channel.unary_unary("/pitwise.v1.OpponentService/SuggestMove")
        for _ in range(BYTE_VARIANTS):
            data = bytearray(chance.choice(originals))
            for _ in range(chance.choice([1, 2, 10])):
                data[chance.randrange(len(data))] = chance.randrange(256)
            outcome(call, bytes(data[: chance.choice([len(data), len(data), chance.randrange(len(data))])]))
    assert_healthy(server, requests()[0])
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


def assert_healthy(server, request: opponent_service_pb2.SuggestMoveRequest) -> None:
    with OpponentClient(server.address) as client:
        client.wait_until_ready(timeout=5)
        assert client.suggest_move(request.view, solver="ismcts", iterations=20).analysis.iterations == 20
