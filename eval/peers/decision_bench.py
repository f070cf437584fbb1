"""What one simulated decision costs: our search on our games beside OpenSpiel's C++ search on card games."""

import time
from typing import Any

import numpy as np

from engine.catalog import GAMES, load_game
from eval.bench import SEARCHES, mid_game, view_of_mover
from eval.peers.extras import imported
from solvers.base import Budget
from solvers.registry import make_solver

Figures = dict[str, Any]

PEER_GAMES = ("hearts", "oh_hell")
PEER_SIMULATIONS = 100
_LENGTHS = 20
_CHANCE = -1


def our_decision(name: str, seconds: float) -> float:
    """µs a simulated decision of our search with random playouts to the end, over views of a whole game."""
    game = load_game(name)
    solver = make_solver(SEARCHES["random playouts to the end"])
    views = [view_of_mover(game, mid_game(game, seed=seed, moves=12 * seed)) for seed in range(4)]
    solver.choose(game, views[0], Budget(iterations=2), 0)
    spent, decisions = 0.0, 0
    for view in views:
        choice = solver.choose(game, view, Budget(milliseconds=1000 * seconds / len(views)), 1)
        spent += choice.seconds
        decisions += choice.decisions
    return 1e6 * spent / decisions


def peer_decision(pyspiel: Any, name: str, seconds: float) -> float:
    """µs a simulated decision of OpenSpiel's C++ search: its time over simulations times the moves left in the game.

    A simulation plays to the end, so it makes as many decisions as a random game from here on has.
    """
    rng = np.random.default_rng(1)
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        _step(state, rng)
    decisions = sum(_decisions_left(state.clone(), rng) for _ in range(_LENGTHS)) / _LENGTHS
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 10.0, PEER_SIMULATIONS, -1, policy, False, True)
    simulations = 0
    started = time.perf_counter()
    while simulations == 0 or time.perf_counter() - started < seconds:
        bot.step(state)
        simulations += PEER_SIMULATIONS
    return 1e6 * (time.perf_counter() - started) / (simulations * decisions)


def _step(state: Any, rng: np.random.Generator) -> None:
    if state.current_player() == _CHANCE:
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(actions, p=np.array(weights) / sum(weights))))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))


def _decisions_left(state: Any, rng: np.random.Generator) -> int:
    decisions = 0
    while not state.is_terminal():
        decisions += state.current_player() != _CHANCE
        _step(state, rng)
    return decisions


def decision_figures(seconds: float) -> Figures:
    """Part (b) of the comparison.

    Raises:
        MissingExtraError: OpenSpiel is not installed.
    """
    pyspiel = imported("pyspiel", "OpenSpiel", "openspiel")
    figures: Figures = {f"ours on {name}, µs": round(our_decision(name, seconds), 4) for name in GAMES}
    for name in PEER_GAMES:
        figures[f"OpenSpiel's C++ on {name}, µs"] = round(peer_decision(pyspiel, name, seconds), 4)
    return figures
