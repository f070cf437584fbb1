"""How searches of Stockpile treat rivals: pooled over what they may hold, apart by what they see in the search.

A view says nothing of what another seat alone has observed, so in every world dealt into it the other seats' private
keys are blank. A rival's decisions are then counted in one node for all the worlds that look the same at the table,
whatever cards it holds in them; which of its moves are available differs from world to world. This is how the trees of
MO-ISMCTS pool (Cowling, Powley and Whitehouse, 2012): a rival's node there is reached by what it observes from the
root on, not by what it knew before.
"""

import pytest

from engine import contract
from engine.catalog import load_game
from engine.randomness import generator
from engine.stockpile.cards import Phase

WORLDS = 30


@pytest.fixture(params=[2, 3, 4, 5], scope="module")
def game(request):
    return load_game("stockpile", seats=request.param)


def key(game, state, seat):
    return int(contract.information_key(game.rules, state, seat))


def worlds(game, view):
    """Worlds as a search plays them."""
    for seed in range(WORLDS):
        world = game.redeal(view, seed)
        contract.prepare_search(game.rules, world)
        yield world


def positions(game, seed):
    """Every seventh position of a heuristic game."""
    rng = generator(seed)
    state = game.deal(seed)
    for count in range(10**6):
        if game.mover(state) is None:
            return
        if count % 7 == 0:
            yield game.copy(state)
        contract.apply(game.rules, state, contract.suggest(game.rules, state, 0, rng), contract.NO_LOG)


def test_in_worlds_dealt_from_a_view_all_other_seats_keys_are_blank(game):
    for state in positions(game, 5):
        seat = game.mover(state)
        view = game.view(state, seat)
        for world in worlds(game, view):
            others = [int(value) for other, value in enumerate(world.private_keys[: game.seats]) if other != seat]
            assert others == [0] * (game.seats - 1)
            assert world.private_keys[seat] == state.private_keys[seat] != 0


def test_a_rival_s_node_is_shared_over_the_hands_it_may_hold(game):
    state = game.deal(3)
    assert state.phase == Phase.SUPPLY
    view = game.view(state, game.mover(state))
    first_move = game.legal_moves(view)[0]
    keys, hands, choices = set(), set(), set()
    for world in worlds(game, view):
        while game.mover(world) == game.viewer(view):
            game.apply(world, first_move if first_move in game.legal_moves(world) else game.legal_moves(world)[0])
        rival = game.mover(world)
        keys.add(key(game, world, rival))
        hands.add(tuple(sorted(int(world.card[card]) for card in world.hand_cards[rival])))
        choices.add(tuple(game.legal_moves(world)))
    assert len(keys) == 1
    assert len(hands) > 5
    assert len(choices) > 5


def test_a_rival_s_nodes_part_by_what_it_observes_in_the_search(game):
    """The cards that are dealt to it in the next round it has seen: another hand is another node."""
    state = game.deal(4)
    view = game.view(state, game.mover(state))
    seen_by_key = {}
    for world in worlds(game, view):
        rng = generator(1)
        log = contract.event_log(256)
        rival = (game.viewer(view) + 1) % game.seats
        observed = []
        while world.round_number == 0:
            move = contract.suggest(game.rules, world, 0, rng)
            log[0, 0] = 0
            contract.apply(game.rules, world, move, log)
            observed.append(game.events(log, rival))
        seen_by_key.setdefault(key(game, world, rival), set()).add(tuple(observed))
    assert len(seen_by_key) == WORLDS
    assert all(len(observations) == 1 for observations in seen_by_key.values())
