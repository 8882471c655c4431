"""Power of a randomisation test in a Delta-Laplace world, by the normal approximation.

The difference under random swaps is near normal with deviation s0, the observed difference with
deviation s1 about the true one: power is near Phi((D - z s0) / s1). Both shrink with the square
root of n, so the sample size has a closed form.
"""

from __future__ import annotations

from math import ceil, inf, log2, nan, sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from claimwise.kernels.root import root
from claimwise.power.normal import critical_z
from claimwise.worlds.delta_laplace import DeltaLaplace

ROUNDING = 1e-9  # 2^-4 is as small as 0.0625


class Approximation(NamedTuple):
    """What the normal approximation says of a study."""

    power: float
    reject_any: float
    type_m: float
    type_s: float


def normal_study(world: DeltaLaplace, n: float, alpha: float, alternative: str) -> Approximation:
    """Return power and errors as if the observed difference were normal.

    A study rejects where its difference exceeds z standard deviations of random swaps; one of
    fewer items than `fewest` never does.
    """
    if n < fewest(alpha, alternative):
        return Approximation(0.0 if world.difference else nan, 0.0, nan, nan)
    d, bound = world.difference, critical_z(alpha, alternative) * world.deviation(n)
    tails = {"two-sided": (1, -1), "greater": (1,), "less": (-1,)}[alternative]
    found = {side: _tail(side * d, world.error(n), bound) for side in tails}
    any_ = sum(share for share, _ in found.values())
    if not any_:
        return Approximation(0.0 if d else nan, 0.0, nan, nan)
    right = 1 if d > 0 else -1
    power, wrong = (found.get(side, (0.0, 0.0))[0] for side in (right, -right))
    sizes = sum(size for _, size in found.values())
    if not d:
        return Approximation(nan, any_, nan, nan)
    return Approximation(power, any_, sizes / any_ / abs(d), wrong / any_)


def normal_size(world: DeltaLaplace, target: float, alpha: float, alternative: str) -> float:
    """Return the number of items with that power: (z s0 + z' s1)^2 / D^2 for deviations of one."""
    if not world.difference or blind(world.difference, alternative):
        return inf
    size = _size(world, target, alpha, alternative)
    return max(size, float(fewest(alpha, alternative)))


def _size(world: DeltaLaplace, target: float, alpha: float, alternative: str) -> float:
    """Return the same, as if any number of items could be significant."""
    reach = critical_z(alpha, alternative) * world.deviation(1)
    reach += float(special.ndtri(target)) * world.error(1)
    return (reach / world.difference) ** 2


def normal_mde(
    world: DeltaLaplace, n: float, target: float, alpha: float, alternative: str
) -> float:
    """Return the size of the smallest difference with that power; infinite where none has it."""
    if n < fewest(alpha, alternative):
        return inf
    sign = -1 if alternative == "less" else 1
    largest = 1e6 * world.scale

    def short(size: float) -> float:
        return sqrt(_size(world.at(sign * size), target, alpha, alternative) / n) - 1

    if short(largest) > 0:
        return inf
    return root(short, 1e-9 * world.scale, largest, xtol=1e-12 * world.scale)


def fewest(alpha: float, alternative: str) -> int:
    """Return the fewest items whose swaps can be significant: all 2^n of them are equally likely.

    >>> fewest(0.05, "two-sided"), fewest(0.05, "less")
    (6, 5)
    """
    sides = 2 if alternative == "two-sided" else 1
    return ceil(log2(sides / alpha) - ROUNDING)


def blind(difference: float, alternative: str) -> bool:
    """Whether a one-sided test looks away from this difference."""
    return {"greater": difference < 0, "less": difference > 0}.get(alternative, False)


def _tail(mean: float, deviation: float, bound: float) -> tuple[float, float]:
    """Return P(X > bound) of a normal variable, and E[X; X > bound]."""
    z = (bound - mean) / deviation
    share = float(special.ndtr(-z))
    return share, mean * share + deviation * float(np.exp(-(z**2) / 2)) / sqrt(2 * np.pi)
