"""Loops that the benchmark times inside compiled code."""

from engine.compiling import kernel
from engine.contract import apply, deal, hide, mover, random_move, redeal


@kernel
def play_random_games(rules, state, moves, games, first_seed, rng, log):
    """Play complete games at random; return the number of decisions."""
    decisions = 0
    for game in range(games):
        deal(rules, state, first_seed + game, log)
        while mover(rules, state) >= 0:
            apply(rules, state, random_move(rules, state, moves, rng), log)
            decisions += 1
    return decisions


@kernel
def hide_repeatedly(rules, state, work, times):
    """Make the view of each seat in turn."""
    for index in range(times):
        work[0] = state
        hide(rules, work[0], index % rules.seats)
    return times


@kernel
def redeal_repeatedly(rules, view, work, times, rng):
    """Draw worlds for one view; return how many were found."""
    found = 0
    for _ in range(times):
        work[0] = view
        if redeal(rules, work[0], rng):
            found += 1
    return found
