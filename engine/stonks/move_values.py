"""What each move is worth, as self-play has taught: points ahead of the average rival by the end of the round.

A small network for each phase takes the decision's features and a move's (:mod:`engine.stonks.move_features`) and says
what the move is worth beside the others.
"""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_unit
from engine.stack_arrays import stack_array
from engine.stonks.cards import MOST_DESCRIBED, MOVE_FEATURES, TABLE_FEATURES, UNITS, Phase
from engine.stonks.codes import company_of, second_part
from engine.stonks.move_features import describe_moves
from engine.stonks.scoring import tricks_left
from engine.stonks.state import price
from engine.vector_rows import scaled_row_adder

JITTER = 0.02
"""Random points, against predictability among moves of equal worth."""

new_moves = stack_array((MOST_DESCRIBED,), np.int64)
new_table = stack_array((TABLE_FEATURES,), np.float32)
new_features = stack_array((MOST_DESCRIBED, MOVE_FEATURES), np.float32)
new_values = stack_array((MOST_DESCRIBED,), np.float64)
new_sums = stack_array((UNITS,), np.float32)

add_scaled_row = scaled_row_adder(UNITS)


@kernel
def note_values(rules, state, moves, values):
    """Write the moves described and what each is worth; return their number."""
    table = new_table()
    features = new_features()
    count = describe_moves(rules, state, moves, table, features)
    if count == 1:
        values[0] = 0.0
        return 1
    phase = int(state.phase)
    if phase == Phase.PICK and tricks_left(rules, state) == 1:
        note_points(rules, state, moves, count, values)
        return count
    table_weights = rules.table_weights[phase]
    move_weights = rules.move_weights[phase]
    unit_biases = rules.unit_biases[phase]
    unit_weights = rules.unit_weights[phase]
    base = new_sums()
    sums = new_sums()
    for unit in range(UNITS):
        base[unit] = unit_biases[unit]
    for feature in range(TABLE_FEATURES):
        add_scaled_row(base, table[feature], table_weights, feature)
    for index in range(count):
        for unit in range(UNITS):
            sums[unit] = base[unit]
        for feature in range(MOVE_FEATURES):
            add_scaled_row(sums, features[index, feature], move_weights, feature)
        value = 0.0
        for unit in range(UNITS):
            value += max(float(sums[unit]), 0.0) * float(unit_weights[unit])
        values[index] = value
    return count


@kernel
def note_points(rules, state, moves, count, values):
    """The points that picks of a round's last trick bring: prices move no more."""
    for index in range(count):
        card = second_part(moves[index])
        values[index] = int(rules.fruits[card]) * price(rules, state, company_of(card))


@kernel
def suggest_by_values(rules, state, rng):
    """The move worth most."""
    moves = new_moves()
    values = new_values()
    count = note_values(rules, state, moves, values)
    best_move = moves[0]
    best = -1e9
    for index in range(count):
        value = values[index] + JITTER * draw_unit(rng)
        if value > best:
            best = value
            best_move = moves[index]
    return best_move
