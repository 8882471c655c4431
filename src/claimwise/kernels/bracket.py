"""Where a statistic crosses its critical value: bisection, a whole batch at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Floats

HALVINGS = 54  # from a length of 2 to the spacing of doubles near one


def last_kept(rejected: Callable[[Floats], NDArray[np.bool_]], kept: Floats, end: Floats) -> Floats:
    """Return, for each study, the point between `kept` and `end` where rejection starts.

    `kept` is not rejected; from there to `end`, once rejected, a point stays rejected.

    >>> round(float(last_kept(lambda x: x**2 > 2, np.array(0.0), np.array(2.0))), 12)
    1.414213562373
    """
    for _ in range(HALVINGS):
        middle = (kept + end) / 2
        beyond = rejected(middle)
        kept, end = np.where(beyond, kept, middle), np.where(beyond, middle, end)
    return kept
