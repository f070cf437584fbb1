"""Leduc poker, the game both sides know: iterations a second and exploitability of our search and OpenSpiel's."""

import itertools
import statistics
import time
from collections.abc import Iterable
from typing import Any

from engine import contract
from engine.leduc.facade import LeducGame
from eval.exploitability import SearchPolicy, exploitability
from eval.peers.extras import imported
from solvers.base import Budget
from solvers.registry import make_solver

Figures = dict[str, Any]

PLAIN = "playouts=random,cutoff=0,win_weight=0,elimination=0,rival_policy=0"
"""Nothing but the tree and random playouts: what OpenSpiel's search does as well."""

BOUNDS = f"ismcts({PLAIN})"
_MIXED = "selection=regret_matching,choice=proportional,margin_scale=1000"
REGRETS = f"ismcts({PLAIN},{_MIXED})"
FROM_START = f"ismcts({PLAIN},{_MIXED},worlds_from=start)"
"""The scale makes utilities linear in chips: an equilibrium of bent utilities would be one of another game."""

EXPLORATION = 10.0
"""OpenSpiel's constant, in chips: near the largest result. No other was tried."""

SEEDS = (1, 2)
INFORMATION_SETS = 288

_SPEED_ITERATIONS = 20_000


def all_deals(game: LeducGame) -> list[Any]:
    """Every game that can be dealt."""
    return [game.dealt((first, second), third) for first, second, third in itertools.permutations(range(6), 3)]


def first_views(game: LeducGame) -> list[Any]:
    """The first decision's view with each card of different rank."""
    return [game.view(game.dealt((card, (card + 1) % 6), (card + 2) % 6), 0) for card in (0, 2, 4)]


def our_speed(spec: str, repeats: int) -> float:
    """Iterations a second at the first decision, the median of so many runs."""
    game = LeducGame()
    solver = make_solver(spec)
    solver.choose(game, first_views(game)[0], Budget(iterations=10), 0)
    rates = []
    for repeat in range(repeats):
        view = first_views(game)[repeat % 3]
        choice = solver.choose(game, view, Budget(iterations=_SPEED_ITERATIONS), repeat)
        rates.append(choice.iterations / choice.seconds)
    return statistics.median(rates)


def peer_bot(pyspiel: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's search in C++, with random playouts, playing each move as often as it was visited."""
    return pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        EXPLORATION,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False,
        False,
    )


def peer_state(pyspiel: Any, hands: tuple[int, int]) -> Any:
    """OpenSpiel's game with these hands."""
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for card in hands:
        state.apply_action(card)
    return state


def peer_speed(pyspiel: Any, repeats: int) -> float:
    """Simulations a second of OpenSpiel's search at the first decision."""
    rates = []
    for repeat in range(repeats):
        bot = peer_bot(pyspiel, _SPEED_ITERATIONS, 1 + repeat)
        card = 2 * (repeat % 3)
        state = peer_state(pyspiel, (card, (card + 1) % 6))
        started = time.perf_counter()
        bot.get_policy(state)
        rates.append(_SPEED_ITERATIONS / (time.perf_counter() - started))
    return statistics.median(rates)


def our_exploitability(spec: str, budget: Budget, seed: int) -> tuple[float, float]:
    """Exploitability in chips of our search asked in every information set, and the seconds it searched."""
    game = LeducGame()
    policy = SearchPolicy(game, make_solver(spec), budget, seed)
    return exploitability(game, all_deals(game), policy), policy.seconds


class PeerPolicy:
    """OpenSpiel's search, asked once in every of our information sets.

    It tells suits apart and we do not, so one of the two suits of a card is asked about and stands for both.
    """

    def __init__(self, pyspiel: Any, simulations: int, seed: int) -> None:
        self.seconds = 0.0
        game = LeducGame()
        self._known: dict[int, dict[int, float]] = {}
        self._rules = game.rules
        for deal in all_deals(game):
            hands = (int(deal.hands[0]), int(deal.hands[1]))
            stack = [(deal, peer_state(pyspiel, hands))]
            while stack:
                state, peer = stack.pop()
                if peer.is_chance_node():
                    peer.apply_action(int(state.open_card))
                seat = game.mover(state)
                if seat is None:
                    continue
                key = int(contract.information_key(game.rules, state, seat))
                if key not in self._known:
                    bot = peer_bot(pyspiel, simulations, 1 + (seed + key) % 2**30)
                    started = time.perf_counter()
                    self._known[key] = dict(bot.get_policy(peer))
                    self.seconds += time.perf_counter() - started
                for move in game.legal_moves(state):
                    following = game.copy(state)
                    game.apply(following, move)
                    stack.append((following, peer.child(move)))

    def __call__(self, view: Any) -> dict[int, float]:
        """The probabilities of the moves."""
        return self._known[int(contract.information_key(self._rules, view, int(view.viewer)))]


def peer_exploitability(pyspiel: Any, simulations: int, seed: int) -> tuple[float, float]:
    """Exploitability in chips of OpenSpiel's search asked in every information set, and the seconds it searched."""
    game = LeducGame()
    policy = PeerPolicy(pyspiel, simulations, seed)
    return exploitability(game, all_deals(game), policy), policy.seconds


def leduc_figures(budgets: tuple[int, ...], repeats: int) -> Figures:
    """Part (a) of the comparison.

    Raises:
        MissingExtraError: OpenSpiel is not installed.
    """
    pyspiel = imported("pyspiel", "OpenSpiel", "openspiel")
    ours, peer = our_speed(BOUNDS, repeats), peer_speed(pyspiel, repeats)
    figures: Figures = {
        "our iterations/s": round(ours),
        "our worlds/s by regret matching": round(our_speed(REGRETS, repeats)),
        "OpenSpiel's C++ simulations/s": round(peer),
        "ours to OpenSpiel's": round(ours / peer, 2),
    }
    for budget in budgets:
        what = f"{budget:,} simulations a decision"
        peer_losses, peer_seconds = both(peer_exploitability(pyspiel, budget, seed) for seed in SEEDS)
        same_time = Budget(milliseconds=1000 * peer_seconds / INFORMATION_SETS)
        for name, (losses, seconds) in (
            ("OpenSpiel's", (peer_losses, peer_seconds)),
            ("ours", both(our_exploitability(FROM_START, Budget(iterations=budget), seed) for seed in SEEDS)),
            ("ours, view only", both(our_exploitability(REGRETS, Budget(iterations=budget), seed) for seed in SEEDS)),
            ("ours, in OpenSpiel's time", both(our_exploitability(FROM_START, same_time, seed) for seed in SEEDS)),
        ):
            figures[f"exploitability, {what}, {name}"] = round(losses, 3)
            figures[f"ms a decision, {what}, {name}"] = round(1000 * seconds / INFORMATION_SETS, 2)
    return figures


def both(measured: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The means of exploitabilities and of seconds."""
    losses, seconds = zip(*measured, strict=True)
    return statistics.mean(losses), statistics.mean(seconds)
