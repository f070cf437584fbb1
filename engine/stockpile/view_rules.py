"""Checks of a typed view against the rules: what must hold between its fields at this moment of the game.

Error texts name seats and piles as the fields do, counting from 0.
"""

from collections import Counter
from dataclasses import replace

from engine.faults import Faults
from engine.stockpile.cards import CardKind
from engine.stockpile.edition import Edition
from engine.stockpile.expected_table import (
    Placements,
    cards_dealt,
    faces_excluded,
    pair_code,
    pairs_in_places,
    pairs_revealed,
    placements_of,
    turn_order,
)
from engine.stockpile.faces import kind_of_card
from engine.stockpile.plain_rules import PlainRules
from engine.stockpile.possible_worlds import BlankPlace, can_be_dealt, find_shortage
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.table_view import Card, PortfolioCard, TablePhase, TableView

_ALL_KINDS = (1 << (CardKind.STOCK_BUST + 1)) - 1
_ACTIONS = (1 << CardKind.STOCK_BOOM) | (1 << CardKind.STOCK_BUST)


def with_notes_that_nest(view: TableView) -> TableView:
    """The view with notes about what cards cannot be that can all be true, the others weakened.

    A split, a bankruptcy or an automatic dividend shows all shares of a company, whoever holds them, so it rules the
    company out for every card that is then face down (Stock Split, Bankruptcy, Movement Phase 3): of two unseen cards
    the older one cannot be of any company that the younger one cannot be of. Where a younger card's note has more, that
    part of it is dropped: the notes are optional, and whoever kept them has missed something. Sets that lie within each
    other also keep ``redeal`` fast: it rejects hardly any sample then.
    """
    unseen = [
        (not lying.starting_stock, lying.taken_this_round, -len(lying.cannot_be), seat, place)
        for seat, shown in enumerate(view.seats)
        for place, lying in enumerate(shown.portfolio)
        if lying.card is None
    ]
    unseen.sort()
    weakened: dict[tuple[int, int], tuple[int, ...]] = {}
    older: tuple[int, ...] | None = None
    for _, _, listed, seat, place in unseen:
        if not listed:
            older = ()
            continue
        noted = view.seats[seat].portfolio[place].cannot_be
        if older is not None and noted is not older and not set(noted).issubset(older):
            noted = weakened[seat, place] = tuple([company for company in noted if company in older])
        older = noted
    if not weakened:
        return view
    return replace(
        view,
        seats=tuple(
            replace(
                shown,
                portfolio=tuple(
                    replace(lying, cannot_be=weakened.get((seat, place), lying.cannot_be))
                    for place, lying in enumerate(shown.portfolio)
                ),
            )
            for seat, shown in enumerate(view.seats)
        ),
    )


