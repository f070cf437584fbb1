"""What a view says of earlier decisions of the same half: hands as they were, the moves made, and other worlds.

Within a half nobody draws: a hand of earlier on is today's hand and what has been played since. Opening pairs and cards
put away belong to the hand they came from as well.
"""

import numpy as np

from engine.compiling import kernel
from engine.contract import UNKNOWN_MOVE
from engine.randomness import draw_below
from engine.stonks.cards import COMPANIES, MAX_HALVES, NONE, NUMBERS, UNSEEN, MoveKind, Phase
from engine.stonks.codes import company_of, encode_move
from engine.stonks.market import DOWN, UP
from engine.stonks.state import add_card, deck_size, is_speculator, lowest_number, remove_card

HAND = 0
HIDDEN = 1  # and the next one, by the half
DISCARDED = 3
OPENING = 4
PLAYED = 5
DECK = 6


@kernel
def same_half(earlier, later):
    """Whether two views are of the same half of a round."""
    return earlier.round_number == later.round_number and earlier.half == later.half and later.phase != Phase.OVER


@kernel
def same_trick(earlier, later):
    """Whether two views of the same half are of the same trick, on the way to it included."""
    return earlier.turned == later.turned


@kernel
def learn(rules, earlier, later):
    """Note in ``earlier`` what its viewer knows by now; ``later`` is the next view, in which that is noted already.

    Other seats' hands then have the cards that are known to have been in them. False if it is of another half.
    """
    if not same_half(earlier, later):
        return False
    viewer = int(earlier.viewer)
    mover = int(earlier.turn)
    for seat in range(rules.seats):
        if seat == viewer:
            continue
        for company in range(COMPANIES):
            earlier.hands[seat, company] = later.hands[seat, company]
        if earlier.opening_cards[seat] == UNSEEN:
            earlier.opening_cards[seat] = shown_opening_card(earlier, later, seat)
    if earlier.phase != Phase.OPENING_PAIR and earlier.played[earlier.leader] == UNSEEN and same_trick(earlier, later):
        earlier.played[earlier.leader] = later.played[earlier.leader]
    if mover == viewer:
        return True
    if earlier.phase == Phase.OPENING_PAIR:
        if earlier.opening_cards[mover] == NONE:
            card = int(later.opening_cards[mover])
            if card >= 0:
                add_card(earlier.hands[mover], card)
        return True
    if earlier.phase == Phase.TRICK:
        card = card_played(rules, earlier, later)
        if card >= 0:
            add_card(earlier.hands[mover], card)
    return True


@kernel
def shown_opening_card(earlier, later, seat):
    """The card a seat chose to lie face up, if it has been shown by ``later``."""
    if later.opening_cards[seat] != NONE:
        return int(later.opening_cards[seat])
    return new_card(earlier.portfolios[seat], later.portfolios[seat])


@kernel
def new_card(before, after):
    """The lowest card of a set that another lacks; NONE if there is none."""
    for company in range(COMPANIES):
        numbers = np.int64(after[company]) & ~np.int64(before[company])
        if numbers:
            return company * NUMBERS + lowest_number(numbers)
    return NONE


@kernel
def card_played(rules, earlier, later):
    """The card that the mover of ``earlier`` then played; UNSEEN if the viewer has not seen it."""
    mover = int(earlier.turn)
    if same_trick(earlier, later):
        return int(later.played[mover])
    # Nobody won the trick, and all of it is out of the round.
    found = UNSEEN
    for company in range(COMPANIES):
        numbers = np.int64(later.removed[company]) & ~np.int64(earlier.removed[company])
        while numbers:
            card = company * NUMBERS + lowest_number(numbers)
            numbers &= numbers - 1
            known = card == earlier.turned
            for seat in range(rules.seats):
                if earlier.played[seat] == card:
                    known = True
            if not known:
                if found != UNSEEN:
                    return UNSEEN  # this or the card that had been led face down
                found = card
    return found


@kernel
def leads_unseen(world, seat):
    """Whether the seat's card in the running trick lies face down."""
    return world.phase != Phase.OPENING_PAIR and world.leader == seat and is_speculator(world, seat)


