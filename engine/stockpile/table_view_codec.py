"""View records and typed views: what the kernels hold, as a frontend would say it, and the other way round.

A typed view says everything that bears on the rest of the game. What it leaves out, the record of
:func:`record_of_view` fills like this: market cards are numbered seat by seat, then the piles, the hands and the
discard pile; the observation keys are a hash of the view; pairs of earlier rounds and what is left of a finished
auction are blank.
"""

import hashlib
from typing import Any

import numpy as np

from engine.errors import Problem, ViewError
from engine.stockpile.cards import (
    ACTION_KINDS,
    ALL_SEEN,
    COMPANIES,
    KINDS,
    STARTING_STOCK,
    CardKind,
    Phase,
    Zone,
)
from engine.stockpile.deal import clear
from engine.stockpile.edition import Edition
from engine.stockpile.faces import card_of_kind, kind_of_card
from engine.stockpile.hidden_information import hide
from engine.stockpile.information import pair_owner
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


# --- from the record to the typed view ---------------------------------------------------------------------------


def view_of_record(options: StockpileOptions, edition: Edition, rules: Any, record: Any) -> TableView:
    """The typed view of a view record.

    Raises:
        ViewError: the record is a full position, which belongs to no seat.
    """
    viewer = int(record.viewer)
    if viewer < 0:
        raise ViewError([Problem("viewer", "this is a full position, not the view of a seat")])
    reader = _RecordReader(edition, rules, record)
    phase = TABLE_PHASES[Phase(int(record.phase))]
    supply = phase is TablePhase.SUPPLY
    return TableView(
        options=options,
        viewer=viewer,
        phase=phase,
        round_number=min(int(record.round_number) + 1, int(rules.rounds)),
        first_seat=int(record.first_seat),
        turn=None if phase is TablePhase.OVER else int(record.turn),
        spaces=tuple(int(space) + 1 for space in record.spaces),
        seats=tuple(reader.seat(seat) for seat in range(rules.seats)),
        piles=tuple(reader.pile(pile) for pile in range(rules.piles)),
        hand=reader.hand(viewer),
        pairs=reader.pairs(viewer),
        supply_pass=int(record.supply_pass) + 1 if supply else 1,
        revealed_pairs=int(record.movement_index) if phase is TablePhase.MOVEMENT else 0,
        discard=reader.discard(),
    )


