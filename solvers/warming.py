"""Compiling every kernel a game needs before the first question is asked."""

import time
from typing import Any

import numpy as np

from engine.game import Game
from solvers.base import Budget, Solver
from solvers.bidding.auction import no_caps, play_on
from solvers.bidding.options import OFF
from solvers.bidding.player import BiddingPlayer, is_bid
from solvers.bidding.position import auction_position
from solvers.heuristic_player import HeuristicPlayer
from solvers.ismcts.player import IsmctsPlayer
from solvers.pimc.player import PimcPlayer

_LITTLE = Budget(iterations=8)


def warm_up(game: Game) -> float:
    """Compile, or load from the disk cache, all that solvers need for the game; return the seconds it took.

    A game is played through, and in each of its phases every solver is asked where there is something to choose.
    """
    started = time.perf_counter()
    players: list[Solver] = [IsmctsPlayer(), PimcPlayer(), HeuristicPlayer()]
    asked: set[str] = set()
    state = game.deal(0)
    while (seat := game.mover(state)) is not None:
        view = game.view(state, seat)
        phase = game.phase(view)
        if phase not in asked and len(game.legal_moves(view)) > 1:
            asked.add(phase)
            for player in players:
                player.choose(game, view, _LITTLE, 0)
            if game.name == "stockpile" and is_bid(game, view):
                _warm_up_bids(game, view)
            game.redeal(view, 0)
        game.apply(state, game.suggest(view, game.best_style, 0))
    return time.perf_counter() - started


def _warm_up_bids(game: Game, view: Any) -> None:
    """Bid without OR-Tools, and play the auction on as those who plan do."""
    BiddingPlayer(planning=OFF).choose(game, view, _LITTLE, 0)
    position = auction_position(game, view)
    play_on(position, np.zeros((1, game.seats, len(position.owners))), game.viewer(view), no_caps(position))
