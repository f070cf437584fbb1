"""What a complete-information auction comes to: who should have which pile, and the least prices that make it so.

Bidders want one pile each and none goes without (Shapley and Shubik, "The Assignment Game I: The Core", International
Journal of Game Theory 1, 1971). Prices at which every bidder likes its own pile best form a lattice; the least ones are
what each pile's bidder takes away from the others by having it, and an ascending auction ends near them (Demange, Gale
and Sotomayor, "Multi-Item Auctions", Journal of Political Economy 94, 1986).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_UNITS = 10_000
"""Assignment counts in whole numbers: ten-thousandths of $1K."""


@dataclass(frozen=True)
class CompetitivePrices:
    """Attributes: ``piles``: ``[bidders]`` each one's pile; ``prices``: ``[piles]`` in $K; ``total``: all values."""

    piles: tuple[int, ...]
    prices: Floats
    total: float


def efficient_assignment(values: Floats) -> tuple[int, ...]:
    """Each bidder's pile, so that the values add up to the most.

    Args:
        values: ``[bidders, piles]`` in $K, at least as many piles as bidders.

    Raises:
        ValueError: there are fewer piles than bidders.
    """
    from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment

    bidders, piles = values.shape
    if piles < bidders:
        raise ValueError(f"{bidders} bidders cannot have one of {piles} piles each")
    # The solver matches as many of one as of the other: bidders to whom every pile is worth nothing take what is left.
    square = np.zeros((piles, piles))
    square[:bidders] = values
    costs = np.rint(-_UNITS * square).astype(np.int64)
    assignment = SimpleLinearSumAssignment()
    rows, columns = np.divmod(np.arange(piles * piles), piles)
    assignment.add_arcs_with_cost(rows.astype(np.int32), columns.astype(np.int32), costs.reshape(-1))
    status = assignment.solve()
    assert status == assignment.OPTIMAL
    return tuple(assignment.right_mate(bidder) for bidder in range(bidders))


def total_value(values: Floats) -> float:
    """The most that the values add up to, one pile for each bidder."""
    return float(sum(values[bidder, pile] for bidder, pile in enumerate(efficient_assignment(values))))


def competitive_prices(values: Floats) -> CompetitivePrices:
    """The efficient assignment and the least competitive prices: the least solution of the assignment's dual program.

    Args:
        values: ``[bidders, piles]`` in $K, at least as many piles as bidders.

    Raises:
        ValueError: there are fewer piles than bidders.
    """
    from ortools.linear_solver import pywraplp

    assigned = efficient_assignment(values)
    bidders, piles = values.shape
    # As the assignment counted them: with other values there might be no prices that fit it.
    counted = np.rint(_UNITS * values) / _UNITS
    solver = pywraplp.Solver.CreateSolver("GLOP")
    prices = [solver.NumVar(0.0, solver.infinity(), f"price[{pile}]") for pile in range(piles)]
    # With the assignment known, the dual's surpluses are values minus prices: each bidder likes its own pile best.
    for bidder, own in enumerate(assigned):
        for pile in range(piles):
            if pile != own:
                solver.Add(prices[pile] - prices[own] >= float(counted[bidder, pile] - counted[bidder, own]))
    for pile in set(range(piles)) - set(assigned):
        solver.Add(prices[pile] <= 0.0)
    solver.Minimize(solver.Sum(prices))
    status = solver.Solve()
    assert status == pywraplp.Solver.OPTIMAL
    found = np.array([price.solution_value() for price in prices])
    total = float(values[np.arange(bidders), assigned].sum())
    return CompetitivePrices(assigned, np.maximum(found, 0.0), total)
