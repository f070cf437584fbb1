"""Views and worlds: what a seat has not seen is blanked, and blanks are filled with a uniformly drawn world.

A world is an assignment of the unseen market cards to the places whose faces are blank, and of the unseen company and
forecast cards to the blank pairs. All worlds that respect what the table knows are equally likely: each blank card has
a set of faces ruled out (``excluded``), and starting stocks are of different companies.
"""

import numpy as np

from engine.compiling import kernel
from engine.randomness import draw_below, draw_unit, shuffle
from engine.stockpile.cards import (
    COMPANIES,
    DECK_SIZE,
    FREE_ORDER,
    KINDS,
    MAX_ROUNDS,
    STARTING_STOCK,
    CardKind,
    Phase,
    Zone,
)
from engine.stockpile.state import clear_holdings, fill, has_seen

MOST_TRIES = 1_000_000
"""``redeal`` gives up after this many rejected samples; views built by the engine need a handful."""


@kernel
def hide(rules, state, seat):
    """Blank everything ``seat`` has not seen, other seats' observation keys and the undealt future included."""
    state.viewer = seat
    state.sale_cursor = FREE_ORDER
    for card in range(DECK_SIZE):
        if not has_seen(state, card, seat):
            state.card[card] = CardKind.UNKNOWN
    for other in range(rules.seats):
        if other != seat:
            state.private_keys[other] = np.uint64(0)
    count_holdings(rules, state)
    number = int(state.round_number)
    for pair in range(COMPANIES):
        if number < rules.rounds and (int(state.pair_seen[pair]) >> seat) & 1 == 0:
            state.pair_companies[number, pair] = -1
            state.pair_forecasts[number, pair] = -1
    for later in range(number + 1, MAX_ROUNDS):
        fill(state.pair_companies[later], -1)
        fill(state.pair_forecasts[later], -1)


@kernel
def count_holdings(rules, state):
    """Recount each seat's shares and action cards from the faces that are not blank."""
    clear_holdings(state)
    for card in range(state.dealt):
        count_card(state, card)


@kernel
def count_card(state, card):
    """Add a card to its holder's shares or action cards, if it lies in a portfolio and its face is not blank."""
    kind = int(state.card[card])
    if kind == CardKind.UNKNOWN:
        return
    holder = state.holder[card]
    if state.zone[card] == Zone.PORTFOLIO:
        if kind <= CardKind.LAST_STOCK:
            state.shares[holder, kind] += 1
        elif kind >= CardKind.STOCK_BOOM:
            state.actions[holder, kind - CardKind.STOCK_BOOM] += 1
    elif state.zone[card] == Zone.SPLIT_PORTFOLIO:
        state.split_shares[holder, kind] += 1


@kernel
def redeal(rules, view, rng):
    """Fill the blanks with a world drawn uniformly from all that agree with the view; False if none was found."""
    if not redeal_market_cards(rules, view, rng):
        return False
    redeal_pairs(rules, view, rng)
    count_holdings(rules, view)
    view.viewer = -1
    return True


@kernel
def redeal_pairs(rules, view, rng):
    """Shuffle the unseen company and forecast cards over the blank pairs of this round and all later ones."""
    pool = np.empty(COMPANIES, np.int8)
    for number in range(int(view.round_number), int(rules.rounds)):
        fill_with_missing(view.pair_companies[number], pool, rng)
        fill_with_missing(view.pair_forecasts[number], pool, rng)


@kernel
def fill_with_missing(row, pool, rng):
    """Fill the blanks of a row of six with the numbers 0..5 it lacks, shuffled."""
    present = 0
    for pair in range(COMPANIES):
        if row[pair] >= 0:
            present |= 1 << int(row[pair])
    count = 0
    for value in range(COMPANIES):
        if (present >> value) & 1 == 0:
            pool[count] = value
            count += 1
    shuffle(pool, count, rng)
    for pair in range(COMPANIES):
        if row[pair] < 0:
            count -= 1
            row[pair] = pool[count]


@kernel
def allowed_kinds(view, card):
    """The faces a blank card can have, as a bit set."""
    return ((1 << KINDS) - 1) & ~int(view.excluded[card])


@kernel
def bits(mask):
    """The number of set bits."""
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


