"""Stockpile's messages and the engine's types."""

import json
import re
from dataclasses import asdict, replace
from functools import cache, lru_cache
from typing import Any, ClassVar, Literal, TypeVar

from engine.errors import Problem, ViewError
from engine.game import Game
from engine.stockpile import edition as editions
from engine.stockpile.cards import COMPANIES, DECK_SIZE, KINDS, MAX_PILE_CARDS, MAX_PILES, MAX_ROUNDS
from engine.stockpile.edition import Edition, load_edition
from engine.stockpile.expected_table import pair_code, pairs_in_places, pairs_revealed
from engine.stockpile.facade import StockpileGame
from engine.stockpile.faces import STOCK_CARDS
from engine.stockpile.moves import (
    Bid,
    ClaimDividend,
    FinishSelling,
    PlaceFaceDown,
    PlaceFaceUp,
    PlayAction,
    Sell,
)
from engine.stockpile.plain_rules import PlainRules
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.table_view import (
    ActionCard,
    Card,
    ForecastPair,
    PileCard,
    PileView,
    PortfolioCard,
    SeatView,
    TablePhase,
    TableView,
)
from pitwise.v1 import analysis_pb2, catalog_pb2, stockpile_move_pb2, stockpile_view_pb2
from server.conversion import LONGEST_NAME, MAX_SEATS, Conversion, read_edition
from server.convert_stockpile_auction import outlook_message
from server.reading import Reading
from solvers.base import Choice

MOST_MONEY = 9_999
"""No seat of any game comes near it; the position's record holds 16 bits."""

MOST_SPACES = 16

_PHASES: dict[int, TablePhase] = {
    stockpile_view_pb2.STOCKPILE_PHASE_SUPPLY: TablePhase.SUPPLY,
    stockpile_view_pb2.STOCKPILE_PHASE_DEMAND: TablePhase.DEMAND,
    stockpile_view_pb2.STOCKPILE_PHASE_ACTION: TablePhase.ACTION,
    stockpile_view_pb2.STOCKPILE_PHASE_SELLING: TablePhase.SELLING,
    stockpile_view_pb2.STOCKPILE_PHASE_MOVEMENT: TablePhase.MOVEMENT,
    stockpile_view_pb2.STOCKPILE_PHASE_OVER: TablePhase.OVER,
}
_PHASE_VALUES = {phase: value for value, phase in _PHASES.items()}

_ACTIONS: dict[int, ActionCard] = {
    stockpile_view_pb2.STOCKPILE_ACTION_CARD_BOOM: ActionCard.BOOM,
    stockpile_view_pb2.STOCKPILE_ACTION_CARD_BUST: ActionCard.BUST,
}
_ACTION_VALUES = {action: value for value, action in _ACTIONS.items()}

_DIVIDENDS: dict[int, Literal["automatic", "choice"]] = {
    stockpile_view_pb2.STOCKPILE_DIVIDENDS_UNSPECIFIED: "automatic",
    stockpile_view_pb2.STOCKPILE_DIVIDENDS_AUTOMATIC: "automatic",
    stockpile_view_pb2.STOCKPILE_DIVIDENDS_CHOICE: "choice",
}
_DIVIDENDS_VALUES = {
    "automatic": stockpile_view_pb2.STOCKPILE_DIVIDENDS_AUTOMATIC,
    "choice": stockpile_view_pb2.STOCKPILE_DIVIDENDS_CHOICE,
}


