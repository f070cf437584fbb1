"""Whether any deal of the cards looks like a view: a flow of unseen cards to the places whose faces are blank.

The network: source - each kind (as many cards as are unseen) - each place that may be of that kind - sink. Places with
the same possible faces are one node. Starting stocks are of different companies, so a kind reaches them through a
node that lets one card pass. A world exists if and only if the largest flow fills every place.

Where the sets of possible faces lie within each other or apart, as in views of real games, counting does: that is
:func:`can_be_dealt`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

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


def can_be_dealt(unseen: list[int], places: Mapping[tuple[int, bool], int], shown_starting: int) -> bool:
    """Whether counting shows that the unseen cards can be dealt to the places; False: :func:`find_shortage` knows.

    By Hall's theorem a dealing exists if and only if, for every set of places, there are as many cards that one of
    them may take. When any two sets of faces lie within each other or apart, it is enough to look at the places whose
    faces are within one of those sets. Starting stocks are dealt first: they take one card each from every set of
    faces that contains all of theirs, whichever companies they turn out to be of.

    Args:
        unseen: the number of unseen cards of each kind.
        places: how many blank places there are with these faces (bit set), for starting stocks and for others.
        shown_starting: companies (bit set) whose starting stock has been seen.
    """
    left_to_start = 0
    for company in range(COMPANIES):
        if unseen[company] > 0 and not shown_starting >> company & 1:
            left_to_start |= 1 << company
    starting: dict[int, int] = {}
    others: dict[int, int] = {}
    for (kinds, is_starting), count in places.items():
        if is_starting:
            starting[kinds & left_to_start] = starting.get(kinds & left_to_start, 0) + count
        elif count:
            others[kinds] = others.get(kinds, 0) + count
    if not _lie_apart_or_within(starting) or not _lie_apart_or_within(others):
        return False
    for faces in starting:
        if _places_within(starting, faces) > faces.bit_count():
            return False
    of_starting = 0
    for faces in starting:
        of_starting |= faces
    starting_places = sum(starting.values())
    for faces in others:
        needed = _places_within(others, faces)
        if of_starting & ~faces == 0:
            needed += starting_places
        elif of_starting & faces:
            return False
        if needed > sum(count for kind, count in enumerate(unseen) if faces >> kind & 1):
            return False
    return True


def _lie_apart_or_within(sets: Mapping[int, int]) -> bool:
    faces = list(sets)
    for index, one in enumerate(faces):
        for other in faces[:index]:
            if (shared := one & other) and shared != one and shared != other:
                return False
    return True


def _places_within(places: Mapping[int, int], faces: int) -> int:
    return sum([count for inner, count in places.items() if inner & ~faces == 0])


def find_shortage(unseen: list[int], places: list[BlankPlace], shown_starting: int) -> Shortage | None:
    """None if the unseen cards can be dealt to the places, else places that cannot all be filled.

    Args:
        unseen: the number of unseen cards of each kind.
        places: the blank places whose faces are restricted; all others take what is left.
        shown_starting: companies (bit set) whose starting stock has been seen.
    """
    # Imported here: it takes long, and hardly any view needs it.
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

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
