"""pass@k: the chance that one of k attempts at a problem is right (Chen et al., 2021).

Of n attempts c were right: the unbiased estimate is 1 - C(n - c, k) / C(n, k), and its mean over
problems is the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from math import comb
from typing import Any

from claimwise.core import ParameterError
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import BadItem, mean_score, means, numbers_of
from claimwise.metrics.options import depth

NEEDS = "the number of attempts and how many were right, such as 10 3"


@cache
def chance(attempts: int, right: int, k: int) -> float:
    """Return the share of draws of k attempts with a right one among them, exact but for rounding.

    >>> chance(10, 3, 1)
    0.3
    """
    every = comb(attempts, k)
    return (every - comb(attempts - right, k)) / every


def item_stats(gold: Any, predicted: Sequence[Any], *, k: int) -> Floats:
    """Return (estimated chance, 1) for each problem."""
    found = []
    for place, value in enumerate(predicted):
        attempts, right = numbers_of(value, place, NEEDS, 2)
        if not (attempts.is_integer() and right.is_integer() and 0 <= right <= attempts):
            raise BadItem(place, NEEDS, repr(value))
        if attempts < k:
            raise BadItem(place, f"at least {k} attempts at each problem", f"{attempts:.0f}")
        found.append(chance(int(attempts), int(right), k))
    return means(found)


@metric("pass", takes="attempts")
def passed(name: str, *words: str) -> Metric:
    """Return pass@k: ``pass@1``, ``pass@10``."""
    k = depth(name, words)
    if k is None:
        raise ParameterError("metric pass", "a number of attempts", name, "Write pass@1.")
    return Metric(
        name, "attempts", "higher", partial(item_stats, k=k), mean_score, mean=True, limits=(0, 1)
    )
