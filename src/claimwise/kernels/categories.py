"""Two distributions over the same ordered categories."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats


def superiority(p: Floats, q: Floats) -> float:
    """Return the probability that a rating from q is above one from p; ties count one half.

    >>> superiority(np.array([0.5, 0.5]), np.array([0.0, 1.0]))
    0.75
    """
    below = np.concatenate([[0.0], np.cumsum(p)[:-1]])
    return float(q @ (below + p / 2))
