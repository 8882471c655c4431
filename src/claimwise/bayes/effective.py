"""How many independent draws a correlated or weighted sample is worth."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats


def of_chains(draws: Floats) -> float:
    """Return the effective sample size of the mean of draws, given as chain by draw.

    Autocorrelations are summed in pairs until they are lost in noise, and chains that disagree
    count for little: Geyer (1992), Stat. Sci. 7, 473-483; Vehtari et al. (2021), Bayesian Anal.
    16, 667-718, equations 10 to 13. Draws that never move are worth one: nothing was explored.

    >>> rng = np.random.default_rng(1)
    >>> 3500 < of_chains(rng.standard_normal((4, 1000))) < 4600
    True
    """
    chains, count = draws.shape
    if count < 4:
        return float(chains * count)
    centred = draws - draws.mean(axis=1, keepdims=True)
    autocovariance = _autocovariance(centred)
    within = float(autocovariance[:, 0].mean()) * count / (count - 1)
    between = float(draws.mean(axis=1).var(ddof=1)) if chains > 1 else 0.0
    pooled = within * (count - 1) / count + between
    if not pooled > 0:
        return 1.0
    correlation = 1 - (within - autocovariance.mean(axis=0)) / pooled
    correlation[0] = 1.0
    pairs = correlation[: count - count % 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs < 0)
    kept = pairs[: negative[0]] if negative.size else pairs
    time = -1 + 2 * float(np.minimum.accumulate(kept).sum())
    total = chains * count
    # Antithetic draws may be worth more than as many independent ones, but not without bound.
    return float(total / max(time, 1 / np.log10(total)))


def of_weights(weights: Floats) -> float:
    """Return Kish's effective size of weights: how many equal ones would do as well.

    >>> of_weights(np.array([0.5, 0.5])), of_weights(np.array([1.0, 0.0]))
    (2.0, 1.0)
    """
    return float(weights.sum() ** 2 / (weights**2).sum())


def _autocovariance(centred: Floats) -> Floats:
    """Return the autocovariances of each chain at all lags."""
    count = centred.shape[1]
    size = 1 << (2 * count - 1).bit_length()  # zeros keep the end from meeting the beginning
    spectrum = np.fft.rfft(centred, size, axis=1)
    products = np.fft.irfft(np.abs(spectrum) ** 2, size, axis=1)[:, :count]
    return np.asarray(products / count, np.float64)
