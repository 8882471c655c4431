"""Importance weights: smoothed in their tail, with the shape of that tail as a warning.

Vehtari, Simpson, Gelman, Yao and Gabry (2024), J. Mach. Learn. Res. 25(72), 1-58. The generalized
Pareto distribution is fitted as by Zhang and Stephens (2009), Technometrics 51, 316-325.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np

from claimwise.kernels.arrays import Floats

TRUSTED = 0.7  # shapes above it leave estimates without a finite error that could be trusted
FEWEST = 5


def smoothed(log_weights: Floats) -> tuple[Floats, float]:
    """Return log weights that sum to 1, the largest of them smoothed, and the tail's shape k."""
    logs = log_weights - log_weights.max()
    count = logs.size
    tail = min(ceil(0.2 * count), ceil(3 * sqrt(count)))
    order = np.argsort(logs)
    largest = order[count - tail :]
    cut = logs[order[count - tail - 1]]
    shape = np.inf
    with np.errstate(over="ignore", invalid="ignore"):
        beyond = np.exp(logs[largest]) - np.exp(cut)
    if tail >= FEWEST and beyond[-1] > 1e-12 * np.exp(cut):
        shape, scale = _generalized_pareto(beyond[beyond > 0])
        if np.isfinite(shape):
            share = (np.arange(tail) + 0.5) / tail
            logs = logs.copy()
            with np.errstate(over="ignore"):  # a shape so large that the sizes are beyond numbers
                tails = -np.log1p(-share)
                size = tails if shape == 0 else np.expm1(shape * tails) / shape
                logs[largest] = np.minimum(np.log(np.exp(cut) + scale * size), 0.0)
    else:  # all weights of the tail are the same: nothing to fear
        shape = -np.inf
    top = logs.max()
    return logs - top - np.log(np.exp(logs - top).sum()), float(shape)


def _generalized_pareto(x: Floats) -> tuple[float, float]:
    """Return shape and scale of a sample in increasing order, the shape drawn towards 1/2."""
    n = x.size
    if n < FEWEST:
        return np.inf, np.nan
    count = 30 + int(sqrt(n))
    theta = 1 - np.sqrt(count / (np.arange(1, count + 1) - 0.5))
    theta = theta / (3 * x[int(n / 4 + 0.5) - 1]) + 1 / x[-1]
    with np.errstate(over="ignore"):  # a weight that overflows is one of 0
        shapes = np.log1p(-theta[:, None] * x).mean(axis=1)
        logs = n * (np.log(-theta / shapes) - shapes - 1)
        weights = 1 / np.exp(logs - logs[:, None]).sum(axis=1)
    best = float(weights @ theta / weights.sum())
    shape = float(np.log1p(-best * x).mean())
    scale = -shape / best
    shape = (n * shape + 10 * 0.5) / (n + 10)  # as if ten more points had a shape of 1/2
    return shape, scale
