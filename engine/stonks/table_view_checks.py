"""Everything a referee can get wrong in a view, found in one go."""

from typing import Any

from engine.errors import ViewError
from engine.faults import Faults, quoted
from engine.randomness import generator
from engine.stonks.cards import COMPANIES, LEVELS, NUMBERS, OPENING_CARDS
from engine.stonks.edition import Edition
from engine.stonks.faces import FaceError, card_name, number_of_card
from engine.stonks.hidden_information import redeal
from engine.stonks.rules import StonksOptions
from engine.stonks.table_shape import (
    TRICK_PHASES,
    cards_face_down,
    hand_size,
    opening_cards_in_sight,
    seats_that_played,
    tricks_done,
    tricks_of_half,
)
from engine.stonks.table_view import Card, SeatView, TablePhase, TableView, TrickCard
from engine.stonks.table_view_codec import record_of_view
from engine.stonks.winning import winner

MOST_POINTS = 9999
"""Far above what a game can bring, far below what the record's 16 bits hold."""


def check_view(options: StonksOptions, edition: Edition, rules: Any, view: object) -> None:
    """Check a typed view: each field, then what the rules say of them together, then that a position looks like it.

    Raises:
        ViewError: listing every problem with the path of its field, ``seats[2].face_down[0]``.
    """
    faults = Faults()
    if not isinstance(view, TableView):
        faults.add("view", f"must be a table view, not {quoted(view)}")
        raise ViewError(faults.problems)
    if view.options != options:
        faults.add("options", f"this game has {options}, the view {quoted(view.options)}")
    checks = _Checks(edition, rules, view, faults)
    checks.fields()
    if not faults.problems:
        checks.rules_of_the_table()
    if not faults.problems:
        checks.position()
    if faults.problems:
        raise ViewError(faults.problems)


