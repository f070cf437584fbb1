"""The faces of market cards: the kernels' card kinds, the typed cards, their JSON form and their names."""

from typing import Any

from engine.faults import is_whole, quoted
from engine.stockpile.cards import COMPANIES, CardKind
from engine.stockpile.edition import Edition
from engine.stockpile.table_view import ActionCard, Card

ACTION_CARDS = (ActionCard.BOOM, ActionCard.BUST)
"""The action cards in the order of their kinds."""

ACTION_NAMES = {ActionCard.BOOM: "Stock Boom!", ActionCard.BUST: "Stock Bust!"}

STOCK_CARDS = tuple(Card(stock=company) for company in range(COMPANIES))
"""A stock of each company."""

_LAST_STOCK = int(CardKind.LAST_STOCK)


class FaceError(ValueError):
    """No market card has this face; the text says why."""


def card_of_kind(edition: Edition, kind: int) -> Card:
    """The typed card of a card kind."""
    if kind <= _LAST_STOCK:
        return STOCK_CARDS[kind]
    if kind <= CardKind.LAST_FEE:
        return Card(fee=edition.trading_fees[kind - CardKind.FIRST_FEE][0])
    return Card(action=ACTION_CARDS[kind - CardKind.STOCK_BOOM])


def kind_of_card(edition: Edition, card: object) -> int:
    """The card kind of a typed card.

    Raises:
        FaceError: the edition has no such card.
    """
    if not isinstance(card, Card):
        raise FaceError(f"must be a card, not {quoted(card)}")
    stock = card.stock
    if type(stock) is int and card.fee is None and card.action is None and 0 <= stock <= _LAST_STOCK:
        return stock
    if sum(face is not None for face in (card.stock, card.fee, card.action)) != 1:
        raise FaceError("must have exactly one of stock, fee and action")
    if card.stock is not None:
        if not is_whole(card.stock, 0, COMPANIES - 1):
            raise FaceError(f"stock must be a company from 0 to {COMPANIES - 1}, not {quoted(card.stock)}")
        return int(card.stock)
    if card.fee is not None:
        amounts = [amount for amount, _ in edition.trading_fees]
        if not is_whole(card.fee, 0, max(amounts)) or card.fee not in amounts:
            known = ", ".join(map(str, amounts))
            raise FaceError(f"fee must be the amount of a trading fee card ({known}), not {quoted(card.fee)}")
        return int(CardKind.FIRST_FEE) + amounts.index(card.fee)
    if card.action not in ACTION_CARDS:
        raise FaceError(f"action must be boom or bust, not {quoted(card.action)}")
    return int(CardKind.STOCK_BOOM) + ACTION_CARDS.index(card.action)


def card_json(card: Card) -> dict[str, Any]:
    """A card as JSON values: ``{"stock": 3}``, ``{"fee": 2}`` or ``{"action": "boom"}``."""
    if card.stock is not None:
        return {"stock": card.stock}
    if card.fee is not None:
        return {"fee": card.fee}
    return {"action": str(card.action)}


def card_from_json(data: object) -> Card:
    """The card of its JSON form. Whether the edition has such a card is :func:`kind_of_card`'s to say.

    Raises:
        FaceError: the form is not one of the three.
    """
    if not isinstance(data, dict) or len(data) != 1 or next(iter(data)) not in ("stock", "fee", "action"):
        raise FaceError(f"must be an object with one of stock, fee and action, not {quoted(data)}")
    face, value = next(iter(data.items()))
    if face == "action":
        if value not in ("boom", "bust"):
            raise FaceError(f"action must be boom or bust, not {quoted(value)}")
        return Card(action=ActionCard(value))
    if not is_whole(value, 0, 999):
        raise FaceError(f"{face} must be a whole number, not {quoted(value)}")
    return Card(stock=value) if face == "stock" else Card(fee=value)


def card_name(edition: Edition, card: Card | None) -> str:
    """The name of a card: a company, ``$2K fee``, ``Stock Boom!``; ``unseen card`` for None."""
    if card is None:
        return "unseen card"
    if card.stock is not None:
        return edition.companies[card.stock]
    if card.fee is not None:
        return f"${card.fee}K fee"
    return ACTION_NAMES[card.action or ActionCard.BOOM]
