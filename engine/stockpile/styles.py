"""The heuristic player's styles: one weight table, a column for each style. Money is in $K.

The weights were tuned by hand against each other and against the simple bidder, on paired deals of four players
(``eval.style_match``). Tables of other sizes play another game: with five there is no pile to spare, with two everybody
takes two. There the ``value`` style has weights of its own, fitted by ``eval.fit_style``.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt


class Style(IntEnum):
    """How the heuristic player plays."""

    VALUE = 0  # the all-round player: every pile, card and sale at its expected value
    CAUTIOUS = 1  # keeps money, bids low, sells early
    AGGRESSIVE = 2  # bids high, jumps, and uses action cards against the others
    MAJORITY = 3  # collects few companies for their majority bonuses and splits
    SIMPLE_BIDDER = 4  # the rule-based bidder of a public student project, for comparison


STYLES: tuple[str, ...] = tuple(style.name.lower() for style in Style)
"""Style names by number."""


class Weight(IntEnum):
    """The rows of the weight table."""

    GROWTH = 0
    GRIP_LATE = 1
    GRIP_FADE = 2
    HIDDEN_SHARE = 3
    HIDDEN_FEE = 4
    HIDDEN_ACTION = 5
    ACTION_CARD = 6
    ACTION_PER_SHARE = 7
    OWN_COMPANY = 8
    COST = 9
    THRIFT = 10
    RESERVE = 11
    PREMIUM = 12
    JUMP = 13
    SPITE = 14
    HARM = 15
    JITTER = 16


_TABLE: dict[Weight, tuple[float, float, float, float, float]] = {
    # $K a share for each later round. The mean gain is 0.67 at prices 3 to 6, but money in hand for the next auction
    # gains as well: only the difference counts.
    Weight.GROWTH: (0.25, 0.0, 0.3, 0.4, 0.0),
    # How much each share of a lead decides a majority bonus in the last round: 0.5 makes one share the whole bonus.
    Weight.GRIP_LATE: (0.5, 0.45, 0.5, 0.5, 0.0),
    # With rounds to go, leads change hands: the grip is divided by (1 + fade * rounds to go).
    Weight.GRIP_FADE: (1.0, 1.0, 1.0, 0.4, 0.0),
    # Shares of a given company to expect behind each unseen card of a rival: a sixth.
    Weight.HIDDEN_SHARE: (0.15, 0.15, 0.15, 0.15, 0.0),
    # How often a face-down card is a fee: of a hand of two cards 28 % hold one, and most are hidden.
    Weight.HIDDEN_FEE: (0.25, 0.3, 0.2, 0.25, 0.0),
    # How often it is an action card.
    Weight.HIDDEN_ACTION: (0.08, 0.08, 0.08, 0.08, 0.0),
    # $K for an action card: two spaces on some company, whatever one holds ...
    Weight.ACTION_CARD: (2.0, 1.5, 3.0, 2.0, 0.0),
    # ... and so much for each share of one's largest holding, which is where it will go.
    Weight.ACTION_PER_SHARE: (0.75, 0.6, 0.9, 0.75, 0.0),
    # $K a share for each share of the same company already held: splits and Booms pay for all of them at once.
    Weight.OWN_COMPANY: (0.15, 0.0, 0.15, 2.0, 0.0),
    # What $1K of a bid counts before the last round. Below 1: a pile not bought is a pile for a rival, and what it
    # holds can be sold in the same round.
    Weight.COST: (0.6, 0.8, 0.45, 0.6, 0.0),
    # What $1K of a bid that eats into the reserve costs on top: money is needed for the next auction.
    Weight.THRIFT: (0.0, 0.15, 0.0, 0.0, 0.0),
    # $K to have in hand for the next auction: the bid track ends at 25, and who can outbid gets the best pile.
    Weight.RESERVE: (30.0, 40.0, 24.0, 28.0, 0.0),
    # What the first $1K of the reserve is worth above its face value when shares are sold for it; the last one is
    # worth nothing more.
    Weight.PREMIUM: (0.9, 1.2, 0.8, 0.75, 0.0),
    # How eagerly the player jumps over a step of the bid track rather than be overbid.
    Weight.JUMP: (0.0, 0.0, 1.0, 0.0, 0.0),
    # Supply: what $1K that the others lose by misjudging piles counts, in own $K.
    Weight.SPITE: (0.3, 0.1, 0.8, 0.3, 0.0),
    # Action: what $1K of a rival counts, in own $K.
    Weight.HARM: (1.2, 0.6, 1.6, 1.0, 0.0),
    # The width of the random tie-break, $K.
    Weight.JITTER: (0.2, 0.2, 0.2, 0.2, 0.0),
}

_VALUE_AT_OTHER_TABLES: dict[int, dict[Weight, float]] = {
    2: {
        Weight.GROWTH: 0.35,
        Weight.GRIP_LATE: 0.34,
        Weight.GRIP_FADE: 2.36,
        Weight.HIDDEN_SHARE: 0.34,
        Weight.HIDDEN_FEE: 0.14,
        Weight.HIDDEN_ACTION: 0.1,
        Weight.ACTION_CARD: 1.93,
        Weight.ACTION_PER_SHARE: 0.91,
        Weight.OWN_COMPANY: -0.16,
        Weight.COST: 0.52,
        Weight.RESERVE: 26.35,
        Weight.PREMIUM: 1.81,
        Weight.JUMP: 0.0,
        Weight.SPITE: 0.24,
        Weight.HARM: 1.06,
    },
    3: {
        Weight.GROWTH: 0.54,
        Weight.GRIP_LATE: 0.5,
        Weight.GRIP_FADE: 1.0,
        Weight.HIDDEN_SHARE: 0.28,
        Weight.HIDDEN_FEE: 0.22,
        Weight.HIDDEN_ACTION: 0.11,
        Weight.ACTION_CARD: 3.01,
        Weight.ACTION_PER_SHARE: 0.21,
        Weight.OWN_COMPANY: 0.0,
        Weight.COST: 0.41,
        Weight.RESERVE: 19.0,
        Weight.PREMIUM: 0.48,
        Weight.JUMP: 0.0,
        Weight.SPITE: 0.02,
        Weight.HARM: 0.77,
    },
    5: {
        Weight.GROWTH: -0.1,
        Weight.GRIP_LATE: 0.57,
        Weight.GRIP_FADE: 1.18,
        Weight.HIDDEN_SHARE: 0.19,
        Weight.HIDDEN_FEE: 0.32,
        Weight.HIDDEN_ACTION: 0.1,
        Weight.ACTION_CARD: 0.69,
        Weight.ACTION_PER_SHARE: 0.84,
        Weight.OWN_COMPANY: 0.23,
        Weight.COST: 0.82,
        Weight.RESERVE: 34.08,
        Weight.PREMIUM: 1.58,
        Weight.JUMP: 0.31,
        Weight.SPITE: 0.2,
        Weight.HARM: 1.22,
    },
}
"""What ``value`` weighs otherwise, by the number of players. Against its weights for four in all other seats it wins
1.15, 1.22 and 1.88 times an even share with two, three and five players (1,500 deals, every seat once on each).
Weights are mostly as the fit has them; at three players the grip and the own company's share are set back to what
they mean, which costs nothing.
"""


def _weights(seats: int) -> npt.NDArray[np.float64]:
    """The weights at a table of ``seats``, ``[style, weight]``."""
    table = np.array([_TABLE[weight] for weight in Weight]).T
    for weight, value in _VALUE_AT_OTHER_TABLES.get(seats, {}).items():
        table[Style.VALUE, weight] = value
    return table


FEWEST_SEATS = 2

WEIGHTS: npt.NDArray[np.float64] = np.ascontiguousarray([_weights(seats) for seats in range(FEWEST_SEATS, 6)])
"""The weights as ``[seats - FEWEST_SEATS, style, weight]``."""
WEIGHTS.setflags(write=False)
