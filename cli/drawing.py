"""The Stockpile table as a seat sees it, drawn for a terminal. Seats and piles count from 1 here, as people count."""

import re
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from engine.game import Game
from engine.stockpile.edition import Edition
from engine.stockpile.facade import StockpileGame
from engine.stockpile.table_events import (
    ActionPlayed,
    BidPlaced,
    CardShown,
    Event,
    NoneHeld,
    PlacedFaceDown,
    PlacedFaceUp,
    Sold,
)
from engine.stockpile.table_text import short_names
from engine.stockpile.table_view import ActionCard, Card, PortfolioCard, SeatView, TablePhase, TableView
from solvers.heuristic_player import BEST_STYLE

COMPANY_COLOURS = ("bright_blue", "green", "magenta", "red", "grey70", "yellow")
SEAT_COLOURS = ("cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_red")
EVENT_INDENT = 8
_UNSEEN = Text("▒", style="dim")
_LONGEST_PLAYER = 40
_WIDE = 100
"""From so many columns on, prices and piles are drawn side by side; narrower, always one below the other."""


def seat_name(seat: int) -> Text:
    """``Seat 1`` in the seat's colour."""
    return Text(f"Seat {seat + 1}", style=f"bold {SEAT_COLOURS[seat]}")


def said(seat: int, move: str, reason: str = "") -> RenderableType:
    """A seat's move with the reason for it; long reasons are wrapped beside the seat's name, not below it."""
    line = Table.grid(padding=(0, 2))
    line.add_column(no_wrap=True)
    line.add_column()
    text = Text(move, style="bold")
    if reason:
        text.append(f": {reason}", style="not bold")
    line.add_row(seat_name(seat), text)
    return line


def reason_of(explanation: str, move: str) -> str:
    """A solver's explanation without the move that it starts with."""
    return explanation.removeprefix(f"{move}: ")


def indented(text: str, style: str = "dim", indent: int = EVENT_INDENT) -> RenderableType:
    """A line below a move; if it must be wrapped, every part is indented."""
    return Padding(Text(text, style=style), (0, 0, 0, indent), expand=False)


class SideBySide:
    """Two tables side by side where the terminal is wide enough for any that may come, else one below the other."""

    def __init__(self, left: RenderableType, right: RenderableType) -> None:
        self.left = left
        self.right = right

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw them for the width there is."""
        if options.max_width < _WIDE - 4:  # within a panel
            yield self.left
            yield self.right
            return
        grid = Table.grid(padding=(0, 3))
        grid.add_row(self.left, self.right)
        yield grid


def short_label(spec: str) -> str:
    """A solver's spec short enough for a table: a heuristic player's style, else the solver's name."""
    name, _, rest = spec.partition("(")
    style = re.search(r"style=(\w+)", rest)
    return style[1] if style and style[1] != BEST_STYLE else name


