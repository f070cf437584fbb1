"""``pitwise demo``: a server on loopback and a frontend that asks it for every move of a complete game."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from cli.drawing import indented, reason_of, said, standings
from cli.drawings import drawing_of
from cli.options import (
    GameName,
    GameOptions,
    Players,
    Seed,
    append_record,
    check_writable,
    clear_errors,
    configured_game,
    split_specs,
)
from cli.waiting import compiling_text, working
from engine.game import Game
from engine.records import GameRecord
from pitwise.client import OpponentClient
from pitwise.v1 import opponent_service_pb2
from server.config import ServerConfig
from server.lifecycle import start_server
from server.referee import Referee


def demo(
    game: GameName = "stockpile",
    players: Players = 4,
    seed: Seed = 1,
    solvers: Annotated[
        str,
        typer.Option(
            help="The players' solver specs, separated by commas; repeated from the first as needed.",
            show_default="a search and heuristic players of several styles",
        ),
    ] = "",
    milliseconds: Annotated[int, typer.Option(min=1, help="Thinking time a move.")] = 200,
    option: GameOptions = None,
    record: Annotated[Path | None, typer.Option(help="Append the game's record to this file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not tell and draw the game as it goes.")] = False,
) -> None:
    """Watch a complete game whose every move is asked for over gRPC."""
    console = Console()
    with clear_errors():
        configured = configured_game(game, players, option)
        specs = split_specs(solvers or drawing_of(configured).default_players, configured)
        check_writable(record)
        names = tuple(specs[seat % len(specs)] for seat in range(players))
        with start_server(ServerConfig(port=0, warm_up_games=(game,))) as server:
            with working(console, compiling_text()):
                server.wait_until_ready()
            console.print(
                f"The server answers on {server.address}. {configured.title}, {players} players, seed {seed}."
            )
            if not quiet:
                console.print(
                    f"The table is drawn as the seat to move sees it ({drawing_of(configured).legend}); below each move"
                    " stands what all seats see of it.",
                    style="dim",
                    highlight=False,
                )
            with OpponentClient(server.address) as client:
                referee = Referee(configured, seed)
                started = time.perf_counter()
                asked = watch(console, client, configured, referee, names, milliseconds, quiet)
        console.print(standings(names, referee.results(), configured.unit))
        console.print(f"{asked} moves were asked for over gRPC in {time.perf_counter() - started:.1f} s.")
        if record is not None:
            append_record(record, GameRecord.of_game(configured, seed, referee.moves, players=names))
            console.print(f"The game's record is in {record}.")


def watch(
    console: Console,
    client: OpponentClient,
    game: Game,
    referee: Referee,
    names: tuple[str, ...],
    milliseconds: int,
    quiet: bool,
) -> int:
    """Play the game to its end, drawing it as it goes; return the number of moves asked for."""
    drawing = drawing_of(game, names)
    asked = 0
    moment: tuple[Any, ...] | None = None
    while (seat := referee.turn) is not None:
        record = game.view(referee.state, seat)
        shown = game.table_view(record)
        if not quiet and drawing.moment(shown) != moment:
            moment = drawing.moment(shown)
            console.print(drawing.draw(shown))
        answer: opponent_service_pb2.SuggestMoveResponse = client.suggest_move(
            referee.view(seat),
            earlier=referee.earlier(seat),
            solver=names[seat],
            milliseconds=milliseconds,
            seed=asked,
            request_id=f"move {asked + 1}",
        )
        asked += 1
        events = referee.play(answer.analysis.move)
        if not quiet:
            move = answer.analysis.move.text
            console.print(said(seat, move, reason_of(answer.analysis.explanation, move)))
            for event in drawing.public_events(events):
                console.print(indented(game.event_text(event)))
    return asked
