"""One game of a run: solvers choose from views, and whatever goes wrong is recorded and dealt with as the spec says."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine import contract
from engine.catalog import load_game
from engine.game import Game
from eval.arena.checkout_player import CheckoutError, CheckoutPlayer
from eval.arena.results import GameKey, GameResult, Incident, IncidentKind
from eval.arena.run_spec import Entrant, IncidentPolicy, RunSpec
from eval.arena.seating import games_of_block
from eval.arena.seeds import deal_seed, decision_seed, seat_key
from solvers.base import Budget, Control, Solver, reads_earlier_views, reuses_trees
from solvers.kept_trees import KeptTrees
from solvers.registry import make_solver, needs_true_state
from solvers.tree_player import DEFAULT_MILLISECONDS

TIME_OUT_FACTOR = 10.0
TIME_OUT_SECONDS = 5.0
"""Without a time-out in the spec, a move is an incident after the factor's multiple of its time budget and so long."""

_LONGEST_DETAIL = 300


class IncidentError(RuntimeError):
    """An incident in a run that is to stop at the first.

    Attributes:
        key: the game.
        incident: what went wrong.
    """

    def __init__(self, key: GameKey, incident: Incident, entrant: str) -> None:
        super().__init__(key, incident, entrant)
        self.key = key
        self.incident = incident
        self.entrant = entrant

    def __str__(self) -> str:
        return (
            f"{self.entrant}: {self.incident.kind.replace('_', ' ')} in game {self.key.number} of block "
            f"{self.key.block} with {self.key.players} players, decision {self.incident.decision}, "
            f"seat {self.incident.seat}: {self.incident.detail}"
        )


class Table:
    """Everything that the games of a run at one number of players need, loaded once.

    Attributes:
        spec: the run.
        players: how many sit at the table.
        game: the configured game.
        rounds: how many it has.
        solvers: one for each entrant.
        followers: those of other checkouts, which are told of every deal and move.
        budgets: of each entrant's moves.
        time_outs: seconds after which an entrant's move is an incident; None: never.
    """

    def __init__(self, spec: RunSpec, players: int) -> None:
        """Load the game and make the solvers.

        Raises:
            PitwiseError: the spec asks for a game, an option or a solver that there is not.
        """
        self.spec = spec
        self.players = players
        self.game: Game = load_game(spec.game, **spec.options, seats=players)
        self.rounds = contract.rounds_left(self.game.rules, self.game.deal(0))
        self.solvers: list[Solver] = [
            CheckoutPlayer(entrant.checkout, entrant.commit, entrant.solver, self.game)
            if entrant.checkout
            else make_solver(entrant.solver, self.game, may_cheat=True)
            for entrant in spec.entrants
        ]
        self.followers = [solver for solver in self.solvers if isinstance(solver, CheckoutPlayer)]
        self.budgets = [Budget(entrant.iterations, entrant.milliseconds) for entrant in spec.entrants]
        self.time_outs = [
            spec.time_out if spec.time_out is not None else _time_out(time_limit(entrant, solver))
            for entrant, solver in zip(spec.entrants, self.solvers, strict=True)
        ]
        self.depends_on_clock = [
            time_limit(entrant, solver) is not None for entrant, solver in zip(spec.entrants, self.solvers, strict=True)
        ]

    def warm_up(self) -> None:
        """Let every solver play a short-sighted game, so that nothing compiles while moves are timed.

        What fails here will be met in a game.
        """
        for solver in {solver.spec: solver for solver in self.solvers}.values():
            if isinstance(solver, CheckoutPlayer):
                solver.start()  # its process plays a game then
                continue
            state = self.game.deal(0)
            earlier: list[list[Any]] = [[] for _ in range(self.players)]
            try:
                while (seat := self.game.mover(state)) is not None:
                    shown, control = self.shown_to(solver, state, seat), Control(earlier=tuple(earlier[seat]))
                    choice = solver.choose(self.game, shown, Budget(iterations=2), 0, control)
                    for number, views in enumerate(earlier if reads_earlier_views(solver) else ()):
                        views.append(self.game.view(state, number))
                    self.game.apply(state, choice.move)
            except Exception:
                continue

    def shown_to(self, solver: Solver, state: Any, seat: int) -> Any:
        """What a solver is given: its seat's view, or the position itself if it plays with open cards."""
        if needs_true_state(solver):
            return self.game.copy(state)
        return self.game.view(state, seat)


def time_limit(entrant: Entrant, solver: Solver) -> float | None:
    """The time budget of an entrant's moves in milliseconds; None if the clock decides nothing."""
    if not solver.searches:
        return None
    limits = [limit for limit in (entrant.milliseconds, getattr(solver, "milliseconds", 0.0)) if limit]
    if limits:
        return min(limits)
    return None if entrant.iterations or getattr(solver, "iterations", 0) else DEFAULT_MILLISECONDS