class TableDrawing:
    """Draws views of one configured game."""

    def __init__(self, edition: Edition, players: tuple[str, ...] = ()) -> None:
        self.edition = edition
        self.players = players
        self.short_names = short_names(edition)

    def draw(self, view: TableView, title: str = "") -> RenderableType:
        """The whole table: prices and forecasts, piles with bids, and the seats."""
        parts: list[RenderableType] = [self.prices(view), self.seats(view)]
        if view.phase in (TablePhase.SUPPLY, TablePhase.DEMAND):
            parts[0] = SideBySide(self.prices(view), self.piles(view))
        rounds = self.edition.rounds[view.options.seats]
        heading = title or (
            f"Round {min(view.round_number, rounds)} of {rounds} – {view.phase} phase,"
            f" as seat {view.viewer + 1} sees it"
        )
        return Panel(Group(*parts), title=heading, title_align="left", expand=False)

    def company(self, company: int) -> Text:
        """A company's short name in its colour."""
        return Text(self.short_names[company], style=COMPANY_COLOURS[company])

    def card(self, card: Card | None) -> Text:
        """A market card, ``▒`` for a face not seen."""
        if card is None:
            return _UNSEEN.copy()
        if card.stock is not None:
            return self.company(card.stock)
        if card.fee is not None:
            return Text(f"-{card.fee}", style="bold red")
        return Text("▲▲" if card.action is ActionCard.BOOM else "▼▼", style="bold")

    def prices(self, view: TableView) -> Table:
        """Each company's price, its place on the track, and the forecasts the viewer has seen."""
        table = Table(title="Prices", title_justify="left", box=None, padding=(0, 1))
        table.add_column("Company", no_wrap=True)
        table.add_column("$K", justify="right")
        table.add_column("Track", no_wrap=True)
        table.add_column("Forecast", no_wrap=True)
        forecasts = {pair.company: pair for pair in view.pairs}
        for company, name in enumerate(self.edition.companies):
            track = self.edition.tracks[company]
            space = view.spaces[company]
            marks = Text("".join("●" if index + 1 == space else "·" for index in range(len(track.prices))))
            marks.stylize(COMPANY_COLOURS[company])
            forecast = Text()
            if company in forecasts:
                pair = forecasts[company]
                public = pair.owner is None and not pair.beside_board
                whose = "public" if public else "own" if pair.owner == view.viewer else "revealed"
                forecast = Text(f"{pair.forecast} ", style="bold").append(whose, style="dim")
            label = Text(f"{self.short_names[company]} {name}", style=COMPANY_COLOURS[company])
            table.add_row(label, str(track.prices[space - 1]), marks, forecast)
        return table

    def piles(self, view: TableView) -> Table:
        """The Stockpiles with their standing bids; ``*`` marks a face-down card the viewer placed."""
        table = Table(title="Stockpiles", title_justify="left", box=None, padding=(0, 1))
        table.add_column("", no_wrap=True)
        table.add_column("Cards", no_wrap=True)
        table.add_column("Bid", no_wrap=True)
        for index, pile in enumerate(view.piles):
            cards = Text()
            for card in pile.cards:
                cards.append(self.card(card.card))
                if card.placed_by is not None and card.card is not None:
                    cards.append("*", style="dim")
                cards.append(" ")
            bid = Text("–", style="dim")
            if pile.bidder is not None:
                bid = Text(f"${pile.bid}K ").append(seat_name(pile.bidder))
            table.add_row(f"{index + 1}", cards, bid)
        return table

    def seats(self, view: TableView) -> Table:
        """Each seat's money, portfolios and fees as the viewer sees them."""
        table = Table(title="Seats", title_justify="left", box=None, padding=(0, 1))
        table.add_column("", no_wrap=True)
        table.add_column("Player", style="dim", overflow="ellipsis", no_wrap=True)
        table.add_column("Money", justify="right", no_wrap=True)
        table.add_column("Portfolio")
        table.add_column("Split")
        table.add_column("Fees due", style="red", no_wrap=True)
        for seat, shown in enumerate(view.seats):
            # The seat to move is pointed at; the holder of the First Player Token has a 1.
            name = Text("▶ " if seat == view.turn else "  ").append(seat_name(seat))
            if seat == view.first_seat:
                name.append(" ①")
            player = self.players[seat] if seat < len(self.players) else ""
            fees = " ".join(f"-{fee}" for fee in shown.unpaid_fees)
            table.add_row(name, player, f"${shown.money}K", self.portfolio(shown), self.split(shown), fees)
        if view.hand:
            hand = Text()
            for card in view.hand:
                hand.append(self.card(card)).append(" ")
            table.add_row(Text("  ").append(seat_name(view.viewer)), "to place", "", hand, "", "")
        return table

    def portfolio(self, shown: SeatView) -> Text:
        """Known shares counted by company, then the cards whose face is not seen."""
        text = Text()
        known: dict[Card, int] = {}
        hidden = 0
        entry: PortfolioCard
        for entry in shown.portfolio:
            if entry.card is None:
                hidden += 1
            else:
                known[entry.card] = known.get(entry.card, 0) + 1
        for card in sorted(known, key=lambda item: (item.stock is None, item.stock or 0, str(item.action))):
            text.append(f"{known[card]}×" if known[card] > 1 else "").append(self.card(card)).append(" ")
        if hidden:
            text.append(f"{hidden}×" if hidden > 1 else "", style="dim").append(_UNSEEN)
        return text

    def split(self, shown: SeatView) -> Text:
        """Split shares by company."""
        text = Text()
        for company, count in enumerate(shown.split_shares):
            if count:
                text.append(f"{count}×" if count > 1 else "").append(self.company(company)).append(" ")
        return text

    def public_events(self, events: Iterable[Event]) -> list[Event]:
        """What happens before everybody's eyes beyond the move itself, which has just been told."""
        public = [event for event in events if getattr(event, "private_to", None) is None]
        sale = any(isinstance(event, Sold) for event in public)
        return [event for event in public if not _is_told(event, sale)]


def _is_told(event: Event, sale: bool) -> bool:
    """Whether an event only repeats the move it comes from (a bid that turns another out says more), or another."""
    if isinstance(event, BidPlaced):
        return event.outbid is None
    if isinstance(event, CardShown):
        return sale  # the sale says which cards
    return isinstance(event, (PlacedFaceUp, PlacedFaceDown, ActionPlayed, NoneHeld))


def drawing_of(game: Game, players: tuple[str, ...]) -> TableDrawing:
    """The drawing that fits a game.

    Raises:
        TypeError: no drawing is known for it.
    """
    if isinstance(game, StockpileGame):
        return TableDrawing(game.edition, tuple(short_label(spec) for spec in players))
    raise TypeError(f"there is no drawing for {game.title}")


def standings(players: tuple[str, ...], payoffs: list[float], unit: str) -> Table:
    """Final standings, equal results sharing a place."""
    table = Table(title="Final standings", title_justify="left")
    for column in ("Place", "Seat", "Player", unit):
        table.add_column(column, justify="right" if column in ("Place", unit) else "left")
    order = sorted(range(len(payoffs)), key=lambda seat: -payoffs[seat])
    for seat in order:
        place = 1 + sum(1 for other in payoffs if other > payoffs[seat])
        player = players[seat] if len(players[seat]) <= _LONGEST_PLAYER else short_label(players[seat])
        table.add_row(str(place), seat_name(seat), player, f"{payoffs[seat]:g}")
    return table
