"""View records and typed views: what the kernels hold, as a frontend would say it, and the other way round.

A typed view says everything that bears on the rest of the game. What it leaves out, the record of
:func:`record_of_view` fills like this: market cards are numbered seat by seat, then the piles, the hands and the
discard pile; the observation keys are a hash of the view; pairs of earlier rounds and what is left of a finished
auction are blank.

Every request and every answer of a server comes through here, so cards are held in plain lists: an element of a record
takes longer to reach than all that is done with it.
"""

import hashlib
from functools import cache
from typing import Any

import numpy as np

from engine.errors import Problem, ViewError
from engine.stockpile.cards import (
    ACTION_KINDS,
    ALL_SEEN,
    COMPANIES,
    KINDS,
    MAX_SEATS,
    STARTING_STOCK,
    CardKind,
    Phase,
    Zone,
)
from engine.stockpile.deal import clear
from engine.stockpile.edition import Edition
from engine.stockpile.faces import STOCK_CARDS, card_of_kind, kind_of_card
from engine.stockpile.hidden_information import hide
from engine.stockpile.plain_rules import PlainRules
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.state import STATE_DTYPE
from engine.stockpile.table_shape import cards_dealt, faces_excluded, pairs_in_places, pairs_revealed, placements_of
from engine.stockpile.table_view import (
    Card,
    ForecastPair,
    PileCard,
    PileView,
    PortfolioCard,
    SeatView,
    TablePhase,
    TableView,
)

TABLE_PHASES = {
    Phase.SUPPLY: TablePhase.SUPPLY,
    Phase.DEMAND: TablePhase.DEMAND,
    Phase.ACTION: TablePhase.ACTION,
    Phase.SELLING: TablePhase.SELLING,
    Phase.MOVEMENT: TablePhase.MOVEMENT,
    Phase.OVER: TablePhase.OVER,
}
PHASES = {table_phase: phase for phase, table_phase in TABLE_PHASES.items()}

# As plain ints: an IntEnum's member is slow to look up and to compare.
_UNKNOWN = int(CardKind.UNKNOWN)
_FIRST_FEE = int(CardKind.FIRST_FEE)
_HAND = int(Zone.HAND)
_PILE_FACE_UP = int(Zone.PILE_FACE_UP)
_PILE_FACE_DOWN = int(Zone.PILE_FACE_DOWN)
_PORTFOLIO = int(Zone.PORTFOLIO)
_SPLIT_PORTFOLIO = int(Zone.SPLIT_PORTFOLIO)
_UNPAID_FEE = int(Zone.UNPAID_FEE)
_DISCARD = int(Zone.DISCARD)


# --- from the record to the typed view ---------------------------------------------------------------------------


def view_of_record(options: StockpileOptions, edition: Edition, rules: PlainRules, record: Any) -> TableView:
    """The typed view of a view record.

    Raises:
        ViewError: the record is a full position, which belongs to no seat.
    """
    reader = _RecordReader(edition, rules, record)
    values = reader.values
    viewer = values["viewer"]
    if viewer < 0:
        raise ViewError([Problem("viewer", "this is a full position, not the view of a seat")])
    phase = TABLE_PHASES[reader.phase]
    return TableView(
        options=options,
        viewer=viewer,
        phase=phase,
        round_number=min(values["round_number"] + 1, rules.rounds),
        first_seat=values["first_seat"],
        turn=None if phase is TablePhase.OVER else values["turn"],
        spaces=tuple(space + 1 for space in values["spaces"].tolist()),
        seats=tuple(reader.seat(seat) for seat in range(rules.seats)),
        piles=tuple(reader.pile(pile) for pile in range(rules.piles)),
        hand=reader.hand(viewer),
        pairs=reader.pairs(viewer),
        supply_pass=values["supply_pass"] + 1 if phase is TablePhase.SUPPLY else 1,
        revealed_pairs=values["movement_index"] if phase is TablePhase.MOVEMENT else 0,
        discard=reader.discard(),
    )


