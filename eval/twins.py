"""Twin worlds: two games that one seat cannot tell apart, played on side by side.

The twin is forked at some decision: a world dealt into the seat's view. Then both games go on with moves that look
alike to the seat, though they need not be the same: another seat lays another card face down. Whatever the seat has
seen by its next decision is the same in both, so its view and every solver's answer must be the same too.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.game import Game
from engine.stockpile.events import EventKind

Apply = Callable[[Any, Any, int, npt.NDArray[np.int16]], None]
"""Plays a move in place, as :func:`engine.contract.apply` does."""

Look = tuple[Any, ...]

MOST_FORKS = 8
"""So many twins are tried for one that stays alike until the seat's next decision, after moves that differ."""

_LONGEST_LOG = 512
_MOST_TRIED = 8
"""So many of the mover's moves are tried for one that has a counterpart in the twin."""

_NUMBERED = frozenset(
    (
        EventKind.PILE_SEEDED,
        EventKind.CARD_DEALT,
        EventKind.PLACED_FACE_UP,
        EventKind.PLACED_FACE_DOWN,
        EventKind.CARD_TAKEN,
        EventKind.FEE_SHOWN,
        EventKind.FEE_PAID,
        EventKind.ACTION_PLAYED,
        EventKind.CARD_SHOWN,
        EventKind.FEE_LAPSED,
    )
)
"""Stockpile's events whose part ``c`` is the number of a card."""


def _stockpile_look(before: Any, row: tuple[int, ...]) -> Look:
    """A row with its card's number replaced by what told the card from others before: its place, and who knew it."""
    if row[0] not in _NUMBERED:
        return row
    card = row[5]
    known = tuple(int(before[name][card]) for name in ("zone", "holder", "seen", "excluded"))
    return (*row[:5], known, *row[6:])


_LOOKS: dict[str, Callable[[Any, tuple[int, ...]], Look]] = {"stockpile": _stockpile_look}
"""Each game's way to strip from an event what no seat at a table could tell."""


def looks(game: Game, before: Any, log: npt.NDArray[np.int16], seat: int) -> list[Look]:
    """What ``seat`` sees of the events of a move played in the position ``before``: no card numbers."""
    rows = [tuple(row) for row in log[1 : 1 + int(log[0, 0])].tolist()]
    seen = [row for row in rows if row[1] in (contract.EVERYONE, seat)]
    look = _LOOKS.get(game.name)
    return [look(before, row) for row in seen] if look else [*seen]


class TwinWalk:
    """A position and its twin on their way.

    Attributes:
        state, twin: the two positions; each step makes new ones.
        seat: the seat that cannot tell them apart.
        steps: moves played in each so far.
        unlike: how many of them were other moves in the twin.
        passed: the two positions before each step.
    """

    def __init__(self, game: Game, state: Any, twin: Any, seat: int, seed: int, apply: Apply = contract.apply) -> None:
        self.game = game
        self.state = state
        self.twin = twin
        self.seat = seat
        self.steps = 0
        self.unlike = 0
        self.passed: list[tuple[Any, Any]] = []
        self._apply = apply
        self._chance = random.Random(seed)
        self._log = contract.event_log(_LONGEST_LOG)

    def step(self) -> bool:
        """Play a move in each that looks alike to the seat; False if the game is over or none of those tried does."""
        game = self.game
        mover = game.mover(self.state)
        if mover is None:
            return False
        theirs = game.legal_moves(self.twin)
        for move in self._moves_to_try(mover):
            after, seen = self._outcome(self.state, move)
            for candidate in self._counterparts(move, mover, theirs):
                twin_after, twin_seen = self._outcome(self.twin, candidate)
                if twin_seen == seen:
                    self.passed.append((self.state, self.twin))
                    self.state, self.twin = after, twin_after
                    self.steps += 1
                    self.unlike += move != candidate
                    return True
        return False

    def to_next_decision(self) -> bool:
        """Play on, one move at least, until the seat has a choice; False if the games part or end before."""
        while self.step():
            if self.game.mover(self.state) == self.seat and (
                len(moves := self.game.legal_moves(self.state)) > 1 or moves != self.game.legal_moves(self.twin)
            ):
                return True
        return False

    def _moves_to_try(self, mover: int) -> list[int]:
        moves = self.game.legal_moves(self.state)
        tried = self._chance.sample(moves, min(len(moves), _MOST_TRIED))
        if self._chance.random() < 0.5:
            view = self.game.view(self.state, mover)
            tried.insert(0, self.game.suggest(view, self.game.best_style, self._chance.randrange(2**31)))
        return tried

    def _counterparts(self, move: int, mover: int, theirs: list[int]) -> list[int]:
        """The twin's moves to compare with ``move``: other ones first, for they put more to the test."""
        same = [move] if move in theirs else []
        if mover == self.seat:
            return same  # it cannot tell the two apart, so it moves alike
        others = [code for code in theirs if code != move]
        return self._chance.sample(others, len(others)) + same

    def _outcome(self, state: Any, move: int) -> tuple[Any, list[Look]]:
        self._log[0, 0] = 0
        after = self.game.copy(state)
        self._apply(self.game.rules, after, move, self._log)
        return after, looks(self.game, state, self._log, self.seat)


def twins_at_next_decision(
    game: Game, state: Any, seat: int, seed: int, fork: Callable[[int], Any | None], apply: Apply = contract.apply
) -> TwinWalk | None:
    """Twins forked at ``state`` and played on until the seat has a choice; None if all that were tried parted before.

    Twins that came there by moves that differ are preferred.

    Args:
        game: the configured game.
        state: the true position.
        seat: the seat that must not be able to tell the two apart.
        seed: the same seed gives the same twins.
        fork: a world that looks like ``state`` to the seat, from a seed; None if there is none.
        apply: plays a move; the game's own by default.
    """
    chance = random.Random(seed)
    alike: TwinWalk | None = None
    for _ in range(MOST_FORKS):
        twin = fork(chance.randrange(2**31))
        if twin is None:
            break
        walk = TwinWalk(game, state, twin, seat, chance.randrange(2**31), apply)
        if walk.to_next_decision():
            if walk.unlike:
                return walk
            alike = alike or walk
    return alike
