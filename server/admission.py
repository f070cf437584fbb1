"""Who may search now: a fixed number of places and a short queue; everybody else is sent away at once."""

import asyncio
import time
from collections import deque

from server.errors import BusyError, NotServingError

SHORTEST_RETRY_SECONDS = 0.05
LONGEST_RETRY_SECONDS = 2.0


class Place:
    """A place taken by one search. Whoever holds it must :meth:`leave` it, once; leaving again does nothing."""

    def __init__(self, admission: "Admission", ends_at: float) -> None:
        self._admission = admission
        self.ends_at = ends_at
        self._left = False

    def is_ending(self) -> None:
        """The search has been told to stop: others need not wait for as long as it was going to take."""
        self.ends_at = time.monotonic()

    def leave(self) -> None:
        """Give the place to the next in the queue. Call it from the event loop's thread."""
        if not self._left:
            self._left = True
            self._admission._give_back(self)


class Admission:
    """At most ``places`` searches at a time and ``queue_length`` requests that wait, first come first served.

    All methods belong to one event loop.
    """

    def __init__(self, places: int, queue_length: int) -> None:
        self._places = places
        self._queue_length = queue_length
        self._taken: set[Place] = set()
        self._queue: deque[tuple[asyncio.Future[Place], float]] = deque()
        self._closed = False

    @property
    def running(self) -> int:
        """Places taken."""
        return len(self._taken)

    @property
    def waiting(self) -> int:
        """Requests in the queue."""
        return len(self._queue)

    async def enter(self, expected_seconds: float, patience: float | None = None) -> Place | None:
        """Take a place, or wait for one.

        Args:
            expected_seconds: how long the search may take; those turned away are told when to come back.
            patience: how many seconds to wait at most, None: as long as it takes.

        Returns:
            The place, or None if the patience ran out.

        Raises:
            BusyError: the queue is full.
            NotServingError: the server is being stopped.
        """
        if self._closed:
            raise _stopping()
        if len(self._taken) < self._places and not self._queue:
            return self._take(expected_seconds)
        if len(self._queue) >= self._queue_length:
            raise BusyError(self.retry_seconds())
        turn: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        self._queue.append((turn, expected_seconds))
        try:
            async with asyncio.timeout(patience):
                return await turn
        except TimeoutError:
            self._give_up(turn)
            return None
        except asyncio.CancelledError:
            self._give_up(turn)
            raise

    def close(self) -> None:
        """Let nobody in any more; those in the queue are sent away."""
        self._closed = True
        while self._queue:
            turn, _ = self._queue.popleft()
            if not turn.done():
                turn.set_exception(_stopping())

    def retry_seconds(self) -> float:
        """When a place may be free for one more: the expected end of the search that ends first."""
        now = time.monotonic()
        first = min((place.ends_at - now for place in self._taken), default=0.0)
        return min(max(first, SHORTEST_RETRY_SECONDS), LONGEST_RETRY_SECONDS)

    def _take(self, expected_seconds: float) -> Place:
        place = Place(self, time.monotonic() + expected_seconds)
        self._taken.add(place)
        return place

    def _give_up(self, turn: asyncio.Future[Place]) -> None:
        if turn.done() and not turn.cancelled() and turn.exception() is None:
            # Its turn had come at the very moment: somebody else can have it.
            turn.result().leave()
        self._queue = deque(waiting for waiting in self._queue if waiting[0] is not turn)

    def _give_back(self, place: Place) -> None:
        self._taken.discard(place)
        self._wake_next()

    def _wake_next(self) -> None:
        while self._queue and len(self._taken) < self._places:
            turn, expected_seconds = self._queue.popleft()
            if not turn.done():
                # Taken here, not when the waiting coroutine goes on: a newcomer could slip in between.
                turn.set_result(self._take(expected_seconds))


def _stopping() -> NotServingError:
    return NotServingError("the server is being stopped", 1.0)
