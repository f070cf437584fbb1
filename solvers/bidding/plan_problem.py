"""What a bidder plans: how far to go on each pile, the same in every world that it cannot tell apart.

A world says at what level of the Bid Track each pile would fall to the bidder (its clearing level) and what it would
be worth. A plan has a cap for each pile; a pile is *reached* in a world if the cap is at least the clearing level
there. The bidder does not know the world, so it takes, of the piles that are reached, the one with the highest
*expected* surplus at its clearing level. Where none is reached, it bids as if there were no caps: there are as many
piles as meeples, so nobody goes without. Caps thus do what expectations alone cannot: they leave out a pile at prices
at which it is to be had only in worlds in which it is bad (the winner's curse).
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Levels = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

NO_CAP = -1
"""The cap of a pile that the plan does not bid for."""


@dataclass(frozen=True)
class PlanProblem:
    """What a plan is made from. S worlds, P piles, L levels of the Bid Track; money is in $K.

    Attributes:
        values: ``[S, P]`` what winning a pile is worth to the bidder, payment aside.
        clearing: ``[S, P]`` the lowest level at which the pile falls to the bidder; L or more: at none.
        weights: ``[S]`` how likely the worlds are, with any sum above 0.
        amounts: ``[L]`` the money at each level, rising.
        cash: what the bidder can pay, all its meeples together.
        costs: ``[L]`` what paying each level costs the bidder in the unit of ``values``; empty: the amounts.
        rivals: ``[S, P]`` the rivals' mean result if the bidder takes the pile; empty: none counts.
        rivals_weight: what $1K of the rivals' mean counts, in own $K.
        meeples: how many piles the bidder takes, 1 or 2.
        reserve: money that no cap may touch.
    """

    values: Floats
    clearing: Levels
    weights: Floats
    amounts: Levels
    cash: int
    costs: Floats = field(default_factory=lambda: np.zeros(0))
    rivals: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    rivals_weight: float = 0.0
    meeples: int = 1
    reserve: int = 0

    def __post_init__(self) -> None:
        """Check the shapes.

        Raises:
            ValueError: naming the field that does not fit the others.
        """
        worlds, piles = self.values.shape
        levels = len(self.amounts)
        shapes = {
            "clearing": (worlds, piles),
            "weights": (worlds,),
            "costs": (levels,),
            "rivals": (worlds, piles),
        }
        for name, wanted in shapes.items():
            shape = getattr(self, name).shape
            if shape != wanted and not (name in ("costs", "rivals") and getattr(self, name).size == 0):
                raise ValueError(f"{name} must have the shape {wanted}, not {shape}")
        if worlds == 0 or not 1 <= self.meeples <= piles:
            raise ValueError("values must have a world, and a pile for each of the bidder's meeples")
        if not self.weights.sum() > 0.0 or self.weights.min() < 0.0:
            raise ValueError("weights must be 0 or more, and not all of them 0")

    @cached_property
    def shares(self) -> Floats:
        """``[S]`` the weights, with sum 1."""
        shares: Floats = self.weights / self.weights.sum()
        return shares

    @cached_property
    def payments(self) -> Floats:
        """``[S, P]`` what the clearing level costs; at no level: what the dearest does."""
        costs = self.costs if self.costs.size else self.amounts.astype(np.float64)
        payments: Floats = costs[np.minimum(self.clearing, len(self.amounts) - 1)]
        return payments

    @property
    def surplus(self) -> Floats:
        """``[S, P]`` value less payment."""
        return self.values - self.payments

    @cached_property
    def gains(self) -> Floats:
        """``[S, P]`` what the plan maximises: surplus less the rivals' weighted mean."""
        return self.before_payment - self.payments

    @property
    def before_payment(self) -> Floats:
        """``[S, P]`` gains, payment aside."""
        return self.values - self.rivals_weight * self.rivals if self.rivals.size else self.values

    @cached_property
    def expected_gains(self) -> Floats:
        """``[S, P]`` what the bidder expects of each pile at its level there, not knowing the world."""
        expected: Floats = self.shares @ self.before_payment - self.payments
        return expected

    @cached_property
    def places(self) -> Levels:
        """``[S, P]`` each pile's place in the order in which the bidder wants them; last those it cannot pay for."""
        beyond = self.clearing >= np.searchsorted(self.amounts, self.cash, side="right")
        unwanted = np.where(beyond, 1e6 * (1.0 + self.clearing), 0.0) - self.expected_gains
        order = np.argsort(unwanted, axis=1, kind="stable")
        places = np.empty_like(order)
        np.put_along_axis(places, order, np.arange(order.shape[1])[None, :], axis=1)
        return places

    @property
    def budget(self) -> int:
        """What caps may come to."""
        return max(0, self.cash - self.reserve)


def piles_won(problem: PlanProblem, caps: npt.ArrayLike) -> Flags:
    """The piles that plans take in each world, as many as there are meeples.

    Args:
        problem: the worlds.
        caps: ``[..., P]``, one plan or many.

    Returns:
        ``[..., S, P]``.
    """
    reached = np.asarray(caps)[..., None, :] >= problem.clearing
    piles = problem.clearing.shape[1]
    places = problem.places + np.where(reached, 0, 2 * piles)
    if problem.meeples == 1:
        won: Flags = places == places.min(axis=-1, keepdims=True)
        return won
    won = places <= np.partition(places, problem.meeples - 1, axis=-1)[..., problem.meeples - 1, None]
    return won


def worth_of(problem: PlanProblem, caps: npt.ArrayLike) -> Floats:
    """``[...]`` the weighted mean gain of plans ``[..., P]`` in $K, all the piles that each takes together."""
    gains = np.where(piles_won(problem, caps), problem.gains, 0.0).sum(axis=-1)
    worth: Floats = gains @ problem.shares
    return worth


def payable(problem: PlanProblem, caps: npt.ArrayLike) -> Flags:
    """``[...]`` whether plans ``[..., P]`` keep to the budget, whichever piles they take."""
    levels = np.asarray(caps)
    amounts = np.where(levels < 0, 0, problem.amounts[np.maximum(levels, 0)])
    dearest = np.sort(amounts, axis=-1)[..., -problem.meeples :]
    within: Flags = dearest.sum(axis=-1) <= problem.budget
    return within


def climb(problem: PlanProblem) -> tuple[int, ...]:
    """A good plan for a start: the best cap of one pile after another until none gains, from a few beginnings."""
    top = int(np.searchsorted(problem.amounts, problem.budget // problem.meeples, side="right")) - 1
    found = [_climb_from(problem, level) for level in sorted({NO_CAP, top // 2, top})]
    return max(found, key=lambda plan: plan[0])[1]


def _climb_from(problem: PlanProblem, level: int) -> tuple[float, tuple[int, ...]]:
    piles = problem.clearing.shape[1]
    caps = np.full(piles, level)
    best = float(worth_of(problem, caps))
    settled = 0
    pile = 0
    while settled < piles:
        tried = np.repeat(caps[None, :], len(problem.amounts) + 1, axis=0)
        tried[:, pile] = np.arange(NO_CAP, len(problem.amounts))
        tried = tried[payable(problem, tried)]
        worths = worth_of(problem, tried)
        found = int(np.argmax(worths))
        settled += 1
        if worths[found] > best + 1e-9:
            best = float(worths[found])
            caps = tried[found]
            settled = 1
        pile = (pile + 1) % piles
    return best, tuple(caps.tolist())
