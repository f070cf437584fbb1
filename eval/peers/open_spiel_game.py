"""Our games as OpenSpiel games, for its bots and its tests.

An OpenSpiel action is the place of a move among the mover's legal moves, as OpenSpiel wants small numbers. Chance acts
once, at the beginning: it picks one of ``deals`` seeds, from which all else follows. An information state is the text
of our information key. Worlds for searches come from a :class:`Resampler`, as OpenSpiel cannot deal them itself.

This module needs the extra ``openspiel``; import it through :func:`eval.peers.extras.imported` where that may be
missing. OpenSpiel: Lanctot et al., arXiv:1908.09453.
"""

from typing import Any

import numpy as np
import pyspiel

from engine import contract
from engine.game import Game
from eval.audit import CHECKERS
from eval.checker import Checker

PAYOFFS = "payoffs"
"""Returns are what the game pays, in its own unit."""
MARGINS = "margins"
"""Returns are margins over the best other seat, in typical margins: of the size that searches expect."""

MOST_DEALS = 4096
_LONGEST_GAME = 4000
_LARGEST_RETURN = 1e6
_LOG_EVENTS = 1024


class BrokenGameError(AssertionError):
    """A checked game has lost or doubled something, or shows a seat what it must not see."""


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no annotations
    """One of our configured games.

    Attributes:
        game: ours.
        returns: ``PAYOFFS`` or ``MARGINS``.
        checked: whether every position, and a world resampled for its mover, is judged by the game's independent
            checkers (the audit's), so that cards and money are conserved.
        deals: the number of games that chance can deal, at most ``MOST_DEALS``.
    """

    def __init__(self, game: Game, returns: str = PAYOFFS, checked: bool = False, deals: int = MOST_DEALS) -> None:
        if not 1 <= deals <= MOST_DEALS:
            raise ValueError(f"deals must be from 1 to {MOST_DEALS}, not {deals}")
        if returns not in (PAYOFFS, MARGINS):
            raise ValueError(f"returns must be {PAYOFFS} or {MARGINS}, not {returns!r}")
        zero_sum = returns == MARGINS and game.seats == 2
        game_type = pyspiel.GameType(
            short_name=f"pitwise_{game.name}",
            long_name=f"Pitwise {game.title}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=max(game.seat_counts),
            min_num_players=min(game.seat_counts),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            provides_factored_observation_string=False,
        )
        game_info = pyspiel.GameInfo(
            num_distinct_actions=contract.MAX_MOVES,
            max_chance_outcomes=MOST_DEALS,
            num_players=game.seats,
            min_utility=-_LARGEST_RETURN,
            max_utility=_LARGEST_RETURN,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=_LONGEST_GAME,
        )
        super().__init__(game_type, game_info, {})
        self.game = game
        self.returns = returns
        self.checked = checked
        self.deals = deals

    def new_initial_state(self) -> "OpenSpielState":
        """The beginning, before chance has dealt."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "KeyObserver":
        """What tells a player's information states apart."""
        return KeyObserver()


class KeyObserver:
    """Information states as the text of our information keys; there are no tensors."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: "OpenSpielState", player: int) -> None:
        """Nothing: there are no tensors."""

    def string_from(self, state: "OpenSpielState", player: int) -> str:
        """Different for everything that the player can tell apart."""
        return state.information_text(player)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position of one of our games, or the moment before the deal."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.record = np.zeros(1, game.game.state_dtype).view(np.recarray)
        self.dealt = False
        self.checkers: list[Checker] = []
        # Bots ask for these again and again in each position.
        self._player: int | None = None
        self._moves: list[int] | None = None

    def put(self, record: Any) -> None:
        """Become a position after the deal."""
        self.record[0] = record
        self.dealt = True
        self._forget()

    def _forget(self) -> None:
        self._player = None
        self._moves = None

    @property
    def moves(self) -> list[int]:
        """The codes of the legal moves."""
        if self._moves is None:
            self._moves = self.ours.game.legal_moves(self.record[0])
        return self._moves

    @property
    def ours(self) -> OpenSpielGame:
        """The game."""
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """The seat to move, or chance, or the end."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        if self._player is None:
            mover = self.ours.game.mover(self.record[0])
            self._player = int(pyspiel.PlayerId.TERMINAL) if mover is None else mover
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds that may be dealt from."""
        return [(seed, 1.0 / self.ours.deals) for seed in range(self.ours.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.moves)))

    def _apply_action(self, action: int) -> None:
        game = self.ours.game
        log = contract.event_log(_LOG_EVENTS) if self.ours.checked else contract.NO_LOG
        if not self.dealt:
            contract.deal(game.rules, self.record[0], action, log)
            self.dealt = True
            if self.ours.checked and game.name in CHECKERS:
                self.checkers = [CHECKERS[game.name](game, seat) for seat in range(game.seats)]
        else:
            contract.apply(game.rules, self.record[0], self.move_of(action), log)
        self._forget()
        if self.ours.checked:
            self._check(log)

    def move_of(self, action: int) -> int:
        """The move code of an action."""
        return self.moves[action]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.ours.game.move_text(self.move_of(action))

    def returns(self) -> list[float]:
        """Every seat's result, 0 before the end."""
        game = self.ours.game
        if not self.is_terminal():
            return [0.0] * game.seats
        payoffs = game.payoffs(self.record[0])
        if self.ours.returns == PAYOFFS:
            return payoffs
        return [
            (own - max(payoffs[:seat] + payoffs[seat + 1 :])) / game.typical_margin for seat, own in enumerate(payoffs)
        ]

    def information_text(self, player: int) -> str:
        """The seat and its information key."""
        if not self.dealt:
            return f"{player} before the deal"
        return f"{player} {int(contract.information_key(self.ours.game.rules, self.record[0], player)):016x}"

    def _check(self, log: Any) -> None:
        """Judge this position, each seat's view, and a world resampled for the mover."""
        game = self.ours.game
        record = self.record[0]
        mover = game.mover(record)
        for seat, checker in enumerate(self.checkers):
            for row in log[1 : 1 + int(log[0, 0])]:
                if row[1] in (contract.EVERYONE, seat):
                    checker.observe(row)
            _refuse(seat, checker.faults(record) + checker.leaks(game.view(record, seat)))
        if mover is None:
            return
        world = resampled(self, mover, len(self.history())).record[0]
        if game.view(world, mover).tobytes() != game.view(record, mover).tobytes():
            _refuse(mover, ["a resampled world looks different"])
        if self.checkers:
            _refuse(mover, self.checkers[mover].faults(world))

    def __str__(self) -> str:
        """The position in words."""
        return self.ours.game.position_text(self.record[0]) if self.dealt else "before the deal"


def _refuse(seat: int, faults: list[str]) -> None:
    """Raise ``BrokenGameError`` with the first fault, if there is one."""
    if faults:
        raise BrokenGameError(f"seat {seat}: {faults[0]}")


def resampled(state: OpenSpielState, player: int, seed: int) -> OpenSpielState:
    """A state that the player cannot tell from ``state``, drawn uniformly.

    Raises:
        NoWorldError: no position of the game agrees with what the player has seen.
    """
    game = state.ours.game
    world = state.clone()
    world.checkers = []
    world.put(game.redeal(game.view(state.record[0], player), seed))
    return world  # type: ignore[no-any-return]


class Resampler:
    """Draws one world after another, for ``ISMCTSBot.set_resampler``; the same seed draws the same."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def __call__(self, state: OpenSpielState, player: int) -> OpenSpielState:
        """See :func:`resampled`."""
        return resampled(state, player, int(self._rng.integers(1 << 62)))
