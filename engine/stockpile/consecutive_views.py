"""Views read one by one, made a series: market cards have the same numbers in all of them.

:mod:`engine.stockpile.recall` goes by card numbers, which no table knows. So the cards of two views that follow on one
another are matched: most lie where they lay, known to the same seats; the few that moved can only have gone from a hand
to a pile, from a pile to the seat whose bid stood, from a portfolio to the discard pile and the like. Of cards that
look alike the oldest counts as the one turned up, as in :mod:`engine.stockpile.turning_up`.

What a typed view leaves out is added where the next one tells it: the bid that ended the auction, sales so far of the
seat that is selling, and faces that have been shown to the viewer earlier in the round.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.stockpile.cards import (
    ALL_SEEN,
    COMPANIES,
    FEE_FACES,
    MAX_PILE_CARDS,
    STARTING_STOCK,
    CardKind,
    Phase,
    Zone,
)
from engine.stockpile.hidden_information import hide
from engine.stockpile.plain_rules import PlainRules

_UNKNOWN = int(CardKind.UNKNOWN)
_FIRST_FEE, _LAST_FEE = int(CardKind.FIRST_FEE), int(CardKind.LAST_FEE)
_HAND, _DISCARD = int(Zone.HAND), int(Zone.DISCARD)
_PILE_FACE_UP, _PILE_FACE_DOWN = int(Zone.PILE_FACE_UP), int(Zone.PILE_FACE_DOWN)
_PORTFOLIO, _SPLIT_PORTFOLIO, _UNPAID_FEE = int(Zone.PORTFOLIO), int(Zone.SPLIT_PORTFOLIO), int(Zone.UNPAID_FEE)
_SUPPLY, _DEMAND = int(Phase.SUPPLY), int(Phase.DEMAND)
_ACTION, _SELLING = int(Phase.ACTION), int(Phase.SELLING)
_FIRST_ACTION = int(CardKind.STOCK_BOOM)

_OTHER_FACE = 4
"""What it counts against a match that a face known to one view is not known to the other."""

_IMPOSSIBLE = 1e6


class _Cards:
    """The cards of a view that have left the deck, as plain lists in the view's own order, and where it stands.

    Attributes:
        numbers: the cards' numbers in the series, by the view's own.
    """

    def __init__(self, record: Any) -> None:
        self.record = record
        dealt = int(record.dealt)
        self.kinds: list[int] = record.card[:dealt].tolist()
        self.zones: list[int] = record.zone[:dealt].tolist()
        self.holders: list[int] = record.holder[:dealt].tolist()
        self.seen: list[int] = record.seen[:dealt].tolist()
        self.excluded: list[int] = record.excluded[:dealt].tolist()
        self.as_told = (tuple(self.kinds), self.zones, self.holders, tuple(self.seen), self.excluded)
        self.in_any_order = sorted(zip(*self.as_told, strict=True))
        self.numbers: list[int] = []
        self.phase = int(record.phase)
        self.turn = int(record.turn)
        self.first_seat = int(record.first_seat)
        self.round_number = int(record.round_number)
        self.money: list[int] = record.money.tolist()

    def __len__(self) -> int:
        return len(self.kinds)

    def number_first(self) -> None:
        """Number a series' first view: in its own order, but for the starting stocks, which are dealt first."""
        order = sorted(range(len(self)), key=lambda index: not self.excluded[index] & STARTING_STOCK)
        self.numbers = [0] * len(self)
        for number, index in enumerate(order):
            self.numbers[index] = number

    def number_after(self, earlier: "_Cards", match: list[int]) -> None:
        """Number the next view: like the view before, then the cards dealt since."""
        self.numbers = [-1] * len(self)
        for number, index in zip(earlier.numbers, match, strict=True):
            self.numbers[index] = number
        new = len(earlier)
        for index, number in enumerate(self.numbers):
            if number < 0:
                self.numbers[index] = new
                new += 1


def consecutive_views(rules_record: Any, rules: PlainRules, views: Sequence[Any]) -> list[Any]:
    """The last views of a series, from the first one on from which each leads to the next within the round.

    Args:
        rules_record: the rules for the kernels.
        rules: the same as plain values.
        views: records of one seat, oldest first, at least one; they are changed.

    Returns:
        Those records, the last view's among them. A face known in one is known in all that follow.
    """
    series: list[_Cards] = []
    for view in views:
        cards = _Cards(view)
        match = _match(rules, series[-1], cards) if series else None
        if match is None:
            series = []
            cards.number_first()
        else:
            cards.number_after(series[-1], match)
            _tell_what_followed(rules, rules_record, series[-1], cards, match)
        series.append(cards)
    return [_renumbered(rules_record, cards) for cards in series]


