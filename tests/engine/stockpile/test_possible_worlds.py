"""Whether unseen cards can be dealt: by counting, by a flow, and by trying every way."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.stockpile.cards import COMPANIES, KINDS
from engine.stockpile.possible_worlds import BlankPlace, can_be_dealt, find_shortage

ALL = (1 << KINDS) - 1


def some_dealing(unseen: list[int], places: list[BlankPlace], started: int) -> bool:
    """Whether trying every card for every place finds a dealing."""
    if not places:
        return True
    place, *others = places
    for kind in range(KINDS):
        if not place.kinds >> kind & 1 or unseen[kind] == 0:
            continue
        if place.starting_stock and (kind >= COMPANIES or started >> kind & 1):
            continue
        unseen[kind] -= 1
        found = some_dealing(unseen, others, started | (1 << kind if place.starting_stock else 0))
        unseen[kind] += 1
        if found:
            return True
    return False


def counted(places: list[BlankPlace]) -> Counter[tuple[int, bool]]:
    return Counter((place.kinds, place.starting_stock) for place in places)


def nested_sets(chooser: random.Random) -> list[int]:
    """Sets of faces each of which lies within the next."""
    sets = [ALL]
    while sets[-1].bit_count() > 1 and len(sets) < 5:
        sets.append(sets[-1] & chooser.randrange(1, 1 << KINDS))
    return [faces for faces in sets if faces]


def problems(seed: int) -> Iterator[tuple[list[int], list[BlankPlace], int]]:
    """Random unseen cards and blank places: faces nested, as in real views, or any."""
    chooser = random.Random(seed)
    for number in range(400):
        unseen = [chooser.choice((0, 0, 1, 1, 2)) for _ in range(KINDS)]
        sets = nested_sets(chooser) if number % 2 else [chooser.randrange(1, 1 << KINDS) for _ in range(3)]
        places = [BlankPlace("", chooser.choice(sets), chooser.random() < 0.3) for _ in range(chooser.randint(1, 6))]
        yield unseen, places, chooser.choice((0, 0, chooser.randrange(1 << COMPANIES)))


@pytest.mark.parametrize("seed", range(5))
def test_counting_and_flow_agree_with_trying_everything(seed: int) -> None:
    shown_by_counting = dealable = 0
    for unseen, places, started in problems(seed):
        possible = some_dealing(list(unseen), places, started)
        assert (find_shortage(unseen, places, started) is None) == possible
        by_counting = can_be_dealt(unseen, counted(places), started)
        assert possible or not by_counting
        shown_by_counting += by_counting
        dealable += possible
    assert shown_by_counting > dealable / 2 > 10


@pytest.mark.parametrize("seed", range(5))
def test_counting_is_exact_for_sets_within_each_other(seed: int) -> None:
    """As the rules make them: starting stocks can be of the fewest companies, then cards taken earlier."""
    chooser = random.Random(seed)
    for _ in range(300):
        companies = (1 << COMPANIES) - 1
        chain = [companies | 1 << KINDS - 1, companies]
        while chain[-1].bit_count() > 1:
            chain.append(chain[-1] & ~(1 << chooser.randrange(COMPANIES)))
        unseen = [chooser.choice((0, 1, 1, 2, 3)) for _ in range(KINDS)]
        first = chooser.randrange(1, len(chain))
        places = [
            *(BlankPlace("", faces) for faces in chooser.choices(chain[: first + 1], k=chooser.randint(0, 5))),
            *(BlankPlace("", faces, True) for faces in chooser.choices(chain[first:], k=chooser.randint(0, 3))),
        ]
        started = chooser.choice((0, 1, 0b101))
        assert can_be_dealt(unseen, counted(places), started) == some_dealing(list(unseen), places, started)


def test_starting_stocks_take_a_card_from_every_set_around_theirs() -> None:
    unseen = [1, 1, *[0] * (KINDS - 2)]
    both = 0b11
    assert can_be_dealt(unseen, {(both, True): 2}, 0)
    assert can_be_dealt(unseen, {(both, True): 1, (both, False): 1}, 0)
    assert not can_be_dealt(unseen, {(both, True): 1, (both, False): 2}, 0)
    assert not can_be_dealt(unseen, {(both, True): 2}, 0b1)


def test_no_places_can_always_be_filled() -> None:
    assert can_be_dealt([0] * KINDS, {}, 0)
