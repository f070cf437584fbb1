"""The audit of Stonks passes on the engine and catches every fault planted in it."""

import random

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.contract import EVERYONE
from engine.stonks.cards import NONE, Phase
from engine.stonks.events import EventKind
from engine.stonks.state import add_card, has_card, remove_card
from eval.audit import SIGNIFICANCE, audit
from eval.stonks_checker import StonksChecker
from tests.engine.stonks.table import CARROT, FISH, GRASS, HONEY, card, cards


@pytest.fixture(scope="module")
def game():
    return load_game("stonks", seats=3)


def audited(game, games=1, seed=3, solvers=(), **faults):
    return audit(game, games, seed, solvers, **faults)


# --- the engine is fair ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2},
        {"seats": 2, "next_market": "reset_levels", "variant": "small_caps"},
        {"seats": 3, "next_market": "new_market", "lock": "last_moved"},
        {"seats": 4, "symbols": "optional", "speculation": "unlimited", "cancelling": "later_only"},
        {"seats": 5, "variant": "moderate"},
    ],
    ids=str,
)
def test_views_and_worlds_of_every_table_are_fair(options):
    report = audited(load_game("stonks", **options), seed=5)
    assert report.examples == ()
    assert report.passed
    assert report.worlds == 2 * report.views > 300


def test_sampled_hidden_cards_follow_their_exact_distributions():
    report = audited(load_game("stonks", seats=4), games=3, seed=8)
    assert len(report.marginals) >= 15
    assert sum(result.impossible for result in report.marginals) == 0
    assert report.corrected_p >= SIGNIFICANCE


def test_solvers_answer_twin_worlds_alike(game, monkeypatch):
    monkeypatch.setattr("eval.audit.TWIN_CHANCE", 5)
    report = audited(game, games=2, solvers=("random", "heuristic", "ismcts", "pimc(worlds=4)"))
    assert all(twin.decisions == report.twin_comparisons and twin.differing == 0 for twin in report.twins)
    assert report.twin_comparisons > 8
    assert report.twins_unlike > 1
    assert report.twin_view_mismatches == 0


# --- planted faults: samplers ----------------------------------------------------------------------------------------


def without(game, name, bit=0x1F):
    """A sampler that forgets some of the voids."""

    def redeal(view, seed):
        blind = game.copy(view)
        blind[name][:] &= 0xFF ^ bit
        world = game.redeal(blind, seed)
        world[name][:] = view[name]
        return world

    return redeal


def test_a_sampler_that_ignores_voids_is_caught(game):
    report = audited(game, redeal=without(game, "voids"))
    assert report.broken_worlds > 0
    assert report.view_mismatches == 0
    assert "of a suit that is ruled out" in report.examples[0]


@pytest.mark.parametrize("company", [HONEY, GRASS])
def test_a_sampler_that_ignores_the_voids_of_one_suit_is_caught(company):
    game = load_game("stonks", seats=3)
    assert audited(game, games=2, redeal=without(game, "voids", 1 << company)).broken_worlds > 0


def test_a_sampler_that_ignores_what_a_discarded_card_cannot_be_is_caught():
    game = load_game("stonks", seats=2)
    report = audited(game, games=2, redeal=without(game, "discarded_voids"))
    assert "discard" in report.examples[0]


