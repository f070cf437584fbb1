"""Rows added as wholes are the rows that NumPy adds, to the last bit."""

import numpy as np
import pytest

from engine.compiling import kernel
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
