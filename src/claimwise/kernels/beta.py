"""The Beta distribution, right to the last digits from one item to ten million.

Points are given twice, as `v` and as `vc` = 1 - v: near 1, a double keeps no digits of 1 - v.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import special

from claimwise.kernels import quadrature
from claimwise.kernels.arrays import ArrayLike, Floats, Ints

TAIL = 34.0  # a Beta is cut where less than exp(-34) of it is left on that side
_HALF_LOG_2PI = float(np.log(2 * np.pi)) / 2


def flat(*values: ArrayLike) -> tuple[tuple[int, ...], list[Floats]]:
    """Return the common shape of the values, and each of them as a flat array of that size."""
    arrays = [np.asarray(value, np.float64) for value in values]
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    return shape, [np.broadcast_to(array, shape).reshape(-1) for array in arrays]


def stirling_error(x: ArrayLike) -> Floats:
    """Return what Stirling's formula lacks: log Gamma(x) - ((x - 1/2) log x - x + log(2 pi)/2).

    >>> bool(np.isclose(stirling_error(1.0), 1 - np.log(2 * np.pi) / 2, rtol=1e-14))
    True
    """
    x = np.asarray(x, np.float64)
    large = x > 15
    if large.all():
        return _stirling_series(x)
    near = np.minimum(x, 15.0)
    small = special.gammaln(near) - (near - 0.5) * np.log(near) + near - _HALF_LOG_2PI
    return np.where(large, _stirling_series(np.maximum(x, 15.0)), small)


def _stirling_series(x: Floats) -> Floats:
    inverse = 1 / x
    square = inverse * inverse
    series = 1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))
    return np.asarray((1 / 12 - square * series) * inverse)


LogDensity = Callable[..., Floats]


def log_density(v: ArrayLike, vc: ArrayLike, a: ArrayLike, b: ArrayLike) -> Floats:
    """Return the log density of Beta(a, b).

    >>> round(float(np.exp(log_density(0.25, 0.75, 2.0, 1.0))), 12)
    0.5
    """
    density = log_density_of(np.asarray(a, np.float64), np.asarray(b, np.float64))
    return density(np.asarray(v, np.float64), np.asarray(vc, np.float64))


def log_density_of(a: Floats, b: Floats) -> LogDensity:
    """Return the log density of Beta(a, b) as a function of v, 1 - v and places of a batch.

    Written about the mean, so that large terms cancel before they are rounded (the idea of
    Loader 2000, Fast and accurate computation of binomial probabilities).
    """
    total = a + b
    mean, mean_c = a / total, b / total
    low = a <= b
    constant = 0.5 * np.log(a * mean_c / (2 * np.pi)) + stirling_error(total)
    constant = constant - stirling_error(a) - stirling_error(b)

    def density(v: Floats, vc: Floats, at: Any = ...) -> Floats:
        gap = np.where(low[at], v - mean[at], mean_c[at] - vc)
        logs = a[at] * log_ratio(v, mean[at], gap) + b[at] * log_ratio(vc, mean_c[at], -gap)
        return np.asarray(logs - np.log(v * vc) + constant[at])

    return density


def log_ratio(value: Floats, mean: Floats, gap: Floats) -> Floats:
    """Return log(value / mean), where gap = value - mean has the digits that value may lack."""
    away = gap / mean
    if (away > -0.5).all():
        return np.log1p(away)
    return np.where(away > -0.5, np.log1p(np.maximum(away, -0.5)), np.log(value / mean))


def variance(a: Floats, b: Floats) -> Floats:
    """Return the variance of Beta(a, b)."""
    total = a + b
    return a / total * (b / total) / (total + 1)


def above(v: Floats, vc: Floats, a: Floats, b: Floats) -> Floats:
    """Return P(V > v) for V ~ Beta(a, b), from whichever of v and 1 - v has the digits.

    Points outside (0, 1) are allowed. The parameters broadcast against the points.
    """
    low = v < 0.5
    if low.all():
        return np.asarray(special.betaincc(a, b, np.maximum(v, 0.0)))
    if not low.any():
        return np.asarray(special.betainc(b, a, np.maximum(vc, 0.0)))
    v, vc, a, b = np.broadcast_arrays(v, vc, a, b)
    out = np.empty(v.shape)
    out[low] = special.betaincc(a[low], b[low], np.maximum(v[low], 0.0))
    out[~low] = special.betainc(b[~low], a[~low], np.maximum(vc[~low], 0.0))
    return out


def window(a: Floats, b: Floats, tail: float = TAIL) -> tuple[Floats, Floats]:
    """Return bounds beyond which Beta(a, b) has at most exp(-tail) on either side.

    The Bernstein bounds of Skorski (2023), Mod. Stoch. Theory Appl. 10, 211-228: the tail
    towards one half is gamma-like, the other one Gaussian.
    """
    total = a + b
    mean, var = a / total, variance(a, b)
    skew = 2 * np.abs(b - a) / (total * (total + 2)) * tail / 3
    gaussian = np.sqrt(2 * var * tail)
    heavy = skew + np.sqrt(skew**2 + 2 * var * tail)
    below, beyond = np.where(a <= b, gaussian, heavy), np.where(a <= b, heavy, gaussian)
    return np.maximum(mean - below, 0.0), np.minimum(mean + beyond, 1.0)


Function = Callable[[Floats, Floats, Ints], Floats]


def expectation(
    g: Function, a: Floats, b: Floats, low: Floats, high: Floats
) -> tuple[Floats, Floats]:
    """Return E[g(V); low < V < high] for V ~ Beta(a, b), and its numerical error.

    All arrays are flat, one entry for each study. `g` takes nodes v, 1 - v of shape (studies,
    nodes) and the studies' places; it must be bounded, smooth between low and high, and no
    sharper than the Beta itself.
    """
    from_, to = window(a, b)
    bell = (from_ > low) & (to < high)  # nothing of the Beta is cut off: equal steps will do
    from_, to = np.maximum(from_, low), np.minimum(to, high)
    value, error = np.zeros(a.shape), np.zeros(a.shape)
    before = np.full(a.shape, np.inf)
    for group, count in ((bell, 57), (~bell, 129)):
        places = np.flatnonzero(group & (from_ < to))
        while places.size:
            nodes = _bell_rule if group is bell else _end_rule
            for block in quadrature.blocks(places, count):
                v, vc, weight = nodes(a[block], b[block], from_[block], to[block], count)
                value[block], error[block] = quadrature.halved(weight * g(v, vc, block))
            if count >= quadrature.LARGEST_RULE:
                break
            again = quadrature.unfinished(error[places], before[places])
            before[places] = error[places]
            places, count = places[again], 2 * count - 1
    return value, error


def _bell_rule(
    a: Floats, b: Floats, low: Floats, high: Floats, count: int
) -> tuple[Floats, Floats, Floats]:
    part = quadrature.unit_steps(count)
    width = (high - low)[:, None]
    v = low[:, None] + width * part
    vc = (1 - high)[:, None] + width * part[::-1]
    density = np.exp(log_density_of(a[:, None], b[:, None])(v, vc))
    return v, vc, density * width / (count - 1)


def _end_rule(
    a: Floats, b: Floats, low: Floats, high: Floats, count: int
) -> tuple[Floats, Floats, Floats]:
    left, right, weight = quadrature.unit_rule(count, quadrature.reach(np.minimum(a, b)))
    width = (high - low)[:, None]
    v = low[:, None] + width * left
    vc = (1 - high)[:, None] + width * right
    density = np.exp(log_density_of(a[:, None], b[:, None])(v, vc))
    return v, vc, density * width * weight
