"""Positions of random games, as referees that have played so far, and a solver that takes its time."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.catalog import load_game
from engine.errors import NoWorldError
from engine.game import Game
from server.referee import Referee
from solvers.base import Budget, Candidate, Choice, Control
from solvers.specs import spec_text


def referees(seed: int, game: str = "stockpile", **options: Any) -> Iterator[Referee]:
    """One referee at every decision of a random game."""
    chance = random.Random(seed)
    referee = Referee(load_game(game, **options), seed)
    while referee.turn is not None:
        yield referee
        referee.play(chance.choice(referee.game.legal_moves(referee.state)))


def referee_after(moves: int, seed: int = 1, **options: Any) -> Referee:
    """A referee of a random game after some moves."""
    for number, referee in enumerate(referees(seed, **options)):
        if number >= moves and len(referee.game.legal_moves(referee.state)) > 1:
            return referee
    raise AssertionError("the game has ended")


@dataclass(frozen=True)
class Sleeper:
    """Thinks until its budget is spent or it is cancelled, and keeps a diary of both."""

    note: str = field(default="", metadata={"summary": "for the diary"})

    name: ClassVar[str] = "sleeper"
    summary: ClassVar[str] = "Sleeps."
    searches: ClassVar[bool] = True
    diary: ClassVar[list[tuple[str, str]]] = []
    running: ClassVar[set[object]] = set()
    most_running: ClassVar[int] = 0

    @property
    def spec(self) -> str:
        return spec_text(self.name, self)

    def check(self, game: Game) -> None:
        pass

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        control = control or Control()
        moves = game.legal_moves(view)
        started = time.perf_counter()
        this = object()
        Sleeper.running.add(this)
        Sleeper.most_running = max(Sleeper.most_running, len(Sleeper.running))
        self.diary.append((self.note, "began"))
        iterations = 0
        next_report = started
        try:
            while not control.cancel_flag[0]:
                now = time.perf_counter()
                if budget.milliseconds is not None and now - started >= budget.milliseconds / 1000.0:
                    break
                iterations += 1
                if control.on_report is not None and now >= next_report:
                    control.on_report(Choice(moves[0], (Candidate(moves[0], iterations, 0.5),), iterations=iterations))
                    next_report += control.report_milliseconds / 1000.0
                time.sleep(0.002)
        finally:
            Sleeper.running.discard(this)
            self.diary.append((self.note, "was cancelled" if control.cancel_flag[0] else "ended"))
        return Choice(
            moves[0],
            tuple(Candidate(move) for move in moves),
            iterations=iterations,
            seconds=time.perf_counter() - started,
            cancelled=bool(control.cancel_flag[0]),
            explanation="It slept.",
        )


@dataclass(frozen=True)
class Stumbler:
    """A solver with a fault."""

    name: ClassVar[str] = "stumbler"
    summary: ClassVar[str] = "Fails."
    searches: ClassVar[bool] = True

    @property
    def spec(self) -> str:
        return self.name

    def check(self, game: Game) -> None:
        pass

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        raise RuntimeError("a secret of the house")


@dataclass(frozen=True)
class Doubter:
    """A solver that finds no world for any view."""

    name: ClassVar[str] = "doubter"
    summary: ClassVar[str] = "Believes nothing."
    searches: ClassVar[bool] = True

    @property
    def spec(self) -> str:
        return self.name

    def check(self, game: Game) -> None:
        pass

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        raise NoWorldError


@dataclass(frozen=True)
class Chatterbox:
    """Reports at length, for as long as it is let."""

    name: ClassVar[str] = "chatterbox"
    summary: ClassVar[str] = "Talks."
    searches: ClassVar[bool] = True

    @property
    def spec(self) -> str:
        return self.name

    def check(self, game: Game) -> None:
        pass

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        assert control is not None
        moves = game.legal_moves(view)
        choice = Choice(moves[0], (Candidate(moves[0]),), explanation="so it is " * 20_000)
        while not control.cancel_flag[0]:
            if control.on_report is not None:
                control.on_report(choice)
            time.sleep(0.005)
        Sleeper.diary.append((self.name, "was cancelled"))
        return Choice(moves[0], (Candidate(moves[0]),))
