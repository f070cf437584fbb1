"""One hash of a compiled block of each game: run as a module it prints them, one line a game."""

import hashlib

from engine.catalog import GAMES
from eval.arena.play_block import play_block
from eval.arena.play_game import Table
from tests.eval.arena.players import run


def lines():
    found = []
    for name in GAMES:
        spec = run("random", "heuristic", game=name, players=2, seed=2**62 + 5, record_moves=True)
        results = play_block(Table(spec, 2), 3)
        found.append(f"{name} {hashlib.sha256(repr(results).encode()).hexdigest()}")
    return found


if __name__ == "__main__":
    print("\n".join(lines()))
