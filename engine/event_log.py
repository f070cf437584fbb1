"""What every game's events share: the word an event is mixed into observation keys as, and the row it is logged as."""

import numpy as np

from engine.compiling import kernel

_MASK = 0xFFF


@kernel
def event_word(kind, seat, a, b, c, d):
    """An event packed into 64 bits."""
    return np.uint64(
        (kind & 0xFF)
        | (int(seat) & 0xF) << 8
        | (int(a) & _MASK) << 12
        | (int(b) & _MASK) << 24
        | (int(c) & _MASK) << 36
        | (int(d) & _MASK) << 48
    )


@kernel
def append_to_log(log, kind, audience, seat, a, b, c, d):
    """Append an event to the log, if there is one and it has room: a full one, like NO_LOG, drops it."""
    if log is None:
        return
    if log[0, 0] + 1 < log.shape[0]:
        log[0, 0] += 1
        row = log[0, 0]
        log[row, 0] = kind
        log[row, 1] = audience
        log[row, 2] = seat
        log[row, 3] = a
        log[row, 4] = b
        log[row, 5] = c
        log[row, 6] = d
