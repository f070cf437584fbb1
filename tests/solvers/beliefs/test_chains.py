"""Inferred worlds come up as often as Bayes' rule says."""

import math
from itertools import pairwise

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.randomness import generator, mix
from solvers.base import Budget, Control
from solvers.beliefs.chains import (
    BELIEF_DTYPE,
    RIVALS_BY_RULE,
    THINKING_RIVALS,
    UNKNOWN_RIVALS,
    draw_world,
    seat_likelihood,
)
from solvers.beliefs.past import new_beliefs, uniform_beliefs, views_to_read
from solvers.ismcts.search import SETTINGS_DTYPE, follow_rivals_style
from solvers.playout import RANDOM_STYLE
from solvers.registry import make_solver

MOVES = np.empty(contract.MAX_MOVES, np.int32)


def situation(name, seats, seed, wanted):
    """A heuristic game's view and the earlier views of its round, at the first decision that is ``wanted``."""
    game = load_game(name, seats=seats)
    state = game.deal(seed)
    earlier = []
    while True:
        seat = game.mover(state)
        if wanted(game, state, seat):
            return game, [game.view(position, seat) for position in earlier], game.view(state, seat)
        move = game.suggest(game.view(state, seat), game.playout_style, seed)
        number = int(state.round_number)
        earlier.append(game.copy(state))
        game.apply(state, move)
        if state.round_number != number:
            earlier.clear()


def late_trick(game, state, seat):
    """Three cards in hand and a card to play."""
    return int(state.hand_sizes[seat]) == 3 and len(game.legal_moves(state)) > 1 and int(state.phase) == 1


def late_bid(game, state, seat):
    """In the auction, after some bids."""
    return int(state.phase) == 1 and int(np.sum(state.bid_seats[: int(game.rules.piles)] >= 0)) >= 2


SITUATIONS = [("stonks", 2, late_trick), ("stonks", 3, late_trick), ("stockpile", 3, late_bid)]


def array_of(game, count=1):
    return np.zeros(count, game.state_dtype).view(np.recarray)


def features(game, world):
    """Where things are, as numbers 0 or 1."""
    if game.name == "stonks":
        return np.array([(int(mask) >> bit) & 1 for mask in world.hands.ravel() for bit in range(13)])
    pairs = world.pair_companies[int(world.round_number)]
    return np.array([int(pairs[pair]) == company for pair in range(6) for company in range(6)], int)


def drawn_worlds(game, beliefs, view, count, seed):
    rng, dealt, recalled = generator(seed), array_of(game), array_of(game)
    for _ in range(count):
        assert draw_world(game.rules, view, beliefs, recalled, MOVES, rng, dealt)
        yield dealt[0]


def likelihood(game, beliefs, world):
    counters, recalled = beliefs.counters[0], array_of(game)
    return sum(
        seat_likelihood(game.rules, counters, beliefs.views, seat, world, recalled, MOVES)
        for seat in range(game.seats)
        if seat != int(beliefs.views[-1].viewer)
    )


@pytest.mark.parametrize(("name", "seats", "wanted"), SITUATIONS)
def test_worlds_come_up_in_proportion_to_their_likelihood(name, seats, wanted):
    game, earlier, view = situation(name, seats, 11, wanted)
    style = game.styles.index(game.playout_style)
    # A few decisions only: the more there are, the fewer of the worlds dealt at random count.
    views = views_to_read(game, earlier, view)[-7:]
    beliefs = new_beliefs(game, views, (style, style), floors=(0.3, 0.7), chains=8, exchanges=60, first_exchanges=300)
    beliefs.counters[0].rivals, beliefs.counters[0].worlds = RIVALS_BY_RULE, 1  # as if that had been found out
    total, weights, squares = 0.0, 0.0, 0.0
    rng, world = generator(5), array_of(game)
    for _ in range(15_000):
        world[0] = view
        assert contract.redeal(game.rules, world[0], rng)
        weight = math.exp(likelihood(game, beliefs, world[0]))
        total = total + weight * features(game, world[0])
        weights += weight
        squares += weight * weight
    expected = total / weights
    assert weights * weights / squares > 500
    found = np.mean([features(game, world) for world in drawn_worlds(game, beliefs, view, 4_000, 9)], axis=0)
    dealt = []
    for _ in range(4_000):
        world[0] = view
        contract.redeal(game.rules, world[0], rng)
        dealt.append(features(game, world[0]))
    assert np.abs(found - expected).max() < 0.06
    # Decisions tell something: worlds dealt at random are not the same.
    assert np.abs(np.mean(dealt, axis=0) - expected).max() > 0.07


