"""Whether any deal of the cards looks like a view: a flow of unseen cards to the places whose faces are blank.

The network: source - each kind (as many cards as are unseen) - each place that may be of that kind - sink. Places with
the same possible faces are one node. Starting stocks are of different companies, so a kind reaches them through a
node that lets one card pass. A world exists if and only if the largest flow fills every place.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

from engine.stockpile.cards import COMPANIES, DECK_SIZE, KINDS


@dataclass(frozen=True)
class BlankPlace:
    """A place whose face is unseen: the field that names it, its possible faces (bit set), and what it is."""

    field: str
    kinds: int
    starting_stock: bool = False


@dataclass(frozen=True)
class Shortage:
    """Places with too few unseen cards for them: the places, the faces they can have, the unseen cards of those."""

    places: tuple[BlankPlace, ...]
    kinds: int
    cards: int


def find_shortage(unseen: list[int], places: list[BlankPlace], shown_starting: int) -> Shortage | None:
    """None if the unseen cards can be dealt to the places, else places that cannot all be filled.

    Args:
        unseen: the number of unseen cards of each kind.
        places: the blank places whose faces are restricted; all others take what is left.
        shown_starting: companies (bit set) whose starting stock has been seen.
    """
    groups: dict[tuple[int, bool, int], list[BlankPlace]] = {}
    for index, place in enumerate(places):
        # Each starting stock is a place of its own: which company it takes matters to the others.
        key = (place.kinds, place.starting_stock, index if place.starting_stock else -1)
        groups.setdefault(key, []).append(place)
    source, first_start, first_group = KINDS, KINDS + 1, KINDS + 1 + COMPANIES
    sink = first_group + len(groups)
    capacity = np.zeros((sink + 1, sink + 1), np.int32)
    capacity[source, :KINDS] = unseen
    for company in range(COMPANIES):
        capacity[company, first_start + company] = 0 if shown_starting >> company & 1 else 1
    for node, ((kinds, starting, _), members) in enumerate(groups.items(), first_group):
        capacity[node, sink] = len(members)
        for kind in range(KINDS):
            if kinds >> kind & 1 and not (starting and kind >= COMPANIES):
                capacity[first_start + kind if starting else kind, node] = DECK_SIZE
    flow = maximum_flow(csr_array(capacity), source, sink)
    if flow.flow_value == len(places):
        return None
    # The minimum cut: groups that no unused card can reach, even by moving cards between places.
    residual = np.maximum(capacity - flow.flow.toarray(), 0)
    reached = set(breadth_first_order(csr_array(residual), source, return_predecessors=False).tolist())
    short = [
        member for node, members in enumerate(groups.values(), first_group) if node not in reached for member in members
    ]
    possible = 0
    for place in short:
        possible |= place.kinds
    cards = sum(count for kind, count in enumerate(unseen) if possible >> kind & 1)
    return Shortage(tuple(short), possible, cards)
