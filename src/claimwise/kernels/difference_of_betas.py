"""The difference of two independent Betas: B ~ Beta(b1, b2) minus A ~ Beta(a1, a2).

All arguments broadcast; a batch of posteriors costs one call.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels import beta, quadrature
from claimwise.kernels.arrays import ArrayLike, Floats, Ints


def sf(x: ArrayLike, b1: ArrayLike, b2: ArrayLike, a1: ArrayLike, a2: ArrayLike) -> Floats:
    """Return P(B - A > x), to 1e-10 or better.

    >>> round(float(sf(0.01, 1722, 656, 1638, 740)), 10)
    0.9724970745
    """
    return sf_with_error(x, b1, b2, a1, a2)[0]


def sf_with_error(
    x: ArrayLike, b1: ArrayLike, b2: ArrayLike, a1: ArrayLike, a2: ArrayLike
) -> tuple[Floats, Floats]:
    """Return P(B - A > x) and its numerical error.

    The expectation of P(B > A + x) over A. Reflecting both (1 - A takes the place of B) keeps
    the difference, so the narrower of the two is always the one that is integrated over.
    """
    shape, (margin, up1, up2, on1, on2) = beta.flat(x, b1, b2, a1, a2)
    swap = beta.variance(up1, up2) < beta.variance(on1, on2)
    up1, on2 = np.where(swap, on2, up1), np.where(swap, up1, on2)
    up2, on1 = np.where(swap, on1, up2), np.where(swap, up2, on1)

    def b_exceeds(v: Floats, vc: Floats, places: Ints) -> Floats:
        shift = margin[places, None]
        near = v < 0.5  # the sum that keeps the digits: v is exact near 0, vc near 1
        point = np.where(near, v + shift, (1 + shift) - vc)
        rest = np.where(near, (1 - shift) - v, vc - shift)
        return beta.above(point, rest, up1[places, None], up2[places, None])

    low, high = np.maximum(-margin, 0.0), np.minimum(1 - margin, 1.0)
    value, error = beta.expectation(b_exceeds, on1, on2, low, high)
    if (low > 0).any():  # where A + x is below 0, B exceeds it for certain
        value = value + special.betainc(on1, on2, np.minimum(low, 1.0))
    if (np.abs(margin) >= 1).any():
        value = np.where(margin <= -1, 1.0, np.where(margin >= 1, 0.0, value))
    return np.minimum(value, 1.0).reshape(shape), error.reshape(shape)


def log_density(x: ArrayLike, b1: ArrayLike, b2: ArrayLike, a1: ArrayLike, a2: ArrayLike) -> Floats:
    """Return the log density of B - A at x: infinite where it is, exact far in the tails.

    >>> bool(np.isclose(np.exp(log_density(0.25, 1, 1, 1, 1)), 0.75))
    True
    """
    return log_density_with_error(x, b1, b2, a1, a2)[0]


def log_density_with_error(
    x: ArrayLike, b1: ArrayLike, b2: ArrayLike, a1: ArrayLike, a2: ArrayLike
) -> tuple[Floats, Floats]:
    """Return the log density of B - A at x, and its numerical error.

    The integral of both densities over A from 0 to 1 - x; a negative x is the mirror image.
    """
    shape, (point, up1, up2, on1, on2) = beta.flat(x, b1, b2, a1, a2)
    mirror = point < 0
    up1, on1 = np.where(mirror, on1, up1), np.where(mirror, up1, on1)
    up2, on2 = np.where(mirror, on2, up2), np.where(mirror, up2, on2)
    gap = np.abs(point)
    inside = (gap < 1) & (gap > 0)
    gap = np.where(inside, gap, 0.5)[:, None]
    width = 1 - gap
    density_a = beta.log_density_of(on1[:, None], on2[:, None])
    density_b = beta.log_density_of(up1[:, None], up2[:, None])

    def both(left: Floats, right: Floats, at: Ints) -> Floats:
        near, far = width[at] * left, width[at] * right
        return density_a(near, gap[at] + far, at) + density_b(gap[at] + near, far, at)

    reach = quadrature.reach(np.minimum(on1, up2))
    value, error = quadrature.log_integral(both, point.size, reach)
    value = value + np.log(width[:, 0])
    if not inside.all():
        at_zero = log_density_at_zero(up1, up2, on1, on2)
        at_one = np.where(np.abs(point) == 1, _log_density_at_one(up1, up2, on1, on2), -np.inf)
        value = np.where(inside, value, np.where(point == 0, at_zero, at_one))
        error = np.where(inside, error, 0.0)
    return value.reshape(shape), error.reshape(shape)


def _log_density_at_one(b1: Floats, b2: Floats, a1: Floats, a2: Floats) -> Floats:
    """Return the limit of the log density as B goes to 1 and A to 0."""
    both = log_beta_function(a1, b2) - log_beta_function(b1, b2) - log_beta_function(a1, a2)
    power = a1 + b2 - 1
    return np.where(power > 0, -np.inf, np.where(power < 0, np.inf, both))


def log_density_at_zero(b1: ArrayLike, b2: ArrayLike, a1: ArrayLike, a2: ArrayLike) -> Floats:
    """Return the log density of B - A at 0, in closed form; infinite if a1 + b1 <= 1.

    >>> round(float(log_density_at_zero(1, 1, 1, 1)), 12)
    0.0
    """
    first, second = np.asarray(a1, np.float64) + b1 - 1, np.asarray(a2, np.float64) + b2 - 1
    finite = (first > 0) & (second > 0)
    product = log_beta_function(np.where(finite, first, 1.0), np.where(finite, second, 1.0))
    value = product - log_beta_function(b1, b2) - log_beta_function(a1, a2)
    return np.where(finite, value, np.inf)


def log_beta_function(a: ArrayLike, b: ArrayLike) -> Floats:
    """Return log B(a, b).

    >>> bool(np.isclose(log_beta_function(2, 3), -np.log(12)))
    True
    """
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    total = a + b
    large = a * np.log(a / total) + b * np.log(b / total)
    large = large + 0.5 * np.log(2 * np.pi / a * total / b)
    error = beta.stirling_error
    return np.asarray(large + error(a) + error(b) - error(total))