class StockpileConversion(Conversion):
    """Stockpile."""

    name: ClassVar[str] = "stockpile"

    def read_view(self, reading: Reading, message: stockpile_view_pb2.StockpileView, path: str) -> TableView:
        """The typed view of a view message; what is malformed is noted as a fault under ``path``."""
        table_view = _read_view(reading, message, path)
        reading.optional_number(message, "paying_company", path, 0, COMPANIES - 1)
        return table_view

    def options_of(self, table_view: TableView) -> tuple[tuple[str, Any], ...]:
        """The options of a typed view."""
        return _as_pairs(table_view.options)

    def record(self, game: Game, message: stockpile_view_pb2.StockpileView, table_view: TableView) -> Any:
        """The view record of a message, its pairs in the order that ``paying_company`` asks for.

        Raises:
            ViewError: with every broken rule.
        """
        if message.HasField("paying_company"):
            table_view = _with_paying_pair(game, table_view, message.paying_company)
        return game.view_from_table(table_view)

    def view_message(self, game: Game, table_view: TableView) -> stockpile_view_pb2.StockpileView:
        """The message of a game's typed view, with the paying company."""
        message = _view_message(table_view)
        paying = _paying_pair(game, table_view)
        if paying is not None and (pair := pairs_in_places(_rules(game), table_view).get(paying)) is not None:
            message.paying_company = pair.company
        return message

    def field_path(self, field: str) -> str:
        """The path in the message of a field that the engine finds fault with."""
        field = re.sub(r"^discard\[(\d+)\](?:\[0\])?", r"discard.cards[\1]", field)
        return re.sub(r"^(discard\.cards\[\d+\])\[1\]", r"\1.count", field)

    def read_move(self, reading: Reading, message: stockpile_move_pb2.StockpileMove, path: str) -> Any:
        """The typed move of a move message; what is malformed is noted as a fault under ``path``."""
        return _read_move(reading, message, path)

    def move_message(self, move: Any) -> stockpile_move_pb2.StockpileMove:
        """The message of a typed move."""
        return _move_message(move)

    def add_reasons(self, game: Game, choice: Choice, message: analysis_pb2.Analysis) -> None:
        """Add what a bid rests on."""
        if choice.auction is not None:
            assert isinstance(game, StockpileGame)
            message.stockpile_auction.CopyFrom(outlook_message(game.edition, choice.auction, _card_message))

    def list_details(self, message: catalog_pb2.GameInfo) -> None:
        """Add the editions to what ListGames says."""
        message.stockpile.editions.extend(_edition_message(load_edition(name)) for name in edition_names())

    def edition_value(self, game: Game, name: str) -> str:
        """A value of the game's edition as JSON text."""
        assert isinstance(game, StockpileGame)
        return value_text(game.edition, name)


@cache
def edition_names() -> tuple[str, ...]:
    """The names of the built-in editions, ``base`` first, as they were when the server started."""
    return editions.edition_names()


# --- views --------------------------------------------------------------------------------------------------------


def _as_pairs(options: StockpileOptions) -> tuple[tuple[str, Any], ...]:
    return (
        ("seats", options.seats),
        ("edition", options.edition),
        ("dividends", options.dividends),
        ("first_seat", options.first_seat),
    )


def _rules(game: Game) -> PlainRules:
    assert isinstance(game, StockpileGame)
    return game.plain_rules


def _paying_pair(game: Game, view: TableView) -> int | None:
    """The place of the pair whose dividend is being paid, None if it is not the moment for that."""
    if not 0 <= view.first_seat < _rules(game).seats:
        return None
    revealed = pairs_revealed(_rules(game), view)
    return revealed[-1] if revealed else None


def _with_paying_pair(game: Game, view: TableView, company: int) -> TableView:
    """The view with the pair of a company where the pair being resolved belongs, whatever the order of the list.

    Raises:
        ViewError: it cannot be that pair.
    """
    place = _paying_pair(game, view)
    if place is None:
        raise ViewError([Problem("paying_company", "dividends are decided on in the Movement Phase only")])
    found = [index for index, pair in enumerate(view.pairs) if pair.company == company]
    if not found:
        raise ViewError([Problem("paying_company", "none of the pairs is of this company")])
    owners = _rules(game).pair_owners
    owner = owners[place]
    if pair_code(view.pairs[found[0]]) != owner:
        whose = {-1: "the public one", -2: "from beside the board"}.get(owner, f"seat {owner}'s")
        raise ViewError([Problem("paying_company", f"after {view.revealed_pairs} others, a pair is resolved: {whose}")])
    alike = [index for index, pair in enumerate(view.pairs) if pair_code(pair) == owner]
    earlier = owners[:place].count(owner)
    if earlier >= len(alike):
        return view  # The engine will say what is missing.
    pairs = list(view.pairs)
    pairs[alike[earlier]], pairs[found[0]] = pairs[found[0]], pairs[alike[earlier]]
    return replace(view, pairs=tuple(pairs))


