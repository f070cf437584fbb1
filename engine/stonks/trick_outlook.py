"""What a seat expects of the running trick, for the features of its moves: the chance to win it, what it brings."""

from typing import Any, NamedTuple

from engine.compiling import kernel
from engine.stonks.chances import chance_of_card
from engine.stonks.rules_of_thumb import strongest_so_far


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
def chance_of_trick(rules, state, seat, outlook, lead, trump, suit, number):
    """The chance that a card which counts as ``suit`` and ``number`` wins the trick if ``trump`` decides it."""
    return chance_of_card(
        outlook.rivals,
        outlook.voids,
        outlook.unseen,
        outlook.none,
        outlook.eager,
        outlook.in_sight,
        strongest_so_far(rules, state, seat, trump),
        lead,
        trump,
        suit,
        number,
    )


@kernel
def add_trick(value, outlook, chance, won, given):
    """``value`` and what the trick brings on average, in $: ``won`` to the seat, or else ``given`` to a rival."""
    return value + chance * won - (1.0 - chance) * outlook.give * given
