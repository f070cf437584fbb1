"""What every walk through a tree does on its way: plays forced moves, and finds or makes a decision's node."""

from engine.compiling import kernel
from engine.contract import apply, legal_moves, mover, rounds_played
from solvers.ismcts.statistics import add_node, find_slot


@kernel
def play_forced_moves(rules, state, tree, moves, last_round, log):
    """Play on while there is one legal move; return how many there are then, 0 where the walk ends.

    Forced moves need no statistics. The walk ends with the game, or when ``last_round`` rounds are complete (0: never).
    """
    while mover(rules, state) >= 0 and (last_round == 0 or rounds_played(rules, state) < last_round):
        count = legal_moves(rules, state, moves)
        if count > 1:
            return count
        apply(rules, state, moves[0], log)
        tree.decisions += 1
    return 0


@kernel
def find_or_add_node(slots, nodes, tree, key):
    """The node of ``key``, made if it is new, and whether it is; -1 if the memory is full."""
    slot = find_slot(slots, nodes, key)
    node = slots[slot] - 1
    if node >= 0:
        return node, False
    return add_node(slots, nodes, tree, slot, key), True
