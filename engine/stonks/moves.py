"""Typed moves. Seats and companies count from 0."""

from dataclasses import dataclass
from enum import StrEnum

from engine.stonks.table_view import Card


class Direction(StrEnum):
    """Which way a token moves."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True)
class ChooseFaceUp:
    """Opening pair: put a hand card face up into the portfolio; it is shown when all have chosen."""

    card: Card


@dataclass(frozen=True)
class ChooseFaceDown:
    """Opening pair: put another hand card face down into the portfolio."""

    card: Card


@dataclass(frozen=True)
class PlayCard:
    """Trick: lead or follow with a hand card."""

    card: Card


@dataclass(frozen=True)
class Speculate:
    """Trick: play a hand card with the speculation card.

    A leader lays it face down and names any company as ``lead_suit``; for a follower it counts as the suit led.
    """

    card: Card
    lead_suit: int


@dataclass(frozen=True)
class MoveToken:
    """Market symbols: move a company's token by all the symbols of the card played."""

    company: int
    direction: Direction


@dataclass(frozen=True)
class LeaveMarket:
    """Market symbols, if optional: move no token."""


@dataclass(frozen=True)
class PickCard:
    """Trick won: take the turned-up card or a card of the trick into the portfolio."""

    card: Card


Move = ChooseFaceUp | ChooseFaceDown | PlayCard | Speculate | MoveToken | LeaveMarket | PickCard