@kernel
def precedes_lead(earlier, later):
    """Whether a view is from before the lead of the trick that runs in a later one."""
    return earlier.phase == Phase.OPENING_PAIR or not same_trick(earlier, later) or earlier.lead == NONE


@kernel
def move_made(rules, earlier, later, world):
    """The move that led from ``earlier`` to ``later``, what was hidden as it is in ``world``; UNKNOWN_MOVE if unclear.

    All three are of the same half; :func:`learn` has been through the views.
    """
    mover = int(earlier.turn)
    if earlier.phase == Phase.PICK:
        card = new_card(earlier.portfolios[mover], later.portfolios[mover])
        return UNKNOWN_MOVE if card == NONE else encode_move(MoveKind.PICK, 0, card)
    if earlier.phase == Phase.MARKET:
        return token_moved(rules, earlier, later)
    if earlier.phase == Phase.OPENING_PAIR:
        if earlier.opening_cards[mover] != NONE:
            card = int(world.hidden_cards[mover, earlier.half])
            return UNKNOWN_MOVE if card < 0 else encode_move(MoveKind.CHOOSE_FACE_DOWN, 0, card)
        card = int(later.opening_cards[mover])
        if card < 0:
            card = int(world.opening_cards[mover])
        return UNKNOWN_MOVE if card < 0 else encode_move(MoveKind.CHOOSE_FACE_UP, 0, card)
    card = card_played(rules, earlier, later)
    if card < 0 and leads_unseen(world, mover):
        card = int(world.played[mover])
    if card < 0:
        return UNKNOWN_MOVE
    if (int(earlier.speculation_cards) >> mover) & 1 and not (int(later.speculation_cards) >> mover) & 1:
        lead = int(later.lead) if earlier.lead == NONE else int(earlier.lead)
        return encode_move(MoveKind.SPECULATE, lead, card)
    return encode_move(MoveKind.PLAY, 0, card)


@kernel
def token_moved(rules, earlier, later):
    """The token move between two views."""
    for company in range(COMPANIES):
        if earlier.places[company] != NONE and earlier.levels[company] != later.levels[company]:
            direction = UP if later.levels[company] > earlier.levels[company] else DOWN
            return encode_move(MoveKind.MOVE_TOKEN, company, direction)
    return encode_move(MoveKind.LEAVE_MARKET, 0, 0) if rules.optional_symbols else UNKNOWN_MOVE


@kernel
def recall(rules, earlier, world, out):
    """Make ``out[0]`` the position of ``earlier`` as its mover knew it, the viewer's blanks as in ``world``."""
    out[0] = earlier
    recalled = out[0]
    mover = int(earlier.turn)
    for company in range(COMPANIES):
        recalled.hands[mover, company] = int(earlier.hands[mover, company]) | int(world.hands[mover, company])
    for half in range(MAX_HALVES):
        if earlier.hidden_cards[mover, half] != NONE:
            recalled.hidden_cards[mover, half] = world.hidden_cards[mover, half]
    if earlier.discarded_cards[mover] != NONE:
        recalled.discarded_cards[mover] = world.discarded_cards[mover]
    if earlier.phase == Phase.OPENING_PAIR:
        if world.hidden_cards[mover, earlier.half] != NONE:
            add_card(recalled.hands[mover], world.hidden_cards[mover, earlier.half])
        if earlier.opening_cards[mover] == UNSEEN:
            recalled.opening_cards[mover] = world.opening_cards[mover]
        elif earlier.opening_cards[mover] == NONE and world.opening_cards[mover] != NONE:
            add_card(recalled.hands[mover], world.opening_cards[mover])
    if leads_unseen(world, mover) and precedes_lead(earlier, world):
        # What still lies face down came out of this hand.
        add_card(recalled.hands[mover], world.played[mover])


# --- other worlds -----------------------------------------------------------------------------------------------------


@kernel
def private_places(rules, view, seat):
    """How many cards of a seat the viewer has not seen."""
    if seat == view.viewer:
        return 0
    count = int(view.hand_sizes[seat])
    for half in range(MAX_HALVES):
        if view.hidden_cards[seat, half] == UNSEEN:
            count += 1
    if view.discarded_cards[seat] == UNSEEN:
        count += 1
    if view.opening_cards[seat] == UNSEEN:
        count += 1
    if view.played[seat] == UNSEEN:
        count += 1
    return count


