"""Typed events: what happened at the table, in the order it happened, with their words and JSON form.

Seats and companies count from 0, rounds, halves, places and levels from 1; in words seats count from 1. An event with
``private_to`` set is seen by that seat alone.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.contract import EVERYONE
from engine.stonks.edition import Edition
from engine.stonks.events import EventKind
from engine.stonks.faces import card_json, card_name, card_of_number
from engine.stonks.table_view import Card


@dataclass(frozen=True)
class RoundStarted:
    """A round begins."""

    round_number: int


@dataclass(frozen=True)
class TileLaid:
    """Set-up: a company's tile with its token on the starting level."""

    company: int
    place: int
    level: int
    price: int


@dataclass(frozen=True)
class HalfStarted:
    """Two players: a half of the round begins."""

    half: int


@dataclass(frozen=True)
class CardDealt:
    """A hand card (private)."""

    seat: int
    card: Card
    private_to: int | None


@dataclass(frozen=True)
class FaceUpChosen:
    """Opening pair: the card to lie face up (private until all have chosen)."""

    seat: int
    card: Card
    private_to: int | None


@dataclass(frozen=True)
class FaceDownChosen:
    """Opening pair: the card to lie face down (private)."""

    seat: int
    card: Card
    private_to: int | None


@dataclass(frozen=True)
class FaceUpShown:
    """Opening pair: a seat's face-up card is shown."""

    seat: int
    card: Card


@dataclass(frozen=True)
class LeaderFound:
    """The seat that leads the first trick."""

    seat: int


@dataclass(frozen=True)
class CardTurned:
    """Trick: the deck card on offer."""

    card: Card


@dataclass(frozen=True)
class CardPlayed:
    """Trick: a card played without speculating."""

    seat: int
    card: Card


@dataclass(frozen=True)
class LedFaceDown:
    """Trick: the leader speculates and names the lead suit."""

    seat: int
    lead_suit: int


@dataclass(frozen=True)
class FaceDownPlayed:
    """Trick: the card that was led face down (private until it is shown)."""

    seat: int
    card: Card
    private_to: int | None


@dataclass(frozen=True)
class FollowedAsLead:
    """Trick: a follower speculates; its card counts as the lead suit."""

    seat: int
    card: Card
    lead_suit: int


@dataclass(frozen=True)
class TokenMoved:
    """Market symbols: a token moves between levels; ``price`` is the new one."""

    seat: int
    company: int
    level_before: int
    level_after: int
    price: int


@dataclass(frozen=True)
class MarketLeft:
    """Market symbols, if optional: none is used."""

    seat: int


@dataclass(frozen=True)
class TokensFreed:
    """The tokens that were black before the last move turn back."""


@dataclass(frozen=True)
class TrumpMoved:
    """The trump token moves to another company."""

    company: int


@dataclass(frozen=True)
class LeadShown:
    """Trick: the card led face down is shown."""

    seat: int
    card: Card


@dataclass(frozen=True)
class SpeculationCancelled:
    """Trick: another seat played the real card; the speculation is void."""

    seat: int
    card: Card


@dataclass(frozen=True)
class TrickWon:
    """Trick: the winner and its card."""

    seat: int
    card: Card


@dataclass(frozen=True)
class TrickLost:
    """Trick: nobody wins; all its cards and the turned one are removed."""


@dataclass(frozen=True)
class CardPicked:
    """The winner adds a card to its portfolio."""

    seat: int
    card: Card


@dataclass(frozen=True)
class LastCardDiscarded:
    """The last hand card goes away unseen (private)."""

    seat: int
    card: Card
    private_to: int | None


@dataclass(frozen=True)
class HiddenCardShown:
    """Scoring: a face-down portfolio card is turned up."""

    seat: int
    card: Card


@dataclass(frozen=True)
class SpeculationLeftOver:
    """Scoring: an unused speculation card counts as fruits of the company with the lowest price."""

    seat: int
    company: int
    fruits: int


@dataclass(frozen=True)
class CompanyScored:
    """Scoring: a seat's fruits of a company and the points they bring."""

    seat: int
    company: int
    fruits: int
    points: int


