"""One hash of everything the kernels compute in some games: run as a module it prints them, one line a game."""

import hashlib

import numpy as np

from engine import contract
from engine.randomness import generator
from tests.games import CONFIGURATIONS, configured, label, random_game


def digest(configuration, seed=21):
    """A hash of all positions of a game with their views, worlds, values, keys and the heuristic's moves."""
    game = configured(configuration)
    out = np.zeros(game.seats)
    found = hashlib.sha256()
    for step, (state, _) in enumerate(random_game(game, seed)):
        found.update(state.tobytes())
        contract.estimate(game.rules, state, out)
        found.update(out.round(6).tobytes())
        contract.result_so_far(game.rules, state, out)
        found.update(out.tobytes())
        if step % 10 == 0 and game.mover(state) is not None:
            view = game.view(state, game.mover(state))
            found.update(view.tobytes())
            found.update(game.redeal(view, step).tobytes())
            for style in range(len(game.styles)):
                found.update(str(contract.suggest(game.rules, view, style, generator(step))).encode())
            found.update(str(contract.information_key(game.rules, view, 0)).encode())
    return found.hexdigest()


def lines():
    return [f"{label(configuration)} {digest(configuration)}" for configuration in CONFIGURATIONS]


if __name__ == "__main__":
    print("\n".join(lines()))
