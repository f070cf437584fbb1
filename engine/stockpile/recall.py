"""What a view says of earlier decisions of the same round: faces and pairs seen since, the moves made, other worlds.

A card keeps its number, so a face seen later was that card's all along. (Where two cards that look alike to the table
are turned up in the other order, they exchange their faces; who holds what stays the same.)
"""

import numpy as np

from engine.compiling import kernel
from engine.contract import UNKNOWN_MOVE
from engine.randomness import draw_below
from engine.stockpile.cards import (
    ACTION_FACES,
    COMPANIES,
    STARTING_STOCK,
    CardKind,
    MoveKind,
    Phase,
    Zone,
)
from engine.stockpile.codes import encode_cards, encode_move
from engine.stockpile.hidden_information import count_card, mover_can_act
from engine.stockpile.state import fill, has_seen


@kernel
def learn(rules, earlier, later):
    """Note in ``earlier`` what its viewer knows by now; ``later`` is the next view, in which that is noted already.

    False if it is of another round.
    """
    if earlier.round_number != later.round_number or later.phase == Phase.OVER:
        return False
    for card in range(earlier.dealt):
        if earlier.card[card] == CardKind.UNKNOWN:
            earlier.card[card] = later.card[card]
    number = int(earlier.round_number)
    for pair in range(COMPANIES):
        if earlier.pair_companies[number, pair] < 0:
            earlier.pair_companies[number, pair] = later.pair_companies[number, pair]
            earlier.pair_forecasts[number, pair] = later.pair_forecasts[number, pair]
    return True


@kernel
def move_made(rules, earlier, later, world):
    """The move that led from ``earlier`` to ``later``, what was hidden as it is in ``world``; UNKNOWN_MOVE if unclear.

    All three are of the same round.
    """
    seat = int(earlier.turn)
    if earlier.phase == Phase.SUPPLY:
        return placement_made(earlier, later, world, seat)
    if earlier.phase == Phase.DEMAND:
        for pile in range(int(rules.piles)):
            if later.bid_seats[pile] == seat and later.bids[pile] != earlier.bids[pile]:
                return encode_move(MoveKind.BID, pile, int(later.bids[pile]))
        return UNKNOWN_MOVE
    if earlier.phase == Phase.ACTION:
        return action_made(rules, earlier, later, seat)
    if earlier.phase == Phase.SELLING:
        if later.phase != Phase.SELLING or later.turn != seat:
            return encode_move(MoveKind.FINISH_SELLING, 0, 0)
        for company in range(COMPANIES):
            normal = int(later.sold[company]) - int(earlier.sold[company])
            split = int(later.sold_split[company]) - int(earlier.sold_split[company])
            if normal + split > 0:
                return encode_move(MoveKind.SELL, company, encode_cards(normal, split))
    return UNKNOWN_MOVE


@kernel
def placement_made(earlier, later, world, seat):
    """Which of the hand cards was put on which pile."""
    if earlier.hand_cards[seat, 0] >= 0:
        card = int(earlier.hand_cards[seat, 0])
        kind = MoveKind.PLACE_FACE_UP
    else:
        card = int(earlier.hand_cards[seat, 1])
        kind = MoveKind.PLACE_FACE_DOWN
    if later.zone[card] not in (Zone.PILE_FACE_UP, Zone.PILE_FACE_DOWN):
        return UNKNOWN_MOVE
    face = int(earlier.card[card])
    if face == CardKind.UNKNOWN:
        face = int(world.card[card])
    return encode_move(kind, face, int(later.holder[card]))


@kernel
def action_made(rules, earlier, later, seat):
    """The company whose price moved tells the action card; unclear where a price cannot move."""
    for company in range(COMPANIES):
        moved = int(later.spaces[company]) - int(earlier.spaces[company])
        if moved == 0:
            continue
        for face in range(ACTION_FACES):
            if moved == int(rules.action_spaces[face]):
                return encode_move(MoveKind.PLAY_ACTION, face, company)
    return UNKNOWN_MOVE