class _RecordReader:
    """Reads the parts of a typed view out of a record."""

    def __init__(self, edition: Edition, rules: Any, record: Any) -> None:
        self.edition = edition
        self.rules = rules
        self.record = record
        self.phase = Phase(int(record.phase))
        self.dealt = int(record.dealt)
        self.everyone = (1 << int(rules.seats)) - 1
        # Plain lists: reading single elements of a record is slow.
        self.kinds: list[int] = record.card.tolist()
        self.zones: list[int] = record.zone.tolist()
        self.holders: list[int] = record.holder.tolist()
        self.seen: list[int] = record.seen.tolist()
        self.excluded: list[int] = record.excluded.tolist()

    def card(self, number: int) -> Card | None:
        kind = self.kinds[number]
        return None if kind == CardKind.UNKNOWN else card_of_kind(self.edition, kind)

    def cards_in(self, zone: Zone, holder: int) -> list[int]:
        return [number for number in range(self.dealt) if self.zones[number] == zone and self.holders[number] == holder]

    def seat(self, seat: int) -> SeatView:
        record = self.record
        fees = [self.card(number) for number in self.cards_in(Zone.UNPAID_FEE, seat)]
        return SeatView(
            money=int(record.money[seat]),
            portfolio=tuple(self.portfolio_card(number) for number in self.cards_in(Zone.PORTFOLIO, seat)),
            split_shares=tuple(int(cards) for cards in record.split_shares[seat]),
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
            known_to=tuple(seat for seat in range(self.rules.seats) if seen >> seat & 1),
            cannot_be=tuple(c for c in range(COMPANIES) if hidden_from_some and excluded >> c & 1),
            starting_stock=bool(excluded & STARTING_STOCK),
            taken_this_round=self.phase == Phase.ACTION and can_be_action,
        )

    def starting_stock_shown(self, seat: int) -> int | None:
        for zone in (Zone.SPLIT_PORTFOLIO, Zone.DISCARD):
            for number in self.cards_in(zone, seat):
                if self.excluded[number] & STARTING_STOCK and self.kinds[number] != CardKind.UNKNOWN:
                    return self.kinds[number]
        return None

    def pile(self, pile: int) -> PileView:
        record = self.record
        numbers = [int(number) for number in record.pile_cards[pile][: int(record.pile_sizes[pile])]]
        bidder = int(record.bid_seats[pile]) if self.phase == Phase.DEMAND else -1
        return PileView(
            cards=tuple(self.pile_card(number) for number in numbers),
            bidder=bidder if bidder >= 0 else None,
            bid=self.edition.bid_track[int(record.bids[pile])] if bidder >= 0 else None,
        )

    def pile_card(self, number: int) -> PileCard:
        if self.zones[number] == Zone.PILE_FACE_UP:
            return PileCard(self.card(number))
        # Only its placer has seen a face-down card.
        return PileCard(self.card(number), placed_by=self.seen[number].bit_length() - 1)

    def hand(self, viewer: int) -> tuple[Card, ...]:
        cards = [self.card(int(number)) for number in self.record.hand_cards[viewer] if number >= 0]
        return tuple(card for card in cards if card is not None)

    def pairs(self, viewer: int) -> tuple[ForecastPair, ...]:
        record = self.record
        if self.phase == Phase.OVER:
            return ()
        number = int(record.round_number)
        found = []
        for pair in range(COMPANIES):
            if int(record.pair_seen[pair]) >> viewer & 1:
                owner = pair_owner(self.rules, pair)
                found.append(
                    ForecastPair(
                        company=int(record.pair_companies[number, pair]),
                        forecast=self.edition.forecasts[int(record.pair_forecasts[number, pair])].name,
                        owner=owner if owner >= 0 else None,
                        beside_board=owner == -2,
                    )
                )
        return tuple(found)

    def discard(self) -> tuple[tuple[Card, int], ...] | None:
        counts = [0] * KINDS
        for number in range(self.dealt):
            if self.zones[number] == Zone.DISCARD:
                kind = self.kinds[number]
                if kind == CardKind.UNKNOWN:
                    return None
                counts[kind] += 1
        return tuple((card_of_kind(self.edition, kind), count) for kind, count in enumerate(counts) if count)


# --- from the typed view to the record ---------------------------------------------------------------------------


def record_of_view(edition: Edition, rules: Any, view: TableView) -> Any:
    """The view record of a typed view that :func:`engine.stockpile.table_view_checks.check_view` finds sound."""
    return _RecordWriter(edition, rules, view).write()


