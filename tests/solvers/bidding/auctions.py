"""Auctions of Stockpile games played by rules of thumb."""

from engine.catalog import load_game
from solvers.bidding.player import is_bid


def auctions(seats, seed=0, every=1):
    """(game, view) of the bidder at every so many bids of a game."""
    game = load_game("stockpile", seats=seats)
    state = game.deal(seed)
    count = 0
    while (seat := game.mover(state)) is not None:
        view = game.view(state, seat)
        if is_bid(game, view):
            count += 1
            if count % every == 0:
                yield game, view
        game.apply(state, game.suggest(view, game.best_style, count))
