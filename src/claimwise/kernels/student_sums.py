"""Log likelihoods of Student's t on a grid of means, standard deviations and degrees of freedom.

For a mean the likelihood depends on the standard deviation and the degrees of freedom nu through
c = 1 / (nu sd**2) alone, by the sum over the data of log(1 + c r**2), r being the distance from
the mean. That sum is a smooth function of log c, so it is found at Chebyshev points and
interpolated: its singularities are at a distance of pi from the real axis.
"""

from __future__ import annotations

from math import asinh, ceil

import numpy as np
from scipy import special

from claimwise.kernels.arrays import Floats

TERMS = 8  # factors that are multiplied before a logarithm is taken


def log_likelihood(data: Floats, mean: Floats, log_sd: Floats, nu: Floats) -> Floats:
    """Return the log likelihood for each nu, mean and log sd: an array (nu, mean, sd).

    >>> data = np.array([0.0, 1.0, 4.0])
    >>> one = log_likelihood(data, np.array([1.0]), np.array([0.0]), np.array([1.0]))
    >>> by_hand = -np.log(np.pi * (1 + (data - 1) ** 2)).sum()
    >>> bool(abs(one[0, 0, 0] - by_hand) < 1e-12)
    True
    """
    log_c = -np.log(nu)[:, None] - 2 * log_sd  # (nu, sd)
    low, high = float(log_c.min()), float(log_c.max())
    count = _points(high - low)
    angles = np.pi * (np.arange(count) + 0.5) / count
    points = np.cos(angles)
    nodes = (low + high) / 2 + (high - low) / 2 * points
    sums = _sums(np.exp(nodes), (data - mean[:, None]) ** 2)  # (nodes, mean)
    x = (2 * log_c.ravel() - low - high) / max(high - low, 1e-12)
    between = _barycentric(points, np.sin(angles), x) @ sums
    total = np.moveaxis(between.reshape(*log_c.shape, mean.size), 2, 1)
    n = data.size
    constant = special.gammaln((nu + 1) / 2) - special.gammaln(nu / 2) - 0.5 * np.log(nu * np.pi)
    return n * (constant[:, None, None] - log_sd) - (nu[:, None, None] + 1) / 2 * total


def _points(length: float) -> int:
    """Return how many Chebyshev points leave an error of exp(-32) on an interval so long."""
    ratio = 2 * np.pi / max(length, 1.0)
    return 4 + ceil(32 / asinh(ratio))  # the log of the axes' sum of the largest ellipse


def _sums(c: Floats, squares: Floats) -> Floats:
    """Return the sums over the data of log(1 + c squares): an array (c, mean)."""
    short = squares.shape[1] % TERMS
    if short:  # a square of 0 adds nothing
        padding = np.zeros((squares.shape[0], TERMS - short))
        squares = np.concatenate([squares, padding], axis=1)
    grouped = np.ascontiguousarray(squares.reshape(squares.shape[0], -1, TERMS).transpose(2, 0, 1))
    out = np.empty((c.size, squares.shape[0]))
    for place, value in enumerate(c):
        product = 1 + value * grouped[0]
        for part in grouped[1:]:
            product *= 1 + value * part
        out[place] = np.log(product).sum(axis=-1)
    return out


def _barycentric(points: Floats, sines: Floats, x: Floats) -> Floats:
    """Return the matrix that interpolates from Chebyshev points of the first kind to x."""
    weights = sines * (-1.0) ** np.arange(points.size)
    gap = x[:, None] - points
    hit = gap == 0
    terms = weights / np.where(hit, 1.0, gap)
    matrix = terms / terms.sum(axis=1, keepdims=True)
    exact = hit.any(axis=1)
    matrix[exact] = hit[exact]
    return np.asarray(matrix)