class _RecordReader:
    """Reads the parts of a typed view out of a record."""

    def __init__(self, edition: Edition, rules: PlainRules, record: Any) -> None:
        self.edition = edition
        self.rules = rules
        # The record's own numbers as ints, its rows as arrays.
        self.values: dict[str, Any] = dict(zip(STATE_DTYPE.names or (), record.item(), strict=True))
        self.phase = Phase(self.values["phase"])
        self.everyone = (1 << rules.seats) - 1
        self.kinds: list[int] = self.values["card"].tolist()
        self.zones: list[int] = self.values["zone"].tolist()
        self.seen: list[int] = self.values["seen"].tolist()
        self.excluded: list[int] = self.values["excluded"].tolist()
        self.places: dict[tuple[int, int], list[int]] = {}
        holders: list[int] = self.values["holder"].tolist()
        for number in range(self.values["dealt"]):
            self.places.setdefault((self.zones[number], holders[number]), []).append(number)

    def card(self, number: int) -> Card | None:
        kind = self.kinds[number]
        return None if kind == _UNKNOWN else card_of_kind(self.edition, kind)

    def cards_in(self, zone: int, holder: int) -> list[int]:
        return self.places.get((zone, holder), [])

    def seat(self, seat: int) -> SeatView:
        fees = [self.card(number) for number in self.cards_in(_UNPAID_FEE, seat)]
        return SeatView(
            money=int(self.values["money"][seat]),
            portfolio=tuple([self.portfolio_card(number) for number in self.cards_in(_PORTFOLIO, seat)]),
            split_shares=tuple(self.values["split_shares"][seat].tolist()),
            unpaid_fees=tuple(fee.fee for fee in fees if fee is not None and fee.fee is not None),
            starting_stock_shown=self.starting_stock_shown(seat),
        )

    def portfolio_card(self, number: int) -> PortfolioCard:
        card = self.card(number)
        seen = self.seen[number] & self.everyone
        excluded = self.excluded[number]
        hidden_from_some = seen != self.everyone
        # The record keeps no exclusions for open cards: one still here is an action card or it is not.
        is_action = card is not None and card.action is not None
        can_be_action = excluded & ACTION_KINDS == 0 if hidden_from_some else is_action
        return PortfolioCard(
            card=card,
            known_to=_SEATS_OF_BITS[seen],
            cannot_be=_COMPANIES_OF_BITS[excluded & _STOCK_BITS] if hidden_from_some else (),
            starting_stock=excluded & STARTING_STOCK != 0,
            taken_this_round=self.phase is Phase.ACTION and can_be_action,
        )

    def starting_stock_shown(self, seat: int) -> int | None:
        for zone in (_SPLIT_PORTFOLIO, _DISCARD):
            for number in self.cards_in(zone, seat):
                if self.excluded[number] & STARTING_STOCK and self.kinds[number] != _UNKNOWN:
                    return self.kinds[number]
        return None

    def pile(self, pile: int) -> PileView:
        values = self.values
        numbers = values["pile_cards"][pile, : values["pile_sizes"][pile]].tolist()
        bidder = int(values["bid_seats"][pile]) if self.phase is Phase.DEMAND else -1
        return PileView(
            cards=tuple([self.pile_card(number) for number in numbers]),
            bidder=bidder if bidder >= 0 else None,
            bid=self.edition.bid_track[values["bids"][pile]] if bidder >= 0 else None,
        )

    def pile_card(self, number: int) -> PileCard:
        if self.zones[number] == _PILE_FACE_UP:
            return PileCard(self.card(number))
        # Only its placer has seen a face-down card.
        return PileCard(self.card(number), placed_by=self.seen[number].bit_length() - 1)

    def hand(self, viewer: int) -> tuple[Card, ...]:
        cards = [self.card(number) for number in self.values["hand_cards"][viewer].tolist() if number >= 0]
        return tuple(card for card in cards if card is not None)

    def pairs(self, viewer: int) -> tuple[ForecastPair, ...]:
        if self.phase is Phase.OVER:
            return ()
        number = self.values["round_number"]
        seen = self.values["pair_seen"].tolist()
        companies = self.values["pair_companies"][number].tolist()
        forecasts = self.values["pair_forecasts"][number].tolist()
        return tuple(
            ForecastPair(
                company=companies[pair],
                forecast=self.edition.forecasts[forecasts[pair]].name,
                owner=owner if owner >= 0 else None,
                beside_board=owner == -2,
            )
            for pair, owner in enumerate(self.rules.pair_owners)
            if seen[pair] >> viewer & 1
        )

    def discard(self) -> tuple[tuple[Card, int], ...] | None:
        counts = [0] * KINDS
        for number in range(self.values["dealt"]):
            if self.zones[number] == _DISCARD:
                kind = self.kinds[number]
                if kind == _UNKNOWN:
                    return None
                counts[kind] += 1
        return tuple((card_of_kind(self.edition, kind), count) for kind, count in enumerate(counts) if count)


def _places_of_bits(places: int) -> tuple[tuple[int, ...], ...]:
    """For each bit set of so many bits, the places of its bits."""
    return tuple(tuple(place for place in range(places) if bits >> place & 1) for bits in range(1 << places))


