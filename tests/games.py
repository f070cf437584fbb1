"""Every game in every size, and playthroughs of them, for tests that hold for any game."""

from collections.abc import Iterator
from typing import Any

from engine import contract
from engine.catalog import GAMES, load_game
from engine.game import Game
from engine.leduc.facade import LeducGame
from engine.randomness import draw_below, generator

EXTRA_OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("stockpile", {"seats": 3, "dividends": "choice"}),
    ("stonks", {"seats": 3, "next_market": "new_market", "lock": "last_moved"}),
    ("stonks", {"seats": 4, "symbols": "optional", "speculation": "unlimited", "cancelling": "later_only"}),
]
"""Configurations beside every game's defaults that change the flow of play."""

CONFIGURATIONS = [
    *((name, {"seats": seats}) for name, info in GAMES.items() for seats in info.seat_counts),
    *EXTRA_OPTIONS,
]


LEDUC: tuple[str, dict[str, Any]] = ("leduc", {})
"""The reference game of the contract; it is in no catalogue, as no service, record or drawing knows it."""


def label(configuration: tuple[str, dict[str, Any]]) -> str:
    """``stockpile-3-choice``."""
    name, options = configuration
    return "-".join([name, *(str(value) for value in options.values())])


def configured(configuration: tuple[str, dict[str, Any]]) -> Game:
    name, options = configuration
    return LeducGame() if name == LeducGame.name else load_game(name, **options)


def random_game(game: Game, seed: int) -> Iterator[tuple[Any, int]]:
    """A game of random moves: each position (changed in place by the next step) with the move about to be played.

    The finished position comes last, with move -1. The same seed gives the same game, now and on any machine.
    """
    rng = generator(seed)
    state = game.deal(seed)
    while game.mover(state) is not None:
        moves = game.legal_moves(state)
        move = moves[draw_below(rng, len(moves))]
        yield state, move
        contract.apply(game.rules, state, move, contract.NO_LOG)
    yield state, -1