def dealt_greedily(game):
    """A sampler that fills one hand after the other with whatever still fits; stuck, it takes a fair world instead."""

    def redeal(view, seed):
        world = game.redeal(view, seed)
        voids, sizes, masks = view.voids.tolist(), view.hand_sizes.tolist(), world.hands.tolist()
        rivals = [seat for seat in range(game.seats) if seat != game.viewer(view) and sizes[seat] > 0]
        if view.round_number == 3 or not any(voids[seat] for seat in rivals):
            return world
        chance = random.Random(seed)
        deck = world.decks[view.round_number]
        first = int(view.dealt)
        pile = deck[first:].tolist()
        for seat in rivals:
            pile += [c for c in range(65) if masks[seat][c // 13] >> c % 13 & 1]
        chance.shuffle(pile)
        hands = {}
        for seat in rivals:
            fitting = [c for c in pile if not voids[seat] >> c // 13 & 1]
            hands[seat] = fitting[: sizes[seat]]
            if len(hands[seat]) < sizes[seat]:
                return world
            pile = [c for c in pile if c not in hands[seat]]
        for seat, hand in hands.items():
            world.hands[seat] = 0
            for number in hand:
                add_card(world.hands[seat], number)
        deck[first:] = pile
        return world

    return redeal


def test_a_sampler_that_deals_greedily_is_caught_by_chi_square():
    game = load_game("stonks", seats=4)
    report = audited(game, games=3, seed=8, redeal=dealt_greedily(game))
    assert report.broken_worlds == report.view_mismatches == 0
    assert report.corrected_p < SIGNIFICANCE


def test_a_sampler_that_prefers_some_worlds_is_caught_by_chi_square(game):
    """Of two fair worlds it takes the one whose next card of the deck is lower."""

    def redeal(view, seed):
        worlds = [game.redeal(view, 2 * seed + number) for number in (0, 1)]
        number = min(int(view.round_number), 2)
        return min(worlds, key=lambda world: int(world.hidden_cards[:, 0].sum()) + int(world.decks[number].max()))

    report = audited(game, games=3, seed=8, redeal=redeal)
    assert report.broken_worlds == report.view_mismatches == 0
    assert report.corrected_p < 1e-6


def test_a_sampler_that_swaps_a_seen_card_is_caught(game):
    def redeal(view, seed):
        world = game.redeal(view, seed)
        seat = game.viewer(view)
        other = (seat + 1) % game.seats
        own = next((c for c in range(65) if has_card(world.hands[seat], c)), None)
        theirs = next((c for c in range(65) if has_card(world.hands[other], c)), None)
        if own is not None and theirs is not None:
            for masks, gone, come in ((world.hands[seat], own, theirs), (world.hands[other], theirs, own)):
                remove_card(masks, gone)
                add_card(masks, come)
        return world

    report = audited(game, redeal=redeal)
    assert report.view_mismatches == report.broken_worlds > 0.9 * report.worlds


def test_a_sampler_that_doubles_a_card_is_caught(game):
    def redeal(view, seed):
        world = game.redeal(view, seed)
        deck = world.decks[min(int(view.round_number), 2)]
        if deck[51] != NONE:
            deck[51] = deck[50]
        return world

    report = audited(game, redeal=redeal)
    assert report.broken_worlds > 0
    assert "cards are missing" in report.examples[0]


def test_a_sampler_that_deals_a_later_deck_of_another_row_is_caught():
    game = load_game("stonks", seats=3, next_market="new_market")

    def redeal(view, seed):
        world = game.redeal(view, seed)
        if view.round_number < 2:
            world.rows[2, :4] = [c for c in range(5) if c != world.rows[2, 0]]
        return world

    assert "a deck with other cards" in audited(game, redeal=redeal).examples[0]


# --- planted faults: views -------------------------------------------------------------------------------------------


def shows_the_deck(state, view, seat, game):
    if state.round_number < 3:
        view.decks[state.round_number, state.dealt] = state.decks[state.round_number, state.dealt]


def shows_a_hidden_card(state, view, seat, game):
    view.hidden_cards[(seat + 1) % game.seats] = state.hidden_cards[(seat + 1) % game.seats]


def shows_a_card_of_a_hand(state, view, seat, game):
    view.hands[(seat + 1) % game.seats, HONEY] = state.hands[(seat + 1) % game.seats, HONEY]


def shows_a_face_down_lead(state, view, seat, game):
    view.played[:] = state.played


def shows_an_opening_card(state, view, seat, game):
    view.opening_cards[:] = state.opening_cards


def shows_a_later_deck(state, view, seat, game):
    view.decks[2] = state.decks[2]


def keeps_a_key(state, view, seat, game):
    view.private_keys[:] = state.private_keys


def tells_a_void_that_was_not_shown(state, view, seat, game):
    other = (seat + 1) % game.seats
    if state.hand_sizes[other] > 0 and state.hands[other, CARROT] == 0:
        view.voids[other] |= 1 << CARROT


@pytest.mark.parametrize(
    "fault",
    [
        shows_the_deck,
        shows_a_hidden_card,
        shows_a_card_of_a_hand,
        shows_a_face_down_lead,
        shows_an_opening_card,
        shows_a_later_deck,
        keeps_a_key,
        tells_a_void_that_was_not_shown,
    ],
)
def test_a_view_that_shows_too_much_is_caught(game, fault):
    def hide(state, seat):
        view = game.view(state, seat)
        fault(state, view, seat, game)
        return view

    report = audited(game, hide=hide)
    assert report.leaks > 0
    assert not report.passed


# --- planted faults: rules -------------------------------------------------------------------------------------------


def forgets_the_lock(state, before):
    state.black = 0


def leaves_trump_where_it_was(state, before):
    if state.round_number == before.round_number:
        state.trump = before.trump


def lets_the_next_seat_lead(state, before):
    if before.phase == Phase.PICK and state.phase == Phase.TRICK:
        state.leader = state.turn = (int(state.leader) + 1) % 3


def forgets_a_void(state, before):
    state.voids[:] = before.voids


def gives_speculation_cards_back(state, before):
    state.speculation_cards |= before.speculation_cards


def adds_a_point(state, before):
    if state.round_number > before.round_number:
        state.points[0] += 1


@pytest.mark.parametrize(
    "fault",
    [
        forgets_the_lock,
        leaves_trump_where_it_was,
        lets_the_next_seat_lead,
        forgets_a_void,
        gives_speculation_cards_back,
        adds_a_point,
    ],
)
def test_play_against_the_rules_is_caught(game, fault):
    def apply(rules, state, move, log):
        before = game.copy(state)
        contract.apply(rules, state, move, log)
        fault(state, before)

    report = audited(game, apply=apply)
    assert report.broken_worlds + report.view_mismatches > 0
    assert not report.passed


def test_play_that_lets_an_unseen_card_show_is_caught_by_twins(game, monkeypatch):
    def apply(rules, state, move, log):
        contract.apply(rules, state, move, log)
        if state.round_number < 3:
            state.public_key ^= np.uint64(int(state.decks[state.round_number].max()) + 2)

    monkeypatch.setattr("eval.audit.TWIN_CHANCE", 3)
    report = audited(game, solvers=("heuristic",), apply=apply)
    assert report.twin_view_mismatches > 0
    assert not report.passed


# --- the books by hand -----------------------------------------------------------------------------------------------


def hear(checker, kind, seat, a=0, b=0, c=0, d=0):
    checker.observe([kind, EVERYONE, seat, a, b, c, d])


@pytest.fixture
def checker(game):
    """Seat 0's books of the first trick with three players: honey, fish, carrot and grass from left to right."""
    checker = StonksChecker(game, 0)
    hear(checker, EventKind.ROUND_STARTED, -1, 0)
    for place, (level, price) in enumerate(((0, 1), (1, 2), (3, 4), (4, 5))):
        hear(checker, EventKind.TILE_LAID, -1, place, place, level, price)
    for number in cards("h5 h9 f2 f8 c3 c7 g1 g6 g13"):
        hear(checker, EventKind.CARD_DEALT, 0, number)
    hear(checker, EventKind.FACE_UP_CHOSEN, 0, card("f2"))
    hear(checker, EventKind.FACE_DOWN_CHOSEN, 0, card("g13"))
    for seat, name in enumerate(("f2", "h2", "g7")):
        hear(checker, EventKind.FACE_UP_SHOWN, seat, card(name))
    hear(checker, EventKind.LEADER_FOUND, 1)
    hear(checker, EventKind.CARD_TURNED, -1, card("c6"))
    assert not checker.complaints
    return checker


def test_of_equal_face_up_cards_the_one_further_left_leads(checker):
    assert checker.leader == 1
    assert checker.turn == 1


def test_a_seat_that_does_not_follow_has_none_of_the_suit(checker):
    hear(checker, EventKind.CARD_PLAYED, 1, card("c9"))
    hear(checker, EventKind.CARD_PLAYED, 2, card("g9"))
    assert checker.voids == [set(), set(), {CARROT}]
    hear(checker, EventKind.CARD_PLAYED, 0, card("c7"))
    hear(checker, EventKind.TRICK_WON, 1, card("c9"))
    hear(checker, EventKind.CARD_PICKED, 1, card("c6"))
    assert not checker.complaints
    hear(checker, EventKind.CARD_TURNED, -1, card("h6"))
    hear(checker, EventKind.CARD_PLAYED, 1, card("g8"))
    hear(checker, EventKind.CARD_PLAYED, 2, card("c10"))
    assert checker.complaints == [f"seat 2 had shown to have no card of company {CARROT}"]


def test_a_trick_that_another_card_wins_is_objected_to(checker):
    for seat, name in ((1, "c9"), (2, "c12"), (0, "c7")):
        hear(checker, EventKind.CARD_PLAYED, seat, card(name))
    hear(checker, EventKind.TRICK_WON, 1, card("c9"))
    assert checker.complaints == ["seat 1 has not won the trick"]


def test_a_token_moves_by_the_symbols_and_is_locked_then(checker):
    hear(checker, EventKind.CARD_PLAYED, 1, card("c4"))
    hear(checker, EventKind.TOKEN_MOVED, 1, FISH, 1, 2, 3)
    assert not checker.complaints
    hear(checker, EventKind.CARD_PLAYED, 2, card("c5"))
    hear(checker, EventKind.TOKEN_MOVED, 2, FISH, 2, 1, 2)
    assert checker.complaints == [f"company {FISH} is locked"]


def test_a_speculation_is_cancelled_by_the_real_card(checker):
    hear(checker, EventKind.CARD_PLAYED, 1, card("c9"))
    hear(checker, EventKind.FOLLOWED_AS_LEAD, 2, card("g12"), CARROT)
    hear(checker, EventKind.CARD_PLAYED, 0, card("c7"))
    hear(checker, EventKind.TRICK_WON, 2, card("g12"))
    assert not checker.complaints
    assert checker.speculation_cards == {0, 1}


def test_exact_probabilities_of_a_void(checker):
    """Seat 2 has no carrot: its seven cards are of the 52 - 9 - 3 - 1 unseen cards but 13 - 3 - 1 carrots."""
    hear(checker, EventKind.CARD_PLAYED, 1, card("c9"))
    hear(checker, EventKind.CARD_PLAYED, 2, card("g9"))
    marginals = {marginal.name: marginal.probabilities for marginal in checker.exact_marginals()}
    hands = marginals["suits in ('hand', 2, 0) of seat 0's view"]
    assert sum(hands.values()) == pytest.approx(1)
    assert all(split[CARROT] == 0 and sum(split) == 6 for split in hands)
    # Unseen: 10 honey, 11 fish, 9 carrot, 8 grass; six cards of honey only: C(10, 6) of C(29, 6).
    assert hands[6, 0, 0, 0, 0] == pytest.approx(210 / 475_020)
    # Any other place is free of the void: 6 of 29 others are gone on average, no carrot.
    hidden = marginals["the card in ('hidden', 1, 0) of seat 0's view"]
    assert hidden[card("c8"),] == pytest.approx(1 / (38 - 6))
    assert hidden[card("h10"),] == pytest.approx((1 - 6 / 29) / (38 - 6))