def _read_view(reading: Reading, message: stockpile_view_pb2.StockpileView, path: str) -> TableView:
    return TableView(
        options=_read_options(reading, message, path),
        viewer=reading.number(message.viewer, path, ".viewer", 0, MAX_SEATS - 1),
        phase=reading.one_of(message.phase, f"{path}.phase", _PHASES),
        round_number=reading.number(message.round_number, path, ".round_number", 1, MAX_ROUNDS),
        first_seat=reading.number(message.first_seat, path, ".first_seat", 0, MAX_SEATS - 1),
        turn=reading.optional_number(message, "turn", path, 0, MAX_SEATS - 1),
        spaces=reading.numbers(message.spaces, path, ".spaces", COMPANIES, 1, MOST_SPACES),
        seats=tuple(
            [
                _read_seat(reading, seat, f"{path}.seats[{index}]")
                for index, seat in enumerate(reading.items(message.seats, path, ".seats", MAX_SEATS))
            ]
        ),
        piles=tuple(
            [
                _read_pile(reading, pile, f"{path}.piles[{index}]")
                for index, pile in enumerate(reading.items(message.piles, path, ".piles", MAX_PILES))
            ]
        ),
        hand=tuple(
            [
                _read_card(reading, card, path, f".hand[{index}]")
                for index, card in enumerate(reading.items(message.hand, path, ".hand", 2))
            ]
        ),
        pairs=tuple(
            [
                ForecastPair(
                    company=reading.number(pair.company, path, f".pairs[{index}].company", 0, COMPANIES - 1),
                    forecast=reading.text(pair.forecast, f"{path}.pairs[{index}].forecast", LONGEST_NAME),
                    owner=reading.optional_number(pair, "owner", f"{path}.pairs[{index}]", 0, MAX_SEATS - 1),
                    beside_board=pair.beside_board,
                )
                for index, pair in enumerate(reading.items(message.pairs, path, ".pairs", COMPANIES))
            ]
        ),
        supply_pass=reading.number(message.supply_pass, path, ".supply_pass", 0, 2) or 1,
        revealed_pairs=reading.number(message.revealed_pairs, path, ".revealed_pairs", 0, COMPANIES - 1),
        discard=_read_discard(reading, message.discard, f"{path}.discard") if message.HasField("discard") else None,
    )


def _read_options(reading: Reading, message: stockpile_view_pb2.StockpileView, path: str) -> StockpileOptions:
    path = f"{path}.options"
    if not message.HasField("options"):
        reading.fault(path, "must be set")
        return StockpileOptions()
    options = message.options
    seats = reading.number(options.seats, path, ".seats", 2, MAX_SEATS)
    first_seat = reading.number(options.first_seat, path, ".first_seat", 0, seats - 1)
    edition = read_edition(reading, options.edition, path, edition_names())
    return _options(seats, edition, reading.one_of(options.dividends, f"{path}.dividends", _DIVIDENDS), first_seat)


@lru_cache(maxsize=256)
def _options(seats: int, edition: str, dividends: Literal["automatic", "choice"], first_seat: int) -> StockpileOptions:
    return StockpileOptions(seats=seats, edition=edition, dividends=dividends, first_seat=first_seat)


def _read_card(reading: Reading, message: stockpile_view_pb2.StockpileCard, path: str, name: str = "") -> Card:
    face = message.WhichOneof("face")
    if face == "stock":
        return STOCK_CARDS[reading.number(message.stock, path, f"{name}.stock", 0, COMPANIES - 1)]
    if face == "fee":
        return Card(fee=reading.number(message.fee, path, f"{name}.fee", 1, 25))
    if face == "action":
        return Card(action=reading.one_of(message.action, f"{path}{name}.action", _ACTIONS))
    reading.fault(f"{path}{name}", "must have a face: one of stock, fee and action must be set")
    return STOCK_CARDS[0]


_MOST_REMEMBERED = 4_096
_LONGEST_REMEMBERED_BYTES = 64
_portfolio_cards: dict[bytes, PortfolioCard] = {}
_pile_cards: dict[bytes, PileCard] = {}
"""Cards without a fault by their encoding: the same few hundred come again and again, and a look is quicker."""

SomeCard = TypeVar("SomeCard", PortfolioCard, PileCard)


def _remember(cards: dict[bytes, SomeCard], encoded: bytes, card: SomeCard) -> None:
    """Keep a card for the next time. Encodings can be of any size and number, since clients make them."""
    if len(encoded) > _LONGEST_REMEMBERED_BYTES:
        return
    if len(cards) >= _MOST_REMEMBERED:
        cards.clear()
    cards[encoded] = card


