"""Events in words and as JSON values. Words count seats and piles from 1, as people do; JSON counts from 0."""

import re
from dataclasses import fields
from typing import Any

from engine.stockpile.edition import Edition
from engine.stockpile.faces import ACTION_NAMES, card_json, card_name
from engine.stockpile.move_words import cards_in_words
from engine.stockpile.table_events import (
    ActionPlayed,
    Bankruptcy,
    BidPaid,
    BidPlaced,
    CardDealt,
    CardShown,
    CardTaken,
    DividendPaid,
    Event,
    FeeLapsed,
    FeePaid,
    FeeShown,
    GameEnded,
    Liquidated,
    MajorityBonus,
    NoActionsLeft,
    NoneHeld,
    PairRevealed,
    PairSeen,
    PileSeeded,
    PileTaken,
    PlacedFaceDown,
    PlacedFaceUp,
    PriceMoved,
    RoundStarted,
    SharesLost,
    SharesSplit,
    Sold,
    SplitBonus,
    StockSplit,
)
from engine.stockpile.table_view import Card


def seat_name(seat: int | None) -> str:
    """``Seat 1`` for seat 0; ``The board`` for None."""
    return "The board" if seat is None else f"Seat {seat + 1}"


def event_text(edition: Edition, event: Event) -> str:
    """An event as a sentence without a full stop, ``Seat 2 pays $6K for pile 1``."""
    companies = edition.companies
    match event:
        case RoundStarted(number, seat):
            return f"Round {number} begins; {seat_name(seat)} is first"
        case PairSeen(None, company, forecast, _):
            return f"Public forecast: {companies[company]} {forecast}"
        case PairSeen(seat, company, forecast, _):
            return f"{seat_name(seat)} learns: {companies[company]} {forecast}"
        case PileSeeded(pile, card):
            return f"Pile {pile + 1} starts with {card_name(edition, card)}"
        case CardDealt(seat, card, _):
            return f"{seat_name(seat)} is dealt {card_name(edition, card)}"
        case PlacedFaceUp(seat, pile, card):
            return f"{seat_name(seat)} places {card_name(edition, card)} face up on pile {pile + 1}"
        case PlacedFaceDown(seat, pile):
            return f"{seat_name(seat)} places a card face down on pile {pile + 1}"
        case BidPlaced(seat, pile, amount, None):
            return f"{seat_name(seat)} bids ${amount}K on pile {pile + 1}"
        case BidPlaced(seat, pile, amount, outbid):
            return f"{seat_name(seat)} bids ${amount}K on pile {pile + 1} and outbids {seat_name(outbid)}"
        case BidPaid(seat, pile, amount):
            return f"{seat_name(seat)} pays ${amount}K for pile {pile + 1}"
        case PileTaken(seat, pile, cards):
            return f"{seat_name(seat)} takes pile {pile + 1} with {cards} cards"
        case CardTaken(seat, card, _):
            return f"{seat_name(seat)} takes {card_name(edition, card)}"
        case FeeShown(seat, amount):
            return f"{seat_name(seat)} finds a ${amount}K fee"
        case FeePaid(seat, amount):
            return f"{seat_name(seat)} pays a ${amount}K fee"
        case ActionPlayed(seat, action, company):
            return f"{seat_name(seat)} plays {ACTION_NAMES[action]} on {companies[company]}"
        case NoActionsLeft(seat):
            return f"{seat_name(seat)} has no action card"
        case PriceMoved(company, spaces, before, after):
            return f"{companies[company]} moves {spaces:+d}: ${before}K to ${after}K"
        case StockSplit(company):
            return f"{companies[company]} splits"
        case SplitBonus(seat, company, cards, money):
            return f"{seat_name(seat)} receives ${money}K for {cards} split {companies[company]}"
        case SharesSplit(seat, company, cards):
            return f"{seat_name(seat)} moves {cards} {companies[company]} to the Split Portfolio"
        case Bankruptcy(company):
            return f"{companies[company]} goes bankrupt"
        case SharesLost(seat, company, normal, split):
            return f"{seat_name(seat)} loses {cards_in_words(companies[company], normal, split)}"
        case CardShown(seat, card):
            return f"{seat_name(seat)} shows {card_name(edition, card)}"
        case Sold(seat, company, normal, split, money):
            return f"{seat_name(seat)} sells {cards_in_words(companies[company], normal, split)} for ${money}K"
        case PairRevealed(None, company, forecast):
            return f"Revealed by the board: {companies[company]} {forecast}"
        case PairRevealed(seat, company, forecast):
            return f"{seat_name(seat)} reveals {companies[company]} {forecast}"
        case DividendPaid(seat, company, normal, split, money):
            cards_shown = cards_in_words(companies[company], normal, split)
            return f"{seat_name(seat)} receives a dividend of ${money}K for {cards_shown}"
        case NoneHeld(seat, company):
            return f"{seat_name(seat)} holds no other {companies[company]} face down"
        case MajorityBonus(seat, company, money, shares):
            return f"{seat_name(seat)} receives the ${money}K majority bonus of {companies[company]} ({shares} shares)"
        case Liquidated(seat, company, normal, split, money):
            return f"{seat_name(seat)} cashes in {cards_in_words(companies[company], normal, split)} for ${money}K"
        case FeeLapsed(seat, amount):
            return f"A ${amount}K fee of {seat_name(seat)} lapses"
        case GameEnded():
            return "The game is over"


def event_name(event: Event) -> str:
    """The value of ``event`` in an event's JSON form, ``bid_placed``."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", type(event).__name__).lower()


def event_json(event: Event) -> dict[str, Any]:
    """An event as JSON values, ``{"event": "bid_paid", "seat": 1, "pile": 0, "amount": 6}``."""
    values: dict[str, Any] = {"event": event_name(event)}
    for field in fields(event):
        value = getattr(event, field.name)
        values[field.name] = card_json(value) if isinstance(value, Card) else value
    return values
