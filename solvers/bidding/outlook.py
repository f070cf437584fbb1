"""What a bidder expects of an auction: the reasons of a bid as data."""

from dataclasses import dataclass
from typing import Literal

Basis = Literal["plan", "enumeration", "straightforward", "free pile"]
"""How a bid was found: every bid tried with a plan as its continuation; tried without one; not tried, but the lowest
bid on the best pile; or, with no time for any of it, the cheapest bid there is."""


@dataclass(frozen=True)
class WinningChance:
    """How likely a bid of ``amount`` ($K), made now, would stand to the end of the auction."""

    amount: int
    chance: float


@dataclass(frozen=True)
class LikelyCard:
    """A face that may be among a pile's cards that the bidder has not seen.

    Attributes:
        kind: the face, as in :class:`engine.stockpile.cards.CardKind`.
        expected: how many of it to expect among them.
    """

    kind: int
    expected: float


@dataclass(frozen=True)
class PileOutlook:
    """What the bidder expects of a pile. Money is in $K of a bid.

    Attributes:
        value: the mean of what it is worth over the worlds, bids aside.
        deviation: its standard deviation.
        low: its 10th percentile: worth less in one world of ten.
        clearing: the amount for which it is most likely had, the median over the worlds; None if more often than not
            for none.
        cap: how far the bidder's plan goes; None: not at all, or no plan.
        price: its least competitive price, if all bid by what they are believed to expect; None: not calculated.
        chances: of the bids that the bidder can make.
        unseen: the likeliest faces of the cards that the bidder has not seen.
    """

    value: float
    deviation: float
    low: float
    clearing: int | None
    cap: int | None
    price: float | None
    chances: tuple[WinningChance, ...]
    unseen: tuple[LikelyCard, ...]


@dataclass(frozen=True)
class AuctionOutlook:
    """What a bid rests on.

    Attributes:
        basis: how the bid was found.
        worlds: sampled.
        effective_worlds: how many equally likely ones they are worth after inference.
        estimate: the chosen bid's expected result in $K: own surplus less the rivals' weighted mean; None: not tried.
        piles: in the table's order; none if there was no time to sample a world.
    """

    basis: Basis
    worlds: int
    effective_worlds: float
    estimate: float | None
    piles: tuple[PileOutlook, ...]
