"""What the kernel decorator promises beside speed: arrays are freed, and a kernel that would leak one is refused."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from engine import contract
from engine.catalog import GAMES, load_game
from engine.compiling import COMPILED, kernel
from engine.randomness import generator

pytestmark = pytest.mark.skipif(not COMPILED, reason="about compiled code")


@kernel
def fresh_array(length):
    return np.zeros(length)


@kernel
def sum_of_squares(length):
    squares = np.zeros(length)
    for index in range(length):
        squares[index] = index * index
    return squares.sum()


@pytest.fixture
def counting():
    """Numba counts the arrays that it makes and frees."""
    _nrt_python.memsys_enable_stats()
    yield
    _nrt_python.memsys_disable_stats()


def arrays_alive() -> int:
    stats = rtsys.get_allocation_stats()
    return stats.mi_alloc - stats.mi_free


def test_a_kernel_that_returns_an_array_is_refused():
    with pytest.raises(TypeError, match="fresh_array returns an array"):
        fresh_array(3)


def test_a_kernel_frees_the_arrays_that_it_makes(counting):
    assert sum_of_squares(4) == 14.0
    before = arrays_alive()
    for _ in range(5):
        sum_of_squares(4)
    assert arrays_alive() == before


@pytest.mark.parametrize("name", GAMES)
def test_dealing_and_suggesting_leave_no_arrays_behind(name, counting):
    game = load_game(name)
    state = game.deal(1)
    world = game.copy(game.view(state, 0))
    rng = generator(1)
    before = arrays_alive()
    for seed in range(5):
        game.deal(seed)
        contract.suggest(game.rules, state, 0, rng)
        contract.redeal(game.rules, world, rng)
    assert arrays_alive() == before
