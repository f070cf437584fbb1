"""An independent checker of Stonks worlds: a card counter that knows the rulebook and hears what one seat hears.

It reads the seat's events only and keeps its own books in plain Python: where every card it has seen lies, which suits
a hand has shown not to have, the market with its locks, the running trick. A world that breaks these books, or a view
that shows more than they explain, is a fault. Nothing of the sampler's code is used.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

from engine.game import Game
from engine.stonks.cards import COMPANIES, MAX_HALVES, MAX_ROUNDS, NONE, NUMBERS, UNSEEN, NextMarket, Phase
from engine.stonks.events import EventKind
from eval.checker import Marginal

MOST_ENUMERATED_CARDS = 12
"""Exact marginals are given for positions with at most so many cards in places that voids restrict."""

Place = tuple[str, int, int]
"""What a card lies in: ``hand``, ``open``, ``hidden``, ``opening``, ``played``, ``discard``, ``turned``, ``removed`` or
``deck``; whose it is; and which half's (0 where that says nothing)."""

TURNED: Place = ("turned", NONE, 0)
REMOVED: Place = ("removed", NONE, 0)
DECK: Place = ("deck", NONE, 0)


@dataclass(frozen=True)
class HiddenPlace:
    """A place whose cards the seat has not seen: how many they are, and the suits none of them is of."""

    place: Place
    size: int
    cannot_be: frozenset[int] = frozenset()