def _read_portfolio_card(
    reading: Reading, message: stockpile_view_pb2.StockpilePortfolioCard, path: str, index: int
) -> PortfolioCard:
    encoded = message.SerializeToString()
    known = _portfolio_cards.get(encoded)
    if known is not None:
        return known
    faults = len(reading.problems)
    path = f"{path}.portfolio[{index}]"
    card = PortfolioCard(
        card=_read_card(reading, message.card, path, ".card") if message.HasField("card") else None,
        known_to=reading.numbers(message.known_to, path, ".known_to", MAX_SEATS, 0, MAX_SEATS - 1) or None,
        cannot_be=reading.numbers(message.cannot_be, path, ".cannot_be", COMPANIES, 0, COMPANIES - 1),
        starting_stock=message.starting_stock,
        taken_this_round=message.taken_this_round,
    )
    if len(reading.problems) == faults:
        _remember(_portfolio_cards, encoded, card)
    return card


def _read_pile_card(reading: Reading, message: stockpile_view_pb2.StockpilePileCard, path: str, index: int) -> PileCard:
    encoded = message.SerializeToString()
    known = _pile_cards.get(encoded)
    if known is not None:
        return known
    faults = len(reading.problems)
    path = f"{path}.cards[{index}]"
    card = PileCard(
        card=_read_card(reading, message.card, path, ".card") if message.HasField("card") else None,
        placed_by=reading.optional_number(message, "placed_by", path, 0, MAX_SEATS - 1),
    )
    if len(reading.problems) == faults:
        _remember(_pile_cards, encoded, card)
    return card


def _read_seat(reading: Reading, message: stockpile_view_pb2.StockpileSeat, path: str) -> SeatView:
    return SeatView(
        money=reading.number(message.money, path, ".money", 0, MOST_MONEY),
        portfolio=tuple(
            [
                _read_portfolio_card(reading, card, path, index)
                for index, card in enumerate(reading.items(message.portfolio, path, ".portfolio", DECK_SIZE))
            ]
        ),
        split_shares=reading.numbers(message.split_shares, path, ".split_shares", COMPANIES, 0, DECK_SIZE)
        or (0,) * COMPANIES,
        unpaid_fees=reading.numbers(message.unpaid_fees, path, ".unpaid_fees", DECK_SIZE, 1, 25),
        starting_stock_shown=reading.optional_number(message, "starting_stock_shown", path, 0, COMPANIES - 1),
    )


def _read_pile(reading: Reading, message: stockpile_view_pb2.StockpilePile, path: str) -> PileView:
    return PileView(
        cards=tuple(
            [
                _read_pile_card(reading, card, path, index)
                for index, card in enumerate(reading.items(message.cards, path, ".cards", MAX_PILE_CARDS))
            ]
        ),
        bidder=reading.optional_number(message, "bidder", path, 0, MAX_SEATS - 1),
        bid=reading.optional_number(message, "bid", path, 0, 999),
    )


def _read_discard(
    reading: Reading, message: stockpile_view_pb2.StockpileDiscardPile, path: str
) -> tuple[tuple[Card, int], ...]:
    counts = []
    seen = set()
    for index, entry in enumerate(reading.items(message.cards, path, ".cards", KINDS)):
        entry_path = f"{path}.cards[{index}]"
        if not entry.HasField("card"):
            reading.fault(f"{entry_path}.card", "must be set")
            continue
        card = _read_card(reading, entry.card, entry_path, ".card")
        if card in seen:
            reading.fault(f"{entry_path}.card", "is listed already: each face once, with its count")
        seen.add(card)
        counts.append((card, reading.number(entry.count, entry_path, ".count", 1, DECK_SIZE)))
    return tuple(counts)


def _card_message(card: Card) -> stockpile_view_pb2.StockpileCard:
    if card.stock is not None:
        return stockpile_view_pb2.StockpileCard(stock=card.stock)
    if card.fee is not None:
        return stockpile_view_pb2.StockpileCard(fee=card.fee)
    assert card.action is not None
    return stockpile_view_pb2.StockpileCard(action=_action_value(card.action))


