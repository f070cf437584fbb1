"""Rows added as wholes are the rows that NumPy adds, to the last bit."""

import numpy as np
import pytest
from numba.core.errors import TypingError

from engine.compiling import COMPILED, kernel
from engine.vector_rows import scaled_row_adder

add_four = scaled_row_adder(4)
add_sixteen = scaled_row_adder(16)


@kernel
def add_rows_of_four(sums, scales, rows):
    for index in range(len(scales)):
        add_four(sums, scales[index], rows, index)


@kernel
def add_rows_of_sixteen(sums, scales, rows):
    for index in range(len(scales)):
        add_sixteen(sums, scales[index], rows, index)


@pytest.mark.skipif(not COMPILED, reason="plain Python takes any numbers")
def test_rows_of_other_numbers_are_refused_when_a_kernel_is_compiled():
    with pytest.raises(TypingError, match="float32"):
        add_rows_of_four(np.zeros(4), np.zeros(2, np.float32), np.zeros((2, 4), np.float32))


@pytest.mark.parametrize(("add", "width"), [(add_rows_of_four, 4), (add_rows_of_sixteen, 16)])
def test_scaled_rows_are_added_in_order_in_single_precision(add, width):
    random = np.random.default_rng(width)
    rows = random.normal(size=(7, width)).astype(np.float32)
    scales = random.normal(size=7).astype(np.float32)
    sums = random.normal(size=width).astype(np.float32)
    expected = sums.copy()
    for scale, row in zip(scales, rows, strict=True):
        expected = expected + scale * row
    add(sums, scales, rows)
    assert sums.tobytes() == expected.tobytes()
