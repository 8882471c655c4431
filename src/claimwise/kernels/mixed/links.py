"""Cumulative links: the distribution of the latent noise, its density and two derivatives."""

from __future__ import annotations

import math

import numpy as np

from claimwise.kernels.compiled import compiled

LINKS = ("logit", "probit", "cloglog", "loglog")
LOGIT, PROBIT, CLOGLOG, LOGLOG = range(4)
FAR = 700.0  # exp of more overflows
ROOT = 1.0 / math.sqrt(2.0)
NORM = 1.0 / math.sqrt(2.0 * math.pi)


@compiled
def between(link: int, upper: float, lower: float) -> float:
    """Probability between two points; in the tail in which it is exact."""
    if lower >= 0.0:
        return _above(link, lower) - _above(link, upper)
    return _below(link, upper) - _below(link, lower)


@compiled
def _below(link: int, x: float) -> float:
    if x == np.inf:
        return 1.0
    if x == -np.inf:
        return 0.0
    if link == PROBIT:
        return 0.5 * math.erfc(-x * ROOT)
    if link == LOGIT:
        return 1.0 / (1.0 + math.exp(-x)) if x > -FAR else 0.0
    if link == CLOGLOG:
        return -math.expm1(-math.exp(min(x, FAR)))
    return math.exp(-math.exp(min(-x, FAR)))


@compiled
def _above(link: int, x: float) -> float:
    if link == CLOGLOG:
        return math.exp(-math.exp(min(x, FAR))) if x != np.inf else 0.0
    if link == LOGLOG:
        return -math.expm1(-math.exp(min(-x, FAR))) if x != np.inf else 0.0
    return _below(link, -x)


@compiled
def density(link: int, x: float) -> tuple[float, float, float]:
    """Return f, f' and f'' at x; zeros at the ends."""
    if math.isinf(x):
        return 0.0, 0.0, 0.0
    if link == PROBIT:
        f = NORM * math.exp(-0.5 * x * x)
        return f, -x * f, (x * x - 1.0) * f
    if link == LOGIT:
        e = math.exp(-abs(x))
        f = e / (1.0 + e) ** 2
        g = (1.0 - e) / (1.0 + e) * (1.0 if x >= 0 else -1.0)  # 2 F - 1
        return f, -f * g, f * (g * g - 2.0 * f)
    y = -x if link == LOGLOG else x  # loglog is cloglog turned round
    if y > 6.6:  # exp(-exp(y)) is 0
        return 0.0, 0.0, 0.0
    e = math.exp(y)
    f = e * math.exp(-e)
    first, second = f * (1.0 - e), f * ((1.0 - e) ** 2 - e)
    return f, -first if link == LOGLOG else first, second
