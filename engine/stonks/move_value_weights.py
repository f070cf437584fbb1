"""The weights by which moves are judged, from the data file that ships with the package.

``eval.fit_move_values`` writes it. They end up in the rules record, as those of Stockpile's estimate do
(:mod:`engine.stockpile.estimate_weights`).
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

WEIGHTS_FILE = Path(__file__).with_name("weights") / "move_values_v1.npz"


class MoveValueWeights(NamedTuple):
    """What was learned for a number of players: for each phase a network of one hidden layer.

    Attributes:
        table_weights: float32[phases, TABLE_FEATURES, UNITS].
        move_weights: float32[phases, MOVE_FEATURES, UNITS].
        unit_biases: float32[phases, UNITS].
        unit_weights: float32[phases, UNITS], in points.
    """

    table_weights: npt.NDArray[np.float32]
    move_weights: npt.NDArray[np.float32]
    unit_biases: npt.NDArray[np.float32]
    unit_weights: npt.NDArray[np.float32]


@cache
def _contents(path: Path) -> dict[str, npt.NDArray[Any]]:
    with np.load(path, allow_pickle=False) as file:
        return dict(file)


def learned_weights(edition: str, seats: int, path: Path = WEIGHTS_FILE) -> MoveValueWeights | None:
    """What was learned for a table with this edition and so many players; None if nothing was."""
    contents = _contents(path)
    if str(contents["edition"]) != edition or f"{seats}_{MoveValueWeights._fields[0]}" not in contents:
        return None
    return MoveValueWeights(*(contents[f"{seats}_{part}"] for part in MoveValueWeights._fields))


def put_weights(rules: Any, weights: MoveValueWeights | None) -> None:
    """Write weights into a rules record; None: moves are not judged.

    Raises:
        ValueError: the weights have the wrong shape.
    """
    rules.learned_moves = weights is not None
    for part in MoveValueWeights._fields:
        place = rules[part]
        if weights is not None and getattr(weights, part).shape != place.shape:
            raise ValueError(f"{part} must have the shape {place.shape}, not {getattr(weights, part).shape}")
        place[:] = 0.0 if weights is None else getattr(weights, part)


def save_weights(path: Path, edition: str, seats: int, weights: MoveValueWeights) -> None:
    """Write a number of players' weights to a file, which keeps those of other numbers.

    Raises:
        ValueError: the file is about another edition.
    """
    contents: dict[str, Any] = {"edition": np.array(edition)}
    if path.exists():
        contents = dict(_contents.__wrapped__(path))
        if str(contents["edition"]) != edition:
            raise ValueError(f"{path.name} is about the edition {contents['edition']}, not {edition}")
    contents |= {f"{seats}_{part}": getattr(weights, part) for part in MoveValueWeights._fields}
    np.savez(path, **contents)
    _contents.cache_clear()
