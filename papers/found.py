"""What was computed, looked up by its places, and curves that rise."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import nan
from typing import Any

from papers.base import Value


def numbers(values: Iterable[Value], *names: str, **where: str) -> dict[Any, float]:
    """Return the estimates of the values that stand there, by what they have for these names.

    By text for one name, by tuples for several.

    >>> values = [Value((("part", "a"), ("line", k)), "value", float(k)) for k in "12"]
    >>> numbers(values, "line", part="a")
    {'1': 1.0, '2': 2.0}
    """
    found = {}
    for value in values:
        known = dict(value.where)
        if where.items() <= known.items():
            key = tuple(known[name] for name in names)
            found[key[0] if len(key) == 1 else key] = value.estimate
    return found


def number(values: Iterable[Value], **where: str) -> float:
    """Return the estimate of the value that stands there; NaN where there is none."""
    return numbers(values, **where).get((), nan)


def rises(line: Iterable[float], noise: float = 0.0) -> bool:
    """Whether each number lies above the one before it, but for some noise.

    >>> rises([0.1, 0.5, 0.49]), rises([0.1, 0.5, 0.49], noise=0.02)
    (False, True)
    """
    return all(b > a - noise for a, b in pairwise(line))
