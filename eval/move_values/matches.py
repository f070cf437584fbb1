"""Matches between weights: one seat of one table's records against the others, in every seat of the same deals."""

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from engine.contract import NO_LOG, apply, deal, mover, payoffs, suggest
from engine.game import Game
from engine.randomness import mix
from eval.arena.measures import first_against_rest
from eval.intervals import Interval, interval_over_deals


@kernel
def play_players(rules, state, styles, seeds, results, log):
    """Play every seed with the first player in each seat in turn, the second in all others.

    ``rules`` is a record array [2], each player's; payoffs go to ``results[seed, rotation, place]``, place 0 for the
    first.
    """
    seats = int(rules[0].seats)
    rng = np.zeros(1, np.uint64)
    final = np.empty(seats, np.float64)
    for game in range(seeds.shape[0]):
        for rotation in range(seats):
            deal(rules[0], state, seeds[game], log)
            rng[0] = mix(np.uint64(seeds[game]))
            seat = mover(rules[0], state)
            while seat >= 0:
                player = 0 if (seat + rotation) % seats == 0 else 1
                apply(rules[0], state, int(suggest(rules[player], state, styles[player], rng)), log)
                seat = mover(rules[0], state)
            payoffs(rules[0], state, final)
            for seat in range(seats):
                results[game, rotation, (seat + rotation) % seats] = final[seat]


def match(first: tuple[Game, str], second: tuple[Game, str], seeds: npt.NDArray[np.int64]) -> tuple[Interval, Interval]:
    """One seat of the first player against the second in all others: its win share, and its lead over them.

    A player is a style with the game whose rules record it plays by.
    """
    game = first[0]
    rules: Any = np.array([first[0].rules, second[0].rules], game.rules.dtype).view(np.recarray)
    styles = np.array([first[0].styles.index(first[1]), second[0].styles.index(second[1])])
    results = np.zeros((len(seeds), game.seats, game.seats))
    play_players(rules, game.empty_state(), styles, seeds, results, NO_LOG)
    wins, leads = first_against_rest(results)
    return interval_over_deals(wins), interval_over_deals(leads)
