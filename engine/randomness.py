"""A 64-bit random generator small enough to live in one array element, and the mixing function it is made of.

SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
The generator's state is ``uint64[1]``; the same seed gives the same draws with and without Numba.
"""

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30 = np.uint64(30)
_27 = np.uint64(27)
_31 = np.uint64(31)
_32 = np.uint64(32)
_11 = np.uint64(11)
_UNIT = 1.0 / 9007199254740992.0


def generator(seed: int) -> npt.NDArray[np.uint64]:
    """A fresh generator state, ``uint64[1]``, for any Python integer ``seed``."""
    state = np.zeros(1, np.uint64)
    state[0] = mix(np.uint64(seed & 0xFFFFFFFFFFFFFFFF))
    return state


@kernel
def mix(value):
    """SplitMix64's finaliser: a bijection of 64-bit words that spreads every input bit."""
    value = np.uint64(value)
    value = (value ^ (value >> _30)) * _FIRST
    value = (value ^ (value >> _27)) * _SECOND
    return value ^ (value >> _31)


@kernel
def draw(rng):
    """The next 64 random bits."""
    rng[0] = rng[0] + _STEP
    return mix(rng[0])


@kernel
def draw_below(rng, bound):
    """A random integer in ``[0, bound)``, ``0 < bound < 2**31``; the bias is below ``bound / 2**32``."""
    return np.int64(((draw(rng) >> _32) * np.uint64(bound)) >> _32)


@kernel
def draw_unit(rng):
    """A random float in ``[0, 1)``."""
    return float(draw(rng) >> _11) * _UNIT


@kernel
def shuffle(values, count, rng):
    """Shuffle ``values[:count]`` in place (Fisher-Yates)."""
    for last in range(count - 1, 0, -1):
        other = draw_below(rng, last + 1)
        kept = values[last]
        values[last] = values[other]
        values[other] = kept
