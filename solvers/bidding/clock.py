"""The time that a bidder has."""

import time
from dataclasses import dataclass

from solvers.base import Control


@dataclass(frozen=True)
class Clock:
    """Seconds are those of ``perf_counter``. Attributes: ``started``; ``deadline``: None without one; ``control``."""

    started: float
    deadline: float | None
    control: Control

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    @property
    def left(self) -> float:
        """Seconds until the deadline: none when cancelled, infinitely many without a deadline."""
        if self.cancelled:
            return 0.0
        return float("inf") if self.deadline is None else self.deadline - time.perf_counter()

    @property
    def cancelled(self) -> bool:
        """Whether the caller wants the answer now."""
        return bool(self.control.cancel_flag[0])
