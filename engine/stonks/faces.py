"""Market cards: the kernels' card numbers, the typed cards, their JSON form and their names."""

from typing import Any

from engine.faults import is_whole, quoted
from engine.stonks.cards import COMPANIES, NUMBERS
from engine.stonks.edition import Edition
from engine.stonks.table_view import Card


class FaceError(ValueError):
    """No market card has this face; the text says why."""


def card_of_number(number: int) -> Card:
    """The typed card of a card number (0 to 64)."""
    return Card(int(number) // NUMBERS, int(number) % NUMBERS + 1)


def number_of_card(card: object) -> int:
    """The card number of a typed card.

    Raises:
        FaceError: there is no such card.
    """
    if not isinstance(card, Card):
        raise FaceError(f"must be a card, not {quoted(card)}")
    if not is_whole(card.company, 0, COMPANIES - 1):
        raise FaceError(f"company must be from 0 to {COMPANIES - 1}, not {quoted(card.company)}")
    if not is_whole(card.number, 1, NUMBERS):
        raise FaceError(f"number must be from 1 to {NUMBERS}, not {quoted(card.number)}")
    return card.company * NUMBERS + card.number - 1


def cards_of_sets(sets: Any) -> tuple[Card, ...]:
    """The cards of a set of cards (a mask of numbers for each company), ascending."""
    return tuple(
        Card(company, number + 1)
        for company in range(COMPANIES)
        for number in range(NUMBERS)
        if int(sets[company]) >> number & 1
    )


def card_json(card: Card) -> dict[str, Any]:
    """A card as JSON values, ``{"company": 2, "number": 7}``."""
    return {"company": card.company, "number": card.number}


def card_from_json(data: object) -> Card:
    """The card of its JSON form.

    Raises:
        FaceError: it has another form, or there is no such card.
    """
    if not isinstance(data, dict) or set(data) != {"company", "number"}:
        raise FaceError(f"must be an object with company and number, not {quoted(data)}")
    card = Card(data["company"], data["number"])
    number_of_card(card)
    return card


def card_name(edition: Edition, card: Card | None) -> str:
    """The name of a card, ``carrot 7``; ``unseen card`` for None."""
    return "unseen card" if card is None else f"{edition.companies[card.company]} {card.number}"