class _Checks:
    def __init__(self, edition: Edition, rules: Any, view: TableView, faults: Faults) -> None:
        self.edition = edition
        self.rules = rules
        self.view = view
        self.faults = faults
        self.seats = int(rules.seats)
        self.where: dict[int, str] = {}
        """The field of each card seen so far."""

    # --- field by field -------------------------------------------------------------------------------------------

    def fields(self) -> None:
        """Types, ranges, list lengths, and no card twice."""
        view, rules, faults = self.view, self.rules, self.faults
        companies = int(rules.companies)
        faults.whole("viewer", view.viewer, 0, self.seats - 1, "a seat")
        if not isinstance(view.phase, TablePhase):
            faults.add("phase", f"must be one of {', '.join(TablePhase)}, not {quoted(view.phase)}")
        faults.whole("round_number", view.round_number, 1, int(rules.rounds), "a round")
        faults.whole("half", view.half, 1, int(rules.halves), "a half")
        faults.whole("trick_number", view.trick_number, 0, tricks_of_half(rules), "a trick")
        for field, seat in (("turn", view.turn), ("leader", view.leader)):
            if seat is not None:
                faults.whole(field, seat, 0, self.seats - 1, "a seat")
        row = faults.items("row", view.row, companies, companies, "companies")
        faults.different("row", row, 0, COMPANIES - 1, "company")
        levels = faults.items("levels", view.levels, companies, companies, "levels")
        for place, level in enumerate(levels):
            faults.whole(f"levels[{place}]", level, 1, LEVELS, "a level")
        self.companies("black", view.black, companies - 1)
        if view.lead_suit is not None:
            self.company("lead_suit", view.lead_suit)
        for seat, shown in enumerate(faults.items("seats", view.seats, self.seats, self.seats, "seats")):
            self.seat(f"seats[{seat}]", shown)
        self.cards("hand", view.hand, int(rules.hand_size))
        if view.turned is not None:
            self.card("turned", view.turned)
        for place, played in enumerate(faults.items("trick", view.trick, 0, self.seats, "cards")):
            if not isinstance(played, TrickCard):
                faults.add(f"trick[{place}]", f"must be a card of a trick, not {quoted(played)}")
                continue
            faults.flag(f"trick[{place}].speculation", played.speculation)
            if played.card is not None:
                self.card(f"trick[{place}].card", played.card)
        self.cards("removed", view.removed, companies * NUMBERS)

    def company(self, field: str, company: object) -> None:
        """A company in play."""
        fine = self.faults.whole(field, company, 0, COMPANIES - 1, "a company") and self.faults.sound("row")
        if fine and company not in self.view.row:
            self.faults.add(field, f"{self.edition.companies[int(str(company))]} is not in play")

    def companies(self, field: str, companies: object, most: int) -> None:
        """Different companies in play."""
        listed = self.faults.items(field, companies, 0, most, "companies")
        if self.faults.different(field, listed, 0, COMPANIES - 1, "company"):
            for index, company in enumerate(listed):
                self.company(f"{field}[{index}]", company)

    def card(self, field: str, card: object) -> None:
        """A card of a company in play that is nowhere else."""
        try:
            number = number_of_card(card)
        except FaceError as error:
            self.faults.add(field, str(error))
            return
        if self.faults.sound("row") and number // NUMBERS not in self.view.row:
            self.faults.add(field, f"{self.edition.companies[number // NUMBERS]} is not in play")
        elif number in self.where:
            name = card_name(self.edition, card if isinstance(card, Card) else None)
            self.faults.add(field, f"{name} is at {self.where[number]} already")
        self.where.setdefault(number, field)

    def cards(self, field: str, cards: object, most: int) -> None:
        """A list of cards."""
        for place, card in enumerate(self.faults.items(field, cards, 0, most, "cards")):
            self.card(f"{field}[{place}]", card)

    def seat(self, field: str, shown: object) -> None:
        """What lies before a seat."""
        faults = self.faults
        if not isinstance(shown, SeatView):
            faults.add(field, f"must be a seat, not {quoted(shown)}")
            return
        faults.whole(f"{field}.points", shown.points, 0, MOST_POINTS, "points")
        self.cards(f"{field}.portfolio", shown.portfolio, NUMBERS * COMPANIES)
        most = int(self.rules.halves)
        for place, card in enumerate(faults.items(f"{field}.face_down", shown.face_down, 0, most, "cards")):
            if card is not None:
                self.card(f"{field}.face_down[{place}]", card)
        faults.flag(f"{field}.speculation_card", shown.speculation_card)
        self.companies(f"{field}.voids", shown.voids, COMPANIES)
        self.companies(f"{field}.discarded_voids", shown.discarded_voids, COMPANIES)
        faults.whole(f"{field}.opening_cards_chosen", shown.opening_cards_chosen, 0, OPENING_CARDS, "a number of cards")
        for name, card in (("opening_card", shown.opening_card), ("discarded", shown.discarded)):
            if card is not None:
                self.card(f"{field}.{name}", card)

    # --- fields together ------------------------------------------------------------------------------------------

    def rules_of_the_table(self) -> None:
        """What the phase, the round and the turn say about everything else; the fields are sound by themselves."""
        view, faults = self.view, self.faults
        self.phase()
        if faults.problems:
            return
        most_black = 1 if self.rules.last_moved_lock else int(self.rules.black_tokens) - 1
        if len(view.black) > most_black:
            faults.add("black", f"at most {most_black} tokens are black at a time")
        wanted = hand_size(self.rules, view, view.viewer)
        if len(view.hand) != wanted:
            faults.add("hand", f"must have {wanted} cards at this point of the round, not {len(view.hand)}")
        for seat in range(self.seats):
            self.seat_at_this_point(seat)
        self.trick()
        done = tricks_done(self.rules, view)
        picked = sum(len(shown.portfolio) for shown in view.seats) - self.seats * opening_cards_in_sight(
            self.rules, view
        )
        if not 0 <= picked <= done:
            faults.add("seats", f"the portfolios hold {picked} cards picked in {done} tricks")
        elif len(view.removed) != (wanted := done * (self.seats + 1) - picked):
            faults.add(
                "removed", f"must have {wanted} cards after {done} tricks of this round, not {len(view.removed)}"
            )

    def phase(self) -> None:
        """Turn, leader, trick and pairs fit the phase."""
        view, faults = self.view, self.faults
        over = view.phase is TablePhase.OVER
        running = view.phase in TRICK_PHASES
        if over != (view.turn is None):
            faults.add("turn", "must be given, unless the game is over")
        if over and (view.round_number, view.half) != (int(self.rules.rounds), int(self.rules.halves)):
            faults.add("round_number", "the game is over after the last round")
        if running != (view.trick_number > 0):
            faults.add("trick_number", "must be given from the first trick of a half on, and be 0 in other phases")
        leads = running or (view.phase is TablePhase.OPENING_PAIR and view.half > 1)
        if leads != (view.leader is not None):
            faults.add("leader", "must be given in a trick and in a second half's opening phase, and only there")
        if running != (view.turned is not None):
            faults.add("turned", "must be given in a trick, and only there")
        if not running and view.trick:
            faults.add("trick", "must be empty between tricks")
        if bool(view.trick) != (view.lead_suit is not None):
            faults.add("lead_suit", "must be given once the trick is led, and only then")
        for seat, shown in enumerate(view.seats):
            chosen = shown.opening_cards_chosen
            if view.phase is not TablePhase.OPENING_PAIR:
                wanted = 0
            elif view.turn is not None and seat == view.turn:
                wanted = min(chosen, OPENING_CARDS - 1)
            else:
                wanted = OPENING_CARDS if view.turn is not None and seat < view.turn else 0
            if chosen != wanted:
                faults.add(f"seats[{seat}].opening_cards_chosen", f"must be {wanted}: seats choose from seat 0 on")

    def seat_at_this_point(self, seat: int) -> None:
        """Cards put away by a seat; what only the seat itself has seen."""
        view, faults = self.view, self.faults
        shown = view.seats[seat]
        field = f"seats[{seat}]"
        own = seat == view.viewer
        wanted = cards_face_down(view, seat)
        if len(shown.face_down) != wanted:
            faults.add(f"{field}.face_down", f"must have {wanted} cards at this point, not {len(shown.face_down)}")
        elif any((card is None) == own for card in shown.face_down):
            faults.add(f"{field}.face_down", "the viewer has seen its own face-down cards, and no others")
        if (shown.opening_card is not None) != (own and shown.opening_cards_chosen > 0):
            faults.add(f"{field}.opening_card", "must be given for the viewer once it is chosen, and only then")
        second_half = view.half > 1 and view.phase is not TablePhase.OVER
        if (shown.discarded is not None) != (own and second_half):
            faults.add(f"{field}.discarded", "must be given for the viewer in a second half, and only then")
        if shown.discarded_voids and not second_half:
            faults.add(f"{field}.discarded_voids", "must be empty but in a second half")
        if shown.voids and view.phase not in TRICK_PHASES:
            faults.add(f"{field}.voids", "must be empty between the tricks of two halves")
        if own:
            for company in shown.voids:
                if any(card.company == company for card in view.hand):
                    faults.add(f"{field}.voids", f"the viewer holds {self.edition.companies[company]}")

    def trick(self) -> None:
        """Whose turn it is, and which cards can be face down or played with a speculation card."""
        view, faults = self.view, self.faults
        if view.phase not in TRICK_PHASES or view.leader is None:
            return
        order = seats_that_played(self.rules, view)
        played = len(view.trick)
        least = 1 if view.phase is TablePhase.MARKET else 0
        if view.phase is TablePhase.PICK and played != self.seats:
            faults.add("trick", f"must have {self.seats} cards when the winner picks")
        elif view.phase is TablePhase.TRICK and played >= self.seats:
            faults.add("trick", "must have fewer cards than there are seats while one is to play")
        elif played < least:
            faults.add("trick", "must have the card whose market symbols are used")
        elif view.phase is TablePhase.TRICK and view.turn != (view.leader + played) % self.seats:
            faults.add("turn", f"seat {(view.leader + played) % self.seats} is to play")
        elif view.phase is TablePhase.MARKET and view.turn != order[-1]:
            faults.add("turn", f"seat {order[-1]} uses the symbols of its card")
        speculators = [place for place, card in enumerate(view.trick) if card.speculation]
        if len(speculators) > 1 and not self.rules.unlimited_speculation:
            faults.add("trick", "at most one speculation card is played in a trick")
        for place, card in enumerate(view.trick):
            field = f"trick[{place}]"
            seat = order[place]
            shown_now = view.phase is TablePhase.PICK
            hidden = place == 0 and card.speculation and seat != view.viewer and not shown_now
            if (card.card is None) != hidden:
                faults.add(
                    f"{field}.card", "only a card led face down by another seat is unseen, until all have played"
                )
            if card.speculation and view.seats[seat].speculation_card:
                faults.add(f"seats[{seat}].speculation_card", "has been used in this trick")
            if card.card is None or (place == 0 and card.speculation):
                continue
            if place == 0 and card.card.company != view.lead_suit:
                faults.add("lead_suit", "is the suit of the card led")
            if place > 0 and card.speculation and card.card.company == view.lead_suit:
                faults.add(field, "a seat with a card of the lead suit must follow and cannot speculate")
        if view.phase is TablePhase.MARKET and view.trick:
            last = view.trick[-1]
            face_down = last.speculation and len(view.trick) == 1
            if last.card is not None and (face_down or self.rules.symbols[number_of_card(last.card)] == 0):
                faults.add("phase", "the last card played has no market symbols to use")

    def position(self) -> None:
        """Some position of the game looks like this."""
        record = record_of_view(self.rules, self.view)
        if self.view.phase is TablePhase.PICK and winner(self.rules, record) != self.view.turn:
            self.faults.add("turn", f"seat {winner(self.rules, record)} has won the trick")
        elif not redeal(self.rules, record, generator(0)):
            self.faults.add("view", "no position of the game looks like this: the unseen cards do not fit the voids")
