"""The bidding players: one that plays everything else by rules of thumb, and one that searches it."""

import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engine.game import Game
from engine.stockpile.cards import Phase
from engine.stockpile.facade import StockpileGame
from solvers.base import Budget, Candidate, Choice, Control, chosen_first, legal_moves_of_viewer
from solvers.bidding.bidder import Decision, decide_bid
from solvers.bidding.clock import Clock
from solvers.bidding.explaining import explain_bid, outlook_of
from solvers.bidding.options import BidParameters
from solvers.bidding.position import code_of_bid
from solvers.heuristic_player import HeuristicPlayer
from solvers.ismcts.player import IsmctsPlayer
from solvers.specs import SpecError, parameter, spec_text

_THINKING_SHARE = 0.3
"""The part of a time budget in which bids are shortlisted, where a search chooses among them."""
_EXPLAINING_SECONDS = 0.008
"""Kept of a time budget to put the reasons together."""


@dataclass(frozen=True)
class BiddingPlayer(BidParameters):
    """Bids by plan and enumeration; all other phases are the best heuristic style's."""

    milliseconds: float = parameter(0.0, "time for a bid; 0: no limit of its own")

    name: ClassVar[str] = "bidding"
    summary: ClassVar[str] = "Plans its bids in Stockpile's auctions with OR-Tools; plays the rest by rules of thumb."
    searches: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        self.check_bid_parameters(self.name)
        if not 0 <= self.milliseconds <= 1e9:
            raise SpecError(f"{self.name}: milliseconds must be from 0 to 1e+09, not {self.milliseconds:g}")

    @property
    def spec(self) -> str:
        """The spec that makes this player."""
        return spec_text(self.name, self)

    def check(self, game: Game) -> None:
        """Check that the game is Stockpile.

        Raises:
            SpecError: it is not, or has no such style.
        """
        self.check_game(self.name, game)

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """See :class:`solvers.base.Solver`.

        Raises:
            TurnError: it is not the viewer's turn, or the game is over.
            NoWorldError: no position of the game agrees with the view.
        """
        self.check(game)
        if is_bid(game, view):
            return choose_bid(game, view, self, _shorter(budget, self.milliseconds), seed, control)
        self.expect_auction()
        return HeuristicPlayer().choose(game, view, budget, seed, control)


@dataclass(frozen=True)
class HybridPlayer(BidParameters, IsmctsPlayer):
    """Bids by plan and enumeration; all other phases are searched by ISMCTS."""

    searched_bids: int = parameter(6, "how many of the best bids a search chooses among; 0: the best is made at once")

    name: ClassVar[str] = "hybrid"
    summary: ClassVar[str] = "Plans its bids in Stockpile's auctions with OR-Tools; plays the rest as ismcts does."

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        super().__post_init__()
        self.check_bid_parameters(self.name)
        if not 0 <= self.searched_bids <= 1000:
            raise SpecError(f"{self.name}: searched_bids must be from 0 to 1000, not {self.searched_bids:g}")

    def check(self, game: Game) -> None:
        """Check that the game is Stockpile and has the styles.

        Raises:
            SpecError: it is not, or has not.
        """
        super().check(game)
        self.check_game(self.name, game)

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """See :class:`solvers.base.Solver`; in the Demand Phase an iteration is a world.

        Raises:
            TurnError: it is not the viewer's turn, or the game is over.
            NoWorldError: no position of the game agrees with the view.
        """
        self.check(game)
        if is_bid(game, view):
            limits = [limit for limit in (budget.iterations, self.iterations) if limit]
            own = _shorter(Budget(min(limits, default=None), budget.milliseconds), self.milliseconds)
            if self.searched_bids:
                return self._choose_searched_bid(game, view, own, seed, control)
            return choose_bid(game, view, self, own, seed, control)
        self.expect_auction()
        return super().choose(game, view, budget, seed, control)

    def _choose_searched_bid(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None) -> Choice:
        """Let the best bids race in a search, which gets the greater part of the time."""
        started = time.perf_counter()
        milliseconds = budget.milliseconds
        thinking = Budget(None, None if milliseconds is None else _THINKING_SHARE * milliseconds)
        thought = choose_bid(game, view, self, thinking, seed, control)
        if thought.cancelled:
            return thought
        shortlist = [candidate.move for candidate in thought.candidates[: self.searched_bids]]
        if milliseconds is not None:
            milliseconds = max(1.0, milliseconds - 1000.0 * (time.perf_counter() - started))
        found = self.choose_among(game, view, Budget(budget.iterations, milliseconds), seed, control, shortlist)
        if not found.iterations:
            return thought
        return replace(
            found,
            seconds=time.perf_counter() - started,
            explanation=f"{found.explanation} Before the search: {thought.explanation}",
            auction=thought.auction,
        )