@kernel
def recall(rules, earlier, world, out):
    """Make ``out[0]`` the position of ``earlier`` as its mover knew it, the viewer's blanks as in ``world``."""
    out[0] = earlier
    recalled = out[0]
    seat = int(earlier.turn)
    fill(recalled.shares[seat], 0)
    fill(recalled.split_shares[seat], 0)
    fill(recalled.actions[seat], 0)
    for card in range(earlier.dealt):
        if recalled.card[card] == CardKind.UNKNOWN and has_seen(earlier, card, seat):
            recalled.card[card] = world.card[card]
        if earlier.holder[card] == seat:
            count_card(recalled, card)
    number = int(earlier.round_number)
    for pair in range(COMPANIES):
        if (int(earlier.pair_seen[pair]) >> seat) & 1:
            recalled.pair_companies[number, pair] = world.pair_companies[number, pair]
            recalled.pair_forecasts[number, pair] = world.pair_forecasts[number, pair]


# --- other worlds -----------------------------------------------------------------------------------------------------


@kernel
def exchange(rules, view, world, rng):
    """Let two unseen cards or pairs of ``world`` change places; the seats that know them, 0 if they may not.

    Every exchange is as likely as its reverse.
    """
    if draw_below(rng, 2) == 0:
        return exchange_pairs(rules, view, world, rng)
    return exchange_cards(rules, view, world, rng)


@kernel
def exchange_pairs(rules, view, world, rng):
    """Let two pairs of this round that the viewer has not seen exchange their companies or their forecasts."""
    number = int(view.round_number)
    first = draw_below(rng, COMPANIES)
    second = draw_below(rng, COMPANIES)
    if first == second or view.pair_companies[number, first] >= 0 or view.pair_companies[number, second] >= 0:
        return 0
    if draw_below(rng, 2) == 0:
        kept = world.pair_companies[number, first]
        world.pair_companies[number, first] = world.pair_companies[number, second]
        world.pair_companies[number, second] = kept
    else:
        kept = world.pair_forecasts[number, first]
        world.pair_forecasts[number, first] = world.pair_forecasts[number, second]
        world.pair_forecasts[number, second] = kept
    return np.int64(view.pair_seen[first]) | np.int64(view.pair_seen[second])


@kernel
def unseen_card(view, index):
    """The number of the ``index``-th card that has left the deck and the viewer has not seen; -1 past the last."""
    for card in range(view.dealt):
        if view.card[card] == CardKind.UNKNOWN:
            if index == 0:
                return card
            index -= 1
    return -1


@kernel
def count_unseen(view):
    """How many cards have left the deck that the viewer has not seen."""
    count = 0
    for card in range(view.dealt):
        if view.card[card] == CardKind.UNKNOWN:
            count += 1
    return count


@kernel
def may_be(seats, view, world, card, kind):
    """Whether a card can be of a kind as far as all know; starting stocks, the first cards, differ in company."""
    if (int(view.excluded[card]) >> kind) & 1:
        return False
    if view.excluded[card] & STARTING_STOCK:
        for other in range(seats):
            if other != card and view.excluded[other] & STARTING_STOCK and world.card[other] == kind:
                return False
    return True


@kernel
def exchange_cards(rules, view, world, rng):
    """Let a card at the table and another, there or in the deck, exchange their faces."""
    count = count_unseen(view)
    if count == 0:
        return 0
    first = unseen_card(view, draw_below(rng, count))
    index = draw_below(rng, count + view.card.shape[0] - int(view.dealt))
    second = unseen_card(view, index) if index < count else int(view.dealt) + index - count
    kind = int(world.card[first])
    other = int(world.card[second])
    if first == second or kind == other:
        return 0
    world.card[first] = other
    world.card[second] = kind
    seats = int(rules.seats)
    if (
        not may_be(seats, view, world, first, other)
        or not may_be(seats, view, world, second, kind)
        or not mover_can_act(world)
    ):
        world.card[first] = kind
        world.card[second] = other
        return 0
    return np.int64(view.seen[first]) | np.int64(view.seen[second])


@kernel
def adopt(rules, view, world):
    """Fill the unseen cards that have left the deck and this round's pairs as they are in ``world``."""
    for card in range(view.dealt):
        if view.card[card] == CardKind.UNKNOWN:
            view.card[card] = world.card[card]
    number = int(view.round_number)
    if number < rules.rounds:
        for pair in range(COMPANIES):
            if view.pair_companies[number, pair] < 0:
                view.pair_companies[number, pair] = world.pair_companies[number, pair]
                view.pair_forecasts[number, pair] = world.pair_forecasts[number, pair]
