"""The drawing for each game."""

from cli.drawing import TableDrawing, short_label
from cli.stockpile_drawing import StockpileDrawing
from cli.stonks_drawing import StonksDrawing
from engine.game import Game
from engine.stockpile.facade import StockpileGame
from engine.stonks.facade import StonksGame


def drawing_of(game: Game, players: tuple[str, ...] = ()) -> TableDrawing:
    """The drawing that fits a game, with the specs of its players if they are known.

    Raises:
        TypeError: no drawing is known for it.
    """
    labels = tuple(short_label(spec) for spec in players)
    if isinstance(game, StockpileGame):
        return StockpileDrawing(game.edition, labels)
    if isinstance(game, StonksGame):
        return StonksDrawing(game, labels)
    raise TypeError(f"there is no drawing for {game.title}")
