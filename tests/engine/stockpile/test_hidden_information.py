"""Worlds are drawn uniformly from all that agree with a view: against every assignment, counted out by brute force."""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from engine import contract
from engine.catalog import load_game
from engine.randomness import generator
from engine.stockpile.cards import ALL_SEEN, COMPANIES, STARTING_STOCK, Phase, Zone
from tests.engine.stockpile.table import (
    AMERICAN,
    BOOM,
    BUST,
    COSMIC,
    EPIC,
    FEE_1,
    FEE_2,
    FEE_3,
    LEADING,
    STANFORD,
    Table,
)

FEES = {FEE_1, FEE_2, FEE_3}
ACTIONS = {BOOM, BUST}
WORLDS = 10_000


def late_position(unseen, excluded, starting=0):
    """Three seats near the end of the deck: seat 0 has seen all cards but ``unseen``.

    The first of them lie face down before seats 1 and 2, each with the faces that are ruled out for it; the first
    ``starting`` are the starting stocks. The others are in the deck.
    """
    table = Table(3)
    places = []
    for number, faces in enumerate(excluded):
        seat = 1 + number % 2
        card = table.card(unseen[number], Zone.PORTFOLIO, seat, 1 << seat)
        table.state.excluded[card] = sum(1 << face for face in faces)
        if number < starting:
            table.state.excluded[card] |= STARTING_STOCK
        places.append(card)
    seen = Counter({kind: int(count) for kind, count in enumerate(table.rules.deck_counts)})
    seen.subtract(unseen)
    for kind in seen.elements():
        table.card(kind, Zone.DISCARD, 0, ALL_SEEN)
    rest = unseen[len(excluded) :]
    table.state.card[80 - len(rest) :] = rest
    return table, places


def counted_out(unseen, excluded, starting):
    """Every way to put the unseen cards on the places, each card its own."""
    ways = Counter()
    for order in permutations(range(len(unseen)), len(excluded)):
        faces = tuple(unseen[card] for card in order)
        if len(set(faces[:starting])) == starting and not any(
            face in ruled_out for face, ruled_out in zip(faces, excluded, strict=True)
        ):
            ways[faces] += 1
    return ways


NOT_STOCK = FEES | ACTIONS

CASES = {
    "alike": ([COSMIC, COSMIC, EPIC, FEE_1, BOOM, LEADING], [FEES, FEES, FEES], 0),
    "one within another": (
        [COSMIC, COSMIC, EPIC, FEE_1, BOOM, LEADING, EPIC],
        [FEES | ACTIONS, FEES, FEES | {EPIC}],
        0,
    ),
    "overlapping": (
        [COSMIC, COSMIC, EPIC, LEADING, LEADING, AMERICAN, STANFORD],
        [{COSMIC, EPIC}, {LEADING, EPIC}, {COSMIC, LEADING}, {AMERICAN}],
        0,
    ),
    "nearly forced": ([COSMIC, EPIC, EPIC, LEADING, BOOM], [{EPIC, LEADING, BOOM}, {LEADING}, {COSMIC, EPIC, BOOM}], 0),
    "starting stocks": ([COSMIC, COSMIC, COSMIC, EPIC, LEADING, FEE_2], [NOT_STOCK, NOT_STOCK, FEES], 2),
    "starting stocks ruled out in part": (
        [EPIC, COSMIC, COSMIC, EPIC, LEADING, LEADING, BUST],
        [NOT_STOCK | {COSMIC}, NOT_STOCK, FEES | {EPIC}, FEES],
        2,
    ),
    "two groups": (
        [COSMIC, COSMIC, COSMIC, EPIC, EPIC, BOOM, FEE_3],
        [{COSMIC} | FEES, {COSMIC} | FEES, {EPIC} | FEES, {EPIC} | FEES],
        0,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_every_assignment_that_agrees_with_the_view_is_equally_likely(case):
    unseen, excluded, starting = CASES[case]
    table, places = late_position(unseen, excluded, starting)
    ways = counted_out(unseen, excluded, starting)
    view, rng = table.view(0), generator(2026)
    world = np.zeros(1, view.dtype).view(np.recarray)
    found = Counter()
    for _ in range(WORLDS):
        world[0] = view
        assert contract.redeal(table.rules, world[0], rng)
        found[tuple(world[0].card[places].tolist())] += 1
    assert found.keys() <= ways.keys(), "an impossible world"
    expected = np.array([ways[faces] for faces in ways]) * WORLDS / ways.total()
    assert expected.min() > 5
    if len(ways) > 1:
        p_value = stats.chisquare([found[faces] for faces in ways], expected).pvalue
        assert p_value > 1e-4 / len(CASES)


def test_a_view_that_no_world_agrees_with_is_refused():
    table, _ = late_position([COSMIC, EPIC], [{COSMIC, EPIC}], 0)
    assert not contract.redeal(table.rules, table.view(0), generator(1))


def test_the_unseen_pairs_are_any_unseen_company_with_any_unseen_forecast():
    table = Table.dealt(3)
    view = table.view(0)
    pairs = Counter()
    rng = generator(5)
    world = np.zeros(1, view.dtype).view(np.recarray)
    for _ in range(6400):
        world[0] = view
        contract.redeal(table.rules, world[0], rng)
        pairs[int(world[0].pair_companies[0, 1]), int(world[0].pair_forecasts[0, 1])] += 1
    own = {0, 3}  # the seat's own pair and the public one
    companies = {company for pair, company in enumerate(table.state.pair_companies[0].tolist()) if pair not in own}
    assert len(pairs) == 16
    assert {company for company, _ in pairs} == companies
    assert stats.chisquare(list(pairs.values())).pvalue > 1e-4


def test_the_holder_s_own_cards_and_its_counters_survive_a_redeal():
    table = Table(3).holds(0, COSMIC, EPIC).holds(1, LEADING, split=(AMERICAN,)).selling()
    world = table.view(0)
    assert contract.redeal(table.rules, world, generator(1))
    assert world.shares[0].tolist() == table.shares(0)
    assert world.split_shares[1].tolist() == table.split(1)
    assert int(world.shares[1].sum() + world.actions[1].sum()) <= 1
    assert world.portfolio_sizes.tolist() == table.state.portfolio_sizes.tolist()
    assert sum(Counter(world.card.tolist())[company] for company in range(COMPANIES)) == 60


def test_in_every_world_the_seat_whose_action_turn_it_is_holds_an_action_card():
    found = 0
    game = load_game("stockpile", seats=4)
    for seed in range(40):
        chance = random.Random(seed)
        state = game.deal(seed)
        while game.mover(state) is not None and found < 60:
            if state.phase == Phase.ACTION:
                for seat in range(game.seats):
                    view = game.view(state, seat)
                    world = game.redeal(view, seed)
                    assert game.legal_moves(world)
                    assert game.view(world, seat).tobytes() == view.tobytes()
                    found += int(seat != state.turn)
            game.apply(state, chance.choice(game.legal_moves(state)))
    assert found >= 60
