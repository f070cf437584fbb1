"""Views and positions as JSON values: snake_case keys, companies, seats and piles from 0, money in $K."""

from typing import Any

from engine.stockpile.cards import COMPANIES, CardKind, Zone
from engine.stockpile.edition import Edition
from engine.stockpile.faces import card_json, card_of_kind
from engine.stockpile.information import pair_owner
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.table_view import Card, ForecastPair, PileCard, PileView, PortfolioCard, SeatView, TableView


def options_json(options: StockpileOptions) -> dict[str, Any]:
    """Options as JSON values; ``load_game("stockpile", **options)`` takes them back."""
    return {
        "seats": options.seats,
        "edition": options.edition,
        "dividends": options.dividends,
        "first_seat": options.first_seat,
    }


def _card(card: Card | None) -> dict[str, Any] | None:
    return None if card is None else card_json(card)


def _portfolio_card(card: PortfolioCard) -> dict[str, Any]:
    return {
        "card": _card(card.card),
        "known_to": None if card.known_to is None else list(card.known_to),
        "cannot_be": list(card.cannot_be),
        "starting_stock": card.starting_stock,
        "taken_this_round": card.taken_this_round,
    }


def _seat(seat: SeatView) -> dict[str, Any]:
    return {
        "money": seat.money,
        "portfolio": [_portfolio_card(card) for card in seat.portfolio],
        "split_shares": list(seat.split_shares),
        "unpaid_fees": list(seat.unpaid_fees),
        "starting_stock_shown": seat.starting_stock_shown,
    }


def _pile_card(card: PileCard) -> dict[str, Any]:
    return {"card": _card(card.card), "placed_by": card.placed_by}


def _pile(pile: PileView) -> dict[str, Any]:
    return {"cards": [_pile_card(card) for card in pile.cards], "bidder": pile.bidder, "bid": pile.bid}


def _pair(pair: ForecastPair) -> dict[str, Any]:
    return {
        "company": pair.company,
        "forecast": pair.forecast,
        "owner": pair.owner,
        "beside_board": pair.beside_board,
    }


def view_json(view: TableView) -> dict[str, Any]:
    """A typed view as JSON values."""
    discard = None
    if view.discard is not None:
        discard = [{"card": card_json(card), "count": count} for card, count in view.discard]
    return {
        "options": options_json(view.options),
        "viewer": view.viewer,
        "phase": str(view.phase),
        "round_number": view.round_number,
        "first_seat": view.first_seat,
        "turn": view.turn,
        "spaces": list(view.spaces),
        "seats": [_seat(seat) for seat in view.seats],
        "piles": [_pile(pile) for pile in view.piles],
        "hand": [card_json(card) for card in view.hand],
        "pairs": [_pair(pair) for pair in view.pairs],
        "supply_pass": view.supply_pass,
        "revealed_pairs": view.revealed_pairs,
        "discard": discard,
    }


def position_json(edition: Edition, rules: Any, state: Any, open_view: TableView) -> dict[str, Any]:
    """A full position as JSON values.

    ``open_view`` is the typed view of the position with every card shown. Added to it: all hands, the market deck from
    the top, and the forecast pairs of this round and the later ones.
    """

    def cards(numbers: list[int]) -> list[dict[str, Any] | None]:
        return [
            None
            if state.card[number] == CardKind.UNKNOWN
            else card_json(card_of_kind(edition, int(state.card[number])))
            for number in numbers
        ]

    values = view_json(open_view)
    for name in ("viewer", "hand", "pairs"):
        del values[name]
    values["hands"] = [
        cards([int(number) for number in state.hand_cards[seat] if number >= 0]) for seat in range(rules.seats)
    ]
    values["deck"] = cards([number for number in range(len(state.zone)) if state.zone[number] == Zone.DECK])
    values["pairs_of_rounds"] = [
        {"round_number": number + 1, "pairs": [_dealt_pair(edition, rules, state, number, p) for p in range(COMPANIES)]}
        for number in range(int(state.round_number), int(rules.rounds))
    ]
    return values


def _dealt_pair(edition: Edition, rules: Any, state: Any, number: int, pair: int) -> dict[str, Any]:
    company, forecast = int(state.pair_companies[number, pair]), int(state.pair_forecasts[number, pair])
    owner = pair_owner(rules, pair)
    return {
        "company": company if company >= 0 else None,
        "forecast": edition.forecasts[forecast].name if forecast >= 0 else None,
        "owner": owner if owner >= 0 else None,
        "beside_board": owner == -2,
    }
