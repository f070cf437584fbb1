"""Runs to report on."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from eval.arena.report import RunData
from eval.arena.results import GameKey, GameResult
from eval.arena.run_spec import Design, Entrant, RunSpec, SequentialTest
from eval.arena.standings import standings
from tests.eval.arena.simulated_run import FIELD, simulated_results, simulated_spec

META = {
    "started": "2026-11-30T12:00:00+00:00",
    "wall_seconds": 312.4,
    "machine": {"processor": "x86_64", "cores": 2},
    "versions": {"pitwise": "0.1.0", "numba": "0.68.0"},
}


def run_of(spec: RunSpec, results: list[GameResult] | None = None, meta: Mapping[str, object] | None = None) -> RunData:
    if results is None:
        results = simulated_results(spec)
    return RunData(spec, results, standings(spec, results), meta or {})


@cache
def round_robin_run(blocks: int = 12) -> RunData:
    return run_of(simulated_spec(blocks=blocks), meta=META)


@cache
def mirror_run() -> RunData:
    return run_of(simulated_spec((4,), (Entrant("heuristic", "heuristic"),), 12))


@cache
def unfinished_run() -> RunData:
    """One number of players has no complete block, the other misses its last game."""
    spec = simulated_spec(blocks=3)
    return run_of(
        spec, [one for one in simulated_results(spec) if one.key.players == 2 or one.key < GameKey(4, 0, 5)][:-1]
    )


@cache
def focal_run(strong: bool = True, blocks: int = 60) -> RunData:
    """With a sequential test; the first entrant is stronger than the other, or as strong."""
    spec = replace(simulated_spec((4,), FIELD[:2], blocks), design=Design.FOCAL, sequential=SequentialTest(), anchor="")
    return run_of(spec, simulated_results(spec, (6.0, 0.0) if strong else (0.0, 0.0)))
