"""Matches of our search against OpenSpiel's Python ISMCTS, which plays our games through the adapter."""

import time
from typing import Any

import numpy as np
from scipy.stats import binomtest

from engine import contract
from engine.catalog import GAMES, load_game
from eval.peers.extras import imported
from solvers.base import Budget, Solver
from solvers.registry import make_solver

Figures = dict[str, Any]

OURS = "ismcts"
EXPLORATION = 1.4
"""Of OpenSpiel's search; its returns are margins in typical margins."""


class Peer:
    """OpenSpiel's Python search in one seat, with random playouts and worlds from our resampler.

    Attributes:
        seconds, decisions: what it took so far.
    """

    def __init__(self, game: Any, simulations: int, seed: int) -> None:
        ismcts = imported("open_spiel.python.algorithms.ismcts", "OpenSpiel", "openspiel")
        mcts = imported("open_spiel.python.algorithms.mcts", "OpenSpiel", "openspiel")
        adapter = imported("eval.peers.open_spiel_game", "OpenSpiel", "openspiel")
        random_state = np.random.RandomState(seed)
        self.bot = ismcts.ISMCTSBot(
            game=adapter.OpenSpielGame(game, returns=adapter.MARGINS),
            evaluator=mcts.RandomRolloutEvaluator(1, random_state),
            uct_c=EXPLORATION,
            max_simulations=simulations,
            random_state=random_state,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            allow_inconsistent_action_sets=True,
        )
        self.bot.set_resampler(adapter.Resampler(seed))
        self.state = self.bot._game.new_initial_state()
        self.seconds = 0.0
        self.decisions = 0

    def move(self, state: Any) -> int:
        """A move code for the seat to move; the position is only looked at through the resampler."""
        self.state.put(state)
        started = time.perf_counter()
        action = self.bot.step(self.state)
        self.seconds += time.perf_counter() - started
        self.decisions += 1
        return int(self.state.move_of(action))


def play(
    game: Any, ours: Solver, our_seat: int, seed: int, simulations: int, equal_time: bool
) -> tuple[float, Figures]:
    """One game for two; our share of the win, and what both took for a decision: seconds, and our iterations.

    At equal time our search has, for its decisions up to here, what the peer took for as many of its own. (Not for each
    what the peer took on average so far: the first decisions of a game take it longest.)
    """
    peer = Peer(game, simulations, seed + 1)
    state = game.deal(seed)
    our_seconds, our_iterations, our_decisions = 0.0, 0, 0
    while (seat := game.mover(state)) is not None:
        moves = game.legal_moves(state)
        if len(moves) == 1:
            move = moves[0]
        elif seat != our_seat:
            move = peer.move(state)
        else:
            if equal_time and not peer.decisions:
                # How long it takes must be known before our first decision.
                peer.move(state)
            budget = Budget(iterations=simulations)
            if equal_time:
                left = peer.seconds / peer.decisions * (our_decisions + 1) - our_seconds
                budget = Budget(milliseconds=max(1.0, 1000 * left))
            choice = ours.choose(game, game.view(state, seat), budget, seed)
            our_seconds += choice.seconds
            our_iterations += choice.iterations
            our_decisions += 1
            move = choice.move
        contract.apply(game.rules, state, move, contract.NO_LOG)
    payoffs = game.payoffs(state)
    best = max(payoffs)
    share = (payoffs[our_seat] == best) / payoffs.count(best)
    return share, {
        "ours": our_seconds / max(1, our_decisions),
        "peer": peer.seconds / max(1, peer.decisions),
        "our iterations": our_iterations / max(1, our_decisions),
    }


def match_figures(simulations: int, deals: int, seed: int = 1) -> Figures:
    """Part (c) of the comparison: every deal is played twice, with seats changed.

    Raises:
        MissingExtraError: OpenSpiel is not installed.
    """
    figures: Figures = {}
    ours = make_solver(OURS)
    for name in GAMES:
        game = load_game(name, seats=2)
        for equal_time in (False, True):
            shares, times = [], []
            for deal in range(deals):
                for our_seat in range(2):
                    share, seconds = play(game, ours, our_seat, seed + deal, simulations, equal_time)
                    shares.append(share)
                    times.append(seconds)
            what = "equal time" if equal_time else f"{simulations} simulations each"
            figures[f"{name}, {what}: our win share"] = round(float(np.mean(shares)), 3)
            # A shared win counts as none here.
            known = binomtest(sum(share == 1 for share in shares), len(shares)).proportion_ci(0.95, "exact")
            figures[f"{name}, {what}: 95 % interval"] = f"{known.low:.3f} to {known.high:.3f}"
            figures[f"{name}, {what}: games"] = len(shares)
            figures[f"{name}, {what}: simulations a decision, peer"] = simulations
            iterations = float(np.mean([taken["our iterations"] for taken in times]))
            figures[f"{name}, {what}: iterations a decision, ours"] = round(iterations)
            for side in ("ours", "peer"):
                mean = float(np.mean([seconds[side] for seconds in times]))
                figures[f"{name}, {what}: ms a decision, {side}"] = round(1000 * mean, 1)
    return figures
