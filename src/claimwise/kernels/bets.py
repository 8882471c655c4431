"""Bets against a mean, item by item, as compiled code: import this file late.

Waudby-Smith and Ramdas (2024), JRSS B 86, 1-27.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled

LARGEST_SHARE = 0.5  # of the wealth that a bet may lose


@compiled
def bets_on(x: Floats, log_two_over_alpha: float) -> Floats:
    """Return their predictable plug-in bets, each from the items before it alone."""
    studies, n = x.shape
    bets = np.empty((studies, n))
    for i in range(studies):
        total, squares, spread = 0.5, 0.25, 0.25
        for t in range(n):
            bets[i, t] = np.sqrt(2 * log_two_over_alpha / (spread * (t + 1) * np.log(t + 2.0)))
            total += x[i, t]
            mean = total / (t + 2)
            squares += (x[i, t] - mean) ** 2
            spread = squares / (t + 2)
    return bets


@compiled
def wealth_of(x: Floats, bets: Floats, mean: Floats, up: bool, limit: float) -> tuple[Floats, Ints]:
    """Return the largest log wealth of bets against a mean, and when it first reached the limit.

    Up: bets that the values are higher. The wealth falls with the mean that is bet against.
    """
    studies, n = x.shape
    best, first = np.zeros(studies), np.full(studies, -1)
    for i in range(studies):
        m = mean[i] if up else 1 - mean[i]
        most = LARGEST_SHARE / m if m > 0 else np.inf
        log_wealth = 0.0
        for t in range(n):
            value = x[i, t] if up else 1 - x[i, t]
            log_wealth += np.log1p(min(bets[i, t], most) * (value - m))
            if log_wealth > best[i]:
                best[i] = log_wealth
                if first[i] < 0 and log_wealth >= limit:
                    first[i] = t
    return best, first
