"""View records and typed views: what the kernels hold, as a frontend would say it, and the other way round.

A typed view says everything that bears on the rest of the game. What it leaves out, the observation keys, the record
of :func:`record_of_view` fills with a hash of the view.
"""

import hashlib
from typing import Any

import numpy as np

from engine.errors import Problem, ViewError
from engine.stonks.cards import COMPANIES, LAST_CARDS, MAX_HALVES, NONE, UNSEEN, NextMarket, Phase
from engine.stonks.deal import clear
from engine.stonks.faces import card_of_number, cards_of_sets, number_of_card
from engine.stonks.hidden_information import hide
from engine.stonks.rules import StonksOptions
from engine.stonks.state import STATE_DTYPE, add_card
from engine.stonks.table_shape import (
    TRICK_PHASES,
    cards_dealt,
    cards_face_down,
    hand_size,
    seats_that_played,
    tricks_of_half,
)
from engine.stonks.table_view import Card, SeatView, TablePhase, TableView, TrickCard

TABLE_PHASES = {
    Phase.OPENING_PAIR: TablePhase.OPENING_PAIR,
    Phase.TRICK: TablePhase.TRICK,
    Phase.MARKET: TablePhase.MARKET,
    Phase.PICK: TablePhase.PICK,
    Phase.OVER: TablePhase.OVER,
}
PHASES = {table_phase: phase for phase, table_phase in TABLE_PHASES.items()}


def companies_of_bits(bits: int) -> tuple[int, ...]:
    """The companies of a bit set."""
    return tuple(company for company in range(COMPANIES) if int(bits) >> company & 1)


def bits_of_companies(companies: tuple[int, ...]) -> int:
    """The bit set of companies."""
    return sum(1 << company for company in set(companies))


# --- from the record to the typed view ---------------------------------------------------------------------------


def view_of_record(options: StonksOptions, rules: Any, record: Any) -> TableView:
    """The typed view of a view record.

    Raises:
        ViewError: the record is a full position, which belongs to no seat.
    """
    viewer = int(record.viewer)
    if viewer < 0:
        raise ViewError([Problem("viewer", "this is a full position, not the view of a seat")])
    phase = TABLE_PHASES[Phase(int(record.phase))]
    over = phase is TablePhase.OVER
    running = phase in TRICK_PHASES
    row = row_of_record(rules, record)
    leader = int(record.leader)
    order = [(leader + place) % int(rules.seats) for place in range(record.cards_played)]
    trick_number = 0
    if running:
        # The leader has the fewest cards; before the lead all have the same.
        left = int(record.hand_sizes[leader]) + int(record.cards_played > 0)
        trick_number = tricks_of_half(rules) + LAST_CARDS + 1 - left
    return TableView(
        options=options,
        viewer=viewer,
        phase=phase,
        round_number=min(int(record.round_number) + 1, int(rules.rounds)),
        half=int(record.half) + 1,
        trick_number=trick_number,
        turn=None if over else int(record.turn),
        row=row,
        levels=tuple(int(record.levels[company]) + 1 for company in row),
        black=companies_of_bits(record.black),
        seats=tuple(_seat_of_record(rules, record, seat, phase) for seat in range(rules.seats)),
        hand=cards_of_sets(record.hands[viewer]),
        leader=None if leader == NONE else leader,
        lead_suit=None if record.lead == NONE else int(record.lead),
        turned=_card(record.turned),
        trick=tuple(TrickCard(_card(record.played[seat]), bool(int(record.speculators) >> seat & 1)) for seat in order),
        removed=cards_of_sets(record.removed),
    )


def row_of_record(rules: Any, record: Any) -> tuple[int, ...]:
    """The companies in play from left to right."""
    in_play = [company for company in range(COMPANIES) if record.places[company] != NONE]
    return tuple(sorted(in_play, key=lambda company: int(record.places[company])))


def _card(number: int) -> Card | None:
    return card_of_number(number) if number >= 0 else None


def _seat_of_record(rules: Any, record: Any, seat: int, phase: TablePhase) -> SeatView:
    chosen = int(rules.hand_size) - int(record.hand_sizes[seat]) if phase is TablePhase.OPENING_PAIR else 0
    return SeatView(
        points=int(record.points[seat]),
        portfolio=cards_of_sets(record.portfolios[seat]),
        face_down=tuple(_card(number) for number in record.hidden_cards[seat] if number != NONE),
        speculation_card=bool(int(record.speculation_cards) >> seat & 1),
        voids=companies_of_bits(record.voids[seat]),
        opening_card=_card(record.opening_cards[seat]),
        opening_cards_chosen=chosen,
        discarded=_card(record.discarded_cards[seat]),
        discarded_voids=companies_of_bits(record.discarded_voids[seat]),
    )


