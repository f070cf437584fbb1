"""A referee: holds a game's full position and tells each seat, as messages, what it may know."""

from typing import Any

from engine import contract
from engine.game import Game
from pitwise.v1 import analysis_pb2, opponent_service_pb2, position_pb2
from server.convert import read_move, view_message


class Referee:
    """One game in progress.

    Attributes:
        game: the configured game.
        state: the full position; only the referee looks at it.
        moves: the codes of the moves played.
        past: the full positions at all earlier decisions of the running round.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.state = game.deal(seed)
        self.moves: list[int] = []
        self.past: list[Any] = []

    @property
    def turn(self) -> int | None:
        """The seat to move, None when the game is over."""
        return self.game.mover(self.state)

    def view(self, seat: int | None = None) -> position_pb2.View:
        """What a seat sees, by default the seat to move.

        Raises:
            ValueError: the game is over, and no seat is given.
        """
        if seat is None:
            seat = self.turn
        if seat is None:
            raise ValueError("the game is over: no seat is to move")
        return view_message(self.game, self.game.view(self.state, seat))

    def earlier(self, seat: int | None = None) -> list[position_pb2.View]:
        """What a seat, by default the seat to move, saw at all earlier decisions of the round, oldest first.

        Raises:
            ValueError: the game is over, and no seat is given.
        """
        if seat is None:
            seat = self.turn
        if seat is None:
            raise ValueError("the game is over: no seat is to move")
        return [view_message(self.game, self.game.view(state, seat)) for state in self.past]

    def request(
        self,
        solver: str = "",
        *,
        with_earlier: bool = False,
        iterations: int | None = None,
        milliseconds: int | None = None,
        seed: int | None = None,
        request_id: str = "",
    ) -> opponent_service_pb2.SuggestMoveRequest:
        """The request that the seat to move would send.

        Raises:
            ValueError: the game is over.
        """
        return opponent_service_pb2.SuggestMoveRequest(
            view=self.view(),
            solver=solver,
            budget=analysis_pb2.Budget(iterations=iterations, milliseconds=milliseconds),
            seed=seed,
            request_id=request_id,
            earlier=self.earlier() if with_earlier else (),
        )

    def play(self, move: position_pb2.Move | int) -> list[Any]:
        """Play a move for the seat to move; returns the typed events of the whole table.

        Args:
            move: a message from the service, or a move code.

        Raises:
            MoveError: it is not legal here.
            RequestError: the message is malformed.
        """
        code = move if isinstance(move, int) else read_move(self.game, move)
        log = contract.event_log()
        before = self.game.copy(self.state)
        self.game.apply(self.state, code, log)
        self.moves.append(code)
        if contract.rounds_played(self.game.rules, self.state) == contract.rounds_played(self.game.rules, before):
            self.past.append(before)
        else:
            self.past.clear()
        return list(self.game.events(log))

    def results(self) -> list[float]:
        """Each seat's result in the game's unit.

        Raises:
            MoveError: the game is not over.
        """
        return self.game.payoffs(self.state)
