"""Runs that were never played: results drawn from strengths, for what only looks at results."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from eval.arena.results import GameKey, GameResult, Incident, IncidentKind
from eval.arena.run_spec import Entrant, RunSpec
from eval.arena.seating import games_of_block

NASTY = 'rändom <b>$x_1$ & "y"\'|`</b>'
FIELD = (
    Entrant("cheating", "cheating", iterations=400),
    Entrant("ismcts", "ismcts", iterations=400),
    Entrant("pimc", "pimc", iterations=400),
    Entrant("heuristic", "heuristic"),
    Entrant("cautious", "heuristic(style=cautious)"),
    Entrant(NASTY, "random"),
)
STRENGTHS = (18.0, 14.0, 9.0, 6.0, 3.0, -25.0)
ROUNDS = 6


def simulated_spec(
    players: tuple[int, ...] = (4, 2), entrants: tuple[Entrant, ...] = FIELD, blocks: int = 40
) -> RunSpec:
    return RunSpec("All solvers", "stockpile", players, entrants, blocks=blocks, seed=7, anchor=entrants[-1].name)


def simulated_results(
    spec: RunSpec, strengths: Sequence[float] = STRENGTHS, incidents: bool = True
) -> list[GameResult]:
    """All games of a run; the last entrant fails in a few of them."""
    chance = np.random.default_rng(spec.seed)
    results = []
    for players in spec.players:
        for block in range(spec.blocks):
            luck = chance.normal(0.0, 12.0, players) + np.linspace(3.0, -3.0, players)
            for number, seating in enumerate(games_of_block(spec, players, block)):
                key = GameKey(players, block, number)
                results.append(_game(key, seating, strengths, luck, chance))
    if incidents:
        failing = len(spec.entrants) - 1
        for index in range(1, len(results), 31):
            result = results[index]
            if failing in result.seating:
                seat = result.seating.index(failing)
                trouble = Incident(seat, 12, IncidentKind.EXCEPTION, "ValueError: <script>alert(1)</script>")
                results[index] = replace(result, incidents=(trouble,))
    return results


def _game(
    key: GameKey, seating: tuple[int, ...], strengths: Sequence[float], luck: np.ndarray, chance: np.random.Generator
) -> GameResult:
    players = len(seating)
    strength = np.array([strengths[entrant % len(strengths)] for entrant in seating])
    payoffs = np.round(60.0 + strength + luck + chance.normal(0.0, 10.0, players), 2)
    shape = np.linspace(0.0, 1.0, ROUNDS + 1)[1:]
    progress = 20.0 + shape[:, None] * (payoffs - 20.0) + chance.normal(0.0, 3.0, (ROUNDS, players))
    progress[-1] = payoffs
    mean = [(0.05, 0.048, 0.06, 2e-5, 2.2e-5, 6e-6)[entrant % 6] for entrant in seating]
    decisions = chance.integers(30, 45, players)
    slowest = chance.gamma(4.0, 0.5, players) * mean
    return GameResult(
        key=key,
        seating=seating,
        payoffs=tuple(payoffs.tolist()),
        decisions=tuple(decisions.tolist()),
        seconds=tuple((decisions * mean).tolist()),
        slowest=tuple(slowest.tolist()),
        progress=tuple(map(tuple, np.round(progress, 2).tolist())),
    )