@pytest.mark.parametrize(("name", "seats", "wanted"), SITUATIONS)
def test_without_decisions_to_read_chains_are_uniform(name, seats, wanted):
    game, earlier, view = situation(name, seats, 12, wanted)
    views = views_to_read(game, earlier, view)
    beliefs = new_beliefs(game, views, (0, 0), floors=(1.0, 1.0), chains=8, exchanges=60, first_exchanges=300)
    beliefs.counters[0].decisions = 0
    found = np.mean([features(game, world) for world in drawn_worlds(game, beliefs, view, 5_000, 3)], axis=0)
    rng, world = generator(4), array_of(game)
    dealt = []
    for _ in range(5_000):
        world[0] = view
        contract.redeal(game.rules, world[0], rng)
        dealt.append(features(game, world[0]))
    assert np.abs(found - np.mean(dealt, axis=0)).max() < 0.05


@pytest.mark.parametrize(("name", "seats", "wanted"), SITUATIONS)
def test_a_likelihood_is_the_product_of_the_chances_of_a_rivals_decisions(name, seats, wanted):
    game, earlier, view = situation(name, seats, 13, wanted)
    style, floors = game.styles.index(game.playout_style), (0.25, 0.8)
    views = views_to_read(game, earlier, view)
    beliefs = new_beliefs(game, views, (style, style), floors, chains=1, exchanges=1, first_exchanges=1)
    viewer = game.viewer(view)
    world = game.copy(view)
    assert contract.redeal(game.rules, world, generator(1))
    chances = np.ones((game.seats, 2))
    read = 0
    recalled = array_of(game)
    for step, (before, after) in enumerate(pairwise(views)):
        made = contract.move_made(game.rules, before, after, world)
        if game.mover(before) == viewer or made == contract.UNKNOWN_MOVE:
            continue
        contract.recall(game.rules, before, world, recalled)
        moves = game.legal_moves(recalled[0])
        if len(moves) == 1:
            continue
        rng = np.zeros(1, np.uint64)
        rng[0] = mix(np.uint64(step + 1))
        hit = contract.suggest(game.rules, recalled[0], style, rng) == made
        chances[game.mover(before)] *= [floor / len(moves) + (1.0 - floor) * hit for floor in floors]
        read += 1
    assert read > 3
    assert likelihood(game, beliefs, world) == pytest.approx(float(np.log(chances.mean(axis=1)).sum()))


def test_without_rivals_decisions_nothing_is_inferred():
    game, earlier, view = situation("stonks", 3, 11, lambda game, state, seat: True)
    assert not earlier
    assert (
        new_beliefs(game, views_to_read(game, earlier, view), (0, 0), (0.2, 0.5), 4, 5, 50).counters[0].decisions == 0
    )
    assert uniform_beliefs(game).counters[0].decisions == 0


@pytest.mark.parametrize(("name", "seats", "wanted"), SITUATIONS)
def test_a_search_with_earlier_views_is_reproducible_and_draws_other_worlds(name, seats, wanted):
    game, earlier, view = situation(name, seats, 11, wanted)
    solver = make_solver("ismcts", game)
    budget = Budget(iterations=300)
    first, again = (solver.choose(game, view, budget, 7, Control(earlier=earlier)) for _ in range(2))
    blind = solver.choose(game, view, budget, 7)
    assert first.candidates == again.candidates
    assert first.candidates != blind.candidates
    assert blind.inference is None
    assert first.inference is not None
    assert first.inference.decisions == sum(game.mover(position) != game.viewer(view) for position in earlier)
    assert 0 < first.inference.effective_share < 1
    assert 0 < first.inference.exchanges_kept < first.inference.exchanges_tried
    uniform = make_solver("ismcts(beliefs=uniform)", game)
    assert uniform.choose(game, view, budget, 7, Control(earlier=earlier)).candidates == blind.candidates