def is_bid(game: Game, view: Any) -> bool:
    """Whether the view's seat has a bid to make, and more than one to choose from."""
    return bool(view.phase == Phase.DEMAND) and len(legal_moves_of_viewer(game, view)) > 1


def _shorter(budget: Budget, milliseconds: float) -> Budget:
    limits = [limit for limit in (budget.milliseconds, milliseconds) if limit]
    return Budget(budget.iterations, min(limits, default=None))


def choose_bid(
    game: Game, view: Any, parameters: BidParameters, budget: Budget, seed: int, control: Control | None
) -> Choice:
    """Choose among several bids.

    Raises:
        TurnError: it is not the viewer's turn.
        NoWorldError: no position of the game agrees with the view.
    """
    started = time.perf_counter()
    assert isinstance(game, StockpileGame)
    moves = legal_moves_of_viewer(game, view)
    deadline = None
    if budget.milliseconds is not None:
        seconds = budget.milliseconds / 1000.0
        deadline = started + seconds - min(_EXPLAINING_SECONDS, 0.3 * seconds)
    clock = Clock(started, deadline, control or Control())
    count = min(parameters.worlds, budget.iterations or parameters.worlds)
    decision = decide_bid(game, view, parameters, count, seed, clock)
    outlook = outlook_of(decision)
    move = code_of_bid(decision.pile, decision.step)
    worlds = 0 if decision.beliefs is None else len(decision.beliefs.worlds)
    return Choice(
        move=move,
        candidates=_candidates(decision, moves, move, game.typical_margin),
        principal_line=((game.viewer(view), move),),
        worlds=worlds,
        iterations=worlds,
        decisions=0 if decision.estimates is None else worlds * len(moves),
        seconds=time.perf_counter() - started,
        cancelled=clock.cancelled,
        explanation=explain_bid(game, game.edition, decision, outlook),
        auction=outlook,
    )


def _candidates(decision: Decision, moves: list[int], chosen: int, scale: float) -> tuple[Candidate, ...]:
    """Every bid with its estimate as a utility; the chosen one first, then the best.

    The utility is that of the margin in :mod:`solvers.utility`: 0.5 for a result of $0K.
    """
    estimates = decision.estimates
    if estimates is None or decision.beliefs is None:
        return chosen_first(moves, chosen)
    weights = decision.beliefs.weights
    margins = estimates.values / (2.0 * scale)
    means = 0.5 + 0.5 * margins / (1.0 + np.abs(margins))
    spread = np.sqrt((estimates.results - estimates.values[:, None]) ** 2 @ weights**2)
    errors = 0.25 * spread / scale / (1.0 + np.abs(margins)) ** 2
    worlds = len(weights)
    candidates = [
        Candidate(code_of_bid(pile, step), worlds, float(mean), float(error) if worlds > 1 else None)
        for (pile, step), mean, error in zip(estimates.bids.tolist(), means, errors, strict=True)
    ]
    return tuple(sorted(candidates, key=lambda item: (item.move != chosen, -(item.mean or 0.0), item.move)))
