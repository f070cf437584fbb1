"""``pitwise replay``: recorded games, move by move, or checked."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli.drawing import indented, said, standings
from cli.options import clear_errors
from engine import contract
from engine.errors import RecordError
from engine.records import GameRecord, game_of_record, parse_record, replay_moves


def replay(
    file: Annotated[Path, typer.Argument(help="A file of game records, one JSON line a game.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check that every game ends as recorded.")] = False,
    game_number: Annotated[int, typer.Option("--number", min=0, help="Show this game of the file only; 0: all.")] = 0,
) -> None:
    """Replay recorded games and check their checksums."""
    console = Console()
    with clear_errors():
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"cannot read {file}: {error}") from None
        checked = 0
        for number, line in enumerate(lines, start=1):
            if not line.strip() or (game_number and number != game_number):
                continue
            try:
                record = parse_record(line)
                show(console, record, number, quiet=verify)
            except RecordError as error:
                raise RecordError(f"line {number}: {error}") from None
            checked += 1
        if checked == 0:
            raise RecordError(f"{file} holds no such game")
        console.print(f"{checked} {'games end' if checked > 1 else 'game ends'} exactly as recorded.")


def show(console: Console, record: GameRecord, number: int | str, quiet: bool) -> None:
    """Replay one game; unless ``quiet``, print every move and what followed.

    Raises:
        RecordError: the game cannot be replayed, or does not end as recorded.
    """
    game = game_of_record(record)
    log = contract.event_log()
    players = record.players or ("",) * game.seats
    if len(players) != game.seats:
        raise RecordError(f"players: there are {game.seats} seats, but {len(players)} names")
    if not quiet:
        console.print(f"Game {number}: {game.title}, {game.seats} players, seed {record.seed}")
        console.print("Everything that happened is told, also what one seat alone could see.", style="dim")
    for state, move in replay_moves(game, record, verify=True, log=log):
        if quiet:
            continue
        for event in game.events(log):
            seat = getattr(event, "private_to", None)
            only = "" if seat is None else f" (seat {seat + 1} alone sees it)"
            console.print(indented(f"{game.event_text(event)}{only}"))
        seat = game.mover(state)
        if seat is None:
            console.print(standings(players, game.payoffs(state), game.unit))
        elif move is not None:
            console.print(said(seat, game.move_text(move)))
