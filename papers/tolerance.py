"""How far a number may lie from a published one and still be the same."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from papers.base import Value

ENOUGH = 0.795  # power that is 80% as papers print it, in whole percent
ERRORS = 3.0  # Monte Carlo errors: one number of 370 lies farther by chance


def of_shares(ours: float, studies: int, theirs: int) -> float:
    """Return how far a published share of `theirs` studies may lie from ours; 0 studies is exact.

    >>> round(of_shares(0.5, 0, 225), 3)
    0.1
    """
    fewest = min(n for n in (studies, theirs) if n) if studies or theirs else 0
    if not fewest:
        return 0.0
    share = min(max(ours, 1 / fewest), 1 - 1 / fewest)  # an error is never 0
    rate = sum(1 / n for n in (studies, theirs) if n)
    return ERRORS * sqrt(share * (1 - share) * rate)


def beside(theirs: int) -> Callable[[Value], float]:
    """Return how far chance puts a share of `theirs` studies from ours, of ours."""
    return lambda value: of_shares(value.estimate, value.studies, theirs)


def of_print(digits: int) -> float:
    """Return half a unit of the last of so many printed decimals, and a little for our own.

    >>> of_print(2)
    0.00505
    """
    return 0.505 * 10.0**-digits
