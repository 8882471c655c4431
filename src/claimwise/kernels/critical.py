"""Where a test starts to reject: bisection over counts, all strata at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Ints

Condition = Callable[[Ints], NDArray[np.bool_]]


def first_true(condition: Condition, low: Ints, high: Ints) -> Ints:
    """Return the smallest count in [low, high] that meets the condition; high + 1 where none does.

    `condition` takes one count for each stratum and, once true, stays true as counts grow.
    """
    low, past = low.copy(), np.maximum(high, low - 1) + 1
    while (open_ := low < past).any():
        middle = (low + past) // 2
        met = condition(np.where(open_, middle, high))
        past = np.where(open_ & met, middle, past)
        low = np.where(open_ & ~met, middle + 1, low)
    return past


def last_true(condition: Condition, low: Ints, high: Ints) -> Ints:
    """Return the largest count in [low, high] that meets the condition; low - 1 where none does.

    `condition`, once true, stays true as counts fall.
    """
    return -first_true(lambda negative: condition(-negative), -high, -low)
