"""What a seat sees of each of its moves, as numbers: what :mod:`engine.stonks.move_values` judges moves by.

Every decision has features of its own, the same for all moves, and features of each move. They are computed from what
the mover has seen alone, and scaled to about 1. The moves described are the legal ones, but for speculations that are
void by the usual rule, or that hide a card which is no trump: see
:func:`engine.stonks.rules_of_thumb.suggest_play`.

Each feature has a name, whose comment says what is counted and, after the semicolon, how much of it makes 1. What is
called *whether* is 1 or 0. The numbers of the features are those of the weights that were learned, so they stay.
"""

from enum import IntEnum

from engine.compiling import kernel
from engine.stonks.cards import LAST_CARDS, OPENING_CARDS, Phase
from engine.stonks.opening_features import describe_opening_cards
from engine.stonks.pick_features import describe_picks
from engine.stonks.play_features import describe_plays
from engine.stonks.scoring import tricks_left
from engine.stonks.state import count_bits, price
from engine.stonks.token_features import describe_token_moves


class TableFeature(IntEnum):
    """The features that every decision has; from 7 on each phase has its own."""

    TRICKS_LEFT = 0  # tricks of this round, the running one included; all of a round
    HAND_CARDS = 1  # cards in hand; a full hand
    SPECULATION_CARD = 2  # whether the seat still has it
    TRUMP_PRICE = 3  # today's price of the trump company; $5
    TRUMPS = 4  # trumps in hand; 4 cards
    LEAD = 5  # points ahead of the best rival; 30 points, and never beyond -1 and 1
    ROUNDS_LEFT = 6  # rounds, the running one included; 3 rounds


@kernel
def describe_moves(rules, state, moves, table, features):
    """Write the mover's moves, the decision's features and each move's; return the number of moves.

    ``moves`` is int64[MOST_DESCRIBED], ``table`` float32[TABLE_FEATURES], ``features``
    float32[MOST_DESCRIBED, MOVE_FEATURES]. A move that is the only one may go without features.
    """
    seat = int(state.turn)
    table[:] = 0.0
    describe_table(rules, state, seat, table)
    if state.phase == Phase.TRICK:
        return describe_plays(rules, state, seat, moves, table, features)
    if state.phase == Phase.MARKET:
        return describe_token_moves(rules, state, seat, moves, table, features)
    if state.phase == Phase.PICK:
        tricks = float(table[TableFeature.TRICKS_LEFT])
        return describe_picks(rules, state, seat, tricks, moves, table, features)
    return describe_opening_cards(rules, state, seat, moves, table, features)


@kernel
def describe_table(rules, state, seat, table):
    """Write the features that every decision has to ``table``, float32[TABLE_FEATURES]."""
    tricks = int(rules.halves) * (int(rules.hand_size) - OPENING_CARDS - LAST_CARDS)
    best = -10000
    for other in range(rules.seats):
        if other != seat:
            best = max(best, int(state.points[other]))
    table[TableFeature.TRICKS_LEFT] = tricks_left(rules, state) / tricks
    table[TableFeature.HAND_CARDS] = int(state.hand_sizes[seat]) / int(rules.hand_size)
    table[TableFeature.SPECULATION_CARD] = (int(state.speculation_cards) >> seat) & 1
    table[TableFeature.TRUMP_PRICE] = price(rules, state, state.trump) / 5.0
    table[TableFeature.TRUMPS] = count_bits(int(state.hands[seat, state.trump])) / 4.0
    table[TableFeature.LEAD] = max(-1.0, min(1.0, (int(state.points[seat]) - best) / 30.0))
    table[TableFeature.ROUNDS_LEFT] = (int(rules.rounds) - int(state.round_number)) / 3.0
