"""Messages to the engine's types and back: the one place where the two meet.

Reading is strict and complete: every field of a message is checked for what the wire cannot express (a face missing
from a card, an enumerator unknown here, a number out of all range), every fault is noted with the path of its field,
and only then does the engine check the rules of the game.
"""

import re
from functools import lru_cache
from typing import Any, Literal, TypeVar

from google.protobuf.message import Message

from engine.catalog import load_game
from engine.errors import OptionError, Problem, ViewError
from engine.game import Game
from engine.stockpile.cards import COMPANIES, DECK_SIZE, KINDS, MAX_PILE_CARDS, MAX_PILES, MAX_ROUNDS, MAX_SEATS
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
from pitwise.v1 import analysis_pb2, position_pb2, stockpile_move_pb2, stockpile_view_pb2
from server.editions import edition_names
from server.errors import RequestError, short
from solvers.base import Budget, Choice

MOST_MONEY = 9_999
"""No seat of any game comes near it; the position's record holds 16 bits."""

MOST_SPACES = 16
LONGEST_NAME = 40

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


@lru_cache(maxsize=256)
def configured_game(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    """A game by name and options; games are made once, as their rules never change.

    Raises:
        OptionError: an option has an impossible value.
    """
    return load_game(name, **dict(options))


def _as_pairs(options: StockpileOptions) -> tuple[tuple[str, Any], ...]:
    return (
        ("seats", options.seats),
        ("edition", options.edition),
        ("dividends", options.dividends),
        ("first_seat", options.first_seat),
    )


# --- reading: faults ----------------------------------------------------------------------------------------------


class Reading:
    """The faults found while a message is read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def fault(self, path: str, description: str) -> None:
        """Note a fault."""
        self.problems.append(Problem(path, description))

    # Paths come in two parts, the message's and the field's: they are joined only for a fault, which is rare.

    def number(self, value: int, path: str, name: str, low: int, high: int) -> int:
        """A whole number in a range; out of it, a fault and the nearest number in it."""
        if low <= value <= high:
            return value
        self.fault(f"{path}{name}", f"must be from {low} to {high}, not {value}")
        return min(max(value, low), high)

    def optional_number(self, message: Message, name: str, path: str, low: int, high: int) -> int | None:
        """Like :meth:`number` for a field that may be unset."""
        return self.number(getattr(message, name), path, f".{name}", low, high) if message.HasField(name) else None

    def items(self, values: Any, path: str, name: str, most: int) -> Any:
        """The entries of a repeated field, no more than there can be."""
        if len(values) > most:
            self.fault(f"{path}{name}", f"must have at most {most} entries, not {len(values)}")
            return values[:most]
        return values

    def numbers(self, values: Any, path: str, name: str, most: int, low: int, high: int) -> tuple[int, ...]:
        """The entries of a repeated number."""
        found = tuple(self.items(values, path, name, most))
        if not found or (low <= min(found) and max(found) <= high):
            return found
        return tuple([self.number(value, path, f"{name}[{index}]", low, high) for index, value in enumerate(found)])

    def text(self, value: str, path: str, longest: int) -> str:
        """A text no longer than it may be."""
        if len(value) > longest:
            self.fault(path, f"must have at most {longest} characters, not {len(value)}")
        return value[:longest]

    def one_of(self, value: int, path: str, names: dict[int, Any]) -> Any:
        """What an enumerator stands for; unknown or unspecified: a fault and the first there is."""
        if value not in names:
            self.fault(path, "must be set" if value == 0 else f"has no value of number {value}")
            return next(iter(names.values()))
        return names[value]

    def check(self) -> None:
        """Go on only if there were no faults.

        Raises:
            RequestError: listing them.
        """
        if self.problems:
            raise RequestError(self.problems)


# --- views --------------------------------------------------------------------------------------------------------


def read_view(message: position_pb2.View, path: str = "view") -> tuple[Game, Any]:
    """The configured game and the view record of a view message.

    Raises:
        RequestError: listing every field that is malformed or breaks a rule, under ``path``.
    """
    game_field = message.WhichOneof("game")
    if game_field is None:
        raise RequestError([Problem(path, "must have the view of a game: one field of its oneof must be set")])
    # Stockpile is the only game in the message; a client that knows more games sends a field unknown here.
    inner = f"{path}.{game_field}"
    reading = Reading()
    table_view = _read_stockpile_view(reading, message.stockpile, inner)
    reading.check()
    options = table_view.options
    try:
        game = configured_game("stockpile", _as_pairs(options))
        return game, game.view_from_table(table_view)
    except OptionError as error:
        raise RequestError(_under(f"{inner}.options", error.problems)) from None
    except ViewError as error:
        raise RequestError(_under(inner, error.problems)) from None


def view_message(game: Game, view: Any) -> position_pb2.View:
    """The message of a view record."""
    return table_view_message(game.table_view(view))


def table_view_message(table_view: TableView) -> position_pb2.View:
    """The message of a typed view."""
    return position_pb2.View(stockpile=_stockpile_view_message(table_view))


def read_table_view(message: position_pb2.View, path: str = "view") -> TableView:
    """The typed view of a view message, its shape checked but not the rules of the game.

    Raises:
        RequestError: listing every malformed field.
    """
    reading = Reading()
    if message.WhichOneof("game") is None:
        reading.fault(path, "must have the view of a game: one field of its oneof must be set")
    table_view = _read_stockpile_view(reading, message.stockpile, f"{path}.stockpile")
    reading.check()
    return table_view


def _under(prefix: str, problems: list[Problem]) -> list[Problem]:
    """The engine's problems with paths of the message."""
    moved = []
    for problem in problems:
        field = re.sub(r"^discard\[(\d+)\](?:\[0\])?", r"discard.cards[\1]", problem.field)
        field = re.sub(r"^(discard\.cards\[\d+\])\[1\]", r"\1.count", field)
        moved.append(Problem(f"{prefix}.{field}" if field else prefix, problem.description))
    return moved


def _read_stockpile_view(reading: Reading, message: stockpile_view_pb2.StockpileView, path: str) -> TableView:
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
        revealed_pairs=reading.number(message.revealed_pairs, path, ".revealed_pairs", 0, COMPANIES),
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
    edition = options.edition or "base"
    if edition not in edition_names():
        # A client may name an edition, never a file of ours.
        reading.fault(f"{path}.edition", f"must be one of {', '.join(edition_names())}, not {short(edition, 40)!r}")
        edition = "base"
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


def _stockpile_view_message(view: TableView) -> stockpile_view_pb2.StockpileView:
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


def move_message(game: Game, code: int) -> position_pb2.Move:
    """The message of a move code."""
    message = position_pb2.Move()
    message.CopyFrom(_shared_move_message(game, code))
    return message


@lru_cache(maxsize=8_192)
def _shared_move_message(game: Game, code: int) -> position_pb2.Move:
    """The message of a move code, for copying only: every answer lists every legal move, and they recur."""
    return position_pb2.Move(text=game.move_text(code), stockpile=_stockpile_move_message(game.decode_move(code)))


def read_move(game: Game, message: position_pb2.Move, path: str = "move") -> int:
    """The code of a move message; ``text`` is not read.

    Raises:
        RequestError: naming the malformed fields.
        MoveError: no move of the game is like this.
    """
    reading = Reading()
    move = _read_stockpile_move(reading, message.stockpile, f"{path}.stockpile")
    reading.check()
    return game.encode_move(move)


def _stockpile_move_message(move: Any) -> stockpile_move_pb2.StockpileMove:
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


def _read_stockpile_move(reading: Reading, message: stockpile_move_pb2.StockpileMove, path: str) -> Any:
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


# --- budgets and answers ------------------------------------------------------------------------------------------


def read_budget(reading: Reading, message: analysis_pb2.Budget, path: str = "budget") -> Budget:
    """The budget of a message; limits below 1 are faults, limits beyond the server's caps are not."""
    most = 2**63 - 1
    milliseconds = reading.optional_number(message, "milliseconds", path, 1, most)
    return Budget(
        iterations=reading.optional_number(message, "iterations", path, 1, most),
        milliseconds=None if milliseconds is None else float(milliseconds),
    )


def analysis_message(game: Game, choice: Choice) -> analysis_pb2.Analysis:
    """What a solver found, as a message; what the server decided (seed, budget, solver) is the caller's to add."""
    return analysis_pb2.Analysis(
        move=_shared_move_message(game, choice.move),
        candidates=[
            analysis_pb2.Candidate(
                move=_shared_move_message(game, candidate.move),
                visits=candidate.visits,
                mean=candidate.mean,
                standard_error=candidate.standard_error,
            )
            for candidate in choice.candidates
        ],
        principal_line=[
            analysis_pb2.LineStep(seat=seat, move=_shared_move_message(game, code))
            for seat, code in choice.principal_line
        ],
        worlds=choice.worlds,
        iterations=choice.iterations,
        elapsed_milliseconds=choice.seconds * 1000.0,
        explanation=choice.explanation,
        forced=choice.forced,
    )