class _RecordWriter:
    """Lays a typed view out as a record, card by card."""

    def __init__(self, edition: Edition, rules: Any, view: TableView) -> None:
        self.edition = edition
        self.rules = rules
        self.view = view
        self.phase = PHASES[view.phase]
        self.viewer_bit = 1 << view.viewer
        self.record = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]

    def write(self) -> Any:
        clear(self.record)
        self.write_table()
        for seat in range(self.rules.seats):
            self.write_seat(seat)
        for pile in range(self.rules.piles):
            self.write_pile(pile)
        if self.phase == Phase.SUPPLY:
            self.write_hands()
        self.write_discard()
        self.write_pairs()
        hide(self.rules, self.record, self.view.viewer)
        digest = hashlib.blake2b(self.record.tobytes(), digest_size=8).digest()
        self.record.public_key = int.from_bytes(digest, "little")
        return self.record

    def write_table(self) -> None:
        view, record = self.view, self.record
        over = self.phase == Phase.OVER
        supply = self.phase == Phase.SUPPLY
        record.phase = int(self.phase)
        record.round_number = int(self.rules.rounds) if over else view.round_number - 1
        record.first_seat = view.first_seat
        record.turn = -1 if view.turn is None else view.turn
        record.supply_pass = view.supply_pass - 1 if supply else int(self.rules.supply_passes)
        record.movement_index = COMPANIES if over else view.revealed_pairs
        record.spaces[:] = [space - 1 for space in view.spaces]

    def put(self, card: Card | None, zone: Zone, holder: int, seen: int, excluded: int = 0) -> int:
        """Give the next card number to a card; return it."""
        record = self.record
        number = int(record.dealt)
        record.dealt = number + 1
        record.card[number] = int(CardKind.UNKNOWN) if card is None else kind_of_card(self.edition, card)
        record.zone[number] = int(zone)
        record.holder[number] = holder
        record.seen[number] = seen
        record.excluded[number] = excluded
        return number

    def write_seat(self, seat: int) -> None:
        record, shown = self.record, self.view.seats[seat]
        record.money[seat] = shown.money
        for card in shown.portfolio:
            self.put(card.card, Zone.PORTFOLIO, seat, self.seats_knowing(card, seat), faces_excluded(card))
        for company, cards in enumerate(shown.split_shares):
            for _ in range(cards):
                self.put(Card(stock=company), Zone.SPLIT_PORTFOLIO, seat, ALL_SEEN)
        for amount in shown.unpaid_fees:
            self.put(Card(fee=amount), Zone.UNPAID_FEE, seat, ALL_SEEN)
        record.portfolio_sizes[seat] = len(shown.portfolio) + sum(shown.split_shares)
        record.unpaid_fees[seat] = len(shown.unpaid_fees)

    def seats_knowing(self, card: PortfolioCard, holder: int) -> int:
        """The ``seen`` bits of a portfolio card."""
        if card.known_to is None:
            return 1 << holder | (self.viewer_bit if card.card is not None else 0)
        seen = sum(1 << seat for seat in set(card.known_to))
        return ALL_SEEN if seen == (1 << int(self.rules.seats)) - 1 else seen

    def write_pile(self, pile: int) -> None:
        record, shown = self.record, self.view.piles[pile]
        for place, card in enumerate(shown.cards):
            if card.placed_by is None:
                number = self.put(card.card, Zone.PILE_FACE_UP, pile, ALL_SEEN)
            else:
                number = self.put(card.card, Zone.PILE_FACE_DOWN, pile, 1 << card.placed_by)
            record.pile_cards[pile, place] = number
        record.pile_sizes[pile] = len(shown.cards)
        if shown.bidder is not None and shown.bid is not None:
            record.bid_seats[pile] = shown.bidder
            record.bids[pile] = self.edition.bid_track.index(shown.bid)
            record.standing_bids[shown.bidder] += 1

    def write_hands(self) -> None:
        """Hands of seats that have still to place: the face-up card's place is empty once it is laid."""
        for seat, cards in placements_of(self.rules, self.view).cards_in_hand.items():
            for place in range(2 - cards, 2):
                own = seat == self.view.viewer
                card = self.view.hand[place - (2 - cards)] if own else None
                self.record.hand_cards[seat, place] = self.put(card, Zone.HAND, seat, 1 << seat)

    def write_discard(self) -> None:
        """The discard pile, blank if the view does not tell it, with the starting stocks that have been shown."""
        discarded = cards_dealt(self.rules, self.view) - int(self.record.dealt)
        known = [card for card, count in self.view.discard or () for _ in range(count)]
        for seat, shown in enumerate(self.view.seats):
            company = shown.starting_stock_shown
            if company is not None:
                if self.flag_starting_stock(seat, company, Zone.SPLIT_PORTFOLIO):
                    continue
                card = Card(stock=company)
                if card in known:
                    known.remove(card)
                self.put(card, Zone.DISCARD, seat, ALL_SEEN)
                self.flag_starting_stock(seat, company, Zone.DISCARD)
                discarded -= 1
        for place in range(discarded):
            if place < len(known):
                self.put(known[place], Zone.DISCARD, -1, ALL_SEEN)
            else:
                self.put(None, Zone.DISCARD, -1, 0)

    def flag_starting_stock(self, seat: int, company: int, zone: Zone) -> bool:
        record = self.record
        for number in range(int(record.dealt)):
            if (
                int(record.zone[number]) == zone
                and int(record.holder[number]) == seat
                and int(record.card[number]) == company
            ):
                record.excluded[number] |= STARTING_STOCK
                return True
        return False

    def write_pairs(self) -> None:
        record, view = self.record, self.view
        if self.phase == Phase.OVER:
            record.pair_seen[:] = ALL_SEEN
            return
        number = view.round_number - 1
        for pair in range(COMPANIES):
            owner = pair_owner(self.rules, pair)
            record.pair_seen[pair] = ALL_SEEN if owner == -1 else 1 << owner if owner >= 0 else 0
        for pair in pairs_revealed(self.rules, view):
            record.pair_seen[pair] = ALL_SEEN
        free_faces = list(range(len(self.edition.forecasts)))
        for pair, shown in pairs_in_places(self.rules, view).items():
            face = next(face for face in free_faces if self.edition.forecasts[face].name == shown.forecast)
            free_faces.remove(face)
            record.pair_companies[number, pair] = shown.company
            record.pair_forecasts[number, pair] = face
