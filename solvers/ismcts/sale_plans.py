"""Whole plans of sales raced against each other at the root, each played in the same worlds.

Where sales are decided company by company (search-only moves, see :func:`engine.contract.prepare_search`), no single
decision can race: what it is worth shows with the rest of the plan. A whole plan can. First the policy's plan races
with all plans that differ from it in one decision. What a plan gains is nearly the sum of what its decisions gain, so
the best plans are then put together from those sums, exactly (a beam over sums of independent parts), and race among
themselves in fresh worlds, which also settles what decisions do to each other: a majority here, the win there.

A race drops plans that lie behind, as in :mod:`solvers.ismcts.race`, whose paper is cited there.
"""

import numpy as np

from engine.compiling import kernel
from engine.contract import FIRST_SEARCH_ONLY_MOVE, apply, legal_moves, mover, prepare_search, suggest
from engine.randomness import mix
from solvers.beliefs.chains import draw_world
from solvers.ismcts.leaf_value import leaf_utilities
from solvers.ismcts.race import finish_world, start_race
from solvers.ismcts.search import MAX_SEATS
from solvers.playout import play_out

MOST_STEPS = 8
"""Decisions of a plan; Stockpile has six companies."""

ENDLESS = 1e18
"""An ``elimination`` with which nothing ever drops out."""


@kernel
def list_steps(rules, world, style, rng, log, options, counts, usual):
    """Walk a prepared world through the mover's plan by the policy; return how many decisions the plan has.

    Writes the moves offered at each decision to ``options`` int32[MOST_STEPS, MAX_MOVES], their number to ``counts``
    int64[MOST_STEPS] and the policy's move to ``usual`` int64[MOST_STEPS]. What is offered must not depend on the
    decisions before. Changes ``world``.
    """
    seat = mover(rules, world)
    steps = 0
    while steps < MOST_STEPS and mover(rules, world) == seat:
        count = legal_moves(rules, world, options[steps])
        if options[steps, count - 1] < FIRST_SEARCH_ONLY_MOVE:
            break
        counts[steps] = count
        usual[steps] = suggest(rules, world, style, rng)
        apply(rules, world, usual[steps], log)
        steps += 1
    return steps


@kernel
def race_plans(
    rules,
    view,
    dealt,
    world,
    settings,
    beliefs,
    plans,
    race,
    racers,
    squares,
    elimination,
    last_round,
    rng,
    log,
    moves,
    count,
    cancel_flag,
):
    """Play up to ``count`` plans in sampled worlds; return (playouts, moves played), (-1, 0) if there is no world.

    ``plans`` int64[p, s] has a plan's moves in each row; the racers' ``move`` is the row. ``dealt`` and ``world`` are
    record arrays [1]; ``dealt`` keeps its content from call to call. The first row runs first.
    """
    results = np.zeros(MAX_SEATS, np.float64)
    values = np.zeros(MAX_SEATS, np.float64)
    own_rng = np.zeros(1, np.uint64)
    seat = mover(rules, view)
    played = 0
    done = 0
    if race.active == 0:
        start_race(race, racers, 0, rng)
    while done < count and cancel_flag[0] == 0:
        if race.position == 0:
            if not draw_world(rules, view, beliefs, world, moves, rng, dealt):
                return -1, 0
            prepare_search(rules, dealt[0])
            rng[0] = mix(rng[0])
            race.stream = rng[0]
        world[0] = dealt[0]
        own_rng[0] = race.stream
        racer = racers[race.position].rank
        plan = plans[racers[racer].move]
        for step in range(plan.shape[0]):
            apply(rules, world[0], plan[step], log)
        played += plan.shape[0]
        played += play_out(rules, world[0], moves, settings.playout_style, settings.random_share, last_round, own_rng)
        leaf_utilities(rules, world[0], settings, results, values)
        racers[racer].utility = values[seat]
        race.position += 1
        if race.position == race.active:
            finish_world(race, racers, squares, elimination)
        done += 1
    return done, played
