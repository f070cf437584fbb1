"""What a seat expects of the running trick, for the features of its moves: the chance to win it, what it brings."""

from typing import Any, NamedTuple

from engine.compiling import kernel
from engine.stonks.cards import NUMBERS
from engine.stonks.chances import chance_to_win, note_chances_of_none, note_unseen
from engine.stonks.rules_of_thumb import strongest_so_far
from engine.stonks.state import next_seat


class Outlook(NamedTuple):
    """A seat's outlook on the trick: the same for all its moves, so kernels hand it on as one.

    Attributes:
        unseen: int64[COMPANIES], masks of the numbers that the seat has not seen this round.
        none: float64[NUMBERS + 1], the chance that a rival has none of so many good cards.
        rivals: seats still to play after this one.
        voids: the suits that these are known not to have, eight bits each.
        in_sight: the chance that no card led face down by somebody else wins whatever is played.
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
def note_outlook(rules, state, seat, rivals, unseen, none):
    """Write an :class:`Outlook`'s arrays; return how many cards the seat has not seen."""
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
def add_trick(value, outlook, chance, won, given):
    """``value`` and what the trick brings on average, in $: ``won`` to the seat, or else ``given`` to a rival."""
    return value + chance * won - (1.0 - chance) * outlook.give * given
