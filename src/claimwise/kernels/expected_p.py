"""Differences of simulated studies with an effect against those without: expected p and power.

The p of Wein et al. (2023) is the share of pairs, one study with the effect and one without, in
which the one without is at least as extreme. That is no p-value but the mean of the p-values of
studies with the effect: about one half where there is none. It is one minus the area under a ROC
curve, and has the standard error of one.
"""

from __future__ import annotations

from math import floor, nan, sqrt
from typing import NamedTuple

import numpy as np

from claimwise.core import check_alpha, check_alternative, check_one_of
from claimwise.kernels.arrays import Floats
from claimwise.kernels.binomial_interval import normal_quantile, wilson

TIES = ("counted", "half", "strict")  # whether an equal difference is as extreme
LEVEL = 0.95


class ExpectedP(NamedTuple):
    """A share of pairs, with its Monte Carlo standard error, and the direction it looks in."""

    p: float
    error: float
    direction: str  # greater: large differences are extreme


def expected_p(
    alpha: Floats, beta: Floats, *, direction: str = "greater", ties: str = "counted"
) -> ExpectedP:
    """How often is a difference without the effect at least as extreme as one with it?

    Parameters
    ----------
    alpha, beta : array (studies,)
        Differences of studies with the effect and without; those that are NaN are left out.
    direction : {"greater", "less", "oriented"}
        Which differences are extreme. `oriented` looks to the side on which the median of `alpha`
        lies from that of `beta`, as Wein et al. (2023) do: a direction chosen from the data, so
        that without an effect the share is 0.5 at most, but for noise.
    ties : {"counted", "half", "strict"}
        Whether an equal difference is as extreme as the other: yes, half, or no.
    """
    check_one_of("direction", direction, ("greater", "less", "oriented"))
    check_one_of("ties", ties, TIES)
    alpha, beta = (np.sort(values[~np.isnan(values)]) for values in (alpha, beta))
    if direction == "oriented":
        falls = len(alpha) and len(beta) and np.median(beta) > np.median(alpha)
        direction = "less" if falls else "greater"
    if not len(alpha) or not len(beta):
        return ExpectedP(nan, nan, direction)
    if direction == "less":
        alpha, beta = -alpha[::-1], -beta[::-1]
    of_alpha = 1.0 - _below(alpha, beta, ties, equal_is_below=ties == "strict")
    of_beta = _below(beta, alpha, ties, equal_is_below=ties == "counted")
    error = nan
    if len(alpha) > 1 and len(beta) > 1:
        error = sqrt(of_alpha.var(ddof=1) / len(alpha) + of_beta.var(ddof=1) / len(beta))
    return ExpectedP(float(of_alpha.mean()), error, direction)


def _below(values: Floats, others: Floats, ties: str, *, equal_is_below: bool) -> Floats:
    """Return for each value the share of the sorted others that lie below it."""
    strictly = np.searchsorted(others, values, side="left")
    weakly = np.searchsorted(others, values, side="right")
    if ties == "half":
        return np.asarray((strictly + weakly) / (2 * len(others)))
    return np.asarray((weakly if equal_is_below else strictly) / len(others))


class SimulatedPower(NamedTuple):
    """Power with its Monte Carlo interval; differences below or above critical values are found."""

    power: float
    low: float
    high: float
    below: float  # critical values; NaN where that side is not looked at
    above: float


def simulated_power(
    alpha: Floats, beta: Floats, *, level: float = 0.05, alternative: str = "two-sided"
) -> SimulatedPower:
    """How often is a difference with the effect beyond all but `level` of those without?

    A critical value is the smallest for which no more than `level` of `beta` lie beyond or on it
    (half of it on each side, if two-sided). The interval has the chance of both samples.

    Parameters
    ----------
    alpha, beta : array (studies,)
        Differences of studies with the effect and without; those that are NaN are left out.
    """
    check_alpha(level)
    check_alternative(alternative)
    alpha, beta = (np.sort(values[~np.isnan(values)]) for values in (alpha, beta))
    m, n = len(alpha), len(beta)
    if not m or not n:
        return SimulatedPower(nan, nan, nan, nan, nan)
    tail = level / 2 if alternative == "two-sided" else level
    allowed, reach = _allowed(tail, n), normal_quantile(LEVEL) * sqrt(n * tail * (1 - tail))
    power, ends = 0.0, [nan, nan]
    stricter = laxer = 0.0  # variances from a critical value that chance put too far in or out
    for side, sign in enumerate((-1.0, 1.0)):
        if alternative == ("greater", "less")[side]:
            continue
        effect, null = (x if sign > 0 else -x[::-1] for x in (alpha, beta))
        found, less, more = (_beyond(effect, null, allowed + d) for d in (0.0, -reach, reach))
        power += found
        stricter += (found - less) ** 2
        laxer += (more - found) ** 2
        ends[side] = sign * float(null[n - 1 - allowed])
    low, high = (float(end) for end in wilson(power * m, m, LEVEL))
    low = max(0.0, power - sqrt((power - low) ** 2 + stricter))
    high = min(1.0, power + sqrt((high - power) ** 2 + laxer))
    return SimulatedPower(power, low, high, *ends)


def _allowed(tail: float, n: int) -> int:
    """Return how many of n may lie beyond; rounding of the product must not lose one."""
    return min(n - 1, floor(tail * n * (1 + 1e-12)))


def _beyond(alpha: Floats, null: Floats, allowed: float) -> float:
    """Return the share of sorted alpha above all of the sorted null but the largest `allowed`."""
    place = len(null) - 1 - min(len(null) - 1, max(0, round(allowed)))
    return 1.0 - float(np.searchsorted(alpha, null[place], side="right")) / len(alpha)
