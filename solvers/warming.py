"""Compiling every kernel a game needs before the first question is asked."""

import time
from typing import Any

from engine.game import Game
from solvers.base import Budget
from solvers.bidding.options import OFF
from solvers.bidding.player import BiddingPlayer, is_bid
from solvers.heuristic_player import HeuristicPlayer
from solvers.ismcts.player import IsmctsPlayer


def warm_up(game: Game) -> float:
    """Compile, or load from the disk cache, all that solvers need for the game; return the seconds it took."""
    started = time.perf_counter()
    state = game.deal(0)
    seat = game.mover(state)
    assert seat is not None
    view = game.view(state, seat)
    IsmctsPlayer(trees=1).choose(game, view, Budget(iterations=2), 0)
    HeuristicPlayer().choose(game, view, Budget(), 0)
    if game.name == "stockpile":
        _warm_up_bids(game, state)
    game.redeal(view, 0)
    return time.perf_counter() - started


def _warm_up_bids(game: Game, state: Any) -> None:
    """Bid once, without OR-Tools: that is for those who plan."""
    while (seat := game.mover(state)) is not None and not is_bid(game, view := game.view(state, seat)):
        game.apply(state, game.suggest(view, game.best_style, 0))
    BiddingPlayer(planning=OFF).choose(game, view, Budget(iterations=2), 0)
