"""Views blank what a seat has not seen; worlds are drawn uniformly from all that agree with the view."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from engine import contract
from engine.randomness import draw_below, generator
from engine.stonks.cards import NONE, UNSEEN, MoveKind, Phase
from engine.stonks.codes import company_of
from engine.stonks.hidden_information import list_unseen
from tests.engine.stonks.table import (
    CARROT,
    FISH,
    GRASS,
    HONEY,
    Table,
    assert_conserved,
    card,
    copy_of,
    lay,
    names_in,
    play,
    rules_of,
    speculate,
    words,
)


def world_of(state):
    """What was blank, as one hashable value; the deck as a sequence, hands as sets."""
    return (
        tuple(tuple(int(mask) for mask in hand) for hand in state.hands),
        tuple(int(number) for number in state.hidden_cards.ravel()),
        tuple(int(number) for number in state.discarded_cards),
        tuple(int(number) for number in state.played),
        tuple(int(number) for number in state.decks[state.round_number]),
    )


def all_worlds(table):
    """Every world that agrees with a view, by going through all assignments of the unseen cards."""
    rules, view = table.rules, table.state
    unseen = np.empty(65, np.int64)
    unseen = set(unseen[: list_unseen(rules, view, unseen)].tolist())
    places = []  # (number of cards, suits ruled out, what to do with the cards)
    for seat in range(rules.seats):
        blank = int(view.hand_sizes[seat]) - len(names_in(view.hands[seat]))

        def give(state, chosen, seat=seat):
            for number in chosen:
                state.hands[seat, company_of(number)] |= 1 << number % 13

        places.append((blank, int(view.voids[seat]), give))
        if view.played[seat] == UNSEEN:

            def lead(state, chosen, seat=seat):
                state.played[seat] = chosen[0]

            places.append((1, int(view.voids[seat]), lead))
        if view.discarded_cards[seat] == UNSEEN:

            def discard(state, chosen, seat=seat):
                state.discarded_cards[seat] = chosen[0]

            places.append((1, int(view.discarded_voids[seat]), discard))
        for half in range(2):
            if view.hidden_cards[seat, half] == UNSEEN:

                def hidden(state, chosen, seat=seat, half=half):
                    state.hidden_cards[seat, half] = chosen[0]

                places.append((1, 0, hidden))
    worlds = set()

    def fill(index, left, state):
        if index == len(places):
            blank = [place for place, number in enumerate(state.decks[0]) if number == UNSEEN]
            assert len(blank) == len(left)
            for order in permutations(sorted(left)):
                for place, number in zip(blank, order, strict=True):
                    state.decks[0, place] = number
                worlds.add(world_of(state))
            return
        count, ruled_out, put = places[index]
        fitting = [number for number in sorted(left) if not ruled_out >> company_of(number) & 1]
        for chosen in combinations(fitting, count):
            following = copy_of(state)
            put(following, chosen)
            fill(index + 1, left - set(chosen), following)

    fill(0, unseen, view)
    return worlds


def voided():
    """Four seats; two rivals have shown different voids, one may hold anything."""
    table = lay(["h1 g5", "f4 c5", "g6 c7", "f8 a4"], hidden=["h13", "", "c2", ""], deck="g9")
    table.state.voids[1] = 1 << GRASS
    table.state.voids[2] = 1 << HONEY | 1 << FISH
    return table.view(0)


def two_rivals_share_a_void():
    table = lay(["h1 g5", "f4 c5", "f6 c7", "f8 g8"], hidden=["h13", "g2", "", ""], deck="c9")
    table.state.voids[1] = 1 << GRASS
    table.state.voids[2] = 1 << GRASS
    return table.view(0)


def every_rival_void():
    table = lay(["h1 g5", "f4 c5", "f6 a7", "h8", "g6"], hidden=["h13", "", "g3", "", ""], deck="f9")
    for seat, suit in ((1, HONEY), (2, GRASS), (3, FISH), (4, CARROT)):
        table.state.voids[seat] = 1 << suit
    return table.view(0)


def led_face_down():
    """The leader has shown a void before and now leads face down: that card is of no void suit either."""
    table = lay(
        ["f1 f5", "f4 h7", "g6 c7"],
        hidden=["g13", "", "c13"],
        row=(HONEY, FISH, CARROT, GRASS),
        turned="h12",
        deck="g9 h3",
    )
    table.state.voids[0] = 1 << GRASS
    table.apply(speculate("f5", HONEY), play("h7"))
    assert table.mover == 2
    return table.view(2)


def second_half():
    """Two players: the rival's discarded card was of none of the suits it had shown not to hold."""
    table = lay(["h1 g5", "f4 c5"], hidden=["h13 h11", "f2 g2"], deck="g9 c3", half=1)
    for seat, name in ((0, "c10"), (1, "c11")):
        number = card(name)
        table.state.removed[company_of(number)] ^= 1 << number % 13
        table.state.discarded_cards[seat] = number
    table.state.discarded_voids[1] = 1 << GRASS
    table.state.voids[1] = 1 << FISH
    table.state.hands[1, FISH] = 0
    table.state.hands[1, GRASS] = 1 << 6
    table.state.removed[GRASS] ^= 1 << 6
    table.state.removed[FISH] |= 1 << 3
    assert_conserved(table)
    return table.view(0)


