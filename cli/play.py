"""``pitwise play``: a person at the terminal against chosen solvers."""

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.prompt import Prompt
from rich.table import Table
from rich.text import Text

from cli.drawing import indented, reason_of, standings
from cli.drawings import drawing_of
from cli.options import (
    GameName,
    GameOptions,
    Players,
    append_record,
    check_writable,
    clear_errors,
    configured_game,
    split_specs,
)
from cli.waiting import prepare, working
from engine import contract
from engine.game import Game
from engine.records import GameRecord
from solvers.base import Budget, Choice, Control, Solver, reads_earlier_views
from solvers.registry import make_solver

_HELP = "a number plays that move; h: a hint; t: draw the table again; q: quit"
_HINT_CANDIDATES = 5
_LONG_LIST = 10
"""So many moves, or more, are listed in columns ..."""
_MOST_COLUMNS = 3
"""... of which there are as many as fit, up to this."""


def play(
    game: GameName = "stockpile",
    players: Players = 4,
    seed: Annotated[int | None, typer.Option("--seed", help="The seed of the deal; a new one if not given.")] = None,
    seat: Annotated[int, typer.Option("--seat", min=1, max=5, help="Your seat, from 1.")] = 1,
    solvers: Annotated[
        str, typer.Option(help="Your opponents' solver specs, separated by commas; repeated as needed.")
    ] = "ismcts",
    milliseconds: Annotated[int, typer.Option(min=1, help="Their thinking time a move.")] = 1000,
    hint_solver: Annotated[str, typer.Option(help="The solver that gives hints.")] = "ismcts",
    option: GameOptions = None,
    record: Annotated[Path | None, typer.Option(help="Append the game's record to this file.")] = None,
) -> None:
    """Play at the terminal against chosen solvers, with hints on request."""
    console = Console()
    with clear_errors():
        configured = configured_game(game, players, option)
        if seat > players:
            raise typer.BadParameter(f"there are {players} seats", param_hint="--seat")
        opponents = [make_solver(spec, configured) for spec in split_specs(solvers, configured)]
        adviser = make_solver(hint_solver, configured)
        check_writable(record)
        prepare(console, configured)
        deal_seed = int.from_bytes(os.urandom(4), "big") if seed is None else seed
        console.print(f"{configured.title}, {players} players, seed {deal_seed}. You are seat {seat}.")
        console.print(f"To answer: {_HELP}.")
        session = Session(
            console, configured, deal_seed, seat - 1, opponents, adviser, Budget(milliseconds=milliseconds)
        )
        finished = session.run()
        if finished:
            console.print(standings(session.names, configured.payoffs(session.state), configured.unit))
        if record is not None:
            append_record(record, GameRecord.of_game(configured, deal_seed, session.moves, players=session.names))
            console.print(f"The game's record is in {record}.")


class Session:
    """One game at the terminal."""

    def __init__(
        self,
        console: Console,
        game: Game,
        seed: int,
        person: int,
        opponents: list[Solver],
        adviser: Solver,
        budget: Budget,
    ) -> None:
        self.console = console
        self.game = game
        self.seed = seed
        self.person = person
        self.adviser = adviser
        self.budget = budget
        self.state = game.deal(seed)
        self.moves: list[int] = []
        self.past: list[Any] = []
        """Positions at all decisions since the round began."""
        others = [seat for seat in range(game.seats) if seat != person]
        self.solvers = {seat: opponents[index % len(opponents)] for index, seat in enumerate(others)}
        self.names = tuple("you" if seat == person else self.solvers[seat].spec for seat in range(game.seats))
        self.drawing = drawing_of(game, self.names)

    def run(self) -> bool:
        """Play until the game is over (True) or the person quits (False)."""
        while (seat := self.game.mover(self.state)) is not None:
            if seat == self.person:
                move = self.ask()
                if move is None:
                    return False
            else:
                move = self.think(self.solvers[seat], seat).move
            self.play(move)
        return True

    def think(self, solver: Solver, seat: int) -> Choice:
        """A solver's choice, with a spinner while it thinks."""
        view = self.game.view(self.state, seat)
        control = Control()
        if reads_earlier_views(solver):
            control.earlier = tuple(self.game.view(state, seat) for state in self.past)
        with working(self.console, f"Seat {seat + 1} thinks") if self.console.is_terminal else nullcontext():
            return solver.choose(self.game, view, self.budget, self.seed * 1000 + len(self.moves), control)

    def play(self, move: int) -> None:
        """Play a move and tell what the person sees of it."""
        log = contract.event_log()
        before = self.game.copy(self.state)
        self.game.apply(self.state, move, log)
        self.moves.append(move)
        if contract.rounds_played(self.game.rules, self.state) == contract.rounds_played(self.game.rules, before):
            self.past.append(before)
        else:
            self.past.clear()
        for event in self.game.events(log, self.person):
            self.console.print(indented(self.game.event_text(event), indent=2))

    def ask(self) -> int | None:
        """The person's move; None to quit. A forced move is played at once."""
        view = self.game.view(self.state, self.person)
        moves = self.game.legal_moves(view)
        if len(moves) == 1:
            self.console.print(f"Your only move: {self.game.move_text(moves[0])}.")
            return moves[0]
        self.draw(view, moves)
        while True:
            try:
                answer = Prompt.ask("Your move", console=self.console).strip().lower()
            except (EOFError, KeyboardInterrupt):
                return None
            if answer in ("q", "quit"):
                return None
            if answer in ("h", "hint"):
                self.hint()
            elif answer in ("t", "table"):
                self.draw(view, moves)
            elif answer.isdecimal() and 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            else:
                self.console.print(f"Please give a number from 1 to {len(moves)}; {_HELP}.")

    def draw(self, view: Any, moves: list[int]) -> None:
        """The table as the person sees it, and the moves."""
        self.console.print(self.drawing.draw(self.game.table_view(view)))
        words = [f"{number:3}  {self.game.move_text(move)}" for number, move in enumerate(moves, start=1)]
        fitting = (self.console.width + 2) // (max(map(len, words)) + 2)
        columns = 1 if len(words) < _LONG_LIST else max(1, min(_MOST_COLUMNS, fitting))
        rows = -(-len(words) // columns)
        table = Table.grid(padding=(0, 2))
        for row in range(rows):
            table.add_row(*words[row::rows])
        self.console.print(table, highlight=False)

    def hint(self) -> None:
        """What the adviser would play, and how it sees the best candidates."""
        choice = self.think(self.adviser, self.person)
        best = self.game.move_text(choice.move)
        self.console.print(Text(f"Hint: {best}", style="bold"))
        self.console.print(indented(reason_of(choice.explanation, best), indent=2))
        searched = [item for item in choice.candidates[:_HINT_CANDIDATES] if item.mean is not None]
        if searched:
            table = Table("utility", "± error", "visits", "move", box=None, padding=(0, 2), header_style="dim")
            for column in table.columns[:3]:
                column.justify = "right"
            for item in searched:
                error = "" if item.standard_error is None else f"{item.standard_error:.3f}"
                table.add_row(f"{item.mean:.3f}", error, str(item.visits), self.game.move_text(item.move))
            self.console.print(table)
        if len(choice.principal_line) > 1:
            line = ", ".join(f"seat {seat + 1}: {self.game.move_text(move)}" for seat, move in choice.principal_line)
            self.console.print(indented(f"It expects {line}.", indent=2))
