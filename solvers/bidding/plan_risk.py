"""A limit on what a plan may lose: how often, or how much on average in the worst worlds.

The second is the conditional value at risk in the linear form of Rockafellar and Uryasev ("Optimization of Conditional
Value-at-Risk", Journal of Risk 2, 2000).
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

RiskMeasure = Literal["chance", "cvar"]

_CENTS = 100
"""Losses are rounded to a hundredth of $1K."""
_WEIGHT_UNITS = 100_000
"""Weights are rounded to a hundred-thousandth of all worlds."""
_EXCESS_COST = 1000.0
"""What $1K (or, for a chance, 1 % of the worlds) beyond the limit costs in the objective, in $K: more than any pile."""


@dataclass(frozen=True)
class RiskLimit:
    """A limit on losses. A loss is what the piles won cost beyond what they are worth, in $K.

    Attributes:
        measure: ``chance``: the worlds with a loss above ``loss`` are at most ``share`` of all by weight;
            ``cvar``: the mean loss in the worst ``share`` of the worlds is at most ``loss``.
        loss: in $K.
        share: above 0, at most 1.
    """

    measure: RiskMeasure
    loss: float
    share: float

    def __post_init__(self) -> None:
        """Check the share.

        Raises:
            ValueError: it is not above 0 and at most 1.
        """
        if not 0.0 < self.share <= 1.0:
            raise ValueError(f"share must be above 0 and at most 1, not {self.share}")

    def excess(self, losses: npt.NDArray[np.float64], shares: npt.NDArray[np.float64]) -> float:
        """By how much losses ``[S]`` with weights ``[S]`` (sum 1) are beyond it: in $K, or for a chance as a share."""
        if self.measure == "chance":
            return max(0.0, float(shares[losses > self.loss + 1e-9].sum()) - self.share)
        order = np.argsort(-losses)
        upto = np.minimum(np.cumsum(shares[order]), self.share)
        tail = np.diff(upto, prepend=0.0)
        return max(0.0, float(tail @ losses[order]) / self.share - self.loss)


def limit_risk(
    model: Any,
    risk: RiskLimit,
    shares: npt.NDArray[np.float64],
    surplus: npt.NDArray[np.float64],
    outcomes: list[list[tuple[int, Any]]],
    precision: float,
) -> list[tuple[Any, int]]:
    """Add the limit to a CP-SAT model.

    Args:
        model: a ``CpModel``.
        risk: the limit.
        shares: ``[S]`` the worlds' weights, with sum 1.
        surplus: ``[S, P]`` in $K.
        outcomes: for each world the (pile, variable) pairs of the piles it may take.
        precision: the unit of the objective, in $K.

    Returns:
        Terms of the objective, as (variable, whole coefficient): the cost of what is beyond the limit.
    """
    losses = np.rint(-_CENTS * surplus).astype(np.int64)
    weights = np.rint(_WEIGHT_UNITS * shares).astype(np.int64)
    most = int(2 * np.abs(losses).max(initial=0)) + _CENTS * int(abs(risk.loss)) + _CENTS
    alike: dict[Any, list[int]] = {}
    for world, outcome in enumerate(outcomes):
        alike.setdefault((id(outcome), *losses[world].tolist()), []).append(world)
    counted = []
    threshold = model.new_int_var(-most, most, "threshold") if risk.measure == "cvar" else None
    for group in alike.values():
        weight = int(weights[group].sum())
        if weight == 0:
            continue
        loss = sum(int(losses[group[0], pile]) * variable for pile, variable in outcomes[group[0]])
        if threshold is not None:
            beyond = model.new_int_var(0, 2 * most, "beyond")
            model.add(beyond >= loss - threshold)
        else:
            beyond = model.new_bool_var("loses")
            model.add(loss <= round(_CENTS * risk.loss) + most * beyond)
        counted.append(weight * beyond)
    total = sum(counted)
    limit_weight = round(_WEIGHT_UNITS * risk.share)
    if threshold is not None:
        excess = model.new_int_var(0, 4 * most, "excess")  # hundredths of $1K
        model.add(total <= limit_weight * (round(_CENTS * risk.loss) + excess - threshold))
        return [(excess, -round(_EXCESS_COST / _CENTS / precision))]
    excess = model.new_int_var(0, _WEIGHT_UNITS, "excess")
    model.add(total <= limit_weight + excess)
    return [(excess, -round(_EXCESS_COST * 100 / _WEIGHT_UNITS / precision))]
