"""Playing a position on by a policy, to the end or to the end of a round."""

from engine.compiling import kernel
from engine.contract import UNOBSERVED, apply, mover, random_move, rounds_played, suggest
from engine.randomness import draw_unit

RANDOM_STYLE = -1
"""The playout style that plays legal moves at random."""


@kernel
def policy_move(rules, state, moves, style, random_share, rng):
    """The mover's move by the policy; see :func:`play_out`. ``moves`` is int32[MAX_MOVES] to work in."""
    if style == RANDOM_STYLE or (random_share > 0.0 and draw_unit(rng) < random_share):
        return int(random_move(rules, state, moves, rng))
    return int(suggest(rules, state, style, rng))


@kernel
def play_out(rules, state, moves, style, random_share, last_round, rng):
    """Play until the game is over or ``last_round`` rounds are complete (0: to the end); return the moves played.

    ``style`` is the heuristic player's, or RANDOM_STYLE; a heuristic playout plays ``random_share`` of its moves at
    random, lest every playout repeats the policy's blind spots. Observation keys are not kept up.
    """
    played = 0
    while mover(rules, state) >= 0 and (last_round == 0 or rounds_played(rules, state) < last_round):
        apply(rules, state, policy_move(rules, state, moves, style, random_share, rng), UNOBSERVED)
        played += 1
    return played
