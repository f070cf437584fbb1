"""The learned estimate's weights, from the data file that ships with the package; ``eval.fit_estimate`` writes it.

They end up in the rules record and not in a global array: arrays that kernels close over become part of the machine
code on disk, whose name does not change with a data file.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.stockpile.cards import ESTIMATE_FEATURES, MAX_ROUNDS

WEIGHTS_FILE = Path(__file__).with_name("weights") / "estimate_v2.toml"


@dataclass(frozen=True)
class EstimateWeights:
    """What was learned for a number of players, by rounds left (0: unused).

    Attributes:
        weights: float64[MAX_ROUNDS + 1, ESTIMATE_FEATURES].
        spreads: float64[MAX_ROUNDS + 1], in $K.
    """

    weights: npt.NDArray[np.float64]
    spreads: npt.NDArray[np.float64]


@cache
def _contents(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {"edition": "", "players": {}}
    return tomllib.loads(path.read_text(encoding="utf-8"))


def learned_weights(edition: str, seats: int, path: Path = WEIGHTS_FILE) -> EstimateWeights | None:
    """What was learned for a table with this edition and so many players; None if nothing was.

    The fullest rounds left in the file stand for more: no search stops before the first round is over.

    Raises:
        ValueError: the file's numbers have the wrong shape.
    """
    contents = _contents(path)
    table = contents["players"].get(str(seats))
    if contents["edition"] != edition or table is None:
        return None
    weights = np.array(table["weights"], np.float64)
    spreads = np.array(table["spreads"], np.float64)
    rounds = len(spreads)
    if weights.shape != (rounds, ESTIMATE_FEATURES) or not 0 < rounds <= MAX_ROUNDS:
        raise ValueError(f"{path.name}: players.{seats}.weights must be {rounds} rows of {ESTIMATE_FEATURES} numbers")
    rows = np.minimum(np.arange(1, MAX_ROUNDS + 1), rounds) - 1
    return EstimateWeights(
        weights=np.concatenate([np.zeros((1, ESTIMATE_FEATURES)), weights[rows]]),
        spreads=np.concatenate([np.zeros(1), spreads[rows]]),
    )
