"""The arena's figures are measured, and are of the right kind."""

import pytest

from eval.arena_bench import arena_figures


@pytest.mark.slow
def test_the_arena_is_measured() -> None:
    figures = arena_figures("stockpile", 0.05)
    assert list(figures) == [
        "heuristic games/s in the kernel loop",
        "heuristic games/s through the arena",
        "share of the kernel loop",
        "games/s with 1 worker",
        "games/s with 2 workers",
        "speed-up of 2 workers",
        "overhead a search game ms",
    ]
    assert all(value > 0 for value in figures.values())