@pytest.mark.parametrize(("rival", "chains"), [("heuristic", 2), ("random", 1)])
def test_worlds_are_inferred_only_where_rivals_play_by_rule(rival, chains):
    game = load_game("stonks", seats=3)
    solver = make_solver(rival, game)
    state = game.deal(21)
    earlier = []
    while not late_trick(game, state, game.mover(state)):
        seat = game.mover(state)
        earlier.append(game.copy(state))
        game.apply(state, solver.choose(game, game.view(state, seat), Budget(), len(earlier)).move)
    seat = game.mover(state)
    views = views_to_read(game, [game.view(position, seat) for position in earlier], game.view(state, seat))
    style = game.styles.index(game.playout_style)
    beliefs = new_beliefs(game, views, (style, style), (0.1, 0.75), chains=4, exchanges=20, first_exchanges=200)
    worlds = list(drawn_worlds(game, beliefs, game.view(state, seat), 3, 1))
    assert beliefs.counters[0].started == chains
    tried = beliefs.counters[0].tried
    worlds += list(drawn_worlds(game, beliefs, game.view(state, seat), 3, 2))
    assert (beliefs.counters[0].tried > tried) == (rival == "heuristic")
    assert all(game.view(world, seat) == game.view(state, seat) for world in worlds)


def late_views(game, rival, seed):
    """The views of a seat late in a game's first tricks, all seats having played as a solver does."""
    solver = make_solver(rival, game)
    state = game.deal(seed)
    earlier = []
    while not late_trick(game, state, game.mover(state)):
        earlier.append(game.copy(state))
        view = game.view(state, game.mover(state))
        game.apply(state, solver.choose(game, view, Budget(), seed + len(earlier)).move)
    seat = game.mover(state)
    return views_to_read(game, [game.view(position, seat) for position in earlier], game.view(state, seat))


@pytest.mark.parametrize("rival", ["all_round", "learned"])
def test_of_two_styles_the_one_that_rivals_play_by_is_found_out(rival):
    game = load_game("stonks", seats=3)
    styles = (game.styles.index("learned"), game.styles.index("all_round"))
    found = []
    for seed in range(12):
        views = late_views(game, f"heuristic(style={rival})", seed)
        beliefs = new_beliefs(game, views, styles, (0.1, 0.75), chains=4, exchanges=5, first_exchanges=200)
        list(drawn_worlds(game, beliefs, game.copy(views[-1]), 1, seed))
        counters = beliefs.counters[0]
        if counters.rivals == RIVALS_BY_RULE:
            found.append(game.styles[counters.style])
        # What a chain believes of its world is by the style found.
        sums = [likelihood(game, beliefs, beliefs.chains[0]), beliefs.likelihoods[0].sum()]
        assert counters.rivals == THINKING_RIVALS or sums[0] == pytest.approx(sums[1])
    assert len(found) >= 8
    assert found.count(rival) > 0.7 * len(found)


def test_a_search_plays_on_by_the_style_of_its_rivals_or_quickly_if_they_have_none():
    settings = np.zeros(1, SETTINGS_DTYPE).view(np.recarray)[0]
    belief = np.zeros(1, BELIEF_DTYPE).view(np.recarray)[0]
    belief.style, settings.quick_style = 4, 1
    for rivals, own, expected in [
        (RIVALS_BY_RULE, 3, 4),
        (THINKING_RIVALS, 3, 1),
        (UNKNOWN_RIVALS, 3, 3),
        (RIVALS_BY_RULE, RANDOM_STYLE, RANDOM_STYLE),
    ]:
        belief.rivals, settings.playout_style = rivals, own
        follow_rivals_style(settings, belief)
        assert settings.playout_style == expected
