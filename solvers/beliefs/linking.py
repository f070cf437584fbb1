"""A seat's views since the round began: noting in them what it has learned since, and whether rivals decided."""

from engine.compiling import kernel
from engine.contract import learn, mover


@kernel
def link_views(rules, views):
    """Note in views, each the next one's predecessor, what has been learned by the last; the first that tells of it.

    ``views`` is a record array, oldest first. A view of another seat tells nothing.
    """
    first = len(views) - 1
    while first > 0 and views[first - 1].viewer == views[first].viewer and learn(rules, views[first - 1], views[first]):
        first -= 1
    return first


@kernel
def rivals_decided(rules, views):
    """Whether any of a seat's views is of a rival's decision."""
    for view in views:
        if mover(rules, view) != view.viewer:
            return True
    return False
