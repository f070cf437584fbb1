"""An independent checker of Stockpile worlds: a card counter that knows the rulebook and hears what one seat hears.

It reads the seat's events only and keeps its own books in plain Python: where every card lies, who knows its face, what
a face-down card cannot be. A world that breaks these books, or a view that shows more than they explain, is a fault.
Nothing of the sampler's code, and none of what the position says is ruled out, is used.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product
from typing import Any

from engine.game import Game
from engine.stockpile.cards import COMPANIES, DECK_SIZE, KINDS, CardKind, Zone
from engine.stockpile.events import EventKind
from eval.checker import Marginal

FEES = frozenset(range(CardKind.FIRST_FEE, CardKind.LAST_FEE + 1))
ACTIONS = frozenset((int(CardKind.STOCK_BOOM), int(CardKind.STOCK_BUST)))

MOST_ENUMERATED_CARDS = 14
"""Exact marginals are given for positions with at most so many restricted face-down cards."""


@dataclass
class Slot:
    """One market card as the seat knows it."""

    zone: Zone
    holder: int
    face: int | None = None
    open: bool = False
    """Every seat has seen its face."""
    known_to: set[int] = field(default_factory=set)
    cannot_be: set[int] = field(default_factory=set)
    starting_stock: bool = False

    def like(self, other: "Slot") -> bool:
        """Whether nobody but those who know the faces can tell this card from the other."""
        return (
            (self.zone, self.holder, self.open, self.cannot_be, self.starting_stock)
            == (other.zone, other.holder, other.open, other.cannot_be, other.starting_stock)
        ) and (self.open or self.known_to == other.known_to)


class StockpileChecker:
    """The books of one seat of a Stockpile game."""

    def __init__(self, game: Game, seat: int) -> None:
        self.rules = game.rules
        self.seats = game.seats
        self.seat = seat
        self.slots: dict[int, Slot] = {}
        self.money = [int(self.rules.starting_money)] * game.seats
        self.prices = [
            int(self.rules.track_prices[company, self.rules.start_spaces[company]]) for company in range(COMPANIES)
        ]
        self.round = -1
        self.first_seat = 0
        self.piles_taken = 0
        self.seats_done_acting = 0
        self.pairs: dict[tuple[int, int], tuple[int, int]] = {}
        self.complaints: list[str] = []
        self._company_turned: int | None = None
        self._turned_to = Zone.DISCARD
        self._turned_counts: dict[int, int] = {}
        self._shown: list[tuple[int, Zone]] = []
        if self.rules.starting_stock:
            for other in range(game.seats):
                self.slots[other] = Slot(
                    Zone.PORTFOLIO,
                    other,
                    known_to={other},
                    cannot_be=set(FEES | ACTIONS),
                    starting_stock=True,
                )

    # --- the books --------------------------------------------------------------------------------------------

    def observe(self, row: Sequence[int]) -> None:
        """Book one event that the seat saw."""
        kind, _, seat, a, b, c, d = (int(value) for value in row)
        event = EventKind(kind)
        if event not in (
            EventKind.CARD_SHOWN,
            EventKind.SPLIT_BONUS,
            EventKind.SHARES_SPLIT,
            EventKind.SHARES_LOST,
            EventKind.FEE_PAID,
        ):
            self._finish_turning_up()
        if event not in (EventKind.CARD_SHOWN, EventKind.SOLD):
            self._put_shown_cards_back()
        match event:
            case EventKind.ROUND_STARTED:
                self.round = a
                self.first_seat, self.piles_taken, self.seats_done_acting = seat, 0, 0
            case EventKind.PAIR_SEEN | EventKind.PAIR_REVEALED:
                self._expect(self.pairs.get((self.round, c), (a, b)) == (a, b), f"pair {c} is not the one seen before")
                self.pairs[self.round, c] = (a, b)
            case EventKind.PILE_SEEDED:
                self.slots[c] = Slot(Zone.PILE_FACE_UP, a, b, open=True)
            case EventKind.CARD_DEALT:
                if self.round < 0:
                    self._learn(c, a)
                else:
                    self.slots[c] = Slot(Zone.HAND, seat, a, known_to={seat})
            case EventKind.PLACED_FACE_UP:
                self._place_face_up(seat, a, b, c)
            case EventKind.PLACED_FACE_DOWN:
                slot = self.slots.setdefault(c, Slot(Zone.HAND, seat, known_to={seat}))
                slot.zone, slot.holder = Zone.PILE_FACE_DOWN, a
            case EventKind.BID_PAID:
                self._pay(seat, -b)
            case EventKind.PILE_TAKEN:
                self.piles_taken += 1
                self._take_pile(seat, a, b)
            case EventKind.CARD_TAKEN:
                self._learn(c, a)
            case EventKind.FEE_SHOWN:
                fee = CardKind.FIRST_FEE + [int(amount) for amount in self.rules.fee_amounts].index(a)
                self._turn_up(c, fee, allowed_after_all=FEES)
                self.slots[c].zone, self.slots[c].open = Zone.UNPAID_FEE, True
            case EventKind.FEE_PAID:
                slot = self.slots[c]
                self._expect((slot.zone, slot.holder) == (Zone.UNPAID_FEE, seat), f"card {c} is no unpaid fee")
                slot.zone = Zone.DISCARD
                self._pay(seat, -a)
            case EventKind.ACTION_PLAYED:
                self._turn_up(c, CardKind.STOCK_BOOM + a)
                slot = self.slots[c]
                self._expect((slot.zone, slot.holder) == (Zone.PORTFOLIO, seat), f"card {c} was not there to play")
                slot.zone, slot.open = Zone.DISCARD, True
            case EventKind.NO_ACTIONS_LEFT:
                self.seats_done_acting += 1
                self._rule_out(seat, ACTIONS)
            case EventKind.NONE_HELD:
                self._rule_out(seat, {a})
            case EventKind.PRICE_MOVED:
                self._expect(self.prices[a] == c, f"company {a} stood at {self.prices[a]}, not {c}")
                self.prices[a] = d
            case EventKind.STOCK_SPLIT | EventKind.BANKRUPTCY:
                self._company_turned = a
                self._turned_to = Zone.SPLIT_PORTFOLIO if event == EventKind.STOCK_SPLIT else Zone.DISCARD
                self._turned_counts = {}
            case EventKind.SHARES_SPLIT | EventKind.SHARES_LOST:
                self._turned_counts[seat] = b + c
            case EventKind.SPLIT_BONUS:
                self._expect(b == len(self._of(seat, a, Zone.SPLIT_PORTFOLIO)), "bonus for a wrong number of cards")
                self._pay(seat, c)
            case EventKind.CARD_SHOWN:
                self._show(seat, a, c)
            case EventKind.SOLD:
                self._sell(seat, a, b, c, d)
            case EventKind.DIVIDEND_PAID | EventKind.LIQUIDATED:
                self._pay(seat, d)
            case EventKind.MAJORITY_BONUS:
                self._pay(seat, b)
            case EventKind.BID_PLACED | EventKind.FEE_LAPSED | EventKind.GAME_ENDED:
                pass

    def settle(self) -> None:
        """Conclude what the events seen so far add up to."""
        self._finish_turning_up()
        self._put_shown_cards_back()

    def _expect(self, holds: bool, complaint: str) -> None:
        if not holds:
            self.complaints.append(complaint)

    def _pay(self, seat: int, amount: int) -> None:
        self.money[seat] += amount
        self._expect(self.money[seat] >= 0, f"seat {seat} has less than no money")

    def _of(self, seat: int, face: int, zone: Zone) -> list[int]:
        return [card for card, slot in self.slots.items() if (slot.holder, slot.face, slot.zone) == (seat, face, zone)]

    def _learn(self, card: int, face: int) -> None:
        slot = self.slots[card]
        self._expect(slot.face in (None, face), f"card {card} has two faces, {slot.face} and {face}")
        self._expect(face not in slot.cannot_be, f"card {card} is {face}, which was ruled out")
        slot.face = face

    def _rule_out(self, seat: int, faces: frozenset[int] | set[int]) -> None:
        for card, slot in self.slots.items():
            if slot.holder == seat and slot.zone == Zone.PORTFOLIO and not slot.open:
                slot.cannot_be |= faces
                self._expect(slot.face not in faces, f"seat {seat} said to have no {set(faces)} but has card {card}")

    def _place_face_up(self, seat: int, pile: int, face: int, card: int) -> None:
        if seat == self.seat:
            # Which of two hand cards it was cannot be seen; the table counts the played one as the first.
            hand = [number for number, slot in self.slots.items() if slot.zone == Zone.HAND and slot.holder == seat]
            for other in hand:
                if self.slots[card].face != face and self.slots[other].face == face:
                    self.slots[other].face, self.slots[card].face = self.slots[card].face, face
            self._expect(self.slots[card].face == face, f"card {card} was not in the hand")
        self.slots[card] = Slot(Zone.PILE_FACE_UP, pile, face, open=True)

    def _take_pile(self, seat: int, pile: int, count: int) -> None:
        taken = [
            slot
            for slot in self.slots.values()
            if slot.holder == pile and slot.zone in (Zone.PILE_FACE_UP, Zone.PILE_FACE_DOWN)
        ]
        self._expect(len(taken) == count, f"pile {pile} had {len(taken)} cards, not {count}")
        for slot in taken:
            slot.zone, slot.holder = Zone.PORTFOLIO, seat
            if not slot.open:
                slot.known_to.add(seat)
                # Fees are laid open: FEE_SHOWN follows for those, and lifts this.
                slot.cannot_be |= FEES

    def _show(self, seat: int, face: int, card: int) -> None:
        slot = self.slots[card]
        self._expect(slot.holder == seat, f"card {card} is not seat {seat}'s")
        self._turn_up(card, face)
        self._shown.append((card, slot.zone))
        slot.zone, slot.open = Zone.DECK, True  # in between: in the player's raised hand

    def _turn_up(self, card: int, face: int, allowed_after_all: frozenset[int] = frozenset()) -> None:
        """Learn a face-down card's face; equally known cards cannot be told apart, the oldest counts as the one."""
        slot = self.slots[card]
        if slot.face not in (None, face):
            for number in sorted(self.slots):
                other = self.slots[number]
                if other.face == face and other.like(slot):
                    other.face, slot.face = slot.face, face
                    break
        slot.cannot_be -= allowed_after_all
        self._learn(card, face)

    def _put_shown_cards_back(self) -> None:
        for card, zone in self._shown:
            self.slots[card].zone = zone
        self._shown.clear()

    def _sell(self, seat: int, company: int, normal: int, split: int, money: int) -> None:
        zones = Counter(zone for _, zone in self._shown)
        self._expect(
            (zones[Zone.PORTFOLIO], zones[Zone.SPLIT_PORTFOLIO]) == (normal, split), "sold other cards than shown"
        )
        self._expect(money == (normal + 2 * split) * self.prices[company], "sold at a wrong price")
        for card, _ in self._shown:
            self._expect(self.slots[card].face == company, f"card {card} sold as company {company}")
            self.slots[card].zone = Zone.DISCARD
        self._shown.clear()
        self._pay(seat, money)

    def _finish_turning_up(self) -> None:
        """A split or a bankruptcy turned up every share of a company: what stays face down is of other companies."""
        if self._company_turned is None:
            return
        self._put_shown_cards_back()
        company, to = self._company_turned, self._turned_to
        self._company_turned = None
        for seat in range(self.seats):
            turned = self._of(seat, company, Zone.PORTFOLIO)
            if to == Zone.DISCARD:
                turned += self._of(seat, company, Zone.SPLIT_PORTFOLIO)
            expected = self._turned_counts.get(seat, 0)
            self._expect(len(turned) == expected, f"seat {seat} turned up {len(turned)} shares, not {expected}")
            for card in turned:
                self.slots[card].zone, self.slots[card].open = to, True
            self._rule_out(seat, {company})

    def acting_seat(self) -> int | None:
        """The seat whose Action turn it is: it holds an action card, or it would have been passed over."""
        if self.piles_taken < self.rules.piles or self.seats_done_acting == self.seats:
            return None
        return (self.first_seat + self.seats_done_acting) % self.seats

    # --- worlds and views -------------------------------------------------------------------------------------

    def faults(self, world: Any) -> list[str]:
        """What a world breaks: the deck's contents, or anything the seat has been shown."""
        self.settle()
        found = list(self.complaints)
        deck = {kind: int(self.rules.deck_counts[kind]) for kind in range(KINDS)}
        faces, zones, holders = world.card.tolist(), world.zone.tolist(), world.holder.tolist()
        if Counter(faces) != Counter(deck):
            found.append("the market deck has other cards")
        for card in range(DECK_SIZE):
            face, zone, holder = faces[card], zones[card], holders[card]
            slot = self.slots.get(card)
            if slot is None:
                if zone not in (Zone.DECK, Zone.HAND):
                    found.append(f"card {card} lies where no card was put")
            elif (zone, holder) != (slot.zone, slot.holder):
                found.append(f"card {card} lies elsewhere")
            elif slot.face is not None and slot.face != face:
                found.append(f"card {card} is {face}, the seat has seen {slot.face}")
            elif face in slot.cannot_be:
                found.append(f"card {card} is {face}, which is ruled out")
        starting = [faces[card] for card, slot in self.slots.items() if slot.starting_stock]
        if len(set(starting)) < len(starting):
            found.append("two starting stocks are of one company")
        acting = self.acting_seat()
        if acting is not None and not any(
            faces[card] in ACTIONS and (zones[card], holders[card]) == (Zone.PORTFOLIO, acting)
            for card in range(DECK_SIZE)
        ):
            found.append(f"seat {acting} has no action card to play")
        found += self._wrong_counters(world, faces)
        found += self._wrong_pairs(world)
        return found

    def _wrong_counters(self, world: Any, faces: list[int]) -> list[str]:
        found = []
        if world.money[: self.seats].tolist() != self.money:
            found.append("money differs from the payments seen")
        prices = [int(self.rules.track_prices[company, world.spaces[company]]) for company in range(COMPANIES)]
        if prices != self.prices:
            found.append("prices differ from the moves seen")
        for seat in range(self.seats):
            held: dict[Zone, Counter[int]] = {zone: Counter() for zone in Zone}
            for card, slot in self.slots.items():
                if slot.holder == seat:
                    held[slot.zone][faces[card]] += 1
            normal, split, fees = held[Zone.PORTFOLIO], held[Zone.SPLIT_PORTFOLIO], held[Zone.UNPAID_FEE]
            if (
                world.shares[seat].tolist() != [normal[company] for company in range(COMPANIES)]
                or world.split_shares[seat].tolist() != [split[c] for c in range(COMPANIES)]
                or world.actions[seat].tolist() != [normal[kind] for kind in sorted(ACTIONS)]
                or int(world.portfolio_sizes[seat]) != normal.total() + split.total()
                or int(world.unpaid_fees[seat]) != fees.total()
            ):
                found.append(f"the counters of seat {seat} disagree with its cards")
        return found

    def _wrong_pairs(self, world: Any) -> list[str]:
        found = []
        companies, forecasts = world.pair_companies.tolist(), world.pair_forecasts.tolist()
        for number in range(int(self.rules.rounds)):
            for row in (companies[number], forecasts[number]):
                if sorted(row) != list(range(COMPANIES)):
                    found.append(f"round {number} does not use every company and forecast card once")
        for (number, pair), seen in self.pairs.items():
            if (companies[number][pair], forecasts[number][pair]) != seen:
                found.append(f"pair {pair} of round {number} is not the one seen")
        return found

    def leaks(self, view: Any) -> list[str]:
        """What a view of the seat shows though the seat never saw it."""
        self.settle()
        found = []
        for card, face in enumerate(view.card.tolist()):
            if face >= 0 and (card not in self.slots or self.slots[card].face is None):
                found.append(f"the face of card {card}")
        pairs = zip(view.pair_companies.tolist(), view.pair_forecasts.tolist(), strict=True)
        for number, (companies, forecasts) in enumerate(pairs):
            for pair in range(COMPANIES):
                if max(companies[pair], forecasts[pair]) >= 0 and (number, pair) not in self.pairs:
                    found.append(f"pair {pair} of round {number}")
        for other in range(self.seats):
            if other != self.seat and int(view.private_keys[other]) != 0:
                found.append(f"the observation key of seat {other}")
            known = Counter(
                slot.face
                for slot in self.slots.values()
                if slot.holder == other and slot.zone == Zone.PORTFOLIO and slot.face is not None
            )
            counted = view.shares[other].tolist() + view.actions[other].tolist()
            if counted != [known[kind] for kind in [*range(COMPANIES), *sorted(ACTIONS)]]:
                found.append(f"the holdings of seat {other}")
        return found

    # --- exact probabilities ----------------------------------------------------------------------------------

    def exact_marginals(self) -> list[Marginal]:
        """The exact distributions of some face-down cards and pairs, if they can be enumerated; else nothing.

        Every way to put the unseen cards on the unseen places that keeps to the books counts once.
        """
        self.settle()
        unseen = [int(self.rules.deck_counts[kind]) for kind in range(KINDS)]
        for slot in self.slots.values():
            if slot.face is not None:
                unseen[slot.face] -= 1
        hidden = {card: self.slots.get(card, Slot(Zone.DECK, -1)) for card in range(DECK_SIZE)}
        hidden = {card: slot for card, slot in hidden.items() if slot.face is None}
        bound = [card for card, slot in hidden.items() if slot.cannot_be or slot.starting_stock]
        if not bound or len(bound) > MOST_ENUMERATED_CARDS:
            return []
        free = [card for card in hidden if card not in bound]
        taken = frozenset(slot.face for slot in self.slots.values() if slot.starting_stock and slot.face is not None)
        looked_at: list[tuple[int, ...]] = [(card,) for card in [*bound, *free[:1], *free[-1:]]]
        looked_at += list(pairwise(bound)) + [(bound[0], card) for card in free[:1]]
        return [
            self._cards_marginal(cards, bound, hidden, unseen, taken) for cards in looked_at
        ] + self._pair_marginals()

    def _cards_marginal(
        self,
        cards: tuple[int, ...],
        bound: list[int],
        hidden: dict[int, Slot],
        unseen: list[int],
        taken: frozenset[int | None],
    ) -> Marginal:
        slots = [hidden[card] for card in (*cards, *(card for card in bound if card not in cards))]
        acting = self.acting_seat()
        can_act = acting is None or any(
            slot.face in ACTIONS and (slot.zone, slot.holder) == (Zone.PORTFOLIO, acting)
            for slot in self.slots.values()
        )

        @cache
        def ways(
            index: int,
            left: tuple[int, ...],
            companies: frozenset[int | None],
            forced: tuple[int, ...],
            can_act: bool,
        ) -> int:
            """How many ways there are to fill the places from ``index`` on, the first ones with the faces forced."""
            if index == len(slots):
                return int(can_act)
            slot = slots[index]
            total = 0
            for face in forced[:1] if forced else range(KINDS):
                if left[face] == 0 or face in slot.cannot_be or (slot.starting_stock and face in companies):
                    continue
                rest = (*left[:face], left[face] - 1, *left[face + 1 :])
                used = companies | {face} if slot.starting_stock else companies
                acts = face in ACTIONS and (slot.zone, slot.holder) == (Zone.PORTFOLIO, acting)
                total += left[face] * ways(index + 1, rest, used, forced[1:], can_act or acts)
            return total

        weights = {
            faces: ways(0, tuple(unseen), taken, faces, can_act) for faces in product(range(KINDS), repeat=len(cards))
        }
        total = sum(weights.values())
        return Marginal(
            name=f"card {' and '.join(str(card) for card in cards)} of seat {self.seat}'s view",
            probabilities={faces: weight / total for faces, weight in weights.items() if weight},
            read=lambda world: tuple(int(world.card[card]) for card in cards),
        )

    def _pair_marginals(self) -> list[Marginal]:
        """The first pair of this round that the seat has not seen: any unseen company with any unseen forecast."""
        seen = {pair: cards for (number, pair), cards in self.pairs.items() if number == self.round}
        unseen_pairs = [pair for pair in range(COMPANIES) if pair not in seen]
        if not unseen_pairs:
            return []
        companies = set(range(COMPANIES)) - {company for company, _ in seen.values()}
        forecasts = set(range(COMPANIES)) - {forecast for _, forecast in seen.values()}
        number, pair = self.round, unseen_pairs[0]
        return [
            Marginal(
                name=f"pair {pair} of seat {self.seat}'s view",
                probabilities=dict.fromkeys(product(companies, forecasts), 1 / (len(companies) * len(forecasts))),
                read=lambda world: (int(world.pair_companies[number, pair]), int(world.pair_forecasts[number, pair])),
            )
        ]
