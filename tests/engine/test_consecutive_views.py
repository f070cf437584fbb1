"""Views that a frontend tells one by one are as good for inference as the engine's own."""

from typing import Any

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.stockpile.cards import Zone
from solvers.beliefs.past import views_to_read
from tests.engine.test_recall import own_knowledge, recorded_game, same_round

TABLES: list[tuple[str, dict[str, Any]]] = [
    *(("stockpile", {"seats": seats}) for seats in (2, 3, 4, 5)),
    ("stockpile", {"seats": 3, "dividends": "choice", "first_seat": 2}),
    *(("stonks", {"seats": seats}) for seats in (2, 3, 4, 5)),
    ("stonks", {"seats": 3, "lock": "last_moved", "symbols": "optional", "speculation": "unlimited"}),
]


def as_told(game, views):
    """The views as a frontend would send them, and a server read them."""
    return [game.view_from_table(game.table_view(view)) for view in views]


def same_world(game, position, view, told):
    """The true position with the numbers that cards have in ``told``, whose numbers in ``view`` are the engine's."""
    world = game.copy(position)
    if game.name == "stonks":
        return world
    world = game.copy(told)
    number = int(view.round_number)
    world.pair_companies[number] = position.pair_companies[number]
    world.pair_forecasts[number] = position.pair_forecasts[number]
    places: dict[Any, tuple[list[int], list[int]]] = {}
    everybody = (1 << game.seats) - 1
    for record, side in ((view, 0), (told, 1)):
        for card in range(int(record.dealt)):
            zone = int(record.zone[card])
            holder = -1 if zone == Zone.DISCARD else int(record.holder[card])
            seen = int(record.seen[card]) & everybody
            # Cards that are alike in all this are in the order of the deal in both.
            places.setdefault((zone, holder, seen, int(record.card[card])), ([], []))[side].append(card)
    for ours, theirs in places.values():
        assert len(ours) == len(theirs)
        for our, their in zip(ours, theirs, strict=True):
            world.card[their] = position.card[our]
    return world


@pytest.mark.parametrize("random_share", [0.0, 0.5])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_told_views_say_of_earlier_decisions_what_the_engines_own_say(name, options, random_share):
    game = load_game(name, **options)
    positions, _ = recorded_game(game, 7 * options["seats"], random_share)
    out = np.zeros(1, game.state_dtype).view(np.recarray)
    read = unlike_move = unlike_knowledge = lost = 0
    for present in range(5, len(positions), 6):
        viewer = game.mover(positions[present])
        indices = same_round(positions, present)
        views = [game.view(positions[index], viewer) for index in indices]
        own = views_to_read(game, views[:-1], views[-1])
        series = game.consecutive_views(as_told(game, views))
        told = views_to_read(game, series[:-1], series[-1])
        lost += len(own) - len(told)
        indices = indices[len(indices) - len(told) :]
        own = own[len(own) - len(told) :]
        true_world = game.copy(positions[present])
        world = same_world(game, positions[present], views[-1], series[-1])
        for place, index in enumerate(indices[:-1]):
            mover = game.mover(positions[index])
            if mover == viewer:
                continue
            read += 1
            moves, knowledge = [], []
            for known, truth in ((own, true_world), (told, world)):
                moves.append(contract.move_made(game.rules, known[place], known[place + 1], truth))
                contract.recall(game.rules, known[place], truth, out)
                knowledge.append((own_knowledge(game, out[0], mover), game.legal_moves(out[0])))
            unlike_move += moves[0] != moves[1]
            unlike_knowledge += knowledge[0] != knowledge[1]
    print(name, options, read, lost, unlike_move, unlike_knowledge, flush=True)
    assert read > 50
    assert lost == 0
    assert unlike_move <= 0.01 * read
    assert unlike_knowledge <= 0.01 * read
