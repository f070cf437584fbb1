"""Arrays on the stack are arrays like others, for as long as their kernel runs."""

import numpy as np

from engine.compiling import kernel
from engine.stack_arrays import stack_array

new_row = stack_array((3,), np.int64)
new_table = stack_array((2, 3), np.float64)


@kernel
def write_row(row, first):
    for index in range(len(row)):
        row[index] = first + index


@kernel
def digits_of_another_row():
    row = new_row()
    write_row(row, 7)
    return row[0] * 100 + row[1] * 10 + row[2]


@kernel
def digits_of_two_rows():
    row = new_row()
    write_row(row, 1)
    other = digits_of_another_row()
    return (row[0] * 100 + row[1] * 10 + row[2]) * 1000 + other


@kernel
def copy_of_a_table(out):
    table = new_table()
    for row in range(table.shape[0]):
        write_row(table[row], 3 * row)
    for row in range(2):
        for column in range(3):
            out[row, column] = table[row, column]


def test_each_call_has_an_array_of_its_own():
    assert digits_of_two_rows() == 123789


def test_rows_of_a_table_are_views_of_it():
    out = np.zeros((2, 3))
    copy_of_a_table(out)
    assert out.tolist() == [[0, 1, 2], [3, 4, 5]]
