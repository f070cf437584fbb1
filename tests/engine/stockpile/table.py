"""Stockpile positions set up by hand, so that a rule's example is a few lines.

Market cards are given by their face (:class:`CardKind`): a company, ``FEE_1`` .. ``FEE_3``, ``BOOM`` or ``BUST``.
Whatever is put on the table is taken from a full deck of 80 cards; the rest of the deck is filled up before play.
"""

import tomllib
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from engine import contract
from engine.stockpile.action import begin_action
from engine.stockpile.cards import ALL_SEEN, COMPANIES, KINDS, STARTING_STOCK, STOCK_KINDS, Phase, Zone
from engine.stockpile.cards import MoveKind as Move
from engine.stockpile.codes import encode_cards, encode_move
from engine.stockpile.deal import clear
from engine.stockpile.demand import begin_demand
from engine.stockpile.edition import EDITIONS_FOLDER, parse_edition
from engine.stockpile.events import EventKind
from engine.stockpile.kernels import STATE_DTYPE, register_stockpile
from engine.stockpile.movement import begin_movement
from engine.stockpile.rules import StockpileOptions, rules_record
from engine.stockpile.scoring import end_game
from engine.stockpile.selling import begin_selling
from engine.stockpile.stock_price import move_price

register_stockpile()

COSMIC, BOTTOMLINE, LEADING, AMERICAN, STANFORD, EPIC = range(6)
FEE_1, FEE_2, FEE_3, BOOM, BUST = range(6, 11)

FORECASTS = ("+4", "+2", "+1", "$$", "-2", "-3")
"""The faces in the order of the base edition's forecast cards."""


class Event(NamedTuple):
    kind: EventKind
    audience: int
    seat: int
    a: int
    b: int
    c: int
    d: int


def base_edition(**replaced: Any) -> Any:
    """The base edition with the values of some entries replaced."""
    data = tomllib.loads((EDITIONS_FOLDER / "base.toml").read_text(encoding="utf-8"))
    for name, value in replaced.items():
        data[name]["value"] = value
    return parse_edition(data)


def track(prices: list[int], start: int, after_split: int) -> dict[str, Any]:
    """A price track as edition files have it; spaces count from 1."""
    return {"prices": prices, "start": start, "after_split": after_split}


def events_of(log: Any) -> list[Event]:
    """The events of a log."""
    rows = log[1 : 1 + int(log[0, 0])]
    return [Event(EventKind(int(row[0])), *(int(value) for value in row[1:])) for row in rows]


def place_up(kind: int, pile: int) -> int:
    return encode_move(Move.PLACE_FACE_UP, kind, pile)


def place_down(kind: int, pile: int) -> int:
    return encode_move(Move.PLACE_FACE_DOWN, kind, pile)


def action(kind: int, company: int) -> int:
    return encode_move(Move.PLAY_ACTION, kind - BOOM, company)


def sale(company: int, normal: int, split: int = 0) -> int:
    return encode_move(Move.SELL, company, encode_cards(normal, split))


def claim(company: int, normal: int, split: int = 0) -> int:
    return encode_move(Move.CLAIM_DIVIDEND, company, encode_cards(normal, split))


FINISH = encode_move(Move.FINISH_SELLING, 0, 0)