@kernel
def place_of(rules, view, world, seat, index):
    """The kind of a seat's unseen place, and the card that lies there in ``world``."""
    size = int(view.hand_sizes[seat])
    if index < size:
        for company in range(COMPANIES):
            numbers = int(world.hands[seat, company])
            while numbers:
                if index == 0:
                    return HAND, company * NUMBERS + lowest_number(numbers)
                numbers &= numbers - 1
                index -= 1
    index -= size
    for half in range(MAX_HALVES):
        if view.hidden_cards[seat, half] == UNSEEN:
            if index == 0:
                return HIDDEN + half, int(world.hidden_cards[seat, half])
            index -= 1
    if view.discarded_cards[seat] == UNSEEN:
        if index == 0:
            return DISCARDED, int(world.discarded_cards[seat])
        index -= 1
    if view.opening_cards[seat] == UNSEEN:
        if index == 0:
            return OPENING, int(world.opening_cards[seat])
        index -= 1
    return PLAYED, int(world.played[seat])


@kernel
def may_lie(view, seat, kind, card):
    """Whether a card can lie at a seat's place, as far as all know."""
    suit = company_of(card)
    if kind in (HAND, PLAYED):
        return (int(view.voids[seat]) >> suit) & 1 == 0
    if kind == DISCARDED:
        return (int(view.discarded_voids[seat]) >> suit) & 1 == 0
    return True


@kernel
def put(world, seat, kind, card):
    """Lay a card at a seat's place."""
    if kind == HAND:
        add_card(world.hands[seat], card)
    elif kind == DISCARDED:
        world.discarded_cards[seat] = card
    elif kind == OPENING:
        world.opening_cards[seat] = card
    elif kind == PLAYED:
        world.played[seat] = card
    else:
        world.hidden_cards[seat, kind - HIDDEN] = card


@kernel
def exchange(rules, view, world, rng):
    """Let two unseen cards of ``world`` change places; the seats that hold them as a bit set, 0 if they may not.

    The first is a seat's, the second any other seat's or the deck's. Every exchange is as likely as its reverse.
    """
    total = 0
    for seat in range(rules.seats):
        total += private_places(rules, view, seat)
    deck = world.decks[world.round_number]
    in_deck = deck_size(rules) - int(view.dealt)
    if total == 0:
        return 0
    first = draw_below(rng, total)
    second = draw_below(rng, total + in_deck)
    seat = 0
    while first >= private_places(rules, view, seat):
        first -= private_places(rules, view, seat)
        seat += 1
    kind, card = place_of(rules, view, world, seat, first)
    if second >= total:
        place = int(view.dealt) + second - total
        other = int(deck[place])
        if not may_lie(view, seat, kind, other):
            return 0
        if kind == HAND:
            remove_card(world.hands[seat], card)
        put(world, seat, kind, other)
        deck[place] = card
        return 1 << seat
    other_seat = 0
    while second >= private_places(rules, view, other_seat):
        second -= private_places(rules, view, other_seat)
        other_seat += 1
    other_kind, other = place_of(rules, view, world, other_seat, second)
    if seat == other_seat and kind == other_kind:
        return 0
    if not may_lie(view, seat, kind, other) or not may_lie(view, other_seat, other_kind, card):
        return 0
    if kind == HAND:
        remove_card(world.hands[seat], card)
    if other_kind == HAND:
        remove_card(world.hands[other_seat], other)
    put(world, seat, kind, other)
    put(world, other_seat, other_kind, card)
    return (1 << seat) | (1 << other_seat)


@kernel
def adopt(rules, view, world):
    """Fill the seats' unseen cards of ``view`` as they are in ``world``; the deck and later rounds stay blank."""
    for seat in range(rules.seats):
        if seat == view.viewer:
            continue
        for company in range(COMPANIES):
            view.hands[seat, company] = world.hands[seat, company]
        for half in range(MAX_HALVES):
            view.hidden_cards[seat, half] = world.hidden_cards[seat, half]
        view.discarded_cards[seat] = world.discarded_cards[seat]
        view.opening_cards[seat] = world.opening_cards[seat]
        view.played[seat] = world.played[seat]
