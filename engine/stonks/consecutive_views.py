"""Views read one by one, made a series: those of a half that lead to the last one, each to the next."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.stonks.cards import Phase


def consecutive_views(seats: int, views: Sequence[Any]) -> list[Any]:
    """The last views of a series, from the first one on from which each leads to the next within the half.

    Args:
        seats: how many play.
        views: records of one seat, oldest first, at least one.
    """
    first = len(views) - 1
    while first > 0 and _leads_to(seats, views[first - 1], views[first]):
        first -= 1
    return list(views[first:])


def _leads_to(seats: int, earlier: Any, later: Any) -> bool:
    """Whether a decision of the mover may have led from one view to the next.

    Inference counts on this much: a card leaves the hand of the seat that plays it and no other, and what lies open
    stays open or goes out of the half.
    """
    if earlier.round_number != later.round_number or earlier.half != later.half or later.phase == Phase.OVER:
        return False
    sizes = earlier.hand_sizes[:seats].astype(np.int64)
    if earlier.phase in (Phase.OPENING_PAIR, Phase.TRICK):
        sizes[int(earlier.turn)] -= 1
    viewer = int(earlier.viewer)
    return (
        bool(np.array_equal(sizes, later.hand_sizes[:seats]))
        and (later.phase != Phase.OPENING_PAIR or earlier.phase == Phase.OPENING_PAIR)
        and bool(np.array_equal(earlier.places, later.places))
        and earlier.dealt <= later.dealt
        and _within(earlier.removed, later.removed)
        and _within(earlier.portfolios[:seats], later.portfolios[:seats])
        and _within(later.hands[viewer], earlier.hands[viewer])
    )


def _within(few: Any, many: Any) -> bool:
    """Whether sets of cards are parts of others."""
    return not np.any(few & ~many)