def _optional_card_message(card: Card | None) -> stockpile_view_pb2.StockpileCard | None:
    return None if card is None else _card_message(card)


def _action_value(action: ActionCard) -> stockpile_view_pb2.StockpileActionCard.ValueType:
    return stockpile_view_pb2.StockpileActionCard.ValueType(_ACTION_VALUES[action])


def _view_message(view: TableView) -> stockpile_view_pb2.StockpileView:
    discard = None
    if view.discard is not None:
        discard = stockpile_view_pb2.StockpileDiscardPile(
            cards=[
                stockpile_view_pb2.StockpileCardCount(card=_card_message(card), count=count)
                for card, count in view.discard
            ]
        )
    return stockpile_view_pb2.StockpileView(
        options=stockpile_view_pb2.StockpileOptions(
            seats=view.options.seats,
            edition=view.options.edition,
            dividends=_DIVIDENDS_VALUES[view.options.dividends],
            first_seat=view.options.first_seat,
        ),
        viewer=view.viewer,
        phase=stockpile_view_pb2.StockpilePhase.ValueType(_PHASE_VALUES[view.phase]),
        round_number=view.round_number,
        first_seat=view.first_seat,
        turn=view.turn,
        spaces=view.spaces,
        seats=[_seat_message(seat) for seat in view.seats],
        piles=[
            stockpile_view_pb2.StockpilePile(
                cards=[
                    stockpile_view_pb2.StockpilePileCard(
                        card=_optional_card_message(card.card), placed_by=card.placed_by
                    )
                    for card in pile.cards
                ],
                bidder=pile.bidder,
                bid=pile.bid,
            )
            for pile in view.piles
        ],
        hand=[_card_message(card) for card in view.hand],
        pairs=[
            stockpile_view_pb2.StockpileForecastPair(
                company=pair.company, forecast=pair.forecast, owner=pair.owner, beside_board=pair.beside_board
            )
            for pair in view.pairs
        ],
        supply_pass=view.supply_pass,
        revealed_pairs=view.revealed_pairs,
        discard=discard,
    )


def _seat_message(seat: SeatView) -> stockpile_view_pb2.StockpileSeat:
    return stockpile_view_pb2.StockpileSeat(
        money=seat.money,
        portfolio=[
            stockpile_view_pb2.StockpilePortfolioCard(
                card=_optional_card_message(card.card),
                known_to=card.known_to or (),
                cannot_be=card.cannot_be,
                starting_stock=card.starting_stock,
                taken_this_round=card.taken_this_round,
            )
            for card in seat.portfolio
        ],
        split_shares=seat.split_shares,
        unpaid_fees=seat.unpaid_fees,
        starting_stock_shown=seat.starting_stock_shown,
    )


# --- moves --------------------------------------------------------------------------------------------------------


def _move_message(move: Any) -> stockpile_move_pb2.StockpileMove:
    match move:
        case PlaceFaceUp(card, pile):
            return stockpile_move_pb2.StockpileMove(
                place_face_up=stockpile_move_pb2.StockpilePlaceFaceUp(card=_card_message(card), pile=pile)
            )
        case PlaceFaceDown(card, pile):
            return stockpile_move_pb2.StockpileMove(
                place_face_down=stockpile_move_pb2.StockpilePlaceFaceDown(card=_card_message(card), pile=pile)
            )
        case Bid(pile, amount):
            return stockpile_move_pb2.StockpileMove(bid=stockpile_move_pb2.StockpileBid(pile=pile, amount=amount))
        case PlayAction(action, company):
            return stockpile_move_pb2.StockpileMove(
                play_action=stockpile_move_pb2.StockpilePlayAction(action=_action_value(action), company=company)
            )
        case Sell(company, normal, split):
            return stockpile_move_pb2.StockpileMove(
                sell=stockpile_move_pb2.StockpileSell(company=company, normal=normal, split=split)
            )
        case FinishSelling():
            return stockpile_move_pb2.StockpileMove(finish_selling=stockpile_move_pb2.StockpileFinishSelling())
        case ClaimDividend(company, normal, split):
            return stockpile_move_pb2.StockpileMove(
                claim_dividend=stockpile_move_pb2.StockpileClaimDividend(company=company, normal=normal, split=split)
            )
    raise TypeError(f"{type(move).__name__} is not a move of Stockpile")


