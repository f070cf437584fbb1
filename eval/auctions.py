"""The auctions of games of Stockpile, as bidders are asked about them."""

from collections.abc import Iterator
from typing import Any

from engine.game import Game
from solvers.bidding.player import is_bid


def views_of_bidders(game: Game, deals: int, every: int = 1) -> Iterator[Any]:
    """The bidder's view at every so many bids of games that the best heuristic style plays against itself."""
    count = 0
    for deal in range(deals):
        state = game.deal(deal)
        while (seat := game.mover(state)) is not None:
            view = game.view(state, seat)
            if is_bid(game, view):
                count += 1
                if count % every == 0:
                    yield view
            game.apply(state, game.suggest(view, game.best_style, count))
