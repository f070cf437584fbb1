"""A small network for each phase, fitted to moves that were tried out."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.stonks.cards import TABLE_FEATURES, UNITS, Phase
from engine.stonks.move_value_weights import MoveValueWeights
from eval.move_values.recording import Trials
from eval.peers.extras import imported

PHASES = (Phase.OPENING_PAIR, Phase.TRICK, Phase.MARKET, Phase.PICK)
BATCH = 2048
FIRST_RATE = 3e-3
LAST_RATE = 2e-4
HELD_OUT_SHARE = 10
"""One decision of so many is held out."""

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Fit:
    """What came of a phase.

    Attributes:
        rows: moves tried out.
        explained: the share of the variance between a decision's moves that the network explains, on decisions held
            out; most of what is left is luck.
        gain, rule_gain: what the best move by the network and by the rules of thumb brought above the mean of all
            moves, in points, on decisions held out.
    """

    phase: Phase
    rows: int
    explained: float
    gain: float
    rule_gain: float


def numbered(decisions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Decisions as numbers from 0 without gaps."""
    return np.concatenate([[0], np.cumsum(np.diff(decisions) != 0)])


def less_decision_mean(leads: Array, decisions: npt.NDArray[np.int64]) -> Array:
    """What each move brought above the mean of its decision's moves."""
    means = np.bincount(decisions, leads) / np.bincount(decisions)
    return (leads - means[decisions]).astype(np.float32)


def best_gain(values: Array, leads: Array, decisions: npt.NDArray[np.int64]) -> float:
    """What the moves of the highest value brought on average."""
    order = np.lexsort((values, decisions))
    last = np.concatenate([np.flatnonzero(np.diff(decisions[order])), [len(order) - 1]])
    return float(leads[order[last]].mean())


def fit(trials: Trials, epochs: int, seed: int) -> tuple[MoveValueWeights, list[Fit]]:
    """The networks' weights, and how good they are.

    Args:
        trials: moves tried out.
        epochs: how often each is shown to the network.
        seed: of first weights and of the order.

    Raises:
        MissingExtraError: scikit-learn is not installed.
    """
    networks, fits = [], []
    for phase in PHASES:
        there = trials.phases == phase
        inputs = np.concatenate([trials.tables[there], trials.moves[there]], axis=1)
        decisions = numbered(trials.decisions[there])
        leads = less_decision_mean(trials.leads[there], decisions)
        held_out = decisions % HELD_OUT_SHARE == 0
        means, spreads = inputs.mean(axis=0), inputs.std(axis=0)
        spreads[spreads < 1e-6] = 1e9  # a feature that never differs
        scale = float(leads.std())
        scaled = (inputs - means) / spreads
        network = _network(scaled[~held_out], leads[~held_out] / scale, epochs, seed)
        values = network.predict(scaled) * scale
        error = ((leads - values)[held_out] ** 2).mean() / (leads[held_out] ** 2).mean()
        fits.append(
            Fit(
                phase=phase,
                rows=int(there.sum()),
                explained=1.0 - float(error),
                gain=best_gain(values[held_out], leads[held_out], decisions[held_out]),
                rule_gain=best_gain(trials.moves[there][held_out, 0], leads[held_out], decisions[held_out]),
            )
        )
        first = network.coefs_[0] / spreads[:, None]
        networks.append((first, network.intercepts_[0] - means @ first, network.coefs_[1][:, 0] * scale))
    weights = MoveValueWeights(
        table_weights=np.stack([first[:TABLE_FEATURES] for first, _, _ in networks]).astype(np.float32),
        move_weights=np.stack([first[TABLE_FEATURES:] for first, _, _ in networks]).astype(np.float32),
        unit_biases=np.stack([biases for _, biases, _ in networks]).astype(np.float32),
        unit_weights=np.stack([last for _, _, last in networks]).astype(np.float32),
    )
    return weights, fits


def _network(inputs: Array, leads: Array, epochs: int, seed: int) -> Any:
    """One hidden layer of rectified units, by Adam with a falling rate."""
    regressor = imported("sklearn.neural_network", "scikit-learn", "fit").MLPRegressor
    network = regressor(
        hidden_layer_sizes=(UNITS,),
        alpha=1e-5,
        batch_size=min(BATCH, len(leads)),
        learning_rate_init=FIRST_RATE,
        random_state=seed,
    )
    for epoch in range(epochs):
        if epoch > 0:
            network._optimizer.learning_rate_init = FIRST_RATE + (LAST_RATE - FIRST_RATE) * epoch / max(1, epochs - 1)
        network.partial_fit(inputs, leads)
    return network
