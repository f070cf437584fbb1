"""``pitwise bench --peers``: our search beside OpenSpiel's, in one run on one machine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.errors import PitwiseError
from eval.bench import machine
from eval.peers.decision_bench import decision_figures
from eval.peers.extras import imported
from eval.peers.leduc_bench import leduc_figures
from eval.peers.match_bench import match_figures

Figures = dict[str, Any]

PARTS = ("leduc", "decisions", "matches")
"""Of the comparison, in their order."""


@dataclass(frozen=True)
class PeerSettings:
    """How much is measured.

    Attributes:
        seconds: for each figure of decisions.
        repeats: runs for each speed on Leduc.
        budgets: playouts a decision at which exploitability is measured.
        deals: of each match; every deal is played twice.
        simulations: of OpenSpiel's Python search for each move of a match, at least 2: its first only makes the root.
        parts: what is measured, of ``PARTS``.
    """

    seconds: float = 1.0
    repeats: int = 9
    budgets: tuple[int, ...] = (100, 1_000, 10_000)
    deals: int = 10
    simulations: int = 5
    parts: tuple[str, ...] = PARTS

    def __post_init__(self) -> None:
        """Check the parts.

        Raises:
            PitwiseError: naming one that is not there.
        """
        for part in self.parts:
            if part not in PARTS:
                raise PitwiseError(f"there is no part {part!r} to measure; there are {', '.join(PARTS)}")


def peer_figures(settings: PeerSettings, progress: Callable[[str], None]) -> Figures:
    """The figures, as JSON values.

    Raises:
        MissingExtraError: OpenSpiel is not installed.
    """
    imported("pyspiel", "OpenSpiel", "openspiel")
    report: Figures = {"machine": machine()}
    if "leduc" in settings.parts:
        progress("Leduc poker: speed and exploitability")
        report["Leduc poker"] = leduc_figures(settings.budgets, settings.repeats)
    if "decisions" in settings.parts:
        progress("decisions")
        report["a simulated decision"] = decision_figures(settings.seconds)
    if "matches" in settings.parts and settings.deals:
        progress("matches against OpenSpiel's Python search")
        report["matches for two"] = match_figures(settings.simulations, settings.deals)
    return report
