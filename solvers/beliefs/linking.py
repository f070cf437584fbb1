"""Noting in a seat's views what it has learned since."""

from engine.compiling import kernel
from engine.contract import learn


@kernel
def link_views(rules, views):
    """Note in views, each the next one's predecessor, what has been learned by the last; the first that tells of it.

    ``views`` is a record array, oldest first. A view of another seat tells nothing.
    """
    first = len(views) - 1
    while first > 0 and views[first - 1].viewer == views[first].viewer and learn(rules, views[first - 1], views[first]):
        first -= 1
    return first
