"""The Stockpile table as a seat sees it, drawn for a terminal. Seats and piles count from 1 here, as people count."""

import re

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from engine.game import Game
from engine.stockpile.edition import Edition
from engine.stockpile.facade import StockpileGame
from engine.stockpile.table_text import short_names
from engine.stockpile.table_view import ActionCard, Card, PortfolioCard, SeatView, TablePhase, TableView

COMPANY_COLOURS = ("bright_blue", "green", "magenta", "red", "grey70", "yellow")
SEAT_COLOURS = ("cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_red")
_UNSEEN = Text("▒", style="dim")


def seat_name(seat: int) -> Text:
    """``Seat 1`` in the seat's colour."""
    return Text(f"Seat {seat + 1}", style=f"bold {SEAT_COLOURS[seat]}")


def short_label(spec: str) -> str:
    """A solver's spec short enough for a table: a heuristic player's style, else the solver's name."""
    name, _, rest = spec.partition("(")
    style = re.search(r"style=(\w+)", rest)
    return style[1] if style else name


class TableDrawing:
    """Draws views of one configured game."""

    def __init__(self, edition: Edition, players: tuple[str, ...] = ()) -> None:
        self.edition = edition
        self.players = players
        self.short_names = short_names(edition)

    def draw(self, view: TableView, title: str = "") -> RenderableType:
        """The whole table: prices and forecasts, piles with bids, and the seats."""
        parts: list[RenderableType] = [Columns([self.prices(view), self.piles(view)], padding=(0, 2))]
        parts.append(self.seats(view))
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
                whose = "all see" if pair.owner is None else f"seat {pair.owner + 1} sees"
                forecast = Text(f"{pair.forecast} ", style="bold").append(f"({whose})", style="dim")
            label = Text(f"{self.short_names[company]} {name}", style=COMPANY_COLOURS[company])
            table.add_row(label, str(track.prices[space - 1]), marks, forecast)
        return table

    def piles(self, view: TableView) -> Table:
        """The Stockpiles with their standing bids; ``*`` marks a face-down card the viewer placed."""
        table = Table(title="Stockpiles", title_justify="left", box=None, padding=(0, 1))
        table.add_column("", no_wrap=True)
        table.add_column("Cards", no_wrap=True)
        table.add_column("Bid", no_wrap=True)
        if view.phase in (TablePhase.SUPPLY, TablePhase.DEMAND):
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
        else:
            table.add_row("", Text("taken", style="dim"), "")
        return table

    def seats(self, view: TableView) -> Table:
        """Each seat's money, portfolios and fees as the viewer sees them."""
        table = Table(box=None, padding=(0, 1))
        table.add_column("Seat", no_wrap=True)
        table.add_column("Player", style="dim", overflow="ellipsis", no_wrap=True)
        table.add_column("Money", justify="right", no_wrap=True)
        table.add_column("Portfolio", no_wrap=True)
        table.add_column("Split", no_wrap=True)
        table.add_column("Unpaid", style="red", no_wrap=True)
        for seat, shown in enumerate(view.seats):
            name = seat_name(seat)
            if seat == view.first_seat:
                name.append(" ①")
            if seat == view.turn:
                name.append(" ◀")
            player = self.players[seat] if seat < len(self.players) else ""
            if seat == view.viewer:
                name.append(" ◉")
            fees = " ".join(f"-{fee}" for fee in shown.unpaid_fees)
            table.add_row(name, player, f"${shown.money}K", self.portfolio(shown), self.split(shown), fees)
        if view.hand:
            hand = Text()
            for card in view.hand:
                hand.append(self.card(card)).append(" ")
            table.add_row(seat_name(view.viewer).append("'s hand"), "", "", hand, "", "")
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
        table.add_row(str(place), seat_name(seat), players[seat], f"{payoffs[seat]:g}")
    return table
