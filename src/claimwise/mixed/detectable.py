"""What a study could have found, whatever it did find."""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.root import root

POWER = 0.8
LARGE = 1e5  # degrees of freedom from which on t is normal
MOST = 1e3  # standard errors: a critical value beyond leaves nothing to be found


def strength(critical: float, df: float) -> float:
    """Return the effect over its standard error that a test by t finds with power 0.8.

    >>> round(strength(1.959964, float("inf")), 4)
    2.8016
    """

    def lacking(effect: float) -> float:
        if df > LARGE:
            tails = special.ndtr(np.array([critical, -critical]) - effect)
        else:  # what underflows comes back as NaN
            tails = special.nctdtr(df, effect, np.array([critical, -critical]))
        below, wrong = np.nan_to_num(tails)
        return float(1 - below + wrong) - POWER

    if not critical < MOST:  # next to no degrees of freedom: no effect is found reliably
        return float("nan")
    return root(lacking, 0.0, 6 + 2 * critical)
