"""The Stockpile table as a seat sees it, drawn for a terminal. Seats and piles count from 1 here, as people count."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cli.drawing import UNSEEN, SideBySide, TableDrawing, seat_name
from engine.stockpile.edition import Edition
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

COMPANY_COLOURS = ("bright_blue", "green", "magenta", "red", "grey70", "yellow")


class StockpileDrawing(TableDrawing):
    """Draws views of one configured game of Stockpile."""

    legend = "▒: a card that it has not seen, *: its own card face down"
    default_players = "ismcts,heuristic(style=value),heuristic(style=majority),heuristic(style=simple_bidder)"

    def __init__(self, edition: Edition, players: tuple[str, ...] = ()) -> None:
        self.edition = edition
        self.players = players
        self.short_names = short_names(edition)

    def draw(self, view: TableView) -> RenderableType:
        """The whole table: prices and forecasts, piles with bids, and the seats."""
        parts: list[RenderableType] = [self.prices(view), self.seats(view)]
        if view.phase in (TablePhase.SUPPLY, TablePhase.DEMAND):
            parts[0] = SideBySide(self.prices(view), self.piles(view))
        rounds = self.edition.rounds[view.options.seats]
        heading = (
            f"Round {min(view.round_number, rounds)} of {rounds} – {view.phase} phase,"
            f" as seat {view.viewer + 1} sees it"
        )
        return Panel(Group(*parts), title=heading, title_align="left", expand=False)

    def moment(self, view: TableView) -> tuple[Any, ...]:
        """The phase of a round."""
        return view.round_number, view.phase

    def company(self, company: int) -> Text:
        """A company's short name in its colour."""
        return Text(self.short_names[company], style=COMPANY_COLOURS[company])

    def card(self, card: Card | None) -> Text:
        """A market card, ``▒`` for a face not seen."""
        if card is None:
            return UNSEEN.copy()
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
            text.append(f"{hidden}×" if hidden > 1 else "", style="dim").append(UNSEEN)
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