CASES = [voided, two_rivals_share_a_void, every_rival_void, led_face_down, second_half]


@pytest.mark.parametrize("case", CASES)
def test_worlds_are_drawn_uniformly_from_all_that_agree(case):
    view = case()
    # The deck's order is shuffled apart from the rest; leaving it out keeps the number of worlds small.
    worlds = sorted({world[:-1] for world in all_worlds(view)})
    draws = 25 * len(worlds)
    assert 20 < len(worlds) < 20_000
    rng = generator(5)
    counts = Counter()
    for _ in range(draws):
        world = copy_of(view.state)
        assert contract.redeal(view.rules, world, rng)
        counts[world_of(world)[:-1]] += 1
    assert set(counts) <= set(worlds)
    assert chisquare([counts[world] for world in worlds]).pvalue > 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("case", [led_face_down, second_half])
def test_the_deck_is_part_of_the_world(case):
    view = case()
    worlds = sorted(all_worlds(view))
    rng = generator(6)
    counts = Counter()
    for _ in range(30 * len(worlds)):
        world = copy_of(view.state)
        assert contract.redeal(view.rules, world, rng)
        counts[world_of(world)] += 1
    assert chisquare([counts[world] for world in worlds]).pvalue > 1e-3


def test_no_world_is_found_where_none_exists():
    view = voided()
    view.state.voids[1] = 0b11111
    assert not contract.redeal(view.rules, view.state, generator(1))
    view = voided()
    view.state.hand_sizes[3] += 1
    assert not contract.redeal(view.rules, view.state, generator(1))


@pytest.mark.parametrize(
    "options", [{}, {"next_market": "new_market"}, {"symbols": "optional", "speculation": "unlimited"}]
)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_along_random_games_a_world_agrees_with_its_view(seats, options):
    rules = rules_of(seats=seats, **options)
    for seed in range(2):
        table = Table(rules, seed=seed)
        rng = generator(seed)
        while (seat := table.mover) >= 0:
            assert_conserved(table)
            for viewer in range(seats):
                view = table.view(viewer)
                world = Table(rules, copy_of(view.state))
                assert contract.redeal(rules, world.state, rng)
                assert_conserved(world)
                assert world.view(viewer).state.tobytes() == view.state.tobytes()
                again = copy_of(view.state)
                contract.hide(rules, again, viewer)
                assert again.tobytes() == view.state.tobytes()
                if viewer == seat:
                    assert view.legal() == table.legal() == world.legal()
                    assert contract.information_key(rules, view.state, seat) == contract.information_key(
                        rules, table.state, seat
                    )
            legal = table.legal()
            assert legal == sorted(set(legal))
            table.apply(legal[draw_below(rng, len(legal))])
        view = table.view(0)
        assert contract.redeal(rules, view.state, rng)
        view.state.private_keys[:] = table.state.private_keys
        assert view.state.tobytes() == table.state.tobytes()


def test_opening_choices_stay_secret_until_all_have_chosen():
    rules = rules_of(seats=3)
    first = Table(rules, seed=3)
    second = Table(rules, seed=3)
    first.apply(first.legal()[0])
    second.apply(second.legal()[4])
    first.apply(first.legal()[1])
    second.apply(second.legal()[0])
    assert first.mover == second.mover == 1
    for viewer in (1, 2):
        one, other = first.view(viewer).state, second.view(viewer).state
        assert contract.information_key(rules, one, viewer) == contract.information_key(rules, other, viewer)
        assert one.tobytes() == other.tobytes()
    assert contract.information_key(rules, first.state, 0) != contract.information_key(rules, second.state, 0)


def test_two_states_that_look_alike_have_the_same_view():
    """Other seats' cards, the deck and the hidden cards leave no trace in a view."""
    rules = rules_of(seats=4)
    table = Table(rules, seed=8)
    rng = generator(2)
    while table.mover != 2 or table.state.phase != Phase.TRICK:
        legal = table.legal()
        table.apply(legal[draw_below(rng, len(legal))])
    view = table.view(2)
    state = view.state
    assert not state.hands[[0, 1, 3]].any()
    assert set(state.hidden_cards[:, 0].tolist()) == {UNSEEN, NONE, int(table.state.hidden_cards[2, 0])}
    assert (state.decks[0][int(state.dealt) :] == UNSEEN).all()
    assert (state.decks[1:3] == UNSEEN).all()
    assert not state.private_keys[[0, 1, 3]].any()


def test_a_face_down_lead_is_hidden_from_the_others_until_all_have_played():
    table = lay(["f1 c5", "f4 h7", "g6 c7"], row=(HONEY, FISH, CARROT, GRASS), turned="h12")
    table.apply(speculate("c5", HONEY))
    assert table.view(0).state.played[0] == card("c5")
    assert table.view(1).state.played[0] == UNSEEN
    table.apply(play("h7"), play("g6"))
    assert table.state.phase == Phase.PICK
    assert table.view(1).state.played[0] == card("c5")


def test_words_helper_names_speculations():
    table = lay(["f1 c5", "f4 h7", "g6 c7"], row=(HONEY, FISH, CARROT, GRASS), turned="h12")
    assert words(speculate("c5", HONEY)) in table.legal_words()
    assert sum(code >> 16 == MoveKind.SPECULATE for code in table.legal()) == 8
