"""``pitwise bench --peers``: our search beside OpenSpiel's, in one run on one machine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eval.bench import machine
from eval.peers.decision_bench import decision_figures
from eval.peers.extras import imported
from eval.peers.leduc_bench import leduc_figures
from eval.peers.match_bench import match_figures

Figures = dict[str, Any]


@dataclass(frozen=True)
class PeerSettings:
    """How much is measured.

    Attributes:
        seconds: for each figure of decisions.
        repeats: runs for each speed on Leduc.
        budgets: playouts a decision at which exploitability is measured.
        deals: of each match; every deal is played twice.
        simulations: of OpenSpiel's Python search for each move of a match, at least 2: its first only makes the root.
    """

    seconds: float = 1.0
    repeats: int = 9
    budgets: tuple[int, ...] = (100, 1_000, 10_000)
    deals: int = 1
    simulations: int = 25


def peer_figures(settings: PeerSettings, progress: Callable[[str], None]) -> Figures:
    """All figures, as JSON values.

    Raises:
        MissingExtraError: OpenSpiel is not installed.
    """
    imported("pyspiel", "OpenSpiel", "openspiel")
    report: Figures = {"machine": machine()}
    progress("Leduc poker: speed and exploitability")
    report["Leduc poker"] = leduc_figures(settings.budgets, settings.repeats)
    progress("decisions")
    report["a simulated decision"] = decision_figures(settings.seconds)
    if settings.deals:
        progress("matches against OpenSpiel's Python search")
        report["matches for two"] = match_figures(settings.simulations, settings.deals)
    return report
