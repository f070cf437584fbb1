"""Sets as bit masks: what every game does with them."""

import numpy as np

from engine.compiling import kernel

_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)
_1 = np.uint64(1)
_2 = np.uint64(2)
_4 = np.uint64(4)
_56 = np.uint64(56)


@kernel
def count_bits(mask):
    """The number of set bits of a mask of up to 64 bits; without a loop, whose length would be unforeseeable.

    Warren, "Hacker's Delight", 2nd edition, 2012, chapter 5; compilers know the pattern and use the processor's own.
    """
    sums = np.uint64(mask)
    sums = sums - ((sums >> _1) & _PAIRS)
    sums = (sums & _FOURS) + ((sums >> _2) & _FOURS)
    sums = (sums + (sums >> _4)) & _BYTES
    return np.int64((sums * _SUM) >> _56)


@kernel
def lowest_number(numbers):
    """The index of the lowest bit of a mask that is not 0."""
    return count_bits((numbers & -numbers) - 1)
