"""Whatever is played: no card and no dollar appears or vanishes, and the counters say what the cards say."""

from collections import Counter

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import contract
from engine.stockpile.cards import ALL_SEEN, COMPANIES, Phase, Zone
from engine.stockpile.events import EventKind
from tests.engine.stockpile.table import BOOM, FEE_1, FEE_3, Table

INCOME = {EventKind.SPLIT_BONUS: "c", EventKind.SOLD: "d", EventKind.DIVIDEND_PAID: "d",
          EventKind.MAJORITY_BONUS: "b", EventKind.LIQUIDATED: "d"}  # fmt: skip
EXPENSE = {EventKind.BID_PAID: "b", EventKind.FEE_PAID: "a"}

choices = st.lists(st.integers(0, 255), min_size=1, max_size=40)


class StockpileMachine(RuleBasedStateMachine):
    """Any moves on any table."""

    @initialize(
        seats=st.integers(2, 5),
        seed=st.integers(0, 2**32),
        dividends=st.sampled_from(["automatic", "choice"]),
        first_seat=st.integers(0, 1),
    )
    def deal(self, seats, seed, dividends, first_seat):
        self.table = Table.dealt(seats, seed, dividends=dividends, first_seat=first_seat)
        self.deck = Counter(self.table.state.card.tolist())
        self.money = [int(self.table.rules.starting_money)] * seats
        self.moves = 0
        self.book()

    def book(self):
        """Keep the ledger, from the events alone."""
        for event in self.table.events:
            if event.kind in INCOME:
                self.money[event.seat] += getattr(event, INCOME[event.kind])
            elif event.kind in EXPENSE:
                self.money[event.seat] -= getattr(event, EXPENSE[event.kind])
            assert min(self.money) >= 0, "cash below zero between two payments"

    def step(self, choice):
        moves = self.table.moves()
        assert moves
        self.table.play(moves[choice % len(moves)])
        self.moves += 1
        self.book()

    @precondition(lambda self: self.table.mover >= 0)
    @rule(choices=choices)
    def play(self, choices):
        for choice in choices:
            if self.table.mover >= 0:
                self.step(choice)

    @precondition(lambda self: self.table.mover >= 0)
    @rule(choice=st.integers(0, 255))
    def play_one(self, choice):
        self.step(choice)

    @precondition(lambda self: self.table.mover >= 0)
    @rule(seat=st.integers(0, 4), seed=st.integers(0, 2**32))
    def exchange_the_unseen_cards(self, seat, seed):
        """Go on in another world that looks the same to a seat."""
        table = self.table
        contract.hide(table.rules, table.state, seat % table.seats)
        assert contract.redeal(table.rules, table.state, np.array([seed], np.uint64))

    @precondition(lambda self: self.table.mover < 0)
    @rule()
    def nothing_is_left_to_do(self):
        assert self.table.phase == Phase.OVER
        assert not self.table.moves()

    @invariant()
    def no_money_appears_or_vanishes(self):
        assert self.table.money == self.money

    @invariant()
    def no_card_appears_or_vanishes(self):
        state = self.table.state
        assert Counter(state.card.tolist()) == self.deck
        assert (state.zone[: state.dealt] != Zone.DECK).all()
        assert (state.zone[state.dealt :] == Zone.DECK).all()
        assert (state.seen[state.dealt :] == 0).all()

    @invariant()
    def counters_agree_with_the_cards(self):
        table, state = self.table, self.table.state
        running = table.mover >= 0
        for seat in range(table.seats):
            portfolio = table.kinds(Zone.PORTFOLIO, seat)
            split = table.kinds(Zone.SPLIT_PORTFOLIO, seat)
            held = Counter(portfolio)
            assert [held[company] for company in range(COMPANIES)] == table.shares(seat)
            assert [held[BOOM + face] for face in range(2)] == state.actions[seat].tolist()
            assert not any(FEE_1 <= kind <= FEE_3 for kind in portfolio)
            assert [split.count(company) for company in range(COMPANIES)] == table.split(seat)
            assert len(portfolio) + len(split) == state.portfolio_sizes[seat]
            fees = table.kinds(Zone.UNPAID_FEE, seat)
            assert len(fees) == state.unpaid_fees[seat]
            assert all(FEE_1 <= kind <= FEE_3 for kind in fees)
            assert not fees or table.rules.fee_amounts[fees[0] - FEE_1] > table.money[seat] or not running
            if table.phase not in (Phase.DEMAND, Phase.SUPPLY):
                assert not state.actions[seat].any() or table.phase == Phase.ACTION
            hand = sorted(int(state.card[card]) for card in state.hand_cards[seat] if card >= 0)
            assert hand == table.kinds(Zone.HAND, seat)
        assert (state.money[table.seats :] == 0).all()

    @invariant()
    def piles_agree_with_the_cards(self):
        state = self.table.state
        for pile in range(self.table.rules.piles):
            cards = state.pile_cards[pile, : state.pile_sizes[pile]].tolist()
            lying = np.isin(state.zone, (Zone.PILE_FACE_UP, Zone.PILE_FACE_DOWN)) & (state.holder == pile)
            assert sorted(cards) == np.flatnonzero(lying).tolist()

    @invariant()
    def every_seat_knows_what_lies_open_and_what_it_holds(self):
        state = self.table.state
        for card in range(state.dealt):
            zone, seen = int(state.zone[card]), int(state.seen[card])
            if zone in (Zone.HAND, Zone.PORTFOLIO):
                assert seen >> int(state.holder[card]) & 1
            if zone in (Zone.PILE_FACE_UP, Zone.SPLIT_PORTFOLIO, Zone.UNPAID_FEE, Zone.DISCARD):
                assert seen == ALL_SEEN
            assert not int(state.excluded[card]) >> int(state.card[card]) & 1, "a card is what the table rules out"

    @invariant()
    def bids_agree_with_their_counter(self):
        table = self.table
        if table.phase == Phase.DEMAND:
            seats = table.state.bid_seats[: table.rules.piles].tolist()
            assert [seats.count(seat) for seat in range(table.seats)] == table.state.standing_bids[
                : table.seats
            ].tolist()
            assert (table.state.standing_bids <= table.rules.meeples).all()
            for seat in range(table.seats):
                bids = [table.state.bids[pile] for pile, bidder in enumerate(seats) if bidder == seat]
                assert sum(int(table.rules.bid_amounts[bid]) for bid in bids) <= table.money[seat]

    @invariant()
    def prices_stay_on_their_tracks(self):
        state = self.table.state
        assert ((state.spaces >= 0) & (state.spaces < self.table.rules.track_lengths)).all()

    def teardown(self):
        """Every game ends, and its result is the money the events add up to."""
        if not hasattr(self, "table"):
            return
        while self.table.mover >= 0:
            self.step(self.moves * 7)
            assert self.moves < 3000
        self.no_money_appears_or_vanishes()
        self.no_card_appears_or_vanishes()
        self.counters_agree_with_the_cards()
        assert self.table.events[-1].kind == EventKind.GAME_ENDED


StockpileMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=15)
TestAnyMovesOnAnyTable = StockpileMachine.TestCase
