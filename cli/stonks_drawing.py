"""The Stonks table as a seat sees it, drawn for a terminal. Seats count from 1 here, as people count."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cli.drawing import UNSEEN, TableDrawing, seat_name
from engine.stonks.cards import LEVELS
from engine.stonks.facade import StonksGame
from engine.stonks.table_events import (
    CardPicked,
    CardPlayed,
    Event,
    FollowedAsLead,
    LedFaceDown,
    MarketLeft,
)
from engine.stonks.table_shape import hand_size, seats_that_played
from engine.stonks.table_view import Card, TablePhase, TableView
from engine.stonks.table_view_codec import trump_of_view

COMPANY_COLOURS = ("yellow", "bright_blue", "bright_red", "green", "magenta")

_PHASE_WORDS = {
    TablePhase.OPENING_PAIR: "opening pair",
    TablePhase.TRICK: "play",
    TablePhase.MARKET: "market",
    TablePhase.PICK: "pick",
    TablePhase.OVER: "the end",
}


class StonksDrawing(TableDrawing):
    """Draws views of one configured game of Stonks."""

    legend = "▒: a card that it has not seen, (…): face down in a portfolio, ◆: played with the speculation card"
    default_players = "ismcts,heuristic,heuristic(style=price_steerer),heuristic(style=portfolio)"

    def __init__(self, game: StonksGame, players: tuple[str, ...] = ()) -> None:
        self.edition = game.edition
        self.rules = game.rules
        self.players = players

    def draw(self, view: TableView) -> RenderableType:
        """The whole table: the row of tiles, the trick, and the seats with their portfolios and hands."""
        parts: list[RenderableType] = [self.market(view)]
        if view.turned is not None:
            parts.append(self.trick(view))
        parts.append(self.seats(view))
        return Panel(Group(*parts), title=self.heading(view), title_align="left", expand=False)

    def heading(self, view: TableView) -> str:
        """The round, the half if there are two, the trick and who looks at it."""
        when = f"Round {view.round_number} of {view.options.rounds}"
        if int(self.rules.halves) > 1:
            when += f", half {view.half}"
        if view.trick_number:
            when += f", trick {view.trick_number}"
        return f"{when} – {_PHASE_WORDS[view.phase]}, as seat {view.viewer + 1} sees it"

    def moment(self, view: TableView) -> tuple[Any, ...]:
        """A trick, or the opening phase of a half."""
        return view.round_number, view.half, view.trick_number, view.phase is TablePhase.OVER

    def company(self, company: int) -> Text:
        """A company's name in its colour."""
        return Text(self.edition.companies[company], style=COMPANY_COLOURS[company])

    def card(self, card: Card | None, between: str = " ") -> Text:
        """A market card, ``▒`` for a face not seen."""
        if card is None:
            return UNSEEN.copy()
        return self.company(card.company).append(f"{between}{card.number}")

    def market(self, view: TableView) -> Table:
        """The row of tiles from left to right: each company's price and its level, black tokens, the trump."""
        table = Table(title="Market", title_justify="left", box=None, padding=(0, 1))
        table.add_column("Company", no_wrap=True)
        table.add_column("$", justify="right")
        table.add_column("Level", no_wrap=True)
        table.add_column("Prices", no_wrap=True)
        table.add_column("", no_wrap=True)
        trump = trump_of_view(self.rules, view)
        for place, company in enumerate(view.row):
            level = view.levels[place]
            prices = [int(self.rules.prices[place, number]) for number in range(LEVELS)]
            marks = Text("".join("●" if number + 1 == level else "·" for number in range(LEVELS)))
            marks.stylize(COMPANY_COLOURS[company])
            notes = Text("black ", style="reverse") if company in view.black else Text()
            if company == trump:
                notes.append("trump", style="bold not reverse")
            track = Text(" ".join(map(str, prices)), style="dim")
            table.add_row(self.company(company), str(prices[level - 1]), marks, track, notes)
        return table

    def trick(self, view: TableView) -> Table:
        """The turned card and the cards played, the leader's first."""
        table = Table(title="Trick", title_justify="left", box=None, padding=(0, 1), show_header=False)
        table.add_column("", no_wrap=True)
        table.add_column("", no_wrap=True)
        table.add_row("On offer", self.card(view.turned))
        for seat, played in zip(seats_that_played(self.rules, view), view.trick, strict=True):
            card = self.card(played.card)
            if played.speculation:
                card.append(" ◆ as ")
                card.append(self.company(view.lead_suit) if view.lead_suit is not None else "")
            table.add_row(seat_name(seat), card)
        return table

    def seats(self, view: TableView) -> Table:
        """Each seat's points, portfolio and hand as the viewer sees them."""
        table = Table(title="Seats", title_justify="left", box=None, padding=(0, 1))
        table.add_column("", no_wrap=True)
        table.add_column("Player", style="dim", overflow="ellipsis", no_wrap=True)
        table.add_column("Points", justify="right", no_wrap=True)
        table.add_column("◆", no_wrap=True)
        table.add_column("Portfolio")
        table.add_column("Hand")
        for seat, shown in enumerate(view.seats):
            # The seat to move is pointed at; the leader has a 1.
            name = Text("▶ " if seat == view.turn else "  ").append(seat_name(seat))
            if seat == view.leader:
                name.append(" ①")
            player = self.players[seat] if seat < len(self.players) else ""
            speculation = "◆" if shown.speculation_card else ""
            hand = Text(f"{hand_size(self.rules, view, seat)} cards", style="dim")
            if seat == view.viewer:
                hand = self.by_company(view.hand)
            table.add_row(name, player, str(shown.points), speculation, self.portfolio(view, seat), hand)
        return table

    def portfolio(self, view: TableView, seat: int) -> Text:
        """The open cards by company, then those face down, in parentheses."""
        shown = view.seats[seat]
        text = self.by_company(shown.portfolio)
        chosen = () if shown.opening_card is None else (shown.opening_card,)
        for card in (*chosen, *shown.face_down):
            text.append(" " if text else "").append("(").append(self.card(card, ":")).append(")")
        return text

    def by_company(self, cards: Iterable[Card]) -> Text:
        """Cards company by company, the name once and nowhere a space to break at: ``honey:3,7 apple:1``."""
        numbers: dict[int, list[int]] = {}
        for card in sorted(cards):
            numbers.setdefault(card.company, []).append(card.number)
        return Text(" ").join(
            self.company(company).append(f":{','.join(map(str, held))}") for company, held in numbers.items()
        )

    def public_events(self, events: Iterable[Event]) -> list[Event]:
        """What happens before everybody's eyes beyond the move itself, which has just been told."""
        told = (CardPlayed, LedFaceDown, FollowedAsLead, MarketLeft, CardPicked)
        return [event for event in events if getattr(event, "private_to", None) is None and not isinstance(event, told)]