def _read_move(reading: Reading, message: stockpile_move_pb2.StockpileMove, path: str) -> Any:
    def number(value: int, name: str, high: int) -> int:
        return reading.number(value, path, f".{name}", 0, high)

    match message.WhichOneof("move"):
        case "place_face_up":
            return PlaceFaceUp(
                _read_card(reading, message.place_face_up.card, path, ".place_face_up.card"),
                number(message.place_face_up.pile, "place_face_up.pile", MAX_PILES - 1),
            )
        case "place_face_down":
            return PlaceFaceDown(
                _read_card(reading, message.place_face_down.card, path, ".place_face_down.card"),
                number(message.place_face_down.pile, "place_face_down.pile", MAX_PILES - 1),
            )
        case "bid":
            return Bid(
                number(message.bid.pile, "bid.pile", MAX_PILES - 1), number(message.bid.amount, "bid.amount", 999)
            )
        case "play_action":
            return PlayAction(
                reading.one_of(message.play_action.action, f"{path}.play_action.action", _ACTIONS),
                number(message.play_action.company, "play_action.company", COMPANIES - 1),
            )
        case "sell":
            return Sell(
                number(message.sell.company, "sell.company", COMPANIES - 1),
                number(message.sell.normal, "sell.normal", DECK_SIZE),
                number(message.sell.split, "sell.split", DECK_SIZE),
            )
        case "finish_selling":
            return FinishSelling()
        case "claim_dividend":
            return ClaimDividend(
                number(message.claim_dividend.company, "claim_dividend.company", COMPANIES - 1),
                number(message.claim_dividend.normal, "claim_dividend.normal", DECK_SIZE),
                number(message.claim_dividend.split, "claim_dividend.split", DECK_SIZE),
            )
    reading.fault(path, "must be a move: one field of its oneof must be set")
    return FinishSelling()


# --- editions -----------------------------------------------------------------------------------------------------


def _edition_message(edition: Edition) -> catalog_pb2.StockpileEditionInfo:
    tables = []
    for seats in sorted(edition.rounds):
        shape = edition.table_shape(seats)
        tables.append(
            catalog_pb2.StockpileTableInfo(
                seats=seats,
                rounds=edition.rounds[seats],
                starting_money=edition.starting_money[seats],
                piles=shape.piles or seats,
                meeples=shape.meeples,
                supply_passes=shape.supply_passes,
                private_pairs=shape.private_pairs,
                public_pairs=shape.public_pairs,
            )
        )
    return catalog_pb2.StockpileEditionInfo(
        name=edition.name,
        title=edition.title,
        companies=[
            catalog_pb2.StockpileCompanyInfo(
                name=name, prices=track.prices, start_space=track.start, after_split_space=track.after_split
            )
            for name, track in zip(edition.companies, edition.tracks, strict=True)
        ],
        forecasts=[forecast.name for forecast in edition.forecasts],
        bid_track=edition.bid_track,
        trading_fees=[amount for amount, _ in edition.trading_fees],
        tables=tables,
        assumptions=[
            catalog_pb2.AssumptionInfo(name=name, source=edition.sources[name], value=value_text(edition, name))
            for name in edition.assumed
        ],
        stock_cards_of_each_company=edition.stock_cards_of_each_company,
        fees=[catalog_pb2.StockpileFeeInfo(amount=amount, cards=cards) for amount, cards in edition.trading_fees],
        stock_boom=_action(edition.stock_boom),
        stock_bust=_action(edition.stock_bust),
        dividend=max(forecast.dividend for forecast in edition.forecasts),
        majority_sole=edition.majority_sole,
        majority_tied=edition.majority_tied,
        repeat_split_bonus=edition.repeat_split_bonus,
        starting_stock=edition.starting_stock,
    )


def _action(cards_and_spaces: tuple[int, int]) -> catalog_pb2.StockpileActionInfo:
    cards, spaces = cards_and_spaces
    return catalog_pb2.StockpileActionInfo(cards=cards, spaces=spaces)


def value_text(edition: Edition, name: str) -> str:
    """A value of an edition file as JSON text."""
    if name == "majority":
        value: Any = {"sole": edition.majority_sole, "tied": edition.majority_tied}
    else:
        value = getattr(edition, name)
    return json.dumps(value, default=asdict)