def _time_out(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else TIME_OUT_FACTOR * milliseconds / 1000.0 + TIME_OUT_SECONDS


def play_game(table: Table, key: GameKey, keep_moves: bool = False) -> GameResult:
    """Play a game of a run.

    Without time budgets, the same spec and key give the same game whenever and wherever it is played; only the times
    spent differ. A solver that does not return is not interrupted.

    Args:
        table: the run's, for ``key.players``.
        key: which game.
        keep_moves: keep the moves even if the spec does not ask for it.

    Raises:
        IncidentError: there was an incident, and the spec says to stop then.
        IndexError: the block has no game of this number.
    """
    seating = games_of_block(table.spec, table.players, key.block)[key.number]
    return _RunningGame(table, key, seating).play(keep_moves)


@dataclass
class _Seat:
    """A seat's books.

    Attributes:
        entrant: its entrant's index.
        key: of its decisions' seeds.
    """

    entrant: int
    key: np.uint64
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    forfeited: bool = False
    earlier: list[Any] = field(default_factory=list)
    """Its views at all decisions since the round began, if its solver reads them."""
    trees: KeptTrees = field(default_factory=KeptTrees)


@dataclass
class _RunningGame:
    table: Table
    key: GameKey
    seating: Sequence[int]
    incidents: list[Incident] = field(default_factory=list)

    def play(self, keep_moves: bool) -> GameResult:
        table, key = self.table, self.key
        game, run_seed = table.game, table.spec.seed
        seats = [
            _Seat(entrant, seat_key(run_seed, key.players, key.block, seat))
            for seat, entrant in enumerate(self.seating)
        ]
        deal = deal_seed(run_seed, key.players, key.block)
        state = game.deal(deal)
        for follower in table.followers:
            follower.begin(deal, state)
        moves: list[int] = []
        progress: list[tuple[float, ...]] = []
        while (mover := game.mover(state)) is not None:
            seat = seats[mover]
            move = self._move(seat, mover, state, len(moves))
            for number, watching in enumerate(seats):
                if reads_earlier_views(table.solvers[watching.entrant]):
                    watching.earlier.append(game.view(state, number))
            rounds = contract.rounds_played(game.rules, state)
            contract.apply(game.rules, state, move, contract.NO_LOG)
            for follower in table.followers:
                follower.follow(move, state)
            if contract.rounds_played(game.rules, state) > rounds:
                for watching in seats:
                    watching.earlier.clear()
            seat.decisions += 1
            moves.append(move)
            if contract.rounds_played(game.rules, state) > len(progress):
                progress.append(_result_so_far(game, state))
        entrants_on_clock = any(table.depends_on_clock[entrant] for entrant in self.seating)
        keep_moves = keep_moves or table.spec.record_moves or entrants_on_clock or bool(self.incidents)
        return GameResult(
            key=key,
            seating=tuple(self.seating),
            payoffs=tuple(game.payoffs(state)),
            decisions=tuple(seat.decisions for seat in seats),
            seconds=tuple(seat.seconds for seat in seats),
            slowest=tuple(seat.slowest for seat in seats),
            progress=tuple(progress),
            moves=tuple(moves) if keep_moves else (),
            forfeits=tuple(number for number, seat in enumerate(seats) if seat.forfeited),
            incidents=tuple(self.incidents),
        )

    def _move(self, seat: _Seat, mover: int, state: Any, decision: int) -> int:
        """The seat's next move, a substitute's if the solver fails or has forfeited."""
        game = self.table.game
        legal = game.legal_moves(state)
        seed = int(decision_seed(seat.key, seat.decisions))
        if seat.forfeited:
            return _substitute_move(game, state, mover, legal, seed)
        solver = self.table.solvers[seat.entrant]
        shown = self.table.shown_to(solver, state, mover)
        move: Any = None
        fault: tuple[IncidentKind, str] | None = None
        started = time.perf_counter()
        try:
            budget = self.table.budgets[seat.entrant]
            control = None
            if reads_earlier_views(solver) or reuses_trees(solver):
                control = Control(earlier=tuple(seat.earlier), trees=seat.trees)
            move = solver.choose(game, shown, budget, seed, control).move
        except CheckoutError:
            raise  # it cannot be played on with
        except Exception as error:
            fault = (IncidentKind.EXCEPTION, in_words(error))
        spent = time.perf_counter() - started
        seat.seconds += spent
        seat.slowest = max(seat.slowest, spent)
        if fault is None:
            fault = self._fault(move, legal, spent, self.table.time_outs[seat.entrant])
        if fault is None:
            return int(move)
        incident = Incident(mover, decision, fault[0], fault[1][:_LONGEST_DETAIL])
        self.incidents.append(incident)
        policy = self.table.spec.on_incident
        if policy is IncidentPolicy.ABORT:
            raise IncidentError(self.key, incident, self.table.spec.entrants[seat.entrant].name)
        seat.forfeited = policy is IncidentPolicy.FORFEIT
        return _substitute_move(game, state, mover, legal, seed)

    def _fault(
        self, move: Any, legal: list[int], spent: float, time_out: float | None
    ) -> tuple[IncidentKind, str] | None:
        """What is wrong with a move that was returned."""
        if not is_legal(move, legal):
            return IncidentKind.ILLEGAL_MOVE, f"{in_words(move)} is not one of the {len(legal)} legal moves"
        if time_out is not None and spent > time_out:
            return IncidentKind.TIME_OUT, f"took {spent:.3f} s, more than {time_out:g} s"
        return None


def is_legal(move: object, legal: Sequence[int]) -> bool:
    """Whether what a solver returned is one of the legal moves."""
    return isinstance(move, int | np.integer) and not isinstance(move, bool) and int(move) in legal


def in_words(value: object) -> str:
    """An error or a move for a report, even if it cannot be printed."""
    try:
        return f"{type(value).__name__} {value}"
    except Exception:
        return type(value).__name__


def _substitute_move(game: Game, state: Any, mover: int, legal: list[int], seed: int) -> int:
    """The best heuristic style's move."""
    return legal[0] if len(legal) == 1 else game.suggest(game.view(state, mover), game.best_style, seed)


def _result_so_far(game: Game, state: Any) -> tuple[float, ...]:
    results = np.zeros(game.seats)
    contract.result_so_far(game.rules, state, results)
    return tuple(results.tolist())
