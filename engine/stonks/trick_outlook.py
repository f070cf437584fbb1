"""What a seat makes of the running trick: what is in it, and the chance to win it. For the features of moves."""

from typing import Any, NamedTuple

from engine.compiling import kernel
from engine.stonks.assessment import note_fruits, note_stakes
from engine.stonks.cards import NUMBERS
from engine.stonks.chances import chance_to_win, note_chances_of_none, note_unseen
from engine.stonks.rules_of_thumb import strongest_so_far
from engine.stonks.state import next_seat


class Outlook(NamedTuple):
    """What stays the same for all moves of a decision in a trick; kernels hand it on as one.

    Attributes:
        unseen: int64[COMPANIES], masks of the numbers not seen this round.
        none: float64[NUMBERS + 1], the chance that a rival has none of so many good cards.
        rivals: seats still to play after this one.
        voids: the suits that these are known not to have, eight bits each.
        in_sight: the chance that no card led face down wins whatever is played.
        eager: how likely a rival who can beat a card does.
        give: the factor on what a rival's win hands over.
    """

    unseen: Any
    none: Any
    rivals: Any
    voids: Any
    in_sight: Any
    eager: Any
    give: Any


@kernel
def note_outlook(rules, state, seat, weights, rivals, notes, unseen, none):
    """Write notes, and the arrays of an :class:`Outlook`; return how many cards the seat has not seen."""
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    total = note_unseen(rules, state, seat, unseen)
    if rivals > 0:
        note_chances_of_none(total, int(state.hand_sizes[next_seat(rules, seat)]), none)
    return total


@kernel
def chance_of_trick(rules, state, seat, outlook, lead, trump, suit, number):
    """The chance that a card which counts as ``suit`` and ``number`` wins the trick if ``trump`` decides it."""
    counts = 0
    if suit == trump:
        counts = NUMBERS + number
    elif suit == lead:
        counts = number
    if counts <= strongest_so_far(rules, state, seat, trump):
        return 0.0
    return outlook.in_sight * chance_to_win(
        outlook.rivals, outlook.voids, lead, trump, suit, number, outlook.unseen, outlook.none, outlook.eager
    )


@kernel
def add_trick(base, chance, won, give, given):
    """``base`` with what the trick brings on average: the seat gains ``won``, or a rival ``given``; all in $."""
    return base + chance * won - (1.0 - chance) * give * given
