"""Scores with a few decimals as whole numbers, so that what is equal on paper is equal here.

0.3 - 0.1 is not 0.2 in doubles, and 100000.12 - 100000.10 is farther from 0.02 still: the rounding
is relative to the scores, not to their difference. A permutation test counts ties, so it has to
know them. Scores that were written with k decimals are whole multiples of 10^-k, and whole numbers
are subtracted without rounding.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats

MOST_DECIMALS = 12  # with more, any double is a decimal number
LARGEST = 2.0**53  # whole numbers below it are doubles
FIRST = 32  # scores that are looked at before all are


def decimals(*columns: Floats) -> int | None:
    """Return with how few decimals all scores can be written; None where they cannot.

    >>> decimals(np.array([0.25, 100000.1])), decimals(np.array([1 / 3]))
    (2, None)
    """
    for places in range(MOST_DECIMALS + 1):
        if all(_fits(column.ravel()[:FIRST], places) for column in columns) and all(
            _fits(column, places) for column in columns
        ):
            return places
    return None


def whole(column: Floats, places: int) -> Floats:
    """Return scores in units of 10^-places: whole numbers."""
    return np.asarray(np.rint(column * 10.0**places))


def difference(b: Floats, a: Floats) -> Floats:
    """Return b minus a, right to the last digit where the scores have a few decimals.

    >>> difference(np.array([100000.12]), np.array([100000.10])).tolist()
    [0.02]
    """
    places = decimals(a, b)
    if places is None:
        return np.asarray(b - a)
    return np.asarray((whole(b, places) - whole(a, places)) / 10.0**places)


def _fits(column: Floats, places: int) -> bool:
    with np.errstate(over="ignore", invalid="ignore"):
        units = np.rint(column * 10.0**places)
        back = (
            units / 10.0**places
        )  # the double nearest to the decimal number, as a reader makes it
    return bool(((np.abs(units) < LARGEST) & (back == column)).all())
