"""How long a whole bid takes, from the view to the answer with its reasons."""

import time
from typing import Any

import numpy as np

from engine.game import Game
from eval.auctions import views_of_bidders
from solvers.base import Budget
from solvers.registry import make_solver
from solvers.specs import SpecError

_SPEC = "bidding"
_EVERY = 4
_DEALS = 3


def bid_figures(game: Game, repeats: int) -> dict[str, Any]:
    """Milliseconds of a bid with the default number of worlds, on one thread; nothing for games without auctions.

    Args:
        game: the configured game.
        repeats: how many bids at most, times 5.
    """
    try:
        player = make_solver(_SPEC, game)
    except SpecError:
        return {}
    views = list(views_of_bidders(game, _DEALS, _EVERY))[: 5 * repeats]
    player.choose(game, views[0], Budget(), 0)  # loads OR-Tools
    wall = []
    processor = []
    planned = 0
    worlds = 0
    for seed, view in enumerate(views):
        started, begun = time.perf_counter(), time.process_time()
        choice = player.choose(game, view, Budget(), seed)
        wall.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - begun))
        worlds = choice.worlds
        planned += choice.auction is not None and choice.auction.basis == "plan"
    return {
        "bids": len(views),
        "worlds": worlds,
        "bid p50 ms": round(float(np.percentile(wall, 50)), 1),
        "bid p95 ms": round(float(np.percentile(wall, 95)), 1),
        "bid processor p95 ms": round(float(np.percentile(processor, 95)), 1),
        "planned": round(planned / len(views), 3),
    }
