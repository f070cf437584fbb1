"""Card numbers tell no more than the table sees: equally known face-down cards can change places unnoticed."""

import random
from collections import defaultdict
from typing import Any

import pytest

from engine import contract
from engine.game import Game
from engine.stockpile.cards import Zone
from eval.twins import looks
from tests.games import CONFIGURATIONS, configured, label

STOCKPILE = [configuration for configuration in CONFIGURATIONS if configuration[0] == "stockpile"]


def swapped(game: Game, state: Any, observer: int, chance: random.Random) -> Any:
    """The position with the faces shuffled among cards in hands and portfolios that are equally known.

    Those that the observer has seen stay: to the observer, and to it alone, nothing has changed.
    """
    twin = game.copy(state)
    equally_known = defaultdict(list)
    for card in range(int(state.dealt)):
        if state.zone[card] in (Zone.HAND, Zone.PORTFOLIO) and not int(state.seen[card]) >> observer & 1:
            known = tuple(int(state[name][card]) for name in ("zone", "holder", "seen", "excluded"))
            equally_known[known].append(card)
    for cards in equally_known.values():
        twin.card[cards] = state.card[chance.sample(cards, len(cards))]
    return twin


@pytest.mark.parametrize("configuration", STOCKPILE, ids=label)
def test_nobody_notices_that_unseen_cards_equally_known_changed_places(configuration: Any) -> None:
    """Whatever is played next. After it the two positions differ as much as before, so step by step: never."""
    game = configured(configuration)
    logs = contract.event_log(256), contract.event_log(256)
    compared = turned_up = 0
    for seed in range(4):
        chance = random.Random(seed)
        state = game.deal(seed)
        while game.mover(state) is not None:
            moves = game.legal_moves(state)
            # Sell seldom, so that portfolios fill.
            move = moves[0] if chance.random() < 0.5 else chance.choice(moves)
            before = game.copy(state)
            logs[0][0, 0] = 0
            game.apply(state, move, logs[0])
            for observer in range(game.seats):
                twin = swapped(game, before, observer, chance)
                if twin.tobytes() == before.tobytes():
                    continue
                logs[1][0, 0] = 0
                game.apply(twin, move, logs[1])
                assert looks(game, before, logs[1], observer) == looks(game, before, logs[0], observer)
                assert game.view(twin, observer).tobytes() == game.view(state, observer).tobytes()
                compared += 1
                turned_up += bool((state.seen[: before.dealt] != before.seen[: before.dealt]).any())
    assert compared > 100
    assert turned_up > 10
