"""Integrals over an interval, smooth or singular at its ends, with their numerical error.

The trapezoid rule converges exponentially on bell-shaped functions, and the substitution
s = 1 / (1 + exp(-pi sinh t)) makes a bell of every function on (0, 1) that is smooth inside,
whatever its powers at the two ends (Takahasi and Mori 1974, Publ. RIMS 9, 721-741). Every
second node of the rule is a rule of its own: what the answer changes by when the other half is
added is the reported error, and the rule is doubled until that is small.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats, Ints

TOLERANCE = 1e-11  # the change by doubling at which a rule is fine enough
LARGEST_RULE = 2049
BELOW_ONE = float(np.nextafter(1.0, 0.0))
DECADES = 40.0  # what is below exp(-40) of the largest value is left out
_FARTHEST = float(np.arcsinh(690 / np.pi))  # beyond it exp(-pi sinh t) is no normal number


def reach(power: ArrayLike) -> float:
    """Return how far out t must go when s to this power (the smallest one) has to vanish.

    At an end where the function is not zero, the power is that of the length: 1.

    >>> round(reach(1.0), 3), round(reach(0.5), 3), reach(7.0) == reach(1.0)
    (3.239, 3.931, True)
    """
    smallest = float(np.min(power, initial=1.0))
    return min(float(np.arcsinh(DECADES / np.pi / smallest)), _FARTHEST)


@lru_cache(maxsize=16)
def unit_steps(count: int) -> Floats:
    """Return so many points at equal steps from 0 to 1."""
    steps = np.linspace(0, 1, count)
    steps.flags.writeable = False  # it is shared by all callers
    return steps


def blocks(places: Ints, count: int) -> list[Ints]:
    """Cut the places of a batch so that so many nodes for each fit into little memory."""
    size = max(1, 400_000 // count)
    return [places[start : start + size] for start in range(0, places.size, size)]


def unit_rule(count: int, far: float) -> tuple[Floats, Floats, Floats]:
    """Return nodes in (0, 1) as distances from 0 and from 1, both exact, and their weights.

    >>> left, right, weight = unit_rule(65, reach(0.5))
    >>> abs(float(weight @ left**-0.5) - 2) < 1e-13
    True
    """
    t = np.linspace(-far, far, count)
    bent = np.pi * np.sinh(t)
    left, right = special.expit(bent), special.expit(-bent)
    return left, right, left * right * np.pi * np.cosh(t) * (t[1] - t[0])


def halved(terms: Floats) -> tuple[Floats, Floats]:
    """Sum the terms of a trapezoid rule; return the sum and its change by the last doubling.

    The rule has an odd number of nodes on the last axis, and its end terms are negligible.
    """
    full = terms.sum(axis=-1)
    return full, np.abs(full - 2 * terms[..., ::2].sum(axis=-1))


def unfinished(error: Floats, before: Floats) -> NDArray[np.bool_]:
    """Whether a rule has to be doubled again: not if only rounding is left of its error.

    Where the last doubling has hardly changed a small error, the next one will not either.
    """
    stuck = (error < 1e-7) & (error > before / 4)
    return np.asarray((error > TOLERANCE) & ~stuck)


LogFunction = Callable[[Floats, Floats, Ints], Floats]


def log_integral(log_f: LogFunction, size: int, far: float) -> tuple[Floats, Floats]:
    """Return the logs of `size` integrals over (0, 1), right also where they are exp(-10,000).

    `log_f` takes nodes as distances from 0 and from 1, in arrays (integrals, nodes), and the
    places of these integrals among all; it returns the log of the function there. The second
    array is the error of the log, by doubling.
    """
    value, error = np.empty(size), np.full(size, np.inf)
    for start in range(0, size, 1024):
        places = np.arange(start, min(start + 1024, size))
        low, high = _zoom(log_f, far, places)
        count = 65
        while places.size:
            before = error[places]
            for block in blocks(np.arange(places.size), count):
                at = places[block]
                logs, _, _ = _log_terms(log_f, _steps(low[block], high[block], count), at)
                step = (high[block] - low[block]) / (count - 1)
                value[at], error[at] = _log_trapezoid(logs, step)
            if count >= LARGEST_RULE:
                break
            again = unfinished(error[places], before)
            places, low, high, count = places[again], low[again], high[again], 2 * count - 1
    return value, error


def log_rule(
    log_f: Callable[[Floats, Floats], Floats], far: float, count: int
) -> tuple[Floats, Floats, Floats]:
    """Return nodes (distances from 0 and from 1) where one function is, and log f times weight.

    >>> left, right, logs = log_rule(lambda left, right: 0.0 * left, reach(1.0), 65)
    >>> abs(float(np.exp(logs).sum()) - 1) < 1e-13
    True
    """

    def one(left: Floats, right: Floats, _: Ints) -> Floats:
        return log_f(left[0], right[0])[None]

    only = np.zeros(1, np.int64)
    low, high = _zoom(one, far, only)
    logs, left, right = _log_terms(one, _steps(low, high, count), only)
    return left[0], right[0], logs[0] + np.log((high - low) / (count - 1))


def _steps(low: Floats, high: Floats, count: int) -> Floats:
    return low[:, None] + (high - low)[:, None] * unit_steps(count)


def _log_terms(log_f: LogFunction, t: Floats, places: Ints) -> tuple[Floats, Floats, Floats]:
    bent = np.pi * np.sinh(t)
    left, right = special.expit(bent), special.expit(-bent)
    slope = np.log(left * np.pi * np.cosh(t)) + np.log(right)
    return log_f(left, right, places) + slope, left, right


def _log_trapezoid(logs: Floats, step: Floats) -> tuple[Floats, Floats]:
    top = logs.max(axis=-1)
    height = np.where(np.isfinite(top), top, 0.0)
    full, change = halved(np.exp(logs - height[:, None]))
    with np.errstate(divide="ignore", invalid="ignore"):
        return height + np.log(full * step), np.where(full > 0, change / full, 0.0)


def _zoom(log_f: LogFunction, far: float, places: Ints) -> tuple[Floats, Floats]:
    """Narrow the range of t to where the functions are not negligible.

    The outermost nodes that are not negligible bound the range, with one neighbour each. A
    peak far narrower than the first grid is found because the function rises towards it from
    both sides.
    """
    low, high = np.full(places.size, -far), np.full(places.size, far)
    for _ in range(16):
        width = high - low
        t = _steps(low, high, 65)
        logs, _, _ = _log_terms(log_f, t, places)
        worth = logs >= logs.max(axis=-1, keepdims=True) - DECADES
        first = np.maximum(worth.argmax(axis=-1) - 1, 0)[:, None]
        last = np.minimum(65 - worth[:, ::-1].argmax(axis=-1), 64)[:, None]
        low, high = (np.take_along_axis(t, ends, -1)[:, 0] for ends in (first, last))
        if (high - low > 0.6 * width).all():
            break
    return low, high
