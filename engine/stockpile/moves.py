"""Typed moves. Seats, piles and companies count from 0; money is in $K."""

from dataclasses import dataclass

from engine.stockpile.table_view import ActionCard, Card


@dataclass(frozen=True)
class PlaceFaceUp:
    """Supply: put a hand card face up on a pile."""

    card: Card
    pile: int


@dataclass(frozen=True)
class PlaceFaceDown:
    """Supply: put the other hand card face down on a pile."""

    card: Card
    pile: int


@dataclass(frozen=True)
class Bid:
    """Demand: place the Auction Meeple on an amount of a pile's Bid Track."""

    pile: int
    amount: int


@dataclass(frozen=True)
class PlayAction:
    """Action: use a Stock Boom! or Stock Bust! on a company."""

    action: ActionCard
    company: int


@dataclass(frozen=True)
class Sell:
    """Selling: sell cards of one company, from the Stock Portfolio and from the Split Portfolio."""

    company: int
    normal: int
    split: int


@dataclass(frozen=True)
class FinishSelling:
    """Selling: sell no more this round."""


@dataclass(frozen=True)
class ClaimDividend:
    """Movement, dividends by choice: show these cards of the company and be paid for them; none is possible."""

    company: int
    normal: int
    split: int


Move = PlaceFaceUp | PlaceFaceDown | Bid | PlayAction | Sell | FinishSelling | ClaimDividend