@dataclass(frozen=True)
class RoundScored:
    """Scoring: a seat's points of the round and of the game so far."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True)
class GameEnded:
    """The game is over."""


Event = (
    RoundStarted
    | TileLaid
    | HalfStarted
    | CardDealt
    | FaceUpChosen
    | FaceDownChosen
    | FaceUpShown
    | LeaderFound
    | CardTurned
    | CardPlayed
    | LedFaceDown
    | FaceDownPlayed
    | FollowedAsLead
    | TokenMoved
    | MarketLeft
    | TokensFreed
    | TrumpMoved
    | LeadShown
    | SpeculationCancelled
    | TrickWon
    | TrickLost
    | CardPicked
    | LastCardDiscarded
    | HiddenCardShown
    | SpeculationLeftOver
    | CompanyScored
    | RoundScored
    | GameEnded
)


@dataclass(frozen=True)
class _Row:
    """One row of an event log with its audience (None: everyone); the parts are those of :class:`EventKind`."""

    audience: int | None
    seat: int
    a: int
    b: int
    c: int
    d: int

    @property
    def card(self) -> Card:
        return card_of_number(self.a)


_MAKERS: dict[EventKind, Callable[[_Row], Event]] = {
    EventKind.ROUND_STARTED: lambda row: RoundStarted(row.a + 1),
    EventKind.TILE_LAID: lambda row: TileLaid(row.a, row.b + 1, row.c + 1, row.d),
    EventKind.HALF_STARTED: lambda row: HalfStarted(row.a + 1),
    EventKind.CARD_DEALT: lambda row: CardDealt(row.seat, row.card, row.audience),
    EventKind.FACE_UP_CHOSEN: lambda row: FaceUpChosen(row.seat, row.card, row.audience),
    EventKind.FACE_DOWN_CHOSEN: lambda row: FaceDownChosen(row.seat, row.card, row.audience),
    EventKind.FACE_UP_SHOWN: lambda row: FaceUpShown(row.seat, row.card),
    EventKind.LEADER_FOUND: lambda row: LeaderFound(row.seat),
    EventKind.CARD_TURNED: lambda row: CardTurned(row.card),
    EventKind.CARD_PLAYED: lambda row: CardPlayed(row.seat, row.card),
    EventKind.LED_FACE_DOWN: lambda row: LedFaceDown(row.seat, row.a),
    EventKind.FACE_DOWN_PLAYED: lambda row: FaceDownPlayed(row.seat, row.card, row.audience),
    EventKind.FOLLOWED_AS_LEAD: lambda row: FollowedAsLead(row.seat, row.card, row.b),
    EventKind.TOKEN_MOVED: lambda row: TokenMoved(row.seat, row.a, row.b + 1, row.c + 1, row.d),
    EventKind.MARKET_LEFT: lambda row: MarketLeft(row.seat),
    EventKind.TOKENS_FREED: lambda row: TokensFreed(),
    EventKind.TRUMP_MOVED: lambda row: TrumpMoved(row.a),
    EventKind.LEAD_SHOWN: lambda row: LeadShown(row.seat, row.card),
    EventKind.SPECULATION_CANCELLED: lambda row: SpeculationCancelled(row.seat, row.card),
    EventKind.TRICK_WON: lambda row: TrickWon(row.seat, row.card),
    EventKind.TRICK_LOST: lambda row: TrickLost(),
    EventKind.CARD_PICKED: lambda row: CardPicked(row.seat, row.card),
    EventKind.LAST_CARD_DISCARDED: lambda row: LastCardDiscarded(row.seat, row.card, row.audience),
    EventKind.HIDDEN_CARD_SHOWN: lambda row: HiddenCardShown(row.seat, row.card),
    EventKind.SPECULATION_LEFT_OVER: lambda row: SpeculationLeftOver(row.seat, row.a, row.b),
    EventKind.COMPANY_SCORED: lambda row: CompanyScored(row.seat, row.a, row.b, row.c),
    EventKind.ROUND_SCORED: lambda row: RoundScored(row.seat, row.a, row.b),
    EventKind.GAME_ENDED: lambda row: GameEnded(),
}


def events_of_log(log: npt.NDArray[np.int16], seat: int | None = None) -> Iterator[Event]:
    """The typed events of an event log: all of them, or with ``seat`` those that this seat sees."""
    for kind, audience, *parts in log[1 : 1 + int(log[0, 0])].tolist():
        if seat is None or audience in (EVERYONE, seat):
            yield _MAKERS[EventKind(kind)](_Row(None if audience == EVERYONE else audience, *parts))


def event_text(edition: Edition, event: Event) -> str:
    """An event as a sentence without a full stop, ``Seat 2 plays carrot 7``."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    words = {name: card_name(edition, value) if isinstance(value, Card) else value for name, value in values.items()}
    for name in ("company", "lead_suit"):
        if name in values:
            words[name] = edition.companies[values[name]]
    if "seat" in values:
        words["seat"] = f"Seat {values['seat'] + 1}"
    return _SENTENCES[type(event)].format(**words)


_SENTENCES: dict[type[Event], str] = {
    RoundStarted: "Round {round_number} begins",
    TileLaid: "Place {place}: {company}, level {level}, ${price}",
    HalfStarted: "Half {half} begins",
    CardDealt: "{seat} is dealt {card}",
    FaceUpChosen: "{seat} chooses {card} to lie face up",
    FaceDownChosen: "{seat} chooses {card} to lie face down",
    FaceUpShown: "{seat} shows {card}",
    LeaderFound: "{seat} leads",
    CardTurned: "On offer: {card}",
    CardPlayed: "{seat} plays {card}",
    LedFaceDown: "{seat} leads a card face down and names {lead_suit}",
    FaceDownPlayed: "{seat} has led {card}",
    FollowedAsLead: "{seat} plays {card} as {lead_suit}",
    TokenMoved: "{seat} moves {company} from level {level_before} to {level_after}: ${price}",
    MarketLeft: "{seat} leaves the market alone",
    TokensFreed: "The other black tokens turn back",
    TrumpMoved: "Trump is {company}",
    LeadShown: "{seat} shows {card}",
    SpeculationCancelled: "The speculation of {seat} with {card} is cancelled",
    TrickWon: "{seat} wins with {card}",
    TrickLost: "Nobody wins",
    CardPicked: "{seat} picks {card}",
    LastCardDiscarded: "{seat} discards {card}",
    HiddenCardShown: "{seat} turns up {card}",
    SpeculationLeftOver: "{seat} adds {fruits} {company} for the unused speculation card",
    CompanyScored: "{seat} scores {points} for {fruits} {company}",
    RoundScored: "{seat} scores {points}, {total} in all",
    GameEnded: "The game is over",
}


def event_name(event: Event) -> str:
    """The value of ``event`` in an event's JSON form, ``card_played``."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", type(event).__name__).lower()


def event_json(event: Event) -> dict[str, Any]:
    """An event as JSON values, ``{"event": "card_played", "seat": 1, "card": {"company": 2, "number": 7}}``."""
    values: dict[str, Any] = {"event": event_name(event)}
    for field in fields(event):
        value = getattr(event, field.name)
        values[field.name] = card_json(value) if isinstance(value, Card) else value
    return values