# --- which card is which ------------------------------------------------------------------------------------------


def _match(rules: PlainRules, earlier: _Cards, later: _Cards) -> list[int] | None:
    """For each card of a view its index in the next one; None if the one does not lead to the other."""
    if (
        earlier.round_number != later.round_number
        or earlier.first_seat != later.first_seat
        or earlier.phase > later.phase
        or later.phase == Phase.OVER
        or len(earlier) > len(later)
    ):
        return None
    if not _is_one_decision(rules, earlier, later):
        return None
    if earlier.as_told == later.as_told:
        return list(range(len(earlier)))
    match = [-1] * len(earlier)
    taken = [False] * len(later)
    if later.phase == _SUPPLY and earlier.record.supply_pass != later.record.supply_pass:
        # The hands are new ones.
        taken = [zone == _HAND for zone in later.zones]
    oldest_first = sorted(range(len(earlier)), key=lambda index: earlier.numbers[index])
    _match_unmoved(earlier, oldest_first, later, match, taken, with_excluded=True)
    _match_unmoved(earlier, oldest_first, later, match, taken, with_excluded=False)
    winners = _winners(rules, earlier) if earlier.phase == _DEMAND and later.phase != _DEMAND else {}
    left = [index for index, found in enumerate(match) if found < 0]
    free = [index for index, used in enumerate(taken) if not used]
    costs = {
        (before, after): cost
        for before in left
        for after in free
        if (cost := _cost(earlier, before, later, after, winners)) is not None
    }
    for before, after in _pairs(earlier, later, left, free, costs):
        match[before] = after
        taken[after] = True
    if -1 in match or any(not used and later.zones[index] != _HAND for index, used in enumerate(taken)):
        return None
    if earlier.phase == _SUPPLY and len(left) != 1:
        return None  # One card is placed at a time.
    return None if _is_in_doubt(earlier, later, match) else match


def _is_one_decision(rules: PlainRules, earlier: _Cards, later: _Cards) -> bool:
    """Whether no view seems to be missing in between, nor to be there twice, as far as all but the cards tell."""
    before, after = earlier.record, later.record
    seat = earlier.turn
    if earlier.phase == _DEMAND:
        changed = [pile for pile in range(rules.piles) if before.bids[pile] != after.bids[pile]]
        if later.phase != _DEMAND:
            return bool((before.bid_seats[: rules.piles] < 0).sum() == 1)
        return len(changed) == 1 and after.bid_seats[changed[0]] == seat
    if earlier.phase == _SELLING and later.phase == _SELLING:
        if earlier.turn == later.turn:
            return earlier.in_any_order != later.in_any_order
        return (seat + 1) % rules.seats == later.turn and earlier.in_any_order == later.in_any_order
    if earlier.phase == _SELLING:
        return True
    if earlier.phase == Phase.MOVEMENT:
        return earlier.turn != later.turn or bool(before.movement_index != after.movement_index)
    return earlier.in_any_order != later.in_any_order


def _is_in_doubt(earlier: _Cards, later: _Cards, match: list[int]) -> bool:
    """Whether a card has gone of which later views do not tell the face, and it may be one whose face is known."""
    gone = {
        earlier.holders[before]
        for before, after in enumerate(match)
        if earlier.zones[before] == _PORTFOLIO
        and later.zones[after] == _DISCARD
        and later.kinds[after] == _UNKNOWN
        and (earlier.phase != _ACTION or not _is_played_action(earlier, before))
    }
    return any(
        earlier.zones[before] == _PORTFOLIO
        and earlier.holders[before] in gone
        and earlier.kinds[before] != _UNKNOWN
        and later.kinds[after] == _UNKNOWN
        for before, after in enumerate(match)
    )


def _is_played_action(earlier: _Cards, card: int) -> bool:
    """Whether this can be the action card that the mover plays."""
    return earlier.holders[card] == earlier.turn and (
        earlier.kinds[card] == _UNKNOWN or earlier.kinds[card] >= _FIRST_ACTION
    )


