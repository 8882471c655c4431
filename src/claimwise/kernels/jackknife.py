"""The jackknife: how much a score changes as one unit is left out, and what that says of its error.

For functions of sums, and for small or skewed samples, Student's t on the jackknife's standard
error keeps its level better than the bootstrap does.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels import student
from claimwise.kernels.arrays import Floats, Ints


def standard_error(left: Floats, times: Ints) -> float:
    """Return the standard error from values without each unit (Tukey 1958).

    Each value stands for `times` equal units. NaN for one unit, or where a value is undefined.
    """
    units = int(times.sum())
    if units < 2 or np.isnan(left[times > 0]).any():
        return float("nan")
    mean = float((left * times).sum() / units)
    squares = float(((left - mean) ** 2 * times).sum())
    return float(np.sqrt((units - 1) / units * squares))


def pvalue(
    estimate: float,
    left: Floats,
    times: Ints,
    alternative: str,
    *,
    margin: float = 0.0,
    near: float = 0.0,
) -> float:
    """Return the p-value of the hypothesis that the truth is the margin.

    Values within `near` of each other are equal but for rounding. If the estimate is the same
    without every unit it has no standard error: then it is 1 at the margin or on the wrong side of
    it, one half to the power of the units on the right side, as if each had tossed a coin, and
    two-sided undefined.
    """
    error, units, distance = standard_error(left, times), int(times.sum()), estimate - margin
    if np.isnan(error) or np.isnan(estimate):
        return float("nan")
    if error > near:
        return float(student.pvalue(distance / error, units - 1, alternative))
    ahead = distance if alternative == "greater" else -distance
    if abs(distance) <= near or (alternative != "two-sided" and ahead < 0):
        return 1.0
    if alternative == "two-sided":
        return float("nan")
    return max(0.5**units, float(np.finfo(np.float64).tiny))
