"""OR-Tools, loaded when a bidder first thinks, in a thread of its own: it takes a second that no move has to spare."""

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTimeError
from functools import cache

from solvers.bidding.clock import Clock

_LOOK_SECONDS = 0.005
"""How often the clock is looked at while waiting."""


def begin_loading() -> None:
    """Begin to import OR-Tools, if that has not been done before."""
    _loading()


def is_loaded(clock: Clock) -> bool:
    """Whether OR-Tools is there, after waiting for it as long as the clock allows."""
    while True:
        try:
            _loading().result(min(_LOOK_SECONDS, max(0.0, clock.left)))
        except NotInTimeError:
            if clock.left <= 0.0:
                return False
        else:
            return True


@cache
def _loading() -> "Future[None]":
    threads = ThreadPoolExecutor(1, thread_name_prefix="OR-Tools")
    future = threads.submit(_import_all)
    threads.shutdown(wait=False)
    return future


def _import_all() -> None:
    import ortools.graph.python.linear_sum_assignment
    import ortools.linear_solver.pywraplp
    import ortools.sat.python.cp_model  # noqa: F401
