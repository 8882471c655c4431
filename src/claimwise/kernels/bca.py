"""From bootstrap draws to ends: quantiles, bias and acceleration (Efron's BCa).

Draws stand on the last axis; the axes before it are studies.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.binomial_interval import normal_quantile


def quantile(draws: Floats, share: ArrayLike) -> Floats:
    """Return, for each study, the draw of rank (draws + 1) share; between ranks, the line.

    Of 999 draws the quantile 0.025 is the 25th (Davison and Hinkley 1997, section 5.2.1).
    `draws` are sorted. Mirrored draws have mirrored quantiles.

    >>> float(quantile(np.arange(1.0, 1000.0), 0.025))
    25.0
    """
    size = draws.shape[-1]
    rank = np.clip(np.asarray(share, np.float64) * (size + 1), 1, size) - 1
    rank = np.broadcast_to(rank, draws.shape[:-1])
    below = np.minimum(np.floor(rank), max(size - 2, 0)).astype(np.int64)
    left = np.take_along_axis(draws, below[..., None], -1)[..., 0]
    right = np.take_along_axis(draws, np.minimum(below + 1, size - 1)[..., None], -1)[..., 0]
    weight = rank - below
    with np.errstate(invalid="ignore"):  # an infinite draw with weight zero is not used
        between = left * (1 - weight) + right * weight
    between = np.where(weight == 0, left, np.where(weight == 1, right, between))
    return np.asarray(np.where(left == right, left, between))


def bias(draws: Floats, estimate: ArrayLike, tolerance: ArrayLike) -> Floats:
    """Normal score of the share of draws below the estimate; ties count half.

    Draws within `tolerance` of the estimate tie with it. Undefined (NaN) where all draws lie
    on one side.
    """
    gap = draws - np.asarray(estimate)[..., None]
    room = np.asarray(tolerance)[..., None]
    share = (gap < -room).mean(axis=-1) + (np.abs(gap) <= room).mean(axis=-1) / 2
    return np.asarray(special.ndtri(np.where((share > 0) & (share < 1), share, np.nan)))


def acceleration(influence: Floats) -> Floats:
    """Return sum(l^3) / (6 sum(l^2)^1.5): a sixth of the skewness of the estimate.

    `influence` holds what each item adds to the estimate, or its jackknife values' distance
    from their mean; a common factor cancels. For a mean it is the deviations themselves.

    >>> round(float(acceleration(np.array([-1.0, -1.0, 2.0]))), 6)
    0.068041
    """
    scale = np.abs(influence).max(axis=-1, keepdims=True)
    unit = influence / np.where(scale > 0, scale, np.nan)
    return np.asarray((unit**3).sum(axis=-1) / (6 * (unit**2).sum(axis=-1) ** 1.5))


def shares(bias: Floats, acceleration: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the shares of the draws at which BCa cuts (Efron 1987, equation 6.8).

    >>> [round(float(x), 6) for x in shares(np.array(0.0), np.array(0.0), 0.9)]
    [0.05, 0.95]
    """
    z = normal_quantile(level)
    return _share(bias, acceleration, -z), _share(bias, acceleration, z)


def _share(bias: Floats, acceleration: Floats, z: float) -> Floats:
    moved = bias + z
    left = 1 - acceleration * moved
    # Where the denominator reaches zero the formula has run off to the end on that side.
    end = np.where(moved < 0, -np.inf, np.inf)
    argument = np.where(left > 0, bias + moved / np.where(left > 0, left, 1), end)
    return np.asarray(special.ndtr(np.where(np.isnan(bias + acceleration), np.nan, argument)))
