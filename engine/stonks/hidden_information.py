"""Views and worlds: what a seat has not seen is blanked, and blanks are filled with a uniformly drawn world.

A world is an assignment of the cards the viewer has not seen to the blank places. All agree with what the table knows:
a seat that did not follow suit has none of that suit in hand since then, nor did it discard one at half time, and
what it led face down came out of that hand. Cards put face down into a portfolio had left the hand before any trick,
so they can be of any suit, as can the deck.
"""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_below, shuffle
from engine.rows import fill
from engine.stonks.cards import CARDS, COMPANIES, MAX_HALVES, MAX_SEATS, NONE, NUMBERS, UNSEEN, NextMarket, Phase
from engine.stonks.codes import company_of
from engine.stonks.deal import shuffle_deck, shuffle_row
from engine.stonks.state import add_card, count_cards, deck_size, has_card, leads_face_down
from engine.stonks.suit_counts import MOST_GROUPS, SIGNATURES, draw_split

FREE = -1
"""The group of places that can hold any card."""


@kernel
def hide(rules, state, seat):
    """Blank everything ``seat`` has not seen, other seats' observation keys and the undealt future included."""
    state.viewer = seat
    for other in range(rules.seats):
        if other == seat:
            continue
        state.private_keys[other] = np.uint64(0)
        fill(state.hands[other], 0)
        if state.opening_cards[other] != NONE:
            state.opening_cards[other] = UNSEEN
        if state.discarded_cards[other] != NONE:
            state.discarded_cards[other] = UNSEEN
        for half in range(MAX_HALVES):
            if state.hidden_cards[other, half] != NONE:
                state.hidden_cards[other, half] = UNSEEN
    # Once all have played and used their symbols, a card led face down is shown.
    if leads_face_down(state) and state.leader != seat and state.phase != Phase.PICK:
        state.played[state.leader] = UNSEEN
    number = int(state.round_number)
    size = deck_size(rules)
    if number < rules.rounds:
        fill(state.decks[number, int(state.dealt) : size], UNSEEN)
    for later in range(number + 1, int(rules.rounds)):
        fill(state.decks[later, :size], UNSEEN)
        if rules.next_market == NextMarket.NEW_MARKET:
            fill(state.rows[later, : int(rules.companies)], UNSEEN)


@kernel
def redeal(rules, view, rng):
    """Fill the blanks with a world drawn uniformly from all that agree with the view; False if there is none."""
    if view.round_number < rules.rounds and not redeal_round(rules, view, rng):
        return False
    for later in range(int(view.round_number) + 1, int(rules.rounds)):
        if view.rows[later, 0] == UNSEEN:
            shuffle_row(rules, view.rows[later], rng)
        if view.decks[later, 0] == UNSEEN:
            shuffle_deck(rules, view.rows[later], view.decks[later], rng)
    view.viewer = -1
    return True


@kernel
def list_unseen(rules, view, cards):
    """Write the cards that the viewer has not seen this round, ascending; return their number."""
    seen = np.zeros(COMPANIES, np.int64)
    for company in range(COMPANIES):
        numbers = int(view.removed[company])
        for seat in range(rules.seats):
            numbers |= int(view.hands[seat, company]) | int(view.portfolios[seat, company])
        seen[company] = numbers
    if view.turned >= 0:
        add_card(seen, view.turned)
    for seat in range(rules.seats):
        for card in (
            view.played[seat],
            view.opening_cards[seat],
            view.discarded_cards[seat],
            view.hidden_cards[seat, 0],
            view.hidden_cards[seat, 1],
        ):
            if card >= 0:
                add_card(seen, card)
    deck = view.decks[view.round_number]
    for place in range(int(view.dealt), deck_size(rules)):
        if deck[place] >= 0:
            add_card(seen, deck[place])
    count = 0
    for company in range(COMPANIES):
        if view.places[company] != NONE:
            for card in range(company * NUMBERS, (company + 1) * NUMBERS):
                if not has_card(seen, card):
                    cards[count] = card
                    count += 1
    return count


@kernel
def redeal_round(rules, view, rng):
    """Assign the unseen cards of this round to the blank places; False if no world agrees with the view.

    The restricted places take theirs first: how many of which suits is drawn in proportion to the number of worlds
    (:mod:`engine.stonks.suit_counts`), then which cards of those suits. Free places take the rest in random order.
    """
    cards = np.empty(CARDS, np.int64)
    count = list_unseen(rules, view, cards)
    blanks = np.empty(MAX_SEATS, np.int64)
    for seat in range(rules.seats):
        blanks[seat] = int(view.hand_sizes[seat]) - count_cards(view.hands[seat])
        if blanks[seat] < 0:
            return False
    # The groups of each seat's hand and of its discarded card.
    hand_groups = np.full(MAX_SEATS, FREE, np.int64)
    discard_groups = np.full(MAX_SEATS, FREE, np.int64)
    ruled_out = np.zeros(MOST_GROUPS, np.int64)
    sizes = np.zeros(MOST_GROUPS, np.int64)
    groups = 0
    for seat in range(rules.seats):
        places = blanks[seat]
        if view.played[seat] == UNSEEN:
            places += 1
        if places > 0 and view.voids[seat] != 0:
            group = group_of(ruled_out, groups, int(view.voids[seat]))
            groups = max(groups, group + 1)
            hand_groups[seat] = group
            sizes[group] += places
        if view.discarded_cards[seat] == UNSEEN and view.discarded_voids[seat] != 0:
            group = group_of(ruled_out, groups, int(view.discarded_voids[seat]))
            groups = max(groups, group + 1)
            discard_groups[seat] = group
            sizes[group] += 1
    # cards[starts[g]:] are the next cards for group g; the free ones follow starts[groups].
    starts = np.zeros(MOST_GROUPS + 1, np.int64)
    if groups > 0:
        sort_groups(ruled_out, sizes, groups, hand_groups, discard_groups)
        if not take_restricted(cards, count, ruled_out, sizes, groups, starts, rng):
            return False
    shuffle(cards[starts[groups] : count], count - starts[groups], rng)
    return lay_out(rules, view, cards, count, blanks, hand_groups, discard_groups, groups, starts)


