"""Work done in short chunks, so that the clock and a caller who cancels are heeded."""

import time
from collections.abc import Callable
from typing import Any

CHUNK_SECONDS = 0.004


def work_in_chunks(
    step: Callable[[int], int], most: int | None, deadline: float | None, cancel_flag: Any, first: int = 16
) -> int:
    """Call ``step`` with numbers of units to do until ``most`` are done, the deadline has come, or it is cancelled.

    Args:
        step: does up to so many units and returns how many it did; 0 ends the work.
        most: units; None: no limit.
        deadline: ``perf_counter`` seconds; None: no limit. The first chunk is done whatever the time.
        cancel_flag: uint8[1].
        first: units of the first chunk.

    Returns:
        The units done.
    """
    done = 0
    chunk = first
    while (most is None or done < most) and not cancel_flag[0]:
        began = time.perf_counter()
        if deadline is not None and began >= deadline and done > 0:
            break
        count = step(chunk if most is None else min(chunk, most - done))
        if count == 0:
            break
        done += count
        now = time.perf_counter()
        goal = CHUNK_SECONDS if deadline is None else min(CHUNK_SECONDS, max(deadline - now, 0.0))
        chunk = max(1, min(4 * chunk, int(chunk * goal / max(now - began, 1e-6))))
    return done
