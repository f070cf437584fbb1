"""2. Supply Phase: piles are seeded face up, then each seat adds one card face up and one face down."""

from engine.compiling import kernel
from engine.randomness import draw_below
from engine.stockpile.cards import ALL_SEEN, MoveKind, Phase, Zone
from engine.stockpile.codes import encode_move, first_part, move_kind, second_part
from engine.stockpile.events import EventKind, tell_everyone, tell_seat
from engine.stockpile.state import is_last_in_turn_order, next_seat


@kernel
def begin_supply(rules, state, log):
    """Seed every pile with one card face up and deal the first hands."""
    state.phase = Phase.SUPPLY
    state.supply_pass = 0
    for pile in range(rules.piles):
        card = int(state.dealt)
        state.dealt = card + 1
        state.pile_sizes[pile] = 0
        put_on_pile(state, card, pile, Zone.PILE_FACE_UP)
        tell_everyone(state, log, EventKind.PILE_SEEDED, -1, pile, state.card[card], card, 0)
    deal_hands(rules, state, log)


@kernel
def deal_hands(rules, state, log):
    """Two cards to each seat, all before the first placement."""
    seat = int(state.first_seat)
    for _ in range(rules.seats):
        for place in range(2):
            card = int(state.dealt)
            state.dealt = card + 1
            state.zone[card] = Zone.HAND
            state.holder[card] = seat
            state.seen[card] = 1 << seat
            state.hand_cards[seat, place] = card
            tell_seat(state, log, seat, EventKind.CARD_DEALT, seat, state.card[card], 0, card, 0)
        seat = next_seat(rules, seat)
    state.turn = state.first_seat


@kernel
def put_on_pile(state, card, pile, zone):
    """Lay a card on a pile."""
    state.zone[card] = zone
    state.holder[card] = pile
    if zone == Zone.PILE_FACE_UP:
        state.seen[card] = ALL_SEEN
    state.pile_cards[pile, state.pile_sizes[pile]] = card
    state.pile_sizes[pile] += 1


@kernel
def legal_placements(rules, state, out):
    """Either hand card face up on any pile; once that is done, the other one face down on any pile."""
    seat = state.turn
    first_card = state.hand_cards[seat, 0]
    second_card = state.hand_cards[seat, 1]
    count = 0
    if first_card < 0:
        for pile in range(rules.piles):
            out[count] = encode_move(MoveKind.PLACE_FACE_DOWN, state.card[second_card], pile)
            count += 1
        return count
    low = min(state.card[first_card], state.card[second_card])
    high = max(state.card[first_card], state.card[second_card])
    for pile in range(rules.piles):
        out[count] = encode_move(MoveKind.PLACE_FACE_UP, low, pile)
        count += 1
    if high != low:
        for pile in range(rules.piles):
            out[count] = encode_move(MoveKind.PLACE_FACE_UP, high, pile)
            count += 1
    return count


@kernel
def random_placement(rules, state, rng):
    """The placement in a random place of the list of :func:`legal_placements`."""
    seat = int(state.turn)
    piles = int(rules.piles)
    second = int(state.card[state.hand_cards[seat, 1]])
    if state.hand_cards[seat, 0] < 0:
        return encode_move(MoveKind.PLACE_FACE_DOWN, second, draw_below(rng, piles))
    first = int(state.card[state.hand_cards[seat, 0]])
    place = draw_below(rng, piles if first == second else 2 * piles)
    if place < piles:
        return encode_move(MoveKind.PLACE_FACE_UP, min(first, second), place)
    return encode_move(MoveKind.PLACE_FACE_UP, max(first, second), place - piles)


@kernel
def place_card(rules, state, move, log):
    """Play a placement; return whether it was the last of the phase."""
    seat = int(state.turn)
    pile = second_part(move)
    if move_kind(move) == MoveKind.PLACE_FACE_UP:
        kind = first_part(move)
        card = int(state.hand_cards[seat, 0])
        other = int(state.hand_cards[seat, 1])
        if state.card[card] != kind:
            # The table cannot see from which side of the hand a card comes: the played one counts as the first.
            state.card[other] = state.card[card]
            state.card[card] = kind
        state.hand_cards[seat, 0] = -1
        put_on_pile(state, card, pile, Zone.PILE_FACE_UP)
        tell_everyone(state, log, EventKind.PLACED_FACE_UP, seat, pile, kind, card, 0)
        return False
    card = int(state.hand_cards[seat, 1])
    state.hand_cards[seat, 1] = -1
    put_on_pile(state, card, pile, Zone.PILE_FACE_DOWN)
    tell_everyone(state, log, EventKind.PLACED_FACE_DOWN, seat, pile, 0, card, 0)
    if not is_last_in_turn_order(rules, state, seat):
        state.turn = next_seat(rules, seat)
        return False
    state.supply_pass += 1
    if state.supply_pass < rules.supply_passes:
        deal_hands(rules, state, log)
        return False
    return True