@kernel
def group_of(ruled_out, groups, suits):
    """The group of places that cannot hold ``suits`` (a bit set), made if it is new."""
    for group in range(groups):
        if ruled_out[group] == suits:
            return group
    ruled_out[groups] = suits
    return groups


@kernel
def sort_groups(ruled_out, sizes, groups, hand_groups, discard_groups):
    """Order the groups by size: the last and largest one costs no counting."""
    for index in range(1, groups):
        place = index
        while place > 0 and sizes[place - 1] > sizes[place]:
            swap(ruled_out, place)
            swap(sizes, place)
            for seat in range(MAX_SEATS):
                hand_groups[seat] = swapped(hand_groups[seat], place)
                discard_groups[seat] = swapped(discard_groups[seat], place)
            place -= 1


@kernel
def swap(values, place):
    """Exchange a value with the one before it."""
    kept = values[place]
    values[place] = values[place - 1]
    values[place - 1] = kept


@kernel
def swapped(group, place):
    """Where a group is after the swap of ``place`` with the one before it."""
    if group == place:
        return place - 1
    if group == place - 1:
        return place
    return group


@kernel
def take_restricted(cards, count, ruled_out, sizes, groups, starts, rng):
    """Move each group's cards, in random order, to the front of ``cards``; False if there is no way to fill them."""
    signatures = np.zeros(COMPANIES, np.int64)
    for company in range(COMPANIES):
        for group in range(groups):
            if (ruled_out[group] >> company) & 1 == 0:
                signatures[company] |= 1 << group
    pools = np.zeros((MOST_GROUPS, SIGNATURES), np.int64)
    takes = np.zeros((MOST_GROUPS, SIGNATURES), np.int64)
    for index in range(count):
        pools[0, signatures[company_of(cards[index])]] += 1
    if not draw_split(pools, sizes, groups, takes, rng):
        return False
    front = 0
    for group in range(groups):
        starts[group] = front
        for index in range(front, count):
            # Selection sampling: every subset of a pool of the wanted size is equally likely.
            signature = signatures[company_of(cards[index])] >> group
            wanted = takes[group, signature]
            if wanted > 0:
                if draw_below(rng, pools[group, signature]) < wanted:
                    takes[group, signature] = wanted - 1
                    kept = cards[front]
                    cards[front] = cards[index]
                    cards[index] = kept
                    front += 1
                pools[group, signature] -= 1
        shuffle(cards[starts[group] : front], front - starts[group], rng)
    starts[groups] = front
    return True


@kernel
def lay_out(rules, view, cards, count, blanks, hand_groups, discard_groups, groups, starts):
    """Lay the cards on the blank places, each from its group's part of the pile; False unless all are used."""
    deck = view.decks[view.round_number]
    size = deck_size(rules)
    free = 0
    for seat in range(rules.seats):
        places = blanks[seat] + (1 if view.played[seat] == UNSEEN else 0)
        if hand_groups[seat] == FREE:
            free += places
        if view.discarded_cards[seat] == UNSEEN and discard_groups[seat] == FREE:
            free += 1
        if view.opening_cards[seat] == UNSEEN:
            free += 1
        for half in range(MAX_HALVES):
            if view.hidden_cards[seat, half] == UNSEEN:
                free += 1
    for place in range(int(view.dealt), size):
        if deck[place] == UNSEEN:
            free += 1
    if free != count - starts[groups]:
        return False
    for seat in range(rules.seats):
        group = hand_groups[seat] if hand_groups[seat] != FREE else groups
        for _ in range(blanks[seat]):
            add_card(view.hands[seat], cards[starts[group]])
            starts[group] += 1
        if view.played[seat] == UNSEEN:
            view.played[seat] = cards[starts[group]]
            starts[group] += 1
        group = discard_groups[seat] if discard_groups[seat] != FREE else groups
        if view.discarded_cards[seat] == UNSEEN:
            view.discarded_cards[seat] = cards[starts[group]]
            starts[group] += 1
        if view.opening_cards[seat] == UNSEEN:
            view.opening_cards[seat] = cards[starts[groups]]
            starts[groups] += 1
        for half in range(MAX_HALVES):
            if view.hidden_cards[seat, half] == UNSEEN:
                view.hidden_cards[seat, half] = cards[starts[groups]]
                starts[groups] += 1
    for place in range(int(view.dealt), size):
        if deck[place] == UNSEEN:
            deck[place] = cards[starts[groups]]
            starts[groups] += 1
    return True
