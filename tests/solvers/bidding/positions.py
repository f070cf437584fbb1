"""Auctions for the bid optimiser's tests: made up, and from real games."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine import contract
from engine.catalog import load_game
from engine.game import Game
from engine.randomness import draw_below, generator
from engine.stockpile.cards import Phase
from solvers.bidding.position import AuctionPosition

LADDER = [0, 1, 3, 6, 10, 15, 20, 25]


def fresh_auction(money: list[int], amounts: list[int] = LADDER, turn: int = 0) -> AuctionPosition:
    """An auction without bids, one meeple each."""
    blank = np.full(len(money), -1, np.int64)
    return AuctionPosition(np.array(amounts, np.int64), 1, blank, blank, np.array(money, np.int64), turn, turn)


def demand_positions(seats: int, deals: int, chosen: int = 0) -> Iterator[tuple[Game, Any]]:
    """Full positions in the Demand Phases of games of random moves, every decision of them."""
    game = load_game("stockpile", seats=seats)
    for deal in range(deals):
        rng = generator(100 * chosen + deal)
        state = game.deal(deal)
        while game.mover(state) is not None:
            if state.phase == Phase.DEMAND:
                yield game, game.copy(state)
            moves = game.legal_moves(state)
            contract.apply(game.rules, state, moves[draw_below(rng, len(moves))], contract.NO_LOG)


def random_values(position: AuctionPosition, worlds: int, seed: int) -> Any:
    """Values ``[worlds, seats, piles]`` in which no two bids have equal surplus."""
    rng = np.random.default_rng(seed)
    return rng.uniform(-3.0, 30.0, (worlds, position.seats, position.piles))
