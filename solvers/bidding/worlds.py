"""Worlds that agree with a view, in one array."""

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from engine.contract import redeal
from engine.errors import NoWorldError
from engine.game import Game
from engine.randomness import generator


def sample_worlds(game: Game, view: Any, count: int, seed: int) -> npt.NDArray[Any]:
    """Worlds drawn uniformly, with replacement, from all that agree with the view.

    Args:
        game: the configured game.
        view: a seat's view; it is not changed.
        count: how many worlds.
        seed: the same seed gives the same worlds, and the first ones of a longer sample are those of a shorter.

    Returns:
        ``[count]`` records of ``game.state_dtype``.

    Raises:
        NoWorldError: no position of the game agrees with the view.
    """
    worlds = np.zeros(count, game.state_dtype).view(np.recarray)
    if not fill_worlds(game.rules, view, worlds, generator(seed)):
        raise NoWorldError
    return worlds


@kernel
def fill_worlds(rules, view, worlds, rng):
    """Make each of ``worlds`` a redealt copy of the view; False if there is no world."""
    for index in range(len(worlds)):
        worlds[index] = view
        if not redeal(rules, worlds[index], rng):
            return False
    return True