# --- from the typed view to the record ---------------------------------------------------------------------------


def record_of_view(rules: Any, view: TableView) -> Any:
    """The view record of a typed view that :func:`engine.stonks.table_view_checks.check_view` finds sound."""
    record = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    clear(record)
    _write_market(rules, view, record)
    for seat in range(rules.seats):
        _write_seat(rules, view, record, seat)
    _write_trick(rules, view, record)
    for card in view.removed:
        add_card(record.removed, number_of_card(card))
    hide(rules, record, view.viewer)
    digest = hashlib.blake2b(record.tobytes(), digest_size=8).digest()
    record.public_key = int.from_bytes(digest, "little")
    return record


def _write_market(rules: Any, view: TableView, record: Any) -> None:
    over = view.phase is TablePhase.OVER
    record.phase = int(PHASES[view.phase])
    record.round_number = int(rules.rounds) if over else view.round_number - 1
    record.half = view.half - 1
    record.turn = -1 if view.turn is None else view.turn
    record.dealt = cards_dealt(rules, view)
    for number in range(rules.rounds):
        # A new market has only the rows still to come, which nobody has seen, beside the present one.
        if rules.next_market != NextMarket.NEW_MARKET or number == record.round_number:
            record.rows[number, : len(view.row)] = view.row
    for place, company in enumerate(view.row):
        record.places[company] = place
        record.levels[company] = view.levels[place] - 1
    record.black = bits_of_companies(view.black)
    record.trump = trump_of_view(rules, view)


def trump_of_view(rules: Any, view: TableView) -> int:
    """The company with the lowest price, the leftmost of equals."""
    prices = [int(rules.prices[place, level - 1]) for place, level in enumerate(view.levels)]
    return view.row[prices.index(min(prices))]


def _write_seat(rules: Any, view: TableView, record: Any, seat: int) -> None:
    shown = view.seats[seat]
    record.points[seat] = shown.points
    record.hand_sizes[seat] = hand_size(rules, view, seat)
    if seat == view.viewer:
        for card in view.hand:
            add_card(record.hands[seat], number_of_card(card))
    for card in shown.portfolio:
        add_card(record.portfolios[seat], number_of_card(card))
    for half, face_down in enumerate(shown.face_down):
        record.hidden_cards[seat, half] = UNSEEN if face_down is None else number_of_card(face_down)
    opening = view.phase is TablePhase.OPENING_PAIR
    # A pair that is not shown yet does not count.
    counted = view.half - 1 if opening else cards_face_down(view, seat)
    record.portfolio_sizes[seat] = len(shown.portfolio) + counted
    if opening and shown.opening_cards_chosen > 0:
        record.opening_cards[seat] = UNSEEN if shown.opening_card is None else number_of_card(shown.opening_card)
    if view.half == MAX_HALVES and view.phase is not TablePhase.OVER:
        record.discarded_cards[seat] = UNSEEN if shown.discarded is None else number_of_card(shown.discarded)
    record.voids[seat] = bits_of_companies(shown.voids)
    record.discarded_voids[seat] = bits_of_companies(shown.discarded_voids)
    record.speculation_cards |= int(shown.speculation_card) << seat
    if view.phase is TablePhase.OVER:
        record.final_cards[seat] = len(shown.portfolio)
        record.final_fruits[seat] = sum(int(rules.fruits[number_of_card(card)]) for card in shown.portfolio)


def _write_trick(rules: Any, view: TableView, record: Any) -> None:
    record.leader = NONE if view.leader is None else view.leader
    record.lead = NONE if view.lead_suit is None else view.lead_suit
    record.turned = NONE if view.turned is None else number_of_card(view.turned)
    record.cards_played = len(view.trick)
    for seat, played in zip(seats_that_played(rules, view), view.trick, strict=True):
        record.played[seat] = UNSEEN if played.card is None else number_of_card(played.card)
        record.speculators |= int(played.speculation) << seat
        if seat != view.leader and played.card is not None and played.card.company != view.lead_suit:
            record.voids[seat] |= 1 << int(record.lead)
    if view.phase is TablePhase.MARKET:
        record.steps = rules.symbols[record.played[view.turn]]
