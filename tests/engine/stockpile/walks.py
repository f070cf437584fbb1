"""Random walks through games, for tests of what the facade says about positions."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.stockpile.facade import StockpileGame
from engine.stockpile.rules import StockpileOptions

TABLES = [StockpileOptions(seats=seats, dividends="automatic", first_seat=seats - 1) for seats in (2, 3, 4, 5)] + [
    StockpileOptions(seats=seats, dividends="choice") for seats in (2, 4)
]


def walk(game: StockpileGame, seed: int) -> Iterator[tuple[Any, npt.NDArray[np.int16]]]:
    """Every position of a game of random moves, the last included, with the log of what happened since the last one.

    Half of the selling turns end at once, so that portfolios fill.
    """
    chooser = random.Random(seed)
    log = contract.event_log()
    state = game.deal(seed, log)
    while True:
        yield state, log
        if game.mover(state) is None:
            return
        log[0, 0] = 0
        moves = game.legal_moves(state)
        hold = state.phase == 3 and chooser.random() < 0.5
        game.apply(state, moves[0] if hold else chooser.choice(moves), log)