class StonksChecker:
    """The books of one seat of a Stonks game."""

    def __init__(self, game: Game, seat: int) -> None:
        self.rules = game.rules
        self.seats = game.seats
        self.seat = seat
        self.complaints: list[str] = []
        self.points = [0] * game.seats
        self.round = -1
        self.half = 0
        self.phase = Phase.OVER
        self.turn: int | None = None
        self.row: list[int] = []
        self.levels: dict[int, int] = {}
        self.black: set[int] = set()
        self.steps = 0
        self.where: dict[int, Place] = {}
        self.dealt = 0
        self.hand_sizes = [0] * game.seats
        self.hidden_halves: list[set[int]] = [set() for _ in range(game.seats)]
        self.voids: list[set[int]] = [set() for _ in range(game.seats)]
        self.discarded_voids: list[set[int]] = [set() for _ in range(game.seats)]
        self.has_discarded = False
        self.speculation_cards: set[int] = set()
        self.leader: int | None = None
        self.lead: int | None = None
        self.played: dict[int, int | None] = {}
        self.speculators: set[int] = set()
        self.shown: dict[int, int] = {}

    # --- the books --------------------------------------------------------------------------------------------

    def observe(self, row: Sequence[int]) -> None:
        """Book one event that the seat saw."""
        kind, _, seat, a, b, c, d = (int(value) for value in row)
        match EventKind(kind):
            case EventKind.ROUND_STARTED:
                self._start_round(a)
            case EventKind.TILE_LAID:
                self._lay_tile(a, b, c, d)
            case EventKind.HALF_STARTED:
                self._start_half(a)
            case EventKind.CARD_DEALT:
                self._put(a, ("hand", seat, 0))
            case EventKind.FACE_UP_CHOSEN:
                self._take_from_hand(seat, a, ("opening", seat, 0))
            case EventKind.FACE_DOWN_CHOSEN:
                self._take_from_hand(seat, a, ("hidden", seat, self.half))
            case EventKind.FACE_UP_SHOWN:
                self._show_opening_card(seat, a)
            case EventKind.LEADER_FOUND:
                self._expect(seat == self._first_leader(), f"seat {seat} must not lead")
                self.leader = seat
            case EventKind.CARD_TURNED:
                self._turn_up(a)
            case EventKind.CARD_PLAYED:
                self._play(seat, a, speculates=False)
            case EventKind.FOLLOWED_AS_LEAD:
                self._expect(b == self.lead, "a follower's card counts as another suit than the one led")
                self._play(seat, a, speculates=True)
            case EventKind.LED_FACE_DOWN:
                self._expect(self.lead is None, "a second lead")
                self.lead = a
                self._speculate(seat)
                self.played[seat] = None
                self.hand_sizes[seat] -= 1
                self._next_player()
            case EventKind.FACE_DOWN_PLAYED:
                self._expect(self.where.get(a) == ("hand", seat, 0), f"card {a} was not in the hand")
                self.where[a] = ("played", seat, 0)
                self.played[seat] = a
            case EventKind.TOKEN_MOVED:
                self._move_token(seat, a, b, c, d)
            case EventKind.MARKET_LEFT:
                self._expect(bool(self.rules.optional_symbols), "symbols must be used")
                self._next_player()
            case EventKind.LEAD_SHOWN:
                self._expect(self.played[seat] in (None, a), "another card was led than is shown")
                self._expect(a // NUMBERS not in self.voids[seat], "a card of a suit the seat did not have")
                self.played[seat] = a
                self._put(a, ("played", seat, 0))
            case EventKind.TRUMP_MOVED:
                self._expect(a == self.trump, "trump is on a company that has not the lowest price")
            case EventKind.TRICK_WON:
                self._expect(self._winner() == seat, f"seat {seat} has not won the trick")
                self.phase, self.turn = Phase.PICK, seat
            case EventKind.TRICK_LOST:
                self._expect(self._winner() is None, "somebody has won the trick")
                self._clear_trick()
            case EventKind.CARD_PICKED:
                self._expect(self.where.get(a) == TURNED or a in self.played.values(), f"card {a} is not on offer")
                self.where[a] = ("open", seat, 0)
                self.leader = seat
                self._clear_trick()
            case EventKind.LAST_CARD_DISCARDED:
                self._put(a, ("discard", seat, 0))
            case EventKind.HIDDEN_CARD_SHOWN:
                self._show_hidden_card(seat, a)
            case EventKind.ROUND_SCORED:
                self._score(seat, a, b)
            case EventKind.GAME_ENDED:
                self.where.clear()
                self.round, self.phase, self.turn, self.leader = self.round + 1, Phase.OVER, None, None
                self._sweep()
            case _:
                pass

    def _expect(self, holds: bool, complaint: str) -> None:
        if not holds:
            self.complaints.append(complaint)

    def _put(self, card: int, place: Place) -> None:
        """Learn where a card lies; it cannot have been seen elsewhere before."""
        self._expect(self.where.get(card, place) == place, f"card {card} was seen before")
        self.where[card] = place

    def _take_from_hand(self, seat: int, card: int, to: Place) -> None:
        self._expect(seat != self.seat or self.where.get(card) == ("hand", seat, 0), f"card {card} was not in the hand")
        self._expect(seat == self.seat or card not in self.where, f"card {card} was seen before")
        self.hand_sizes[seat] -= 1
        self.where[card] = to

    def _start_round(self, number: int) -> None:
        self.round, self.dealt, self.half = number, 0, 0
        self.where.clear()
        self.shown.clear()
        self.leader = None
        self._sweep()
        self.speculation_cards = set(range(self.seats))
        if number == 0 or self.rules.next_market != NextMarket.CARRY:
            self.row, self.levels, self.black = [], {}, set()
        if self.rules.halves == 1:
            self._start_half(0)

    def _sweep(self) -> None:
        """What a round's end clears away."""
        self.hand_sizes = [0] * self.seats
        self.hidden_halves = [set() for _ in range(self.seats)]
        self.voids = [set() for _ in range(self.seats)]
        self.discarded_voids = [set() for _ in range(self.seats)]
        self.has_discarded = False

    def _lay_tile(self, company: int, place: int, level: int, price: int) -> None:
        self._expect(place == len(self.row), "tiles are laid from left to right")
        self._expect(company not in self.row, f"company {company} has two tiles")
        self.row.append(company)
        self.levels[company] = level
        self._expect(level == self.rules.start_levels[place], "a token on a wrong level")
        self._expect(price == self.price(company), "a wrong price")

    def _start_half(self, half: int) -> None:
        self.half = half
        self.voids = [set() for _ in range(self.seats)]
        self.hand_sizes = [int(self.rules.hand_size)] * self.seats
        self.dealt += int(self.rules.hand_size) * self.seats
        self.phase, self.turn = Phase.OPENING_PAIR, None
        self.shown.clear()

    def _show_opening_card(self, seat: int, card: int) -> None:
        if not self.shown:
            # All have chosen two cards.
            self.hand_sizes = [int(self.rules.hand_size) - 2] * self.seats
            for halves in self.hidden_halves:
                halves.add(self.half)
        self.shown[seat] = card
        if seat == self.seat:
            self._expect(self.where.get(card) == ("opening", seat, 0), "another card was chosen than is shown")
        else:
            self._expect(card not in self.where, f"card {card} was seen before")
        self.where[card] = ("open", seat, 0)

    def _first_leader(self) -> int:
        """The lowest face-up card, the one further left of equals; in a second half the smaller portfolio."""
        if self.half == 0:
            return min(
                self.shown,
                key=lambda seat: (self.shown[seat] % NUMBERS, self.row.index(self.shown[seat] // NUMBERS)),
            )
        # The pairs just shown are the same for all.
        sizes = {seat: self.portfolio_size(seat) for seat in range(self.seats)}
        return min(sizes, key=lambda seat: (sizes[seat], seat != self.leader))

    def portfolio_size(self, seat: int) -> int:
        """The market cards in a seat's portfolio."""
        return len(self.hidden_halves[seat]) + sum(place == ("open", seat, 0) for place in self.where.values())

    def _turn_up(self, card: int) -> None:
        self._put(card, TURNED)
        self.dealt += 1
        self.lead, self.played, self.speculators = None, {}, set()
        self.phase, self.turn = Phase.TRICK, self.leader

    def _speculate(self, seat: int) -> None:
        self._expect(seat in self.speculation_cards, f"seat {seat} has no speculation card")
        self._expect(bool(self.rules.unlimited_speculation) or not self.speculators, "a second speculation card")
        self.speculation_cards.discard(seat)
        self.speculators.add(seat)

    def _play(self, seat: int, card: int, speculates: bool) -> None:
        self._expect(self.turn == seat and self.phase == Phase.TRICK, f"it was not seat {seat}'s turn")
        suit = card // NUMBERS
        self._expect(suit not in self.voids[seat], f"seat {seat} had shown to have no card of company {suit}")
        self._take_from_hand(seat, card, ("played", seat, 0))
        self.played[seat] = card
        if self.lead is None:
            self.lead = suit
        elif suit != self.lead or speculates:
            self._expect(not any(self._own(self.lead)) or seat != self.seat, "the seat could have followed suit")
            self.voids[seat].add(self.lead)
        if speculates:
            self._speculate(seat)
        self.steps = int(self.rules.symbols[card])
        if self.steps:
            self.phase = Phase.MARKET
        else:
            self._next_player()

    def _own(self, suit: int) -> Iterator[bool]:
        return (place == ("hand", self.seat, 0) and card // NUMBERS == suit for card, place in self.where.items())

    def _next_player(self) -> None:
        """The next seat is to play; when all have, TRICK_WON or TRICK_LOST follows."""
        self.phase, self.steps = Phase.TRICK, 0
        self.turn = ((self.turn or 0) + 1) % self.seats

    # --- the market -------------------------------------------------------------------------------------------

    def price(self, company: int) -> int:
        """The price of a company's fruit."""
        return int(self.rules.prices[self.row.index(company), self.levels[company]])

    @property
    def trump(self) -> int:
        """The company with the lowest price, the one further left of equals."""
        return min(self.row, key=self.price)

    def _move_token(self, seat: int, company: int, before: int, after: int, price: int) -> None:
        self._expect(self.phase == Phase.MARKET and self.turn == seat, "no symbols to use")
        self._expect(company not in self.black, f"company {company} is locked")
        self._expect(self.levels.get(company) == before, f"company {company} was not on level {before}")
        self._expect(abs(after - before) == self.steps, "a token moved by another number of levels than symbols")
        self.levels[company] = after
        self._expect(self.price(company) == price, "a wrong price")
        self.black.add(company)
        if self.rules.last_moved_lock or len(self.black) >= self.rules.black_tokens:
            self.black = {company}
        self._next_player()

    # --- the end of tricks and rounds -------------------------------------------------------------------------

    def _winner(self) -> int | None:
        """The highest trump, else the highest card of the lead suit; the first of equals."""
        trump, leader = self.trump, self.leader or 0
        order = [(leader + step) % self.seats for step in range(self.seats)]
        best, most = None, 0
        for position, seat in enumerate(order):
            card = self.played[seat]
            assert card is not None
            suit, number = divmod(card, NUMBERS)
            if seat in self.speculators and seat != leader:
                real = (self.lead or 0) * NUMBERS + number
                rivals = order[position + 1 :] if self.rules.later_only_cancelling else order
                if all(self.played[other] != real for other in rivals if other != seat):
                    suit = self.lead or 0
            value = number + 1 + (NUMBERS if suit == trump else 0)
            if suit in (trump, self.lead) and value > most:
                best, most = seat, value
        return best

    def _clear_trick(self) -> None:
        for card in list(self.where):
            if self.where[card] == TURNED or self.where[card][0] == "played":
                self.where[card] = REMOVED
        self.lead, self.played, self.speculators = None, {}, set()
        if self.hand_sizes[0] == 1:
            # The last cards go away unseen, the own one excepted.
            self.hand_sizes = [0] * self.seats
            self.discarded_voids = [set(suits) for suits in self.voids]
            self.has_discarded = True
            for card, place in self.where.items():
                if place == ("hand", self.seat, 0):
                    self.where[card] = ("discard", self.seat, 0)

    def _show_hidden_card(self, seat: int, card: int) -> None:
        half = min(self.hidden_halves[seat], default=-1)
        self._expect(half >= 0, f"seat {seat} has no face-down card left")
        known = [number for number, place in self.where.items() if place == ("hidden", seat, half)]
        self._expect(known in ([], [card]), "another card was put face down than is shown")
        self._expect(bool(known) or card not in self.where, f"card {card} was seen before")
        self.hidden_halves[seat].discard(half)
        self.where[card] = ("open", seat, 0)

    def _score(self, seat: int, points: int, total: int) -> None:
        worth = sum(
            int(self.rules.fruits[card]) * self.price(card // NUMBERS)
            for card, place in self.where.items()
            if place == ("open", seat, 0)
        )
        if seat in self.speculation_cards:
            worth += int(self.rules.speculation_fruits) * self.price(self.trump)
        self._expect(points == worth, f"seat {seat} scored {points} points, not {worth}")
        self.points[seat] += worth
        self._expect(total == self.points[seat], f"seat {seat} has {self.points[seat]} points, not {total}")

    # --- worlds and views -------------------------------------------------------------------------------------

    def located(self, position: Any) -> dict[int, list[Place]]:
        """Where a position has each of this round's cards; cards that it blanks are left out."""
        found: dict[int, list[Place]] = {}

        def put(card: int, place: Place) -> None:
            if card >= 0:
                found.setdefault(card, []).append(place)

        def put_set(masks: list[int], place: Place) -> None:
            for company, mask in enumerate(masks):
                while mask:
                    lowest = mask & -mask
                    put(company * NUMBERS + lowest.bit_length() - 1, place)
                    mask ^= lowest

        put_set(position.removed.tolist(), REMOVED)
        put(int(position.turned), TURNED)
        hands, portfolios = position.hands.tolist(), position.portfolios.tolist()
        opening, played = position.opening_cards.tolist(), position.played.tolist()
        discarded, hidden = position.discarded_cards.tolist(), position.hidden_cards.tolist()
        for seat in range(self.seats):
            put_set(hands[seat], ("hand", seat, 0))
            put_set(portfolios[seat], ("open", seat, 0))
            put(opening[seat], ("opening", seat, 0))
            put(played[seat], ("played", seat, 0))
            put(discarded[seat], ("discard", seat, 0))
            for half in range(MAX_HALVES):
                put(hidden[seat][half], ("hidden", seat, half))
        if 0 <= self.round < self.rules.rounds:
            for card in position.decks[self.round].tolist():
                put(card, DECK)
        return found

    def faults(self, world: Any) -> list[str]:
        """What a world breaks: the cards of the round, what the seat has been shown, or the rules."""
        found = list(self.complaints)
        located = self.located(world)
        if self.phase != Phase.OVER:
            cards = {company * NUMBERS + number for company in self.row for number in range(NUMBERS)}
            if located.keys() != cards:
                found.append("cards are missing, or of no company in play")
            if any(len(places) > 1 for places in located.values()):
                found.append("a card lies in two places")
            for card, place in self.where.items():
                if located.get(card) != [place]:
                    found.append(f"card {card} lies in {located.get(card)}, the seat knows it in {place}")
            found += self._wrong_places(located, world)
        found += self._wrong_table(world)
        found += self._wrong_future(world)
        return found

    def _wrong_places(self, located: dict[int, list[Place]], world: Any) -> list[str]:
        """Places with a wrong number of cards, and cards of suits that are ruled out."""
        found = []
        counts: dict[Place, int] = {}
        hidden_places = self.hidden_places(world)
        cannot_be = {hidden.place: hidden.cannot_be for hidden in hidden_places}
        for card, places in located.items():
            place = places[0]
            counts[place] = counts.get(place, 0) + 1
            if card // NUMBERS in cannot_be.get(place, ()):
                found.append(f"card {card} in {place} is of a suit that is ruled out")
        for hidden in hidden_places:
            if counts.get(hidden.place, 0) != hidden.size:
                found.append(f"{counts.get(hidden.place, 0)} cards in {hidden.place}, not {hidden.size}")
            counts.pop(hidden.place, None)
        for place in counts:
            if place not in self.where.values():
                found.append(f"there is nothing in {place}")
        return found

    def hidden_places(self, position: Any) -> list[HiddenPlace]:
        """The places whose cards the seat has not seen.

        While opening pairs are chosen, how far the others are is read off the position: seats choose in their order.
        """
        found = []
        for seat in range(self.seats):
            if seat == self.seat:
                continue
            chosen = 0
            if self.phase == Phase.OPENING_PAIR and not self.shown:
                turn = int(position.turn)
                chosen = 2 if seat < turn else int(position.opening_cards[seat] != NONE) if seat == turn else 0
            hand = self.hand_sizes[seat] - chosen
            voids = frozenset(self.voids[seat])
            places = [
                HiddenPlace(("hand", seat, 0), hand, voids),
                HiddenPlace(("opening", seat, 0), int(chosen > 0)),
                HiddenPlace(("played", seat, 0), int(seat in self.played and self.played[seat] is None), voids),
                HiddenPlace(("discard", seat, 0), int(self.has_discarded), frozenset(self.discarded_voids[seat])),
            ]
            halves = self.hidden_halves[seat] | ({self.half} if chosen == 2 else set())
            places += [HiddenPlace(("hidden", seat, half), 1) for half in halves]
            found += [place for place in places if place.size > 0]
        deck = len(self.row) * NUMBERS - self.dealt
        if deck > 0 and self.phase != Phase.OVER:
            found.append(HiddenPlace(DECK, deck))
        return found

    def _wrong_table(self, world: Any) -> list[str]:
        """What lies openly on the table, compared with the books."""

        def bits(numbers: set[int]) -> int:
            return sum(1 << number for number in numbers)

        seats = range(self.seats)
        opening = self.phase == Phase.OPENING_PAIR
        expected: list[tuple[str, Any, Any]] = [
            ("points", world.points[: self.seats].tolist(), self.points),
            ("round", int(world.round_number), self.round),
            ("phase", int(world.phase), int(self.phase)),
            ("levels", {company: int(world.levels[company]) for company in self.row}, self.levels),
            ("black tokens", int(world.black), bits(self.black)),
            ("trump", int(world.trump), self.trump),
        ]
        if self.phase != Phase.OVER:
            expected += [
                ("half", int(world.half), self.half),
                ("places", {int(world.places[company]) for company in self.row}, set(range(len(self.row)))),
                ("row", world.rows[self.round, : len(self.row)].tolist(), self.row),
                ("speculation cards", int(world.speculation_cards), bits(self.speculation_cards)),
                ("speculators", int(world.speculators), bits(self.speculators)),
                ("voids", world.voids[: self.seats].tolist(), [bits(self.voids[seat]) for seat in seats]),
                (
                    "voids of discarded cards",
                    world.discarded_voids[: self.seats].tolist(),
                    [bits(self.discarded_voids[seat]) for seat in seats],
                ),
                ("cards dealt", int(world.dealt), self.dealt),
                ("cards played", int(world.cards_played), len(self.played)),
                ("lead suit", int(world.lead), NONE if self.lead is None else self.lead),
                ("symbols to use", int(world.steps), self.steps),
            ]
        if self.phase != Phase.OVER and not opening:
            expected += [
                ("turn", int(world.turn), self.turn),
                ("leader", int(world.leader), self.leader),
                ("hand sizes", world.hand_sizes[: self.seats].tolist(), self.hand_sizes),
                (
                    "portfolio sizes",
                    world.portfolio_sizes[: self.seats].tolist(),
                    [self.portfolio_size(seat) for seat in seats],
                ),
            ]
        return [f"{name}: {seen}, not {booked}" for name, seen, booked in expected if seen != booked]

    def _wrong_future(self, world: Any) -> list[str]:
        """The later rounds' rows and decks: every company and card in play once."""
        found = []
        for number in range(self.round + 1, int(self.rules.rounds)):
            row = world.rows[number, : len(self.row)].tolist()
            if self.rules.next_market != NextMarket.NEW_MARKET and row != self.row:
                found.append(f"round {number} has another row of tiles")
            if len(set(row)) != len(self.row) or not set(row) <= set(range(COMPANIES)):
                found.append(f"round {number} has a row of tiles that cannot be")
            deck = [card for card in world.decks[number].tolist() if card != NONE]
            if sorted(deck) != sorted(company * NUMBERS + card for company in row for card in range(NUMBERS)):
                found.append(f"round {number} has a deck with other cards")
        return found

    def leaks(self, view: Any) -> list[str]:
        """What a view of the seat shows though the seat never saw it."""
        found = []
        if self.phase != Phase.OVER:
            for card, places in self.located(view).items():
                if card not in self.where:
                    found.append(f"card {card} in {places[0]}")
        for other in range(self.seats):
            if other != self.seat and int(view.private_keys[other]) != 0:
                found.append(f"the observation key of seat {other}")
            for name, known in (("voids", self.voids), ("discarded_voids", self.discarded_voids)):
                for company in range(COMPANIES):
                    if int(view[name][other]) >> company & 1 and company not in known[other]:
                        found.append(f"a void of seat {other} that it has not shown")
        for number in range(self.round + 1, MAX_ROUNDS):
            if any(card >= 0 for card in view.decks[number].tolist()):
                found.append(f"the deck of round {number}")
            if self.rules.next_market == NextMarket.NEW_MARKET and any(
                company not in (UNSEEN, NONE) for company in view.rows[number].tolist()
            ):
                found.append(f"the row of tiles of round {number}")
        return found

    # --- exact probabilities ----------------------------------------------------------------------------------

    def exact_marginals(self) -> list[Marginal]:
        """The exact distributions of some hidden cards, if they can be enumerated; else nothing.

        Every way to deal the unseen cards to the hidden places that keeps to the books counts once. Cards of a suit are
        alike to all that is known, so ways are enumerated by the number of cards of each suit in each place.
        """
        if self.phase in (Phase.OPENING_PAIR, Phase.OVER):
            return []
        places = self.hidden_places(None)
        bound = [hidden for hidden in places if hidden.cannot_be]
        if not bound or sum(hidden.size for hidden in bound) > MOST_ENUMERATED_CARDS:
            return []
        unseen = [
            sum(company * NUMBERS + number not in self.where for number in range(NUMBERS)) if company in self.row else 0
            for company in range(COMPANIES)
        ]
        marginals = []
        expected: dict[Place, list[float]] = {}
        for hidden in places:
            if hidden.size > MOST_ENUMERATED_CARDS:
                continue
            splits = self._splits(hidden, bound, tuple(unseen))
            total = sum(splits.values())
            expected[hidden.place] = [
                sum(split[company] * ways for split, ways in splits.items()) / total for company in range(COMPANIES)
            ]
            if hidden.size > 1:
                marginals.append(
                    Marginal(
                        name=f"suits in {hidden.place} of seat {self.seat}'s view",
                        probabilities={split: ways / total for split, ways in splits.items() if ways},
                        read=self._suits_reader(hidden.place),
                    )
                )
            else:
                marginals.append(self._card_marginal(hidden.place, expected[hidden.place], unseen))
        marginals += self._whereabouts(expected, unseen)
        return marginals

    def _splits(self, hidden: HiddenPlace, bound: list[HiddenPlace], unseen: tuple[int, ...]) -> dict[Any, int]:
        """How many ways there are for each number of cards of each suit in a place.

        Places without voids take what is left, in a number of ways that is always the same.
        """
        others = [other for other in bound if other is not hidden]

        @cache
        def ways(index: int, left: tuple[int, ...]) -> int:
            if index == len(others):
                return 1
            return sum(chosen * ways(index + 1, rest) for _, chosen, rest in _choices(others[index], left))

        return {split: chosen * ways(0, rest) for split, chosen, rest in _choices(hidden, unseen)}

    def _suits_reader(self, place: Place) -> Callable[[Any], tuple[int, ...]]:
        def read(world: Any) -> tuple[int, ...]:
            counts = [0] * COMPANIES
            for card, places in self.located(world).items():
                counts[card // NUMBERS] += place in places
            return tuple(counts)

        return read

    def _card_marginal(self, place: Place, expected: list[float], unseen: list[int]) -> Marginal:
        """The face of the only card in a place: of a suit all unseen cards are equally likely."""

        def read(world: Any) -> tuple[int, ...]:
            return tuple(card for card, places in self.located(world).items() if place in places)

        return Marginal(
            name=f"the card in {place} of seat {self.seat}'s view",
            probabilities={
                (company * NUMBERS + number,): expected[company] / unseen[company]
                for company in self.row
                for number in range(NUMBERS)
                if company * NUMBERS + number not in self.where and expected[company] > 0
            },
            read=read,
        )

    def _whereabouts(self, expected: dict[Place, list[float]], unseen: list[int]) -> list[Marginal]:
        """Where the first and the last unseen card lie."""
        hidden = [
            company * NUMBERS + number
            for company in self.row
            for number in range(NUMBERS)
            if company * NUMBERS + number not in self.where
        ]
        places = list(expected)
        marginals = []
        for card in dict.fromkeys((hidden[0], hidden[-1])):
            chances = [expected[place][card // NUMBERS] / unseen[card // NUMBERS] for place in places]
            probabilities: dict[tuple[int, ...], float] = {
                (index,): chance for index, chance in enumerate(chances) if chance > 0
            }
            elsewhere = 1.0 - sum(chances)
            if elsewhere > 1e-9:
                probabilities[NONE,] = elsewhere

            def read(world: Any, card: int = card) -> tuple[int, ...]:
                found = self.located(world).get(card, [DECK])
                return (places.index(found[0]) if found[0] in places else NONE,)

            marginals.append(Marginal(f"where card {card} is in seat {self.seat}'s view", probabilities, read))
        return marginals


def _choices(hidden: HiddenPlace, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """The ways to fill a place: the cards of each suit, the number of ways to choose them, and what is left."""

    def counts(company: int, needed: int) -> Iterator[tuple[int, ...]]:
        most = 0 if company in hidden.cannot_be else min(needed, left[company])
        if company == COMPANIES - 1:
            if needed <= most:
                yield (needed,)
            return
        for count in range(most + 1):
            for rest in counts(company + 1, needed - count):
                yield (count, *rest)

    for split in counts(0, hidden.size):
        chosen = 1
        for available, count in zip(left, split, strict=True):
            chosen *= comb(available, count)
        yield split, chosen, tuple(available - count for available, count in zip(left, split, strict=True))
