"""Running solvers: in threads, at places that admission gives, within the time that deadlines leave."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from pitwise.v1 import analysis_pb2
from server.admission import Admission, Place
from server.config import ServerConfig
from server.convert import analysis_message
from server.deadlines import Allowance, allowance, usable_milliseconds
from server.requests import Task
from server.solver_limits import HASTY_SOLVER, limits_itself
from solvers.base import Budget, Choice, Control, Solver, reads_earlier_views
from solvers.registry import make_solver

QUICK_PLACES = 2
QUICK_QUEUE = 512
_QUICK_SECONDS = 0.01

Result = TypeVar("Result")
SecondsLeft = Callable[[], float | None]
OnReport = Callable[[analysis_pb2.Analysis], None]


class Searcher:
    """Thinks about tasks. All methods belong to one event loop, which they never block.

    Searches run at ``max_searches`` places. What takes some milliseconds (reading a large request, listings) has
    threads of its own, so that it need not wait for a search to end. Solvers that do not search are done in less time
    than a thread takes to begin, so they answer in the event loop.
    """

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self._places = Admission(config.max_searches, config.queue_length)
        self._threads = ThreadPoolExecutor(config.max_searches, thread_name_prefix="search")
        self._quick_places = Admission(QUICK_PLACES, QUICK_QUEUE)
        self._quick_threads = ThreadPoolExecutor(QUICK_PLACES, thread_name_prefix="quick")
        self._controls: dict[int, Control] = {}
        self._hurried = False

    @property
    def running(self) -> int:
        """Searches under way."""
        return self._places.running

    @property
    def waiting(self) -> int:
        """Tasks that wait for a place."""
        return self._places.waiting

    def close(self) -> None:
        """Begin no new search; tasks that wait for a place are turned away."""
        self._places.close()

    def hurry(self) -> None:
        """Have every search answer at once with what it has."""
        self._hurried = True
        for control in self._controls.values():
            control.cancel()

    async def release(self) -> None:
        """Wait for the threads to end."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self._quick_threads.shutdown)

    async def quickly(self, work: Callable[[], Result]) -> Result:
        """Do a small piece of work in a thread.

        Raises:
            BusyError: there is far too much of it.
        """
        place = await self._quick_places.enter(_QUICK_SECONDS)
        assert place is not None
        return await _in_thread(self._quick_threads, work, place.leave)

    async def think(
        self, task: Task, seconds_left: SecondsLeft, on_report: OnReport | None = None
    ) -> analysis_pb2.Analysis:
        """The answer to a task; by the rules of thumb, and said to be degraded, if there is no time to search.

        Args:
            task: what to think about.
            seconds_left: until the call's deadline, at the moment of asking; None without one.
            on_report: is called in the event loop with interim answers.

        Raises:
            BusyError: every place is taken and the queue is full.
            NotServingError: the server is being stopped.
        """
        allowed = self._allowance(task, seconds_left())
        if not task.solver.searches:
            return self._choose(task.solver, task, allowed, Control(earlier=task.earlier))
        if not allowed.too_late:
            place = await self._enter(allowed, seconds_left())
            if place is not None:
                allowed = self._allowance(task, seconds_left())
                if not allowed.too_late:
                    return await self._search(task, allowed, place, on_report)
                place.leave()
        return self._answer_hastily(task, allowed)

    def _allowance(self, task: Task, seconds_left: float | None) -> Allowance:
        return allowance(task.asked, seconds_left, self._config, limits_itself(task.solver))

    async def _enter(self, allowed: Allowance, seconds_left: float | None) -> Place | None:
        """A place, or None if the time to wait for one is over."""
        patience = None
        if seconds_left is not None:
            patience = (
                max(usable_milliseconds(seconds_left, self._config) - self._config.min_milliseconds, 1.0) / 1000.0
            )
        return await self._places.enter((allowed.budget.milliseconds or 0.0) / 1000.0, patience)

    async def _search(
        self, task: Task, allowed: Allowance, place: Place, on_report: OnReport | None
    ) -> analysis_pb2.Analysis:
        loop = asyncio.get_running_loop()
        control = Control(report_milliseconds=task.report_milliseconds, earlier=task.earlier)
        if on_report is not None:
            tell = on_report

            def report(choice: Choice) -> None:
                # In the searching thread: the message is made here, so that the event loop need not.
                loop.call_soon_threadsafe(tell, self._analysis(task.solver, task, allowed, choice))

            control.on_report = report

        def ended() -> None:
            # A caller may have gone long before: the place stays taken until the thread has noticed.
            del self._controls[id(control)]
            place.leave()

        self._controls[id(control)] = control
        if self._hurried:
            control.cancel()
        try:
            return await _in_thread(self._threads, lambda: self._choose(task.solver, task, allowed, control), ended)
        except asyncio.CancelledError:
            control.cancel()
            place.is_ending()
            raise

    def _choose(self, solver: Solver, task: Task, allowed: Allowance, control: Control) -> analysis_pb2.Analysis:
        choice = solver.choose(task.game, task.view, allowed.budget, task.seed, control)
        return self._analysis(solver, task, allowed, choice)

    def _answer_hastily(self, task: Task, allowed: Allowance) -> analysis_pb2.Analysis:
        solver = make_solver(HASTY_SOLVER)
        analysis = self._choose(solver, task, allowed, Control())
        if not analysis.forced:
            analysis.degraded = True
            analysis.degraded_reason = analysis_pb2.DEGRADED_REASON_DEADLINE
            analysis.explanation = f"Too little time to search, so the rules of thumb answer. {analysis.explanation}"
        return analysis

    def _analysis(self, solver: Solver, task: Task, allowed: Allowance, choice: Choice) -> analysis_pb2.Analysis:
        analysis = analysis_message(task.game, choice)
        analysis.solver = solver.spec
        if not choice.forced and reads_earlier_views(solver):
            analysis.earlier_used = len(task.earlier)
        analysis.seed = task.seed
        _write_budget(analysis.budget, allowed.budget)
        analysis.budget_capped = allowed.capped
        analysis.deadline_bound = allowed.deadline_bound
        if choice.cancelled and self._hurried:
            analysis.degraded = True
            analysis.degraded_reason = analysis_pb2.DEGRADED_REASON_SHUTDOWN
            analysis.explanation = f"The server is being stopped, so the search ended early. {analysis.explanation}"
        return analysis


def _write_budget(message: analysis_pb2.Budget, budget: Budget) -> None:
    if budget.iterations is not None:
        message.iterations = budget.iterations
    if budget.milliseconds is not None:
        message.milliseconds = max(1, int(budget.milliseconds))


async def _in_thread(threads: ThreadPoolExecutor, work: Callable[[], Result], ended: Callable[[], None]) -> Result:
    """Run ``work`` in a thread; ``ended`` is called in the event loop once it is over, whoever still waits for it."""
    loop = asyncio.get_running_loop()

    def done(_: "Future[Result]") -> None:
        loop.call_soon_threadsafe(ended)

    future = threads.submit(work)
    future.add_done_callback(done)
    return await asyncio.wrap_future(future)
