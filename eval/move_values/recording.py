"""Games in which every move of some decisions is tried out: what each is worth by the end of the round.

A decision's moves are played in the position as it is, cards that the mover has not seen included, and played on by the
policy. Each decision is one sample of what the mover could not see, drawn just as play brings it about, so what moves
are worth on average is learned without any belief about hidden cards. All moves of a decision share their luck.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from engine.contract import MAX_MOVES, NO_LOG, UNOBSERVED, apply, deal, mover, rounds_played
from engine.game import Game
from engine.randomness import draw_unit, mix
from engine.stonks.cards import MOST_DESCRIBED, MOVE_FEATURES, TABLE_FEATURES
from engine.stonks.move_features import describe_moves
from solvers.playout import play_out, policy_move

RECORDED_SHARE = 0.3
"""The share of decisions whose moves are tried out: neighbouring ones tell much the same."""

EXPLORING_SHARE = 0.05
"""The share of random moves in the games recorded, so that what the policy would not do is met as well."""

STRAYING_SHARE = 0.02
"""The share of random moves after the moves that are tried out."""


class Trials(NamedTuple):
    """Moves that were tried out, one a row.

    Attributes:
        phases: int8[rows].
        tables: float32[rows, TABLE_FEATURES], the decision's features.
        moves: float32[rows, MOVE_FEATURES], the move's.
        leads: float32[rows], points ahead of the average rival that the round brought.
        decisions: int32[rows], ascending: rows of the same decision have the same number.
    """

    phases: npt.NDArray[np.int8]
    tables: npt.NDArray[np.float32]
    moves: npt.NDArray[np.float32]
    leads: npt.NDArray[np.float32]
    decisions: npt.NDArray[np.int32]


@kernel
def record_trials(rules, state, trial, style, seed, shares, phases, tables, rows, leads, decisions, log):
    """Play games from ``seed`` on until there is no room for the moves of one more decision; return the rows written.

    ``trial`` is a record array [1] to work in, ``shares`` are the three shares above; the other arrays are those of
    :class:`Trials`.
    """
    rng = np.zeros(1, np.uint64)
    luck = np.zeros(1, np.uint64)
    legal = np.empty(MAX_MOVES, np.int32)
    moves = np.empty(MOST_DESCRIBED, np.int64)
    table = np.empty(TABLE_FEATURES, np.float32)
    features = np.empty((MOST_DESCRIBED, MOVE_FEATURES), np.float32)
    row = 0
    decision = 0
    game = 0
    while row + MOST_DESCRIBED <= leads.shape[0]:
        deal(rules, state, seed + game, log)
        rng[0] = mix(np.uint64(seed + game))
        game += 1
        while mover(rules, state) >= 0 and row + MOST_DESCRIBED <= leads.shape[0]:
            if draw_unit(rng) < shares[0]:
                count = describe_moves(rules, state, moves, table, features)
                stream = mix(rng[0])
                for index in range(count if count > 1 else 0):
                    luck[0] = stream
                    trial[0] = state
                    apply(rules, trial[0], moves[index], UNOBSERVED)
                    play_out(rules, trial[0], legal, style, shares[2], rounds_played(rules, state) + 1, luck)
                    phases[row] = state.phase
                    tables[row] = table
                    rows[row] = features[index]
                    leads[row] = lead_won(rules, state, trial[0], int(state.turn))
                    decisions[row] = decision
                    row += 1
                decision += 1
            apply(rules, state, policy_move(rules, state, legal, style, shares[1], rng), log)
    return row


@kernel
def lead_won(rules, before, after, seat):
    """The points that a seat has won between two positions, less what its rivals have won on average."""
    lead = 0.0
    for other in range(rules.seats):
        won = int(after.points[other]) - int(before.points[other])
        lead += won if other == seat else -won / (int(rules.seats) - 1)
    return lead


def trials_of_games(game: Game, style: str, rows: int, seed: int) -> Trials:
    """Some ``rows`` moves tried out in games between players of a style, from the deal ``seed`` on."""
    trials = Trials(
        phases=np.zeros(rows, np.int8),
        tables=np.zeros((rows, TABLE_FEATURES), np.float32),
        moves=np.zeros((rows, MOVE_FEATURES), np.float32),
        leads=np.zeros(rows, np.float32),
        decisions=np.zeros(rows, np.int32),
    )
    work: Any = np.zeros(1, game.state_dtype).view(np.recarray)
    shares = np.array([RECORDED_SHARE, EXPLORING_SHARE, STRAYING_SHARE])
    number = game.styles.index(style)
    count = int(record_trials(game.rules, game.empty_state(), work, number, seed, shares, *trials, NO_LOG))
    return Trials._make(part[:count] for part in trials)
