"""How positions of Stockpile at the end of a round turn out on average, over many futures that chance may bring.

One game's result says little of the position: what the deck and the forecasts bring moves results by $15K to $45K.
Futures are drawn afresh and played on by the best style; their mean is what the estimate is fitted to.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from engine.contract import MAX_MOVES, NO_LOG, apply, mover, payoffs
from engine.game import Game
from engine.randomness import draw_below, mix
from engine.stockpile.cards import COMPANIES, DECK_SIZE, Zone
from solvers.playout import policy_move
from solvers.utility import win_share


@dataclass(frozen=True)
class Outlook:
    """What became of positions, float64[position, seat] each: mean results in $K, their variances, shares of wins."""

    means: npt.NDArray[np.float64]
    variances: npt.NDArray[np.float64]
    win_shares: npt.NDArray[np.float64]


@kernel
def redraw_future(rules, state, rng):
    """Deal the round that begins, and all that comes later, anew; what the seats own stays."""
    places = np.empty(DECK_SIZE, np.int64)
    count = 0
    for card in range(DECK_SIZE):
        zone = int(state.zone[card])
        if zone == Zone.DECK or zone == Zone.HAND or zone == Zone.PILE_FACE_UP:
            places[count] = card
            count += 1
    for last in range(count - 1, 0, -1):
        other = places[draw_below(rng, last + 1)]
        kept = state.card[places[last]]
        state.card[places[last]] = state.card[other]
        state.card[other] = kept
    for number in range(int(state.round_number), int(rules.rounds)):
        shuffle_row(state.pair_companies[number], rng)
        shuffle_row(state.pair_forecasts[number], rng)


@kernel
def shuffle_row(row, rng):
    """Shuffle a row of the forecast pairs in place."""
    for last in range(COMPANIES - 1, 0, -1):
        other = draw_below(rng, last + 1)
        kept = row[last]
        row[last] = row[other]
        row[other] = kept


@kernel
def play_futures(rules, ends, world, style, playouts, seed, means, squares, wins, log):
    """Play every position of ``ends`` on ``playouts`` times, each time into another future; add up what comes of it."""
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MAX_MOVES, np.int32)
    results = np.zeros(int(rules.seats), np.float64)
    for end in range(ends.shape[0]):
        rng[0] = mix(np.uint64(seed) + mix(np.uint64(end)))
        for _ in range(playouts):
            world[0] = ends[end]
            redraw_future(rules, world[0], rng)
            while mover(rules, world[0]) >= 0:
                apply(rules, world[0], policy_move(rules, world[0], moves, style, 0.0, rng), log)
            payoffs(rules, world[0], results)
            for seat in range(rules.seats):
                means[end, seat] += results[seat] / playouts
                squares[end, seat] += results[seat] * results[seat] / playouts
                wins[end, seat] += win_share(results, rules.seats, seat) / playouts


def outlook(game: Game, ends: Any, playouts: int, seed: int) -> Outlook:
    """The outlook of positions at the end of a round, from ``playouts`` playouts each."""
    shape = (len(ends), game.seats)
    means, squares, wins = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    world = np.zeros(1, game.state_dtype).view(np.recarray)
    style = game.styles.index(game.best_style)
    play_futures(game.rules, ends, world, style, playouts, seed, means, squares, wins, NO_LOG)
    return Outlook(means, squares - means**2, wins)
