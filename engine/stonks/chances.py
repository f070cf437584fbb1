"""The chances of a card in a trick, from the cards that a seat has not seen.

All seats that are still to play to a trick hold equally many cards, so one table has the chances of each of them.
"""

import numpy as np

from engine.compiling import kernel
from engine.stack_arrays import stack_array
from engine.stonks.assessment import lead_is_unseen
from engine.stonks.cards import COMPANIES, MAX_HALVES, MAX_SEATS, NONE, NUMBERS
from engine.stonks.state import add_card, count_bits, next_seat

ALL_NUMBERS = (1 << NUMBERS) - 1

UNSEEN_LEAD_WINS = 0.45
"""The chance that a card led face down by somebody else beats whatever is played."""

new_unseen = stack_array((COMPANIES,), np.int64)
"""Each company's mask of numbers that a seat has not seen this round."""

new_chances = stack_array((NUMBERS + 1,), np.float64)
"""The chance that a hand has none of so many good cards."""


@kernel
def note_unseen(rules, state, seat, unseen):
    """Write each company's mask of numbers that ``seat`` has not seen this round; return how many cards they are."""
    for company in range(COMPANIES):
        numbers = np.int64(state.removed[company]) | np.int64(state.hands[seat, company])
        for other in range(MAX_SEATS):
            numbers |= np.int64(state.portfolios[other, company])
        unseen[company] = numbers
    add_card(unseen, state.turned)
    if state.opening_cards[seat] != NONE:
        add_card(unseen, state.opening_cards[seat])
    if state.discarded_cards[seat] != NONE:
        add_card(unseen, state.discarded_cards[seat])
    for half in range(MAX_HALVES):
        if state.hidden_cards[seat, half] != NONE:
            add_card(unseen, state.hidden_cards[seat, half])
    hidden_lead = lead_is_unseen(state, seat)
    for other in range(rules.seats):
        if state.played[other] != NONE and not (hidden_lead and other == state.leader):
            add_card(unseen, state.played[other])
    total = 0
    for company in range(COMPANIES):
        unseen[company] = ALL_NUMBERS & ~unseen[company] if state.places[company] != NONE else 0
        total += count_bits(unseen[company])
    return total


@kernel
def note_chances_of_none(unseen_count, cards, none):
    """Write the chance that a hand of ``cards`` unseen cards has none of 0, 1, 2 ... 13 good cards."""
    miss = new_chances()
    for good in range(NUMBERS + 1):
        miss[good] = 1.0 - good / max(unseen_count, 1)
        none[good] = 1.0
    while cards:
        if cards & 1:
            for good in range(NUMBERS + 1):
                none[good] *= miss[good]
        for good in range(NUMBERS + 1):
            miss[good] *= miss[good]
        cards >>= 1


@kernel
def note_outlook(rules, state, seat, rivals, unseen, none):
    """Write the unseen cards and the chances of the next so many seats; return how many cards are unseen."""
    total = note_unseen(rules, state, seat, unseen)
    if rivals > 0:
        note_chances_of_none(total, int(state.hand_sizes[next_seat(rules, seat)]), none)
    return total


@kernel
def note_rivals(rules, state, seat, rivals, unseen, none):
    """Write what :func:`note_outlook` does if anybody is still to play; return these seats' :func:`voids_of`."""
    if rivals > 0:
        note_outlook(rules, state, seat, rivals, unseen, none)
    return voids_of(rules, state, seat, rivals)


@kernel
def voids_of(rules, state, seat, rivals):
    """The suits that the next so many seats are known not to have, eight bits each."""
    voids = np.int64(0)
    other = int(seat)
    for index in range(rivals):
        other = next_seat(rules, other)
        voids |= np.int64(state.voids[other]) << (8 * index)
    return voids


@kernel
def chance_to_win(rivals, voids, lead, trump, suit, number, unseen, none, eager):
    """The chance that none of the rivals still to play beats a card that counts as ``suit``, lead or trump."""
    higher = count_bits(unseen[suit] >> number)
    leads = count_bits(unseen[lead])
    trumps = count_bits(unseen[trump])
    chance = 1.0
    for _ in range(rivals):
        beats = 1.0 - none[0 if (voids >> suit) & 1 else higher]
        if lead != trump:
            no_lead = none[0 if (voids >> lead) & 1 else leads]
            if suit == trump:
                beats *= no_lead
            else:
                beats = min(1.0, beats + no_lead * (1.0 - none[0 if (voids >> trump) & 1 else trumps]))
        chance *= 1.0 - eager * beats
        voids >>= 8
    return chance


@kernel
def chance_of_card(rivals, voids, unseen, none, eager, in_sight, to_beat, lead, trump, suit, number):
    """The chance that a card which counts as ``suit`` and ``number`` wins the trick if ``trump`` decides it.

    ``rivals`` seats are still to play, with ``voids``; ``to_beat`` is the strength of the others' cards in sight, and
    ``in_sight`` the chance that these are all.
    """
    counts = 0
    if suit == trump:
        counts = NUMBERS + number
    elif suit == lead:
        counts = number
    if counts <= to_beat:
        return 0.0
    return in_sight * chance_to_win(rivals, voids, lead, trump, suit, number, unseen, none, eager)


@kernel
def trick_value(rivals, voids, unseen, none, eager, in_sight, to_beat, lead, trump, suit, number, won, given):
    """What such a card brings in this trick: ``won`` to the seat if it wins, else a loss of ``given``."""
    chance = chance_of_card(rivals, voids, unseen, none, eager, in_sight, to_beat, lead, trump, suit, number)
    return chance * won - (1.0 - chance) * given


@kernel
def chance_of_lead(state, seat):
    """The chance that no card led face down by somebody else wins whatever is played."""
    return 1.0 - UNSEEN_LEAD_WINS if lead_is_unseen(state, seat) else 1.0