def _pairs(
    earlier: _Cards, later: _Cards, left: list[int], free: list[int], costs: dict[tuple[int, int], int]
) -> list[tuple[int, int]]:
    """Pairs of cards that look most alike, none of them twice: for all of ``left``, if that can be."""

    def rank(pair: tuple[int, int]) -> tuple[int, int, int]:
        before, after = pair
        # The oldest is turned up; so those that go on face down are the youngest.
        sign = 1 if later.seen[after] == ALL_SEEN else -1
        return costs[pair], sign * earlier.numbers[before], sign * after

    found: dict[int, int] = {}
    for before, after in sorted(costs, key=rank):
        if before not in found and after not in found.values():
            found[before] = after
    if len(found) == len(left):
        return list(found.items())
    # The best pair for one card has left none for another.
    from scipy.optimize import linear_sum_assignment

    matrix = np.full((len(left), len(free)), _IMPOSSIBLE)
    for (before, after), cost in costs.items():
        matrix[left.index(before), free.index(after)] = cost
    rows, columns = linear_sum_assignment(matrix)
    return [
        (left[row], free[column])
        for row, column in zip(rows, columns, strict=True)
        if matrix[row, column] < _IMPOSSIBLE
    ]


def _match_unmoved(
    earlier: _Cards, oldest_first: list[int], later: _Cards, match: list[int], taken: list[bool], *, with_excluded: bool
) -> None:
    """Match cards that lie where they lay, as well known as they were.

    Of those that look alike the first may have gone and the last may be new.
    """
    places: dict[tuple[int, ...], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    before = [index for index in oldest_first if match[index] < 0]
    after = [index for index, used in enumerate(taken) if not used]
    for side, (cards, indices) in enumerate(((earlier, before), (later, after))):
        for index in indices:
            flags = cards.excluded[index] if with_excluded else cards.excluded[index] & STARTING_STOCK
            key = (cards.zones[index], cards.holders[index], cards.seen[index], cards.kinds[index], flags)
            places[key][side].append(index)
    for lay, lie in places.values():
        stay = min(len(lay), len(lie))
        for old, new in zip(lay[len(lay) - stay :], lie[:stay], strict=True):
            match[old] = new
            taken[new] = True


def _winners(rules: PlainRules, earlier: _Cards) -> dict[int, int]:
    """Who takes each pile after the auction's last bid, which is made on the only pile without one."""
    bidders = earlier.record.bid_seats.tolist()
    return {pile: bidders[pile] if bidders[pile] >= 0 else earlier.turn for pile in range(rules.piles)}


def _cost(earlier: _Cards, before: int, later: _Cards, after: int, winners: dict[int, int]) -> int | None:
    """How little a card looks like another one move later; None if it cannot be the same."""
    known, shown = earlier.kinds[before], later.kinds[after]
    if known != shown and known != _UNKNOWN and shown != _UNKNOWN:
        return None
    zone, to = earlier.zones[before], later.zones[after]
    holder, now = earlier.holders[before], later.holders[after]
    face = shown if known == _UNKNOWN else known
    is_fee = _FIRST_FEE <= face <= _LAST_FEE
    expected = earlier.seen[before]
    extra = 0
    if to == _PORTFOLIO and shown == _UNKNOWN and known != _UNKNOWN and later.excluded[after] >> known & 1:
        return None
    if to in (_DISCARD, _SPLIT_PORTFOLIO, _UNPAID_FEE):
        expected = ALL_SEEN
    if zone == _HAND:
        if to not in (_HAND, _PILE_FACE_UP, _PILE_FACE_DOWN) or (to == _HAND and now != holder):
            return None
        if to == _PILE_FACE_UP:
            expected = ALL_SEEN
    elif zone in (_PILE_FACE_UP, _PILE_FACE_DOWN):
        winner = winners.get(holder)
        if to == _PORTFOLIO:
            if now != winner or is_fee:
                return None
            if expected != ALL_SEEN:
                expected |= 1 << now
        elif to in (_UNPAID_FEE, _DISCARD):
            if winner is None or (to == _UNPAID_FEE and now != winner) or not (is_fee or face == _UNKNOWN):
                return None
        elif to != zone or now != holder:
            return None
    elif zone == _PORTFOLIO:
        if to not in (_PORTFOLIO, _SPLIT_PORTFOLIO, _DISCARD) or (to != _DISCARD and now != holder) or is_fee:
            return None
        if to == _DISCARD and shown == _UNKNOWN and earlier.phase == _ACTION and not _is_played_action(earlier, before):
            extra = _OTHER_FACE
    elif zone in (_SPLIT_PORTFOLIO, _UNPAID_FEE):
        if to not in (zone, _DISCARD) or (to == zone and now != holder):
            return None
    elif to != _DISCARD:
        return None
    cost = (
        extra
        + _OTHER_FACE * (known != shown)
        + (later.seen[after] & expected != expected)
        + (later.seen[after] != expected)
    )
    gone = earlier.excluded[before] & ~later.excluded[after]
    flags = (earlier.excluded[before] ^ later.excluded[after]) & STARTING_STOCK
    return 4 * cost + 2 * (flags != 0) + (gone != 0 and to == _PORTFOLIO)


# --- what the next view tells --------------------------------------------------------------------------------------


def _tell_what_followed(rules: PlainRules, rules_record: Any, earlier: _Cards, later: _Cards, match: list[int]) -> None:
    """Note in ``later`` what it leaves out, and faces that were known before; both are of one series."""
    if earlier.as_told == later.as_told:
        later.kinds, later.seen = [*earlier.kinds], [*earlier.seen]
    for before, after in enumerate(match):
        if later.kinds[after] == _UNKNOWN and earlier.kinds[before] != _UNKNOWN:
            later.kinds[after] = earlier.kinds[before]
            later.seen[after] |= earlier.seen[before]
    if earlier.phase == _DEMAND and later.phase != _DEMAND:
        _note_last_bid(rules, rules_record, earlier, later, match)
    if earlier.phase == _SELLING and later.phase == _SELLING and earlier.turn == later.turn:
        _note_sale(earlier, later, match)


def _note_last_bid(rules: PlainRules, rules_record: Any, earlier: _Cards, later: _Cards, match: list[int]) -> None:
    """All that was paid beside the standing bids and the fees is the bid that ended the auction."""
    before, after = earlier.record, later.record
    amounts = rules_record.bid_amounts[: int(rules_record.bid_steps)].tolist()
    standing = sum(amounts[before.bids[pile]] for pile in range(rules.piles) if before.bid_seats[pile] >= 0)
    empty = [pile for pile in range(rules.piles) if before.bid_seats[pile] < 0]
    fees = 0
    for index, card in enumerate(match):
        if earlier.zones[index] != _DISCARD and later.zones[card] == _DISCARD:
            kind = later.kinds[card]
            if not _FIRST_FEE <= kind < _FIRST_FEE + FEE_FACES:
                return
            fees += rules.fee_amounts[kind - _FIRST_FEE]
    amount = sum(earlier.money[: rules.seats]) - sum(later.money[: rules.seats]) - standing - fees
    if len(empty) != 1 or amount not in amounts:
        return
    after.bid_seats[: rules.piles] = before.bid_seats[: rules.piles]
    after.bids[: rules.piles] = before.bids[: rules.piles]
    after.bid_seats[empty[0]] = earlier.turn
    after.bids[empty[0]] = amounts.index(amount)


def _note_sale(earlier: _Cards, later: _Cards, match: list[int]) -> None:
    """Count what the seat that goes on selling has sold since."""
    later.record.sold = earlier.record.sold
    later.record.sold_split = earlier.record.sold_split
    for index, card in enumerate(match):
        kind = later.kinds[card]
        if later.zones[card] == _DISCARD and 0 <= kind < COMPANIES:
            if earlier.zones[index] == _PORTFOLIO:
                later.record.sold[kind] += 1
            elif earlier.zones[index] == _SPLIT_PORTFOLIO:
                later.record.sold_split[kind] += 1


def _renumbered(rules_record: Any, cards: _Cards) -> Any:
    """The view with its cards under their numbers in the series."""
    record, numbers = cards.record, cards.numbers
    for name, values in (
        ("card", cards.kinds),
        ("zone", cards.zones),
        ("holder", cards.holders),
        ("seen", cards.seen),
        ("excluded", cards.excluded),
    ):
        record[name][numbers] = values
    for pile, size in enumerate(record.pile_sizes.tolist()):
        for place in range(min(size, MAX_PILE_CARDS)):
            record.pile_cards[pile, place] = numbers[record.pile_cards[pile, place]]
    for seat, hand in enumerate(record.hand_cards.tolist()):
        record.hand_cards[seat] = [numbers[card] if card >= 0 else card for card in hand]
    hide(rules_record, record, int(record.viewer))
    return record
