"""A request as the server understands it, every part of it checked."""

import secrets
from dataclasses import dataclass
from typing import Any

from engine.errors import PitwiseError, Problem, ProblemsError, UnknownNameError
from engine.game import Game
from pitwise.v1 import opponent_service_pb2
from server.config import ServerConfig
from server.convert import read_budget, read_earlier_view, read_view
from server.errors import RequestError
from server.reading import Reading
from server.solver_limits import checked_solver
from solvers.base import Budget, Solver, reads_earlier_views

LONGEST_REQUEST_ID = 100
LONGEST_SOLVER = 1_000
MOST_SEED = 2**63 - 1
MOST_EARLIER = 256
"""Views of earlier decisions: no round of any game has as many decisions."""

DRAWN_SEED_BITS = 53
"""Seeds drawn here fit in a JSON number."""

Request = opponent_service_pb2.SuggestMoveRequest | opponent_service_pb2.AnalyzePositionRequest


@dataclass(frozen=True)
class Task:
    """What to think about, with which solver, and how long at most; ``seed`` is drawn if the request has none.

    ``earlier`` has those of the request's earlier views that lead to ``view``, if the solver reads them.
    """

    game: Game
    view: Any
    earlier: tuple[Any, ...]
    solver: Solver
    asked: Budget
    seed: int
    request_id: str
    report_milliseconds: int


def read_request(request: Request | None, config: ServerConfig) -> Task:
    """Check every part of a request; all faults are reported together.

    Args:
        request: None if the bytes that came were no message of the contract.
        config: the default solver and the limits.

    Raises:
        RequestError: listing every wrong field.
        UnknownNameError: all is well but that there is no solver of this name.
    """
    if request is None:
        raise RequestError([Problem("request", "cannot be decoded as a message of this contract")])
    reading = Reading()
    request_id = reading.text(request.request_id, "request_id", LONGEST_REQUEST_ID)
    asked = read_budget(reading, request.budget)
    seed = reading.number(request.seed, "seed", "", 0, MOST_SEED) if request.HasField("seed") else _drawn_seed()
    report_milliseconds = config.report_milliseconds
    if isinstance(request, opponent_service_pb2.AnalyzePositionRequest) and request.HasField("report_milliseconds"):
        report_milliseconds = reading.number(request.report_milliseconds, "report_milliseconds", "", 20, 60_000)
    unknown_name = None
    solver = None
    try:
        solver = checked_solver(reading.text(request.solver, "solver", LONGEST_SOLVER) or config.default_solver, config)
    except UnknownNameError as error:
        unknown_name = error
    except ProblemsError as error:
        reading.problems.extend(error.problems)
    except PitwiseError as error:
        reading.fault("solver", str(error))
    game, view = None, None
    try:
        game, view = read_view(request.view)
    except RequestError as error:
        reading.problems.extend(error.problems)
    if game is not None:
        _check_turn(reading, game, view, f"view.{game.name}.turn")
        if solver is not None:
            _check_fit(reading, solver, game)
    earlier = _read_earlier(reading, request, game, view)
    reading.check()
    if unknown_name is not None:
        raise unknown_name
    assert game is not None
    assert solver is not None
    if reads_earlier_views(solver) and earlier:
        *earlier, view = game.consecutive_views([*earlier, view])
    else:
        earlier = []
    return Task(game, view, tuple(earlier), solver, asked, seed, request_id, report_milliseconds)


def _read_earlier(reading: Reading, request: Request, game: Game | None, view: Any) -> list[Any]:
    """The views of earlier decisions, each checked like the present one."""
    found = []
    for index, message in enumerate(reading.items(request.earlier, "earlier", "", MOST_EARLIER)):
        path = f"earlier[{index}]"
        try:
            earlier_game, earlier = read_earlier_view(message, path)
        except RequestError as error:
            reading.problems.extend(error.problems)
            continue
        if game is None:
            continue
        inner = f"{path}.{earlier_game.name}"
        if earlier_game.name != game.name:
            reading.fault(path, f"must be a view of the same game as `view`, {game.title}")
        elif earlier_game.options_json != game.options_json:
            reading.fault(f"{inner}.options", "must be the same as in `view`")
        elif game.viewer(earlier) != game.viewer(view):
            reading.fault(f"{inner}.viewer", f"must be that of `view`, seat {game.viewer(view)}")
        else:
            found.append(earlier)
    return found


def _drawn_seed() -> int:
    return secrets.randbits(DRAWN_SEED_BITS)


def _check_turn(reading: Reading, game: Game, view: Any, path: str) -> None:
    mover = game.mover(view)
    if mover is None:
        reading.fault(path, "nobody is to move: the game is over")
    elif mover != game.viewer(view):
        reading.fault(path, f"advice is for the viewer, seat {game.viewer(view)}, but seat {mover} is to move")


def _check_fit(reading: Reading, solver: Solver, game: Game) -> None:
    try:
        solver.check(game)
    except PitwiseError as error:
        reading.fault("solver", str(error))
