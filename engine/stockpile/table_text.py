"""A position or view as plain text: prices, piles, and what lies before each seat."""

from typing import Any

from engine.stockpile.cards import COMPANIES, CardKind
from engine.stockpile.edition import Edition
from engine.stockpile.faces import ACTION_NAMES, card_of_kind
from engine.stockpile.table_view import Card, PileView, SeatView, TablePhase, TableView

_BACK = "?"


def short_names(edition: Edition) -> tuple[str, ...]:
    """The companies' initials, or as many letters as it takes to tell them apart."""
    for length in range(1, 20):
        names = tuple("".join(word[:length] for word in company.split()) for company in edition.companies)
        if len(set(names)) == len(names):
            return names
    return edition.companies


def position_text(edition: Edition, rules: Any, state: Any, shown: TableView) -> str:
    """The table drawn as text. ``shown`` is the typed view of the same position."""
    names = short_names(edition)
    lines = [_headline(rules, state, shown), ""]
    lines += _companies(edition, names, shown)
    lines += ["", *_pairs(edition, names, state)]
    if any(pile.cards for pile in shown.piles):
        lines += ["", *(_pile(names, index, pile) for index, pile in enumerate(shown.piles))]
    lines.append("")
    for seat, lying in enumerate(shown.seats):
        hand = [int(state.card[number]) for number in state.hand_cards[seat] if number >= 0]
        lines.append(_seat(names, seat, lying, shown.turn == seat))
        if hand:
            lines.append(f"         hand: {_cards(names, [_card_or_none(edition, kind) for kind in hand])}")
    return "\n".join(line.rstrip() for line in lines)


def _headline(rules: Any, state: Any, shown: TableView) -> str:
    if shown.phase is TablePhase.OVER:
        return "The game is over"
    turn = shown.turn if shown.turn is not None else shown.first_seat
    seen_by = f", as seat {int(state.viewer) + 1} sees it" if state.viewer >= 0 else ""
    return (
        f"Round {shown.round_number} of {int(rules.rounds)}, {shown.phase} phase{seen_by}: "
        f"seat {turn + 1} to move, seat {shown.first_seat + 1} is first"
    )


def _companies(edition: Edition, names: tuple[str, ...], shown: TableView) -> list[str]:
    width = max(len(company) for company in edition.companies)
    lines = []
    for company, title in enumerate(edition.companies):
        space = shown.spaces[company]
        prices = edition.tracks[company].prices
        marked = " ".join(f"[{price}]" if index + 1 == space else str(price) for index, price in enumerate(prices))
        lines.append(f"{names[company]:4} {title:{width}}  {marked}")
    return lines


def _pairs(edition: Edition, names: tuple[str, ...], state: Any) -> list[str]:
    if state.phase >= 5 or state.round_number >= len(state.pair_companies):
        return ["Forecasts: none"]
    texts = []
    for pair in range(COMPANIES):
        company = int(state.pair_companies[state.round_number, pair])
        forecast = int(state.pair_forecasts[state.round_number, pair])
        texts.append(f"{names[company]} {edition.forecasts[forecast].name}" if company >= 0 else _BACK)
    return [f"Forecasts: {', '.join(texts)}"]


def _card_or_none(edition: Edition, kind: int) -> Card | None:
    return None if kind == CardKind.UNKNOWN else card_of_kind(edition, kind)


def _card(names: tuple[str, ...], card: Card | None) -> str:
    if card is None:
        return _BACK
    if card.stock is not None:
        return names[card.stock]
    if card.fee is not None:
        return f"fee ${card.fee}K"
    return ACTION_NAMES[card.action] if card.action is not None else _BACK


def _cards(names: tuple[str, ...], cards: list[Card | None]) -> str:
    return ", ".join(_card(names, card) for card in cards) or "-"


def _pile(names: tuple[str, ...], index: int, pile: PileView) -> str:
    cards = [
        f"({_card(names, card.card)})" if card.placed_by is not None else _card(names, card.card) for card in pile.cards
    ]
    bid = "" if pile.bidder is None else f"   ${pile.bid}K by seat {pile.bidder + 1}"
    return f"Pile {index + 1}: {', '.join(cards)}{bid}"


def _seat(names: tuple[str, ...], seat: int, lying: SeatView, to_move: bool) -> str:
    split = [f"{cards} {names[company]}" for company, cards in enumerate(lying.split_shares) if cards]
    parts = [f"${lying.money}K", _cards(names, [card.card for card in lying.portfolio])]
    if split:
        parts.append(f"split: {', '.join(split)}")
    if lying.unpaid_fees:
        parts.append("unpaid: " + ", ".join(f"${amount}K" for amount in lying.unpaid_fees))
    return f"{'>' if to_move else ' '}Seat {seat + 1}  {'   '.join(parts)}"