_SEATS_OF_BITS = _places_of_bits(MAX_SEATS)
_BITS_OF_SEATS = {seats: bits for bits, seats in enumerate(_SEATS_OF_BITS)}
_COMPANIES_OF_BITS = _places_of_bits(COMPANIES)
_STOCK_BITS = (1 << COMPANIES) - 1


# --- from the typed view to the record ---------------------------------------------------------------------------


def record_of_view(edition: Edition, rules: PlainRules, rules_record: Any, view: TableView) -> Any:
    """The view record of a typed view that :func:`engine.stockpile.table_view_checks.check_view` finds sound."""
    return _RecordWriter(edition, rules, rules_record, view).write()


@cache
def _blank_position() -> bytes:
    blank = np.zeros(1, STATE_DTYPE)
    clear(blank.view(np.recarray)[0])
    return blank.tobytes()


class _RecordWriter:
    """Lays a typed view out as a record, card by card."""

    def __init__(self, edition: Edition, rules: PlainRules, rules_record: Any, view: TableView) -> None:
        self.edition = edition
        self.rules = rules
        self.rules_record = rules_record
        self.view = view
        self.phase = PHASES[view.phase]
        self.viewer_bit = 1 << view.viewer
        self.everyone = (1 << rules.seats) - 1
        self.kinds: list[int] = []
        self.zones: list[int] = []
        self.holders: list[int] = []
        self.seen: list[int] = []
        self.excluded: list[int] = []
        # Byte by byte: a copied record has anything in the gaps between its fields, and the key is a hash of all of it.
        records = np.frombuffer(bytearray(_blank_position()), STATE_DTYPE)
        self.record = records.view(np.recarray)[0]
        # The same memory, without a record array's detours.
        self.fields: Any = records[0]

    def write(self) -> Any:
        self.write_table()
        for seat in range(self.rules.seats):
            self.write_seat(seat)
        for pile in range(self.rules.piles):
            self.write_pile(pile)
        if self.phase is Phase.SUPPLY:
            self.write_hands()
        self.write_discard()
        self.write_pairs()
        self.write_cards()
        hide(self.rules_record, self.record, self.view.viewer)
        digest = hashlib.blake2b(self.record.tobytes(), digest_size=8).digest()
        self.fields["public_key"] = int.from_bytes(digest, "little")
        return self.record

    def write_table(self) -> None:
        view, fields = self.view, self.fields
        over = self.phase is Phase.OVER
        supply = self.phase is Phase.SUPPLY
        fields["phase"] = int(self.phase)
        fields["round_number"] = self.rules.rounds if over else view.round_number - 1
        fields["first_seat"] = view.first_seat
        fields["turn"] = -1 if view.turn is None else view.turn
        fields["supply_pass"] = view.supply_pass - 1 if supply else self.rules.supply_passes
        fields["movement_index"] = COMPANIES if over else view.revealed_pairs
        fields["spaces"] = [space - 1 for space in view.spaces]
        seats = self.rules.seats
        fields["money"][:seats] = [shown.money for shown in view.seats]
        fields["portfolio_sizes"][:seats] = [len(shown.portfolio) + sum(shown.split_shares) for shown in view.seats]
        fields["unpaid_fees"][:seats] = [len(shown.unpaid_fees) for shown in view.seats]

    def put(self, card: Card | None, zone: int, holder: int, seen: int, excluded: int = 0) -> int:
        """Give the next card number to a card; return it."""
        number = len(self.kinds)
        self.kinds.append(self.kind(card))
        self.put_rest(1, zone, holder)
        self.seen.append(seen)
        self.excluded.append(excluded)
        return number

    def kind(self, card: Card | None) -> int:
        if card is None:
            return _UNKNOWN
        if card.stock is not None:
            return card.stock
        if card.fee is not None:
            return _FIRST_FEE + self.rules.fee_amounts.index(card.fee)
        return kind_of_card(self.edition, card)

    def put_rest(self, cards: int, zone: int, holder: int) -> None:
        """What cards that lie together have in common."""
        self.zones += [zone] * cards
        self.holders += [holder] * cards

    def put_open(self, kinds: list[int], zone: int, holder: int) -> None:
        """Cards that all seats have seen."""
        self.kinds += kinds
        self.put_rest(len(kinds), zone, holder)
        self.seen += [ALL_SEEN] * len(kinds)
        self.excluded += [0] * len(kinds)

    def write_cards(self) -> None:
        """The cards put so far; all others lie in the deck."""
        fields, dealt = self.fields, len(self.kinds)
        fields["dealt"] = dealt
        fields["card"][:dealt] = self.kinds
        fields["zone"][:dealt] = self.zones
        fields["holder"][:dealt] = self.holders
        fields["seen"][:dealt] = self.seen
        fields["excluded"][:dealt] = self.excluded

    def write_seat(self, seat: int) -> None:
        shown = self.view.seats[seat]
        portfolio = shown.portfolio
        self.kinds += [self.kind(card.card) for card in portfolio]
        self.seen += [self.seats_knowing(card, seat) for card in portfolio]
        self.excluded += [faces_excluded(card) for card in portfolio]
        self.put_rest(len(portfolio), _PORTFOLIO, seat)
        if any(shown.split_shares):
            split = [company for company, cards in enumerate(shown.split_shares) for _ in range(cards)]
            self.put_open(split, _SPLIT_PORTFOLIO, seat)
        for amount in shown.unpaid_fees:
            self.put(Card(fee=amount), _UNPAID_FEE, seat, ALL_SEEN)

    def seats_knowing(self, card: PortfolioCard, holder: int) -> int:
        """The ``seen`` bits of a portfolio card."""
        if card.known_to is None:
            return 1 << holder | (self.viewer_bit if card.card is not None else 0)
        seen = _BITS_OF_SEATS.get(tuple(card.known_to), 0)
        if not seen:
            # Not in ascending order.
            for seat in card.known_to:
                seen |= 1 << seat
        return ALL_SEEN if seen == self.everyone else seen

    def write_pile(self, pile: int) -> None:
        fields, shown = self.fields, self.view.piles[pile]
        if not shown.cards:
            return
        numbers = []
        for card in shown.cards:
            if card.placed_by is None:
                numbers.append(self.put(card.card, _PILE_FACE_UP, pile, ALL_SEEN))
            else:
                numbers.append(self.put(card.card, _PILE_FACE_DOWN, pile, 1 << card.placed_by))
        fields["pile_cards"][pile, : len(numbers)] = numbers
        fields["pile_sizes"][pile] = len(numbers)
        if shown.bidder is not None and shown.bid is not None:
            fields["bid_seats"][pile] = shown.bidder
            fields["bids"][pile] = self.edition.bid_track.index(shown.bid)
            fields["standing_bids"][shown.bidder] += 1

    def write_hands(self) -> None:
        """Hands of seats that have still to place: the face-up card's place is empty once it is laid."""
        for seat, cards in placements_of(self.rules, self.view).cards_in_hand.items():
            for place in range(2 - cards, 2):
                own = seat == self.view.viewer
                card = self.view.hand[place - (2 - cards)] if own else None
                self.fields["hand_cards"][seat, place] = self.put(card, _HAND, seat, 1 << seat)

    def write_discard(self) -> None:
        """The discard pile, blank if the view does not tell it, with the starting stocks that have been shown."""
        discarded = cards_dealt(self.rules, self.view) - len(self.kinds)
        known = [kind for card, count in self.view.discard or () for kind in [self.kind(card)] * count]
        for seat, shown in enumerate(self.view.seats):
            company = shown.starting_stock_shown
            if company is not None:
                if self.flag_starting_stock(seat, company, _SPLIT_PORTFOLIO):
                    continue
                if company in known:
                    known.remove(company)
                self.put(STOCK_CARDS[company], _DISCARD, seat, ALL_SEEN)
                self.flag_starting_stock(seat, company, _DISCARD)
                discarded -= 1
        told = known[: max(discarded, 0)]
        self.put_open(told, _DISCARD, -1)
        for _ in range(discarded - len(told)):
            self.put(None, _DISCARD, -1, 0)

    def flag_starting_stock(self, seat: int, company: int, zone: int) -> bool:
        for number, kind in enumerate(self.kinds):
            if kind == company and self.zones[number] == zone and self.holders[number] == seat:
                self.excluded[number] |= STARTING_STOCK
                return True
        return False

    def write_pairs(self) -> None:
        fields, view = self.fields, self.view
        if self.phase is Phase.OVER:
            fields["pair_seen"] = ALL_SEEN
            return
        number = view.round_number - 1
        seen = [ALL_SEEN if owner == -1 else 1 << owner if owner >= 0 else 0 for owner in self.rules.pair_owners]
        for pair in pairs_revealed(self.rules, view):
            seen[pair] = ALL_SEEN
        fields["pair_seen"] = seen
        free_faces = [forecast.name for forecast in self.edition.forecasts]
        for pair, shown in pairs_in_places(self.rules, view).items():
            face = free_faces.index(shown.forecast)
            free_faces[face] = ""
            fields["pair_companies"][number, pair] = shown.company
            fields["pair_forecasts"][number, pair] = face