@kernel
def redeal_market_cards(rules, view, rng):
    """Assign the unseen cards to the blank places, uniformly among the assignments that respect what is known.

    Restricted places are filled one by one, the most restricted first, each with a card drawn from those it allows.
    Had every step the same number of cards to choose from in all histories, this would be uniform; the sample is
    accepted with probability (product of the numbers there were) / (product of the largest there can be), which
    makes it so (rejection sampling). Free places then take the rest in shuffled order.
    """
    unseen = np.empty(KINDS, np.int64)
    for kind in range(KINDS):
        unseen[kind] = rules.deck_counts[kind]
    restricted = np.empty(DECK_SIZE, np.int64)
    restricted_count = 0
    free = np.empty(DECK_SIZE, np.int64)
    free_count = 0
    starting_companies = 0
    for card in range(DECK_SIZE):
        kind = int(view.card[card])
        if kind != CardKind.UNKNOWN:
            unseen[kind] -= 1
            if view.excluded[card] & STARTING_STOCK:
                starting_companies |= 1 << kind
        elif view.excluded[card] != 0:
            restricted[restricted_count] = card
            restricted_count += 1
        else:
            free[free_count] = card
            free_count += 1
    for kind in range(KINDS):
        if unseen[kind] < 0:
            return False
    if restricted_count > 0:
        sort_by_restriction(view, restricted, restricted_count)
        most_choices = np.empty(DECK_SIZE, np.float64)
        bound_choices(view, unseen, restricted, restricted_count, starting_companies, most_choices)
        pool = np.empty(KINDS, np.int64)
        found = False
        for _ in range(MOST_TRIES):
            for kind in range(KINDS):
                pool[kind] = unseen[kind]
            if try_restricted(
                view, restricted, restricted_count, starting_companies, pool, most_choices, rng
            ) and mover_can_act(view):
                found = True
                break
        if not found:
            return False
        for kind in range(KINDS):
            unseen[kind] = pool[kind]
    position = 0
    for kind in range(KINDS):
        for _ in range(unseen[kind]):
            if position >= free_count:
                return False
            view.card[free[position]] = kind
            position += 1
    if position != free_count:
        return False
    # A shuffle of the faces over the free places.
    for last in range(free_count - 1, 0, -1):
        other = draw_below(rng, last + 1)
        kept = view.card[free[last]]
        view.card[free[last]] = view.card[free[other]]
        view.card[free[other]] = kept
    return True


@kernel
def mover_can_act(view):
    """Whether the seat whose Action turn it is holds an action card, as the table knows it does."""
    if view.phase != Phase.ACTION:
        return True
    for card in range(view.dealt):
        if (
            view.card[card] >= CardKind.STOCK_BOOM
            and view.holder[card] == view.turn
            and view.zone[card] == Zone.PORTFOLIO
        ):
            return True
    return False


@kernel
def sort_by_restriction(view, restricted, count):
    """Order blank places: starting stocks first, then by the number of faces allowed, ascending."""
    for index in range(1, count):
        card = restricted[index]
        rank = restriction_rank(view, card)
        place = index
        while place > 0 and restriction_rank(view, restricted[place - 1]) > rank:
            restricted[place] = restricted[place - 1]
            place -= 1
        restricted[place] = card


@kernel
def restriction_rank(view, card):
    """Starting stocks come before all others; then fewer allowed faces come first."""
    rank = bits(allowed_kinds(view, card))
    if not view.excluded[card] & STARTING_STOCK:
        rank += KINDS
    return rank


@kernel
def bound_choices(view, unseen, restricted, count, starting_companies, most_choices):
    """For each restricted place, the largest number of cards it can have to choose from.

    Every earlier place whose allowed faces are all allowed here has certainly taken one of them.
    """
    for index in range(count):
        allowed = allowed_kinds(view, restricted[index])
        starting = view.excluded[restricted[index]] & STARTING_STOCK
        if starting:
            allowed &= ~starting_companies
        total = 0
        for kind in range(KINDS):
            if (allowed >> kind) & 1:
                total += unseen[kind]
        taken = 0
        for earlier in range(index):
            other = allowed_kinds(view, restricted[earlier])
            if view.excluded[restricted[earlier]] & STARTING_STOCK:
                other &= ~starting_companies
            if other & ~allowed == 0:
                taken += 1
        most_choices[index] = total - taken


@kernel
def try_restricted(view, restricted, count, starting_companies, pool, most_choices, rng):
    """Fill the restricted places once; True if the sample is accepted. ``pool`` is left with the cards not used."""
    for index in range(count):
        card = restricted[index]
        allowed = allowed_kinds(view, card)
        starting = view.excluded[card] & STARTING_STOCK
        if starting:
            allowed &= ~starting_companies
        total = 0
        for kind in range(KINDS):
            if (allowed >> kind) & 1:
                total += pool[kind]
        if total <= 0:
            return False
        if total < most_choices[index] and draw_unit(rng) * most_choices[index] >= total:
            return False
        choice = draw_below(rng, total)
        for kind in range(KINDS):
            if (allowed >> kind) & 1:
                choice -= pool[kind]
                if choice < 0:
                    view.card[card] = kind
                    pool[kind] -= 1
                    if starting:
                        starting_companies |= 1 << kind
                    break
    return True
