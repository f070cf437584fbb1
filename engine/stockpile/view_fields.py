"""Checks of a typed view, field by field: types, ranges, list lengths, and faces the edition does not have.

A view has some hundred cards, and nearly all of them are sound: what there are many of is looked at quickly first, and
only what does not pass is checked again in a way that can say what is wrong.
"""

from engine.faults import Faults, is_whole, quoted
from engine.stockpile.cards import COMPANIES, DECK_SIZE, KINDS, MAX_PILE_CARDS, CardKind
from engine.stockpile.edition import Edition
from engine.stockpile.faces import FaceError, kind_of_card
from engine.stockpile.plain_rules import PlainRules
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

MOST_MONEY = 9999
"""In $K; far above what a game can bring, far below what the record's 16 bits hold."""


class FieldChecks:
    """Looks at each field by itself; how fields go together is :mod:`engine.stockpile.view_rules`' business."""

    def __init__(self, edition: Edition, rules: PlainRules, view: TableView, faults: Faults) -> None:
        self.edition = edition
        self.rules = rules
        self.view = view
        self.faults = faults
        self.last_seat = rules.seats - 1
        self.sound_cards: set[int] = set()
        self.fee_amounts = [amount for amount, _ in edition.trading_fees]

    def run(self) -> None:
        """Check every field."""
        view, rules, faults = self.view, self.rules, self.faults
        faults.whole("viewer", view.viewer, 0, self.last_seat, "a seat")
        if not isinstance(view.phase, TablePhase):
            faults.add("phase", f"must be one of {', '.join(TablePhase)}, not {quoted(view.phase)}")
        faults.whole("round_number", view.round_number, 1, rules.rounds, "a round")
        faults.whole("first_seat", view.first_seat, 0, self.last_seat, "a seat")
        if view.turn is not None:
            faults.whole("turn", view.turn, 0, self.last_seat, "a seat")
        faults.whole("supply_pass", view.supply_pass, 1, rules.supply_passes, "a pass of the Supply Phase")
        faults.whole("revealed_pairs", view.revealed_pairs, 0, COMPANIES - 1, "a number of resolved pairs")
        for company, space in enumerate(faults.items("spaces", view.spaces, COMPANIES, COMPANIES, "price markers")):
            faults.whole(
                f"spaces[{company}]", space, 1, len(self.edition.tracks[company].prices), "a space of the price track"
            )
        seats = self.last_seat + 1
        for seat, shown in enumerate(faults.items("seats", view.seats, seats, seats, "seats")):
            self.seat(f"seats[{seat}]", shown)
        piles = rules.piles
        for pile, lying in enumerate(faults.items("piles", view.piles, piles, piles, "Stockpiles")):
            self.pile(f"piles[{pile}]", lying)
        for place, card in enumerate(faults.items("hand", view.hand, 0, 2, "cards")):
            self.card(f"hand[{place}]", card)
        for place, pair in enumerate(faults.items("pairs", view.pairs, 0, COMPANIES, "pairs")):
            self.pair(f"pairs[{place}]", pair)
        self.discard()

    def card(self, field: str, card: object) -> int | None:
        """The kind of a card; a problem if the edition has no such card."""
        try:
            return kind_of_card(self.edition, card)
        except FaceError as error:
            self.faults.add(field, str(error))
            return None

    def is_card(self, card: object) -> bool:
        """Whether this is certainly a card of the edition; False: :meth:`card` must look."""
        if type(card) is not Card:
            return False
        if type(card.stock) is int and card.fee is None and card.action is None:
            return 0 <= card.stock < COMPANIES
        return type(card.fee) is int and card.stock is None and card.action is None and card.fee in self.fee_amounts

    def seat(self, field: str, shown: object) -> None:
        """Money, portfolios and unpaid fees of a seat."""
        faults = self.faults
        if not isinstance(shown, SeatView):
            faults.add(field, f"must be a seat, not {quoted(shown)}")
            return
        faults.whole(f"{field}.money", shown.money, 0, MOST_MONEY, "an amount in $K")
        for place, card in enumerate(faults.items(f"{field}.portfolio", shown.portfolio, 0, DECK_SIZE, "cards")):
            # The same object is often there several times.
            if id(card) in self.sound_cards:
                continue
            if self.is_portfolio_card(card):
                self.sound_cards.add(id(card))
            else:
                self.portfolio_card(f"{field}.portfolio[{place}]", card)
        most = self.edition.stock_cards_of_each_company
        split = faults.items(f"{field}.split_shares", shown.split_shares, COMPANIES, COMPANIES, "numbers of cards")
        for company, cards in enumerate(split):
            if cards == 0 and type(cards) is int:
                continue
            faults.whole(f"{field}.split_shares[{company}]", cards, 0, most, "a number of cards")
        amounts = self.fee_amounts
        fees = sum(count for _, count in self.edition.trading_fees)
        for place, amount in enumerate(faults.items(f"{field}.unpaid_fees", shown.unpaid_fees, 0, fees, "fees")):
            at = f"{field}.unpaid_fees[{place}]"
            if faults.whole(at, amount, 1, max(amounts), "the amount of a trading fee") and amount not in amounts:
                faults.add(at, f"there is no trading fee of ${amount}K; there are {', '.join(map(str, amounts))}")
        if shown.starting_stock_shown is not None:
            faults.whole(f"{field}.starting_stock_shown", shown.starting_stock_shown, 0, COMPANIES - 1, "a company")

    def is_portfolio_card(self, lying: object) -> bool:
        """Whether this is certainly sound; False: :meth:`portfolio_card` must look."""
        if type(lying) is not PortfolioCard or type(lying.starting_stock) is not bool:
            return False
        if type(lying.taken_this_round) is not bool:
            return False
        card = lying.card
        if card is not None and not (self.is_card(card) and card.fee is None):
            return False
        return (lying.known_to is None or _are_different(lying.known_to, 1, self.last_seat)) and (
            lying.cannot_be == () or _are_different(lying.cannot_be, 0, COMPANIES - 1)
        )

    def portfolio_card(self, field: str, lying: object) -> None:
        """One card in a Stock Portfolio."""
        faults = self.faults
        if not isinstance(lying, PortfolioCard):
            faults.add(field, f"must be a portfolio card, not {quoted(lying)}")
            return
        if lying.card is not None:
            kind = self.card(f"{field}.card", lying.card)
            if kind is not None and CardKind.FIRST_FEE <= kind <= CardKind.LAST_FEE:
                faults.add(f"{field}.card", "a trading fee is paid or lies open (Demand Phase 5), never in a portfolio")
        if lying.known_to is not None:
            seats = faults.items(f"{field}.known_to", lying.known_to, 1, self.last_seat + 1, "seats")
            faults.different(f"{field}.known_to", seats, 0, self.last_seat, "a seat")
        companies = faults.items(f"{field}.cannot_be", lying.cannot_be, 0, COMPANIES, "companies")
        faults.different(f"{field}.cannot_be", companies, 0, COMPANIES - 1, "a company")
        faults.flag(f"{field}.starting_stock", lying.starting_stock)
        faults.flag(f"{field}.taken_this_round", lying.taken_this_round)

    def pile(self, field: str, lying: object) -> None:
        """One Stockpile and its Bid Track."""
        faults = self.faults
        if not isinstance(lying, PileView):
            faults.add(field, f"must be a pile, not {quoted(lying)}")
            return
        for place, card in enumerate(faults.items(f"{field}.cards", lying.cards, 0, MAX_PILE_CARDS, "cards")):
            if type(card) is PileCard and card.placed_by is None and self.is_card(card.card):
                continue
            at = f"{field}.cards[{place}]"
            if not isinstance(card, PileCard):
                faults.add(at, f"must be a pile card, not {quoted(card)}")
                continue
            if card.card is not None:
                self.card(f"{at}.card", card.card)
            if card.placed_by is not None:
                faults.whole(f"{at}.placed_by", card.placed_by, 0, self.last_seat, "a seat")
        track = self.edition.bid_track
        if lying.bidder is not None:
            faults.whole(f"{field}.bidder", lying.bidder, 0, self.last_seat, "a seat")
        if lying.bid is not None and not (is_whole(lying.bid, 0, track[-1]) and lying.bid in track):
            known = ", ".join(map(str, track))
            faults.add(f"{field}.bid", f"{quoted(lying.bid)} is not on the Bid Track ({known}, in $K)")
        if (lying.bidder is None) != (lying.bid is None):
            missing = "bid" if lying.bid is None else "bidder"
            faults.add(f"{field}.{missing}", "a bid has both a bidder and an amount")

    def pair(self, field: str, pair: object) -> None:
        """One Company Card with its Forecast Card."""
        faults = self.faults
        if not isinstance(pair, ForecastPair):
            faults.add(field, f"must be a pair, not {quoted(pair)}")
            return
        faults.whole(f"{field}.company", pair.company, 0, COMPANIES - 1, "a company")
        faces = [forecast.name for forecast in self.edition.forecasts]
        if pair.forecast not in faces:
            faults.add(f"{field}.forecast", f"must be one of {', '.join(faces)}, not {quoted(pair.forecast)}")
        if pair.owner is not None:
            faults.whole(f"{field}.owner", pair.owner, 0, self.last_seat, "a seat")
        if faults.flag(f"{field}.beside_board", pair.beside_board) and pair.beside_board and pair.owner is not None:
            faults.add(f"{field}.beside_board", "a pair beside the board has no owner (Information Phase 3)")

    def discard(self) -> None:
        """The discard pile, if the view tells it."""
        faults = self.faults
        if self.view.discard is None:
            return
        listed: set[int] = set()
        for place, entry in enumerate(faults.items("discard", self.view.discard, 0, KINDS, "kinds of card")):
            field = f"discard[{place}]"
            if not isinstance(entry, (tuple, list)) or len(entry) != 2:
                faults.add(field, "must be a card and its number")
                continue
            kind = self.card(f"{field}.card", entry[0])
            faults.whole(f"{field}.count", entry[1], 1, DECK_SIZE, "a number of cards")
            if kind is not None and kind in listed:
                faults.add(f"{field}.card", "this card is listed twice")
            listed.add(-1 if kind is None else kind)


def _are_different(values: object, least: int, high: int) -> bool:
    """Whether these are certainly ``least`` or more different whole numbers from 0 to ``high``, in a tuple."""
    if type(values) is not tuple or not least <= len(values) <= high + 1:
        return False
    for value in values:
        if type(value) is not int or not 0 <= value <= high:
            return False
    return len(set(values)) == len(values)
