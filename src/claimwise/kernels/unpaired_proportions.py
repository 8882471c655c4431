"""The difference of two proportions on different items.

`a` of `n_a` items are right for A, `b` of `n_b` for B; the difference is B minus A. Every
argument may be an array.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.binomial_interval import normal_quantile, wilson
from claimwise.kernels.bracket import last_kept

POLISH = 2  # Newton steps after the closed form: 1e-8, then 1e-14, then the last bit


def score(
    a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, difference: ArrayLike
) -> Floats:
    """How many standard errors the data lie above a supposed difference.

    The standard error is the one under the supposition: both proportions are estimated by
    maximum likelihood among all pairs with that difference (Mee 1984; Farrington and Manning
    1990). Without a supposed difference and with all or no items right the score is 0.

    >>> round(float(score(12, 40, 23, 55, 0.0)), 6)  # the pooled z test
    1.179001
    """
    a, n_a, b, n_b, supposed = _arrays(a, n_a, b, n_b, difference)
    share_a, share_b = restricted(a, n_a, b, n_b, supposed)
    variance = share_a * (1 - share_a) / n_a + share_b * (1 - share_b) / n_b
    distance = b / n_b - a / n_a - supposed
    some = variance > 0
    sure = np.where(distance == 0, 0.0, np.copysign(np.inf, distance))
    return np.asarray(np.where(some, distance / np.sqrt(np.where(some, variance, 1)), sure))


def restricted(
    a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, difference: ArrayLike
) -> tuple[Floats, Floats]:
    """Return the most likely proportions of A and B among those with the given difference.

    The closed form is the root of a cubic (Miettinen and Nurminen 1985, appendix 1). It loses
    half of the digits where two roots meet, so Newton steps on the likelihood follow.
    """
    a, n_a, b, n_b, supposed = _arrays(a, n_a, b, n_b, difference)
    negative, gap = supposed < 0, np.abs(supposed)
    n = n_a + n_b
    # As shares of all items; `x` of `w` belong to the system with the smaller proportion.
    x, w = np.where(negative, b, a) / n, np.where(negative, n_b, n_a) / n
    y, v = np.where(negative, a, b) / n, np.where(negative, n_a, n_b) / n
    smaller = _polish(_cubic(x, w, y, v, gap), x, w, y, v, gap)
    larger = np.minimum(smaller + gap, 1.0)
    return np.where(negative, larger, smaller), np.where(negative, smaller, larger)


def _cubic(x: Floats, w: Floats, y: Floats, v: Floats, gap: Floats) -> Floats:
    """The middle root, by cosines, of p^3 + l2 p^2 + l1 p + l0."""
    l2 = (v + 2 * w) * gap - 1 - x - y
    l1 = (w * gap - 1 - 2 * x) * gap + x + y
    l0 = x * gap * (1 - gap)
    third = l2 / 3
    q = third**3 - l1 * l2 / 6 + l0 / 2
    radius = np.copysign(np.sqrt(np.maximum(third**2 - l1 / 3, 0)), q)
    cube = radius**3
    cosine = np.where(cube != 0, q / np.where(cube != 0, cube, 1), 0)
    angle = (np.pi + np.arccos(np.clip(cosine, -1, 1))) / 3
    return np.asarray(np.clip(2 * radius * np.cos(angle) - third, 0, 1 - gap))


def _polish(p: Floats, x: Floats, w: Floats, y: Floats, v: Floats, gap: Floats) -> Floats:
    """Newton steps towards the zero of the slope of the log-likelihood, which only falls."""
    high = 1 - gap
    for _ in range(POLISH):
        slope, curve = np.zeros_like(p), np.zeros_like(p)
        terms = ((x, p, 1), (w - x, 1 - p, -1), (y, p + gap, 1), (v - y, high - p, -1))
        for count, at, sign in terms:
            # A count of zero has no part in the likelihood, even where its share is zero.
            each = np.where(count > 0, count / np.where(at > 0, at, np.finfo(float).tiny), 0)
            slope, curve = slope + sign * each, curve + each / np.where(at > 0, at, 1)
        step = p + np.where(curve > 0, slope / np.where(curve > 0, curve, 1), 0)
        p = np.clip(step, np.where(slope > 0, p, 0), np.where(slope < 0, p, high))
    return p


def score_interval(
    a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, level: float, *, unbiased: bool
) -> tuple[Floats, Floats]:
    """The differences that the score test does not reject.

    `unbiased` multiplies the variance by N / (N - 1), as Miettinen and Nurminen do.
    """
    a, n_a, b, n_b, zero = _arrays(a, n_a, b, n_b, 0.0)
    n = n_a + n_b
    z = normal_quantile(level) * np.sqrt(n / (n - 1) if unbiased else np.ones_like(n))
    estimate, one = b / n_b - a / n_a, zero + 1
    low = last_kept(lambda d: score(a, n_a, b, n_b, d) > z, estimate, -one)
    high = last_kept(lambda d: score(a, n_a, b, n_b, d) < -z, estimate, one)
    return low, high


def newcombe(
    a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, level: float
) -> tuple[Floats, Floats]:
    """Newcombe's hybrid score interval: two Wilson intervals, squared and added.

    >>> low, high = newcombe(48, 80, 56, 70, 0.95)
    >>> round(float(low), 4), round(float(high), 4)
    (0.0524, 0.3339)
    """
    a, n_a, b, n_b, _ = _arrays(a, n_a, b, n_b, 0.0)
    low_a, high_a = wilson(a, n_a, level)
    low_b, high_b = wilson(b, n_b, level)
    share_a, share_b = a / n_a, b / n_b
    estimate = share_b - share_a
    low = estimate - np.hypot(share_b - low_b, high_a - share_a)
    high = estimate + np.hypot(high_b - share_b, share_a - low_a)
    return np.asarray(np.maximum(low, -1.0)), np.asarray(np.minimum(high, 1.0))


def agresti_caffo(
    a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, level: float
) -> tuple[Floats, Floats]:
    """Wald interval after adding one right and one wrong item to each system; ends are cut."""
    a, n_a, b, n_b, _ = _arrays(a, n_a, b, n_b, 0.0)
    low, high = wald(a + 1, n_a + 2, b + 1, n_b + 2, level)
    return np.asarray(np.maximum(low, -1.0)), np.asarray(np.minimum(high, 1.0))


def wald(
    a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, level: float
) -> tuple[Floats, Floats]:
    """Estimate plus and minus z estimated standard errors; undefined where these are zero."""
    a, n_a, b, n_b, _ = _arrays(a, n_a, b, n_b, 0.0)
    share_a, share_b = a / n_a, b / n_b
    variance = share_a * (1 - share_a) / n_a + share_b * (1 - share_b) / n_b
    reach = normal_quantile(level) * np.sqrt(np.where(variance > 0, variance, np.nan))
    return np.asarray(share_b - share_a - reach), np.asarray(share_b - share_a + reach)


def _arrays(*values: ArrayLike) -> tuple[Floats, ...]:
    return np.broadcast_arrays(*(np.asarray(value, np.float64) for value in values))