class RuleChecks:
    """Looks at how the fields of a view go together. Every check runs only on fields that are sound by themselves."""

    def __init__(
        self, options: StockpileOptions, edition: Edition, rules: PlainRules, view: TableView, faults: Faults
    ) -> None:
        self.options = options
        self.edition = edition
        self.rules = rules
        self.view = view
        self.faults = faults
        self.seats = rules.seats
        self._placements: Placements | None = None
        self._unseen: list[int] | None = None

    def run(self) -> None:
        """Check everything that can still be checked."""
        sound = self.faults.sound
        in_turn = sound("phase", "turn", "first_seat")
        timed = in_turn and sound("round_number", "supply_pass")
        checks = [
            (self.moment, timed),
            (self.placements, timed and sound("viewer", "piles", "hand")),
            (self.bids, in_turn and sound("seats", "piles")),
            (self.portfolios, in_turn and sound("viewer", "seats")),
            (self.fees, sound("seats")),
            (self.starting_stocks, sound("seats")),
            (self.pairs, in_turn and sound("viewer", "revealed_pairs", "pairs")),
            (self.copies, sound("seats", "piles", "hand", "discard")),
            (self.discards, timed and sound("seats", "piles", "hand", "discard")),
        ]
        # Which checks run was settled above: what one of them finds does not keep another from running.
        for check, makes_sense in checks:
            if makes_sense:
                check()
        if not self.faults.problems:
            self.worlds()

    # --- when -------------------------------------------------------------------------------------------------

    def moment(self) -> None:
        """Phase, turn, round and First Player Token."""
        view, faults = self.view, self.faults
        if view.phase is TablePhase.OVER:
            if view.turn is not None:
                faults.add("turn", "nobody is to move when the game is over")
            if view.round_number != self.rules.rounds:
                faults.add("round_number", f"the game ends after round {self.rules.rounds} (Setup 2)")
        elif view.turn is None:
            faults.add("turn", "a seat must be to move until the game is over")
        first = (self.options.first_seat + view.round_number - 1) % self.seats
        if view.first_seat != first:
            faults.add(
                "first_seat",
                f"in round {view.round_number} the First Player Token is at seat {first}: it starts at seat "
                f"{self.options.first_seat} (options.first_seat) and is passed to the left each round (End of Round)",
            )
        if view.phase is TablePhase.MOVEMENT and not self.rules.choose_dividends:
            faults.add("phase", "with automatic dividends there is nothing to decide in the Movement Phase")
        if view.phase is not TablePhase.MOVEMENT and view.revealed_pairs:
            faults.add("revealed_pairs", "pairs are resolved in the Movement Phase only")
        if view.phase is not TablePhase.SUPPLY and view.supply_pass != 1 and self.rules.supply_passes == 1:
            faults.add("supply_pass", "must be 1")

    def needed_placements(self) -> Placements:
        """What must lie on the piles and in the hands, worked out once."""
        if self._placements is None:
            self._placements = placements_of(self.rules, self.view)
        return self._placements

    def turn_place(self) -> int:
        """The place of the seat to move in the turn order."""
        view = self.view
        return turn_order(view.first_seat, self.seats).index(view.turn if view.turn is not None else view.first_seat)

    # --- piles ------------------------------------------------------------------------------------------------

    def placements(self) -> None:
        """Cards on the piles and in the hand against phase, pass and turn (Supply Phase)."""
        view, faults = self.view, self.faults
        on_piles = view.phase in (TablePhase.SUPPLY, TablePhase.DEMAND)
        needed = self.needed_placements()
        lying_open = 0
        face_down: Counter[int] = Counter()
        for index, pile in enumerate(view.piles):
            field = f"piles[{index}].cards"
            if not on_piles:
                if pile.cards:
                    faults.add(field, "the piles are taken at the end of the Demand Phase (Demand Phase 4)")
                continue
            if not any(card.placed_by is None for card in pile.cards):
                faults.add(field, "a pile starts with a card face up (Supply Phase 1)")
            for place, card in enumerate(pile.cards):
                if card.placed_by is None:
                    lying_open += 1
                    if card.card is None:
                        faults.add(f"{field}[{place}].card", "a face-up card shows its face (Supply Phase 3)")
                    continue
                face_down[card.placed_by] += 1
                if card.placed_by == view.viewer and card.card is None:
                    faults.add(f"{field}[{place}].card", "the viewer placed this card and knows its face")
                elif card.placed_by != view.viewer and card.card is not None:
                    faults.add(
                        f"{field}[{place}].card",
                        f"seat {card.placed_by} placed this card face down: the viewer cannot know its face",
                    )
        if on_piles:
            if lying_open != needed.face_up:
                more = " or one more" if view.phase is TablePhase.SUPPLY else ""
                faults.add(
                    "piles",
                    f"{lying_open} cards lie face up; at this point it must be {needed.face_up}{more}: one for each "
                    "pile and one from each seat that has placed (Supply Phase 1-3)",
                )
            for seat in range(self.seats):
                if face_down[seat] != needed.face_down[seat]:
                    faults.add(
                        "piles",
                        f"seat {seat} has placed {face_down[seat]} cards face down; at this point it must be "
                        f"{needed.face_down[seat]} (Supply Phase 3)",
                    )
        in_hand = needed.cards_in_hand[view.viewer]
        if len(view.hand) != in_hand:
            faults.add("hand", f"the viewer has {in_hand} cards to place now, not {len(view.hand)} (Supply Phase)")

    def bids(self) -> None:
        """Bids against phase, meeples, money and turn (Demand Phase)."""
        view, faults = self.view, self.faults
        meeples = self.rules.meeples
        standing: Counter[int] = Counter()
        committed: Counter[int] = Counter()
        for index, pile in enumerate(view.piles):
            if pile.bidder is None or pile.bid is None:
                continue
            field = f"piles[{index}]"
            if view.phase is not TablePhase.DEMAND:
                faults.add(f"{field}.bid", "bids stand in the Demand Phase only")
                continue
            standing[pile.bidder] += 1
            committed[pile.bidder] += pile.bid
            if standing[pile.bidder] > meeples:
                owned = "one Auction Meeple" if meeples == 1 else f"{meeples} Auction Meeples"
                faults.add(f"{field}.bidder", f"seat {pile.bidder} has only {owned} (Setup 1)")
            if committed[pile.bidder] > view.seats[pile.bidder].money:
                money = view.seats[pile.bidder].money
                faults.add(f"{field}.bid", f"seat {pile.bidder} bids more than its ${money}K (Demand Phase 1)")
        if view.phase is not TablePhase.DEMAND or view.turn is None:
            return
        if all(pile.bidder is not None for pile in view.piles):
            faults.add("piles", "the auction is over once every Bid Track has a meeple (Demand Phase 3)")
        if standing[view.turn] >= meeples:
            faults.add("turn", f"seat {view.turn} has no meeple in hand to bid with (Demand Phase 2)")
        if not standing and view.turn != view.first_seat:
            faults.add("turn", f"seat {view.first_seat} bids first (Demand Phase 1)")

    # --- portfolios -------------------------------------------------------------------------------------------

    def portfolios(self) -> None:
        """What lies in the portfolios, who knows it, and action cards (Demand Phase 6, Action Phase)."""
        view, faults = self.view, self.faults
        order = turn_order(view.first_seat, self.seats)
        turn_place = self.turn_place()
        taken = 0
        for seat, shown in enumerate(view.seats):
            may_hold_actions = view.phase is TablePhase.ACTION and order.index(seat) >= turn_place
            can_act = False
            for place, lying in enumerate(shown.portfolio):
                if not self.knowledge_is_sound(seat, lying):
                    self.knowledge(f"seats[{seat}].portfolio[{place}]", seat, lying)
                is_action = lying.card is not None and lying.card.action is not None
                if not is_action and not lying.taken_this_round:
                    continue
                field = f"seats[{seat}].portfolio[{place}]"
                can_act |= is_action or lying.card is None
                taken += lying.taken_this_round
                if is_action and not may_hold_actions:
                    faults.add(f"{field}.card", "action cards are used in the round they are taken (Action Phase 1)")
                if lying.taken_this_round and not may_hold_actions:
                    faults.add(
                        f"{field}.taken_this_round",
                        "no card of this seat can be an action card any more: set it in the Action Phase only, until "
                        "the seat has finished its turn",
                    )
            if view.phase is TablePhase.ACTION and seat == view.turn and not can_act:
                hint = "" if seat == view.viewer else ": no unseen card of it is taken_this_round"
                faults.add("turn", f"seat {seat} has no action card to play{hint} (Action Phase 1)")
        on_piles = self.rules.piles + 2 * self.seats * self.rules.supply_passes
        if taken > on_piles:
            faults.add("seats", f"{taken} cards are taken_this_round, but only {on_piles} lay on the piles")

    def knowledge_is_sound(self, seat: int, lying: PortfolioCard) -> bool:
        """Whether :meth:`knowledge` certainly has nothing to say."""
        known_to = lying.known_to
        if lying.card is None:
            return seat != self.view.viewer and (
                known_to is None or (seat in known_to and self.view.viewer not in known_to)
            )
        return not lying.cannot_be and (known_to is None or (seat in known_to and self.view.viewer in known_to))

    def knowledge(self, field: str, seat: int, lying: PortfolioCard) -> None:
        """Who knows a card, and what it cannot be."""
        view, faults = self.view, self.faults
        if lying.card is None and seat == view.viewer:
            faults.add(f"{field}.card", "the viewer knows its own cards")
        if lying.known_to is not None:
            if seat not in lying.known_to:
                faults.add(f"{field}.known_to", f"its holder, seat {seat}, knows the card")
            if lying.card is not None and view.viewer not in lying.known_to:
                faults.add(f"{field}.known_to", f"the face is given, so the viewer, seat {view.viewer}, knows it")
            if lying.card is None and view.viewer in lying.known_to:
                faults.add(f"{field}.card", "the viewer is said to know the card, so its face must be given")
        if lying.card is not None and lying.card.stock in lying.cannot_be:
            faults.add(f"{field}.cannot_be", "lists the company that the card is of")

    def fees(self) -> None:
        """Unpaid fees are paid as soon as there is money (Demand Phase 5)."""
        for seat, shown in enumerate(self.view.seats):
            if shown.unpaid_fees and min(shown.unpaid_fees) <= shown.money:
                self.faults.add(
                    f"seats[{seat}].unpaid_fees",
                    f"with ${shown.money}K the ${min(shown.unpaid_fees)}K fee is paid at once (Demand Phase 5)",
                )

    def starting_stocks(self) -> None:
        """One to each seat, of different companies (Setup 5)."""
        faults = self.faults
        companies: dict[int, str] = {}
        for seat, shown in enumerate(self.view.seats):
            found = [
                (f"seats[{seat}].portfolio[{place}].starting_stock", lying.card)
                for place, lying in enumerate(shown.portfolio)
                if lying.starting_stock
            ]
            if shown.starting_stock_shown is not None:
                found.append((f"seats[{seat}].starting_stock_shown", Card(stock=shown.starting_stock_shown)))
            for index, (field, card) in enumerate(found):
                if not self.rules.starting_stock:
                    faults.add(field, "this edition deals no starting stock")
                elif index:
                    faults.add(field, f"seat {seat} was dealt one starting stock only (Setup 5)")
                elif card is not None and card.stock is None:
                    faults.add(field, "a starting stock is a stock (Setup 5)")
                elif card is not None and card.stock is not None:
                    if card.stock in companies:
                        faults.add(
                            field,
                            f"starting stocks are of different companies (Setup 5): {companies[card.stock]} is of "
                            f"{self.edition.companies[card.stock]} too",
                        )
                    companies.setdefault(card.stock, field)

    # --- pairs ------------------------------------------------------------------------------------------------

    def pairs(self) -> None:
        """Which pairs the viewer has seen by now (Information Phase, Movement Phase 1-2)."""
        view, faults = self.view, self.faults
        revealed = pairs_revealed(self.rules, view)
        needed: Counter[int] = Counter()
        for pair, owner in enumerate(self.rules.pair_owners):
            if view.phase is not TablePhase.OVER and (owner in (view.viewer, -1) or pair in revealed):
                needed[owner] += 1
        given = Counter(pair_code(pair) for pair in view.pairs)
        for owner in sorted(needed.keys() | given.keys()):
            if given[owner] != needed[owner]:
                whose = {-1: "public pairs", -2: "pairs from beside the board"}.get(owner, f"pairs of seat {owner}")
                faults.add(
                    "pairs",
                    f"the viewer has seen {needed[owner]} {whose} by now, not {given[owner]} (Information Phase, "
                    "Movement Phase 1-2)",
                )
        left = Counter(forecast.name for forecast in self.edition.forecasts)
        companies: set[int] = set()
        for place, shown in enumerate(view.pairs):
            if shown.company in companies:
                faults.add(f"pairs[{place}].company", "a company has one pair a round")
            companies.add(shown.company)
            left[shown.forecast] -= 1
            if left[shown.forecast] < 0:
                faults.add(f"pairs[{place}].forecast", f"there is no further {shown.forecast} card")
        resolving = pairs_in_places(self.rules, view).get(revealed[-1]) if revealed else None
        if resolving is not None:
            forecast = next(face for face in self.edition.forecasts if face.name == resolving.forecast)
            if not forecast.dividend:
                faults.add(
                    "revealed_pairs",
                    f"the pair being resolved shows {forecast.name}; only a dividend is decided on (Movement Phase 3)",
                )

    # --- the market deck --------------------------------------------------------------------------------------

    def known_cards(self) -> list[tuple[str, int, int]]:
        """Every card whose face the viewer knows: the field that tells it, its kind, and how many."""
        view, edition = self.view, self.edition
        known: list[tuple[str, int, int]] = []
        for seat, shown in enumerate(view.seats):
            for place, lying in enumerate(shown.portfolio):
                if lying.card is not None:
                    field = f"seats[{seat}].portfolio[{place}].card"
                    known.append((field, kind_of_card(edition, lying.card), 1))
            for company, cards in enumerate(shown.split_shares):
                known.append((f"seats[{seat}].split_shares[{company}]", company, cards))
            for place, amount in enumerate(shown.unpaid_fees):
                known.append((f"seats[{seat}].unpaid_fees[{place}]", kind_of_card(edition, Card(fee=amount)), 1))
            starting = self.discarded_starting_stock(seat)
            if starting is not None and view.discard is None:
                known.append((f"seats[{seat}].starting_stock_shown", starting, 1))
        for index, pile in enumerate(view.piles):
            for place, lies in enumerate(pile.cards):
                if lies.card is not None:
                    known.append((f"piles[{index}].cards[{place}].card", kind_of_card(edition, lies.card), 1))
        for place, card in enumerate(view.hand):
            known.append((f"hand[{place}]", kind_of_card(edition, card), 1))
        for place, (card, count) in enumerate(view.discard or ()):
            known.append((f"discard[{place}].count", kind_of_card(edition, card), count))
        return known

    def discarded_starting_stock(self, seat: int) -> int | None:
        """The company of the seat's starting stock if it must lie in the discard pile."""
        company = self.view.seats[seat].starting_stock_shown
        return None if company is None or self.view.seats[seat].split_shares[company] else company

    def unseen_cards(self) -> list[int]:
        """How many cards of each kind the viewer has not seen; less than 0 if it has seen more than there are.

        The same cards as :meth:`known_cards`, without the names of their fields; counted once.
        """
        if self._unseen is not None:
            return self._unseen
        view, edition = self.view, self.edition
        unseen = list(self.rules.deck_counts)
        for seat, shown in enumerate(view.seats):
            for lying in shown.portfolio:
                card = lying.card
                if card is not None:
                    unseen[card.stock if card.stock is not None else kind_of_card(edition, card)] -= 1
            for company, cards in enumerate(shown.split_shares):
                unseen[company] -= cards
            for amount in shown.unpaid_fees:
                unseen[kind_of_card(edition, Card(fee=amount))] -= 1
            if view.discard is None:
                starting = self.discarded_starting_stock(seat)
                if starting is not None:
                    unseen[starting] -= 1
        for pile in view.piles:
            for lies in pile.cards:
                if lies.card is not None:
                    unseen[kind_of_card(edition, lies.card)] -= 1
        for own in view.hand:
            unseen[kind_of_card(edition, own)] -= 1
        for discarded, count in view.discard or ():
            unseen[kind_of_card(edition, discarded)] -= count
        self._unseen = unseen
        return unseen

    def copies(self) -> None:
        """No more cards of a kind than the market deck has."""
        if min(self.unseen_cards()) >= 0:
            return
        left = list(self.rules.deck_counts)
        for field, kind, count in self.known_cards():
            if count > left[kind] >= 0:
                total = self.rules.deck_counts[kind]
                self.faults.add(field, f"that makes more than the {total} cards of this kind in the market deck")
            left[kind] -= count

    def discards(self) -> None:
        """Cards dealt by now are on the table, in hands, or discarded (Setup 5, Supply Phase 1-2)."""
        view, faults = self.view, self.faults
        dealt = cards_dealt(self.rules, view)
        lying = sum(len(shown.portfolio) + sum(shown.split_shares) + len(shown.unpaid_fees) for shown in view.seats)
        lying += sum(len(pile.cards) for pile in view.piles)
        if view.phase is TablePhase.SUPPLY and view.turn is not None:
            lying += sum(self.needed_placements().cards_in_hand.values())
        gone = dealt - lying
        listed = sum(count for _, count in view.discard or ())
        dealt_by_now = f"{dealt} cards have been dealt by now (Setup 5, Supply Phase 1-2)"
        if gone < 0:
            faults.add("seats", f"{lying} cards are on the table and in hands, but only {dealt_by_now}")
        elif view.discard is not None and listed != gone:
            faults.add("discard", f"{dealt_by_now} and {lying} are in play: {gone} must be discarded, not {listed}")
        elif gone and view.round_number == 1 and view.phase in (TablePhase.SUPPLY, TablePhase.DEMAND):
            faults.add("seats", f"{dealt_by_now}, {lying} are in play, and nothing can have been discarded yet")
        shown = [company for seat in range(self.seats) if (company := self.discarded_starting_stock(seat)) is not None]
        for seat in range(self.seats):
            company = self.discarded_starting_stock(seat)
            field = f"seats[{seat}].starting_stock_shown"
            if company is None:
                continue
            if view.discard is None and len(shown) > gone:
                faults.add(field, f"{max(gone, 0)} cards are discarded, so it must still be in a portfolio")
            elif view.discard is not None and not any(card.stock == company for card, _ in view.discard):
                faults.add(field, "no such card is in the discard pile or the seat's Split Portfolio")

    def certainly_has_worlds(self) -> bool:
        """Whether :meth:`worlds` has nothing to say; False: it must look more closely."""
        view = self.view
        blank: Counter[tuple[int, bool]] = Counter()
        shown_starting = 0
        acting = view.turn if view.phase is TablePhase.ACTION else None
        possible_actors: set[tuple[int, bool]] = set()
        for seat, shown in enumerate(view.seats):
            if shown.starting_stock_shown is not None:
                shown_starting |= 1 << shown.starting_stock_shown
            for lying in shown.portfolio:
                if lying.card is None:
                    place = (_ALL_KINDS & ~faces_excluded(lying), lying.starting_stock)
                    blank[place] += 1
                    if seat == acting and place[0] & _ACTIONS:
                        possible_actors.add(place)
                elif lying.starting_stock and lying.card.stock is not None:
                    shown_starting |= 1 << lying.card.stock
                elif seat == acting and lying.card.action:
                    acting = None
        unseen = self.unseen_cards()
        if not can_be_dealt(unseen, blank, shown_starting):
            return False
        if acting is None:
            return True
        for place in possible_actors:
            with_actor = blank.copy()
            with_actor[place] -= 1
            with_actor[place[0] & _ACTIONS, False] += 1
            if can_be_dealt(unseen, with_actor, shown_starting):
                return True
        return False

    def worlds(self) -> None:
        """The unseen cards can be dealt to the blank places."""
        if self.certainly_has_worlds():
            return
        unseen = self.unseen_cards()
        places: list[BlankPlace] = []
        shown_starting = 0
        possible_actors = []
        for seat, shown in enumerate(self.view.seats):
            if shown.starting_stock_shown is not None:
                shown_starting |= 1 << shown.starting_stock_shown
            for place, lying in enumerate(shown.portfolio):
                if lying.card is None:
                    kinds = _ALL_KINDS & ~faces_excluded(lying)
                    if seat == self.view.turn and kinds & _ACTIONS:
                        possible_actors.append(len(places))
                    places.append(BlankPlace(f"seats[{seat}].portfolio[{place}]", kinds, lying.starting_stock))
                elif lying.starting_stock and lying.card.stock is not None:
                    shown_starting |= 1 << lying.card.stock
        shortage = find_shortage(unseen, places, shown_starting)
        if shortage is not None:
            names = ", ".join(self.kind_name(kind) for kind in range(len(unseen)) if shortage.kinds >> kind & 1)
            fields = ", ".join(place.field for place in shortage.places)
            self.faults.add(
                shortage.places[0].field,
                f"the unseen cards cannot be dealt: {fields} can only be of {names or 'nothing'}, of which "
                f"{shortage.cards} are unseen; and starting stocks are of different companies",
            )
            return
        self.actor(unseen, places, shown_starting, possible_actors)

    def actor(self, unseen: list[int], places: list[BlankPlace], shown_starting: int, candidates: list[int]) -> None:
        """In another seat's Action turn at least one of its cards must be able to be an action card."""
        view = self.view
        if view.phase is not TablePhase.ACTION or view.turn is None:
            return
        if any(lying.card is not None and lying.card.action for lying in view.seats[view.turn].portfolio):
            return
        for index in candidates:
            acting = BlankPlace(places[index].field, places[index].kinds & _ACTIONS)
            if find_shortage(unseen, [*places[:index], acting, *places[index + 1 :]], shown_starting) is None:
                return
        self.faults.add("turn", f"seat {view.turn} can hold no action card: all of them are seen elsewhere")

    def kind_name(self, kind: int) -> str:
        """A card kind's name in an error text."""
        if kind <= CardKind.LAST_STOCK:
            return self.edition.companies[kind]
        if kind <= CardKind.LAST_FEE:
            return f"${self.edition.trading_fees[kind - CardKind.FIRST_FEE][0]}K fee"
        return "Stock Boom!" if kind == CardKind.STOCK_BOOM else "Stock Bust!"
