"""Means with intervals that know which games shared a deal: a deal (a block) is one observation."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean and its 95 % confidence interval; NaN where too few deals tell, infinite where there is no bound."""

    mean: float
    low: float
    high: float

    def text(self, digits: int) -> str:
        """``0.412 ± 0.031``, or ``0.000 (0.000 to 0.060)`` where it is not about as far to both sides."""
        if np.isnan(self.low):
            return f"{self.mean:.{digits}f}"
        down, up = self.mean - self.low, self.high - self.mean
        if not np.isfinite(down + up) or min(down, up) < 0.8 * max(down, up):
            return f"{self.mean:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"
        return f"{self.mean:.{digits}f} ± {(self.high - self.low) / 2.0:.{digits}f}"


UNKNOWN = Interval(float("nan"), float("nan"), float("nan"))
"""Of what was never observed."""


def interval_over_deals(values: npt.NDArray[np.float64]) -> Interval:
    """Student's t interval for the mean of one value a deal; without bounds (NaN) for a single deal.

    Games on one deal are alike, so their mean is one observation.

    >>> interval_over_deals(np.array([0.0, 1.0])).mean
    0.5
    """
    return interval_of_ratio(values, np.ones(len(values)))


def interval_of_ratio(sums: npt.NDArray[np.float64], counts: npt.NDArray[np.float64]) -> Interval:
    """The mean of all values, from the sum and the number of the values on each deal.

    Deals without any value do not count. The error is that of a ratio estimator over clusters (Cochran, "Sampling
    Techniques", 1977, section 6.4) with Student's t for as many deals; where all deals have equally many values it is
    the t interval of their means.

    Args:
        sums: for each deal.
        counts: for each deal.
    """
    there = counts > 0
    deals = int(there.sum())
    if deals == 0:
        return UNKNOWN
    sums, counts = sums[there], counts[there]
    mean = float(sums.sum() / counts.sum())
    if deals == 1:
        return Interval(mean, float("nan"), float("nan"))
    residuals = sums - mean * counts
    error = float(np.sqrt((residuals**2).sum() * deals / (deals - 1.0)) / counts.sum())
    reach = t_quantile(deals - 1) * error
    return Interval(mean, mean - reach, mean + reach)


def interval_of_share(sums: npt.NDArray[np.float64], counts: npt.NDArray[np.float64]) -> Interval:
    """As :func:`interval_of_ratio`, for values from 0 to 1, and wider where all deals agree.

    Where n deals all have the same mean, and be it 0 or 1, one more would differ with a chance of at most
    ``1 - 0.025**(1/n)`` (97.5 % confidence), by how much is not known. The interval then is what that allows, instead
    of having no width.
    """
    plain = interval_of_ratio(sums, counts)
    deals = int((counts > 0).sum())
    if deals < 2:
        return plain
    if plain.high - plain.low > 1e-9:
        return Interval(plain.mean, max(0.0, plain.low), min(1.0, plain.high))
    same = certain_share(deals)
    return Interval(plain.mean, same * plain.mean, 1.0 - same * (1.0 - plain.mean))


def certain_share(deals: int) -> float:
    """The least chance, with 97.5 % confidence, of what happened on all of so many deals.

    It bounds an expected share likewise: who got all there was on every deal is expected to get this much at least.
    """
    return float(((1.0 - CONFIDENCE) / 2.0) ** (1.0 / deals))


def t_quantile(freedom: float) -> float:
    """How many standard errors the interval reaches to either side."""
    return float(stats.t.ppf(0.5 + CONFIDENCE / 2.0, freedom))
