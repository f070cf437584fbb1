"""Statuses and their details."""

import grpc
import pytest
from google.rpc import error_details_pb2

from engine.errors import NoWorldError, Problem, TurnError, UnknownNameError
from pitwise.errors import InvalidRequestError, opponent_error
from server.errors import BusyError, RequestError, short, status_of


def test_many_and_long_problems_are_cut_to_size():
    status = status_of(RequestError([Problem(f"field[{n}]" * 50, "\x00bad\n" * 500) for n in range(5_000)]))
    assert status.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    assert status.ByteSize() < 5_000
    request = error_details_pb2.BadRequest()
    assert status.details[0].Unpack(request)
    assert "more faults" in request.field_violations[-1].description
    assert "and 4999 more" in status.message


def test_few_problems_are_all_there():
    status = status_of(RequestError([Problem(f"field[{n}]", "is bad") for n in range(20)]))
    request = error_details_pb2.BadRequest()
    assert status.details[0].Unpack(request)
    assert [violation.field for violation in request.field_violations] == [f"field[{n}]" for n in range(20)]


@pytest.mark.parametrize("error", [NoWorldError(), TurnError("the game is over")])
def test_a_view_that_a_solver_cannot_use_is_the_clients_fault(error):
    status = status_of(error)
    assert status.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    request = error_details_pb2.BadRequest()
    assert status.details[0].Unpack(request)
    assert [violation.field for violation in request.field_violations] == ["view"]


def test_statuses():
    assert status_of(UnknownNameError("no")).code == grpc.StatusCode.NOT_FOUND.value[0]
    assert status_of(BusyError(0.2)).code == grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
    assert status_of(RuntimeError("a secret of the house")).code == grpc.StatusCode.INTERNAL.value[0]
    assert "secret" not in status_of(RuntimeError("a secret of the house")).message


def test_texts_from_outside_are_made_printable():
    assert short("a\nb\x1b[31m") == "a?b?[31m"
    assert len(short("☃" * 5_000)) == 200


def test_errors_without_details_still_make_sense():
    error = opponent_error(grpc.RpcError("nothing known"))
    assert error.code is grpc.StatusCode.UNKNOWN
    bare = grpc.aio.AioRpcError(
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.aio.Metadata(),
        grpc.aio.Metadata(("grpc-status-details-bin", b"\xff\xff")),
        details="no",
    )
    error = opponent_error(bare)
    assert isinstance(error, InvalidRequestError)
    assert error.problems == []