class Table:
    """A Stockpile table in any position."""

    def __init__(self, seats: int = 4, edition: Any = None, **options: Any) -> None:
        self.rules = rules_record(StockpileOptions(seats=seats, **options), edition or base_edition())
        self.seats = seats
        self.state: Any = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
        self.events: list[Event] = []
        """What happened during the last call."""
        clear(self.state)
        self.state.money[:seats] = self.rules.starting_money
        self.state.spaces[:] = self.rules.start_spaces
        self.state.first_seat = self.rules.first_seat
        self._log = contract.event_log(4096)
        self._deck: list[int] = []

    # --- setting up -------------------------------------------------------------------------------------------

    @classmethod
    def dealt(cls, seats: int = 4, seed: int = 1, **options: Any) -> "Table":
        """A freshly dealt game."""
        table = cls(seats, **options)
        table._logged(lambda log: contract.deal(table.rules, table.state, seed, log))
        return table

    def card(self, kind: int, zone: int, holder: int, seen: int) -> int:
        """Bring one more card into play."""
        number = int(self.state.dealt)
        self.state.dealt = number + 1
        self.state.card[number] = kind
        self.state.zone[number] = zone
        self.state.holder[number] = holder
        self.state.seen[number] = seen
        return number

    def holds(
        self,
        seat: int,
        *stocks: int,
        split: tuple[int, ...] = (),
        actions: tuple[int, ...] = (),
        fees: tuple[int, ...] = (),
        start: int | None = None,
        money: int | None = None,
        seen_by: tuple[int, ...] = (),
    ) -> "Table":
        """Give a seat cards: face down in its portfolio, in its Split Portfolio, fees lying unpaid; set its money.

        ``seen_by``: seats that know the portfolio cards beside the holder.
        """
        state = self.state
        seen = 1 << seat | sum(1 << other for other in seen_by)
        if start is not None:
            number = self.card(start, Zone.PORTFOLIO, seat, 1 << seat)
            state.excluded[number] = STARTING_STOCK | (((1 << KINDS) - 1) ^ STOCK_KINDS)
            state.shares[seat, start] += 1
        for company in stocks:
            self.card(company, Zone.PORTFOLIO, seat, seen)
            state.shares[seat, company] += 1
        for company in split:
            self.card(company, Zone.SPLIT_PORTFOLIO, seat, ALL_SEEN)
            state.split_shares[seat, company] += 1
        for kind in actions:
            self.card(kind, Zone.PORTFOLIO, seat, seen)
            state.actions[seat, kind - BOOM] += 1
        for kind in fees:
            self.card(kind, Zone.UNPAID_FEE, seat, ALL_SEEN)
            state.unpaid_fees[seat] += 1
        state.portfolio_sizes[seat] += len(stocks) + len(split) + len(actions) + (start is not None)
        if money is not None:
            state.money[seat] = money
        return self

    def pile(self, pile: int, *face_up: int, face_down: tuple[tuple[int, int], ...] = ()) -> "Table":
        """Lay cards on a pile; face-down ones are given as (face, seat that placed it)."""
        cards = [(kind, Zone.PILE_FACE_UP, ALL_SEEN) for kind in face_up]
        cards += [(kind, Zone.PILE_FACE_DOWN, 1 << placer) for kind, placer in face_down]
        for kind, zone, seen in cards:
            self.state.pile_cards[pile, self.state.pile_sizes[pile]] = self.card(kind, zone, pile, seen)
            self.state.pile_sizes[pile] += 1
        return self

    def priced(self, company: int, price: int) -> "Table":
        """Put a price marker on the first space of that price."""
        prices = list(self.rules.track_prices[company, : self.rules.track_lengths[company]])
        self.state.spaces[company] = prices.index(price)
        return self

    def first(self, seat: int) -> "Table":
        """Hand the First Player Token to a seat."""
        self.state.first_seat = seat
        return self

    def round(self, number: int) -> "Table":
        """Make it a later round (from 0)."""
        self.state.round_number = number
        return self

    def forecast(self, **pairs: str) -> "Table":
        """Say some companies' forecasts (``cosmic="+4"``); the rest are linked in order. Pair p is company p's."""
        names = ("cosmic", "bottomline", "leading", "american", "stanford", "epic")
        faces = [pairs.get(name) for name in names]
        rest = iter([face for face in FORECASTS if face not in faces])
        number = self.state.round_number
        self.state.pair_companies[number] = range(COMPANIES)
        self.state.pair_forecasts[number] = [FORECASTS.index(face or next(rest)) for face in faces]
        return self

    def on_deck(self, *kinds: int) -> "Table":
        """The faces on top of the deck."""
        self._deck = list(kinds)
        return self

    def complete(self) -> "Table":
        """Fill the deck with the cards not on the table, and the pairs of rounds not given."""
        dealt = int(self.state.dealt)
        left = Counter({kind: int(self.rules.deck_counts[kind]) for kind in range(KINDS)})
        left.subtract(int(kind) for kind in self.state.card[:dealt])
        left.subtract(self._deck)
        assert min(left.values()) >= 0, "more cards on the table than the deck has"
        self.state.card[dealt:] = [*self._deck, *left.elements()]
        for number in range(self.rules.rounds):
            if self.state.pair_companies[number, 0] < 0:
                self.state.pair_companies[number] = range(COMPANIES)
                self.state.pair_forecasts[number] = range(COMPANIES)
        return self

    # --- phases, begun by rule ----------------------------------------------------------------------------------

    def demand(self) -> "Table":
        self.complete()
        begin_demand(self.rules, self.state)
        return self

    def actions(self) -> "Table":
        """Begin the Action Phase; go on to Selling if nobody has an action card."""
        self.complete()
        if self._logged(lambda log: begin_action(self.rules, self.state, log)):
            begin_selling(self.rules, self.state)
        return self

    def selling(self) -> "Table":
        self.complete()
        begin_selling(self.rules, self.state)
        return self

    def movement(self) -> "Table":
        """Play the Movement Phase, up to the first decision if there is one; the round does not end."""
        self.complete()
        self._logged(lambda log: begin_movement(self.rules, self.state, log))
        return self

    def move_price(self, company: int, spaces: int) -> "Table":
        """One price move, as a forecast or an action card makes it."""
        self.complete()
        self._logged(lambda log: move_price(self.rules, self.state, company, spaces, log))
        return self

    def score(self) -> "Table":
        """End the game."""
        self.complete()
        self.state.round_number = self.rules.rounds
        self._logged(lambda log: end_game(self.rules, self.state, log))
        return self

    # --- playing ------------------------------------------------------------------------------------------------

    def bid(self, pile: int, amount: int) -> int:
        return encode_move(Move.BID, pile, list(self.rules.bid_amounts).index(amount))

    def moves(self) -> list[int]:
        out = np.empty(contract.MAX_MOVES, np.int32)
        return [int(code) for code in out[: contract.legal_moves(self.rules, self.state, out)]]

    def bids(self, pile: int) -> list[int]:
        """The amounts the mover can bid on a pile."""
        codes = [code for code in self.moves() if (code >> 8) & 255 == pile]
        return [int(self.rules.bid_amounts[code & 255]) for code in codes]

    def play(self, *codes: int) -> "Table":
        """Play legal moves, one after the other."""
        for code in codes:
            assert code in self.moves()
            self._logged(lambda log, code=code: contract.apply(self.rules, self.state, code, log))
        return self

    def play_out_phase(self) -> "Table":
        """Play the lowest legal moves until the phase changes."""
        phase = self.state.phase
        while self.state.phase == phase and self.mover >= 0:
            self.play(self.moves()[0])
        return self

    def _logged(self, run: Any) -> Any:
        self._log[0, 0] = 0
        result = run(self._log)
        self.events = events_of(self._log)
        return result

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        return contract.mover(self.rules, self.state)

    @property
    def phase(self) -> Phase:
        return Phase(int(self.state.phase))

    @property
    def money(self) -> list[int]:
        return [int(money) for money in self.state.money[: self.seats]]

    def price(self, company: int) -> int:
        return int(self.rules.track_prices[company, self.state.spaces[company]])

    def shares(self, seat: int) -> list[int]:
        return [int(count) for count in self.state.shares[seat]]

    def split(self, seat: int) -> list[int]:
        return [int(count) for count in self.state.split_shares[seat]]

    def kinds(self, zone: int, holder: int | None = None) -> list[int]:
        """The sorted faces of the cards in a zone."""
        chosen = self.state.zone == zone
        if holder is not None:
            chosen &= self.state.holder == holder
        return sorted(self.state.card[chosen].tolist())

    def view(self, seat: int) -> Any:
        """What a seat sees."""
        copied = np.zeros(1, STATE_DTYPE).view(np.recarray)
        copied[0] = self.state
        contract.hide(self.rules, copied[0], seat)
        return copied[0]

    def told(self, kind: EventKind) -> list[Event]:
        """The events of a kind during the last call."""
        return [event for event in self.events if event.kind == kind]
