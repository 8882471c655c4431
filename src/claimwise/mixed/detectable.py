"""What a study could have found, whatever it did find."""

from __future__ import annotations

from itertools import combinations
from math import inf

import numpy as np
from scipy import special

from claimwise.core import Row
from claimwise.mixed.levels import Level, pair_at
from claimwise.mixed.rows import Fit, contrast_rows, quantile

POWER = 0.8
LARGE = 1e5  # degrees of freedom from which on t is normal
MOST = 1e3  # standard errors: a critical value beyond leaves nothing to be found


def detectable_rows(fit: Fit, levels: list[Level], level: float) -> list[Row]:
    """Return for each pair of levels the smallest true difference that is found.

    With power 0.8 by a two-sided test of that pair alone, at 1 - level and with the standard error
    of this study. It does not depend on the difference that was seen.
    """
    rows = []
    for a, b in combinations(levels, 2):
        at = pair_at(a, b)
        _, error, *more = contrast_rows(fit, "difference", at, b.row - a.row, level)
        df = more[0].estimate if more else inf
        size = error.estimate * strength(quantile(level, df), df)
        rows.append(Row(quantity="mde", at=at, estimate=size, n=fit.model.design.n))
    return rows


def strength(critical: float, df: float) -> float:
    """Return the effect over its standard error that a test by t finds with power 0.8.

    >>> round(strength(1.959964, inf), 4)
    2.8016
    """
    from scipy.optimize import brentq

    def lacking(effect: float) -> float:
        if df > LARGE:
            tails = special.ndtr(np.array([critical, -critical]) - effect)
        else:  # what underflows comes back as NaN
            tails = special.nctdtr(df, effect, np.array([critical, -critical]))
        below, wrong = np.nan_to_num(tails)
        return float(1 - below + wrong) - POWER

    if not critical < MOST:  # next to no degrees of freedom: no effect is found reliably
        return float("nan")
    return float(brentq(lacking, 0.0, 6 + 2 * critical))
