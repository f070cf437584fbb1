"""A card turned up tells its face and nothing else: not which of the equally known face-down cards it was."""

from engine.stockpile.cards import ALL_SEEN, Zone
from engine.stockpile.turning_up import turn_up
from tests.engine.stockpile.table import COSMIC, EPIC, Table


def test_the_oldest_of_the_equally_known_cards_counts_as_the_one_turned_up():
    state = Table().holds(0, COSMIC, EPIC).state
    first, second = (card for card in range(state.dealt) if state.holder[card] == 0)
    assert turn_up(state, second) == first
    assert (state.card[first], state.card[second]) == (EPIC, COSMIC)
    assert (state.seen[first], state.seen[second]) == (ALL_SEEN, 1)


def test_cards_that_other_seats_know_differently_keep_their_places():
    state = Table().holds(0, COSMIC, EPIC).state
    first, second = (card for card in range(state.dealt) if state.holder[card] == 0)
    state.seen[first] = 0b101
    assert turn_up(state, second) == second
    assert (state.card[first], state.card[second]) == (COSMIC, EPIC)


def test_an_open_card_stays_where_it_is():
    state = Table().holds(0, COSMIC, EPIC).state
    first, second = (card for card in range(state.dealt) if state.holder[card] == 0)
    state.seen[first] = state.seen[second] = ALL_SEEN
    assert turn_up(state, second) == second
    assert state.zone[second] == Zone.PORTFOLIO
