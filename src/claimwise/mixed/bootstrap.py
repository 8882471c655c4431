"""Intervals and tests of coefficients by responses that a fitted model simulates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite, nan, sqrt

import numpy as np
from scipy import special

from claimwise.core import block_rng, check_count, check_share, root_seed
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.batch import fit_many, refuse_quadrature
from claimwise.mixed.compare import by_ml, check_columns, refit_without
from claimwise.mixed.rows import Fit
from claimwise.mixed.simulate import simulate

BLOCK = 128  # responses that are simulated at a time
INTERVAL, TEST = 0, 1  # streams of random numbers


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """A percentile interval, and how far simulation left it uncertain.

    `error` is the Monte Carlo standard error of the ends, the larger of the two; `failed` counts
    the resamples whose fit did not arrive, which are left out.
    """

    low: float
    high: float
    error: float
    resamples: int
    failed: int


@dataclass(frozen=True, slots=True)
class BootstrapTest:
    """A likelihood-ratio test whose null distribution was simulated.

    `error` is the Monte Carlo standard error of the p-value; `failed` counts the resamples of
    which one of the two fits did not arrive, which are left out.
    """

    statistic: float
    pvalue: float
    error: float
    resamples: int
    failed: int


def bootstrap_interval(
    fit: Fit, column: int, level: float, *, resamples: int = 999, seed: int = 0, workers: int = 1
) -> Bootstrap:
    """Return the percentile interval of a coefficient over responses that the fit simulates.

    Fit for designs with few raters or items, if the model is right: it takes the estimated
    deviations as true, so that with three raters it is too short still. Unfit for models that do
    not converge, and for categories so rare that many responses lack them. The answer is the same
    for any number of workers.
    """
    check_columns("bootstrap_interval", fit, (column,))
    refuse_quadrature("bootstrap_interval", fit)
    check_share("level", level)
    parts = [
        _fitted(fit, responses, workers)[0][:, column]
        for responses in _responses(fit, resamples, seed, INTERVAL)
    ]
    values = np.concatenate(parts)
    kept = np.sort(values[np.isfinite(values)])
    failed = resamples - len(kept)
    if not len(kept):
        return Bootstrap(nan, nan, nan, resamples, failed)
    tails = ((1 - level) / 2, (1 + level) / 2)
    low, high = np.quantile(kept, tails)
    error = max(quantile_error(kept, tail) for tail in tails)
    return Bootstrap(float(low), float(high), error, resamples, failed)


def quantile_error(values: Floats, share: float) -> float:
    """Return the standard error of a quantile of sorted values.

    Maritz and Jarrett (1978), J. Am. Stat. Assoc. 73, 194-196: the order statistic at the
    quantile, resampled without simulation.

    >>> round(quantile_error(np.arange(1.0, 4.0), 0.5), 4)
    0.7201
    """
    n = len(values)
    rank = int(np.clip(np.ceil(share * n), 1, n))
    weights = np.diff(special.betainc(rank, n - rank + 1, np.linspace(0.0, 1.0, n + 1)))
    centred = values - float(weights @ values)
    return sqrt(float(weights @ centred**2))


def bootstrap_pvalue(
    fit: Fit, columns: tuple[int, ...], *, resamples: int = 999, seed: int = 0, workers: int = 1
) -> BootstrapTest:
    """Test whether some coefficients are all 0, by responses simulated without them.

    The p-value is (count + 1) / (resamples + 1), over the resamples that could be fitted: it is
    never 0, and valid for any number of them if the model without the columns is true with its
    estimated deviations and thresholds. Linear models are compared by maximum likelihood. The
    answer is the same for any number of workers.
    """
    check_columns("bootstrap_pvalue", fit, columns)
    refuse_quadrature("bootstrap_pvalue", fit)
    large = by_ml(fit)
    small = refit_without(large, columns)
    observed = max(0.0, 2 * float(large.loglik - small.loglik))
    parts = []
    for responses in _responses(small, resamples, seed, TEST):
        above = _fitted(large, responses, workers)[1]
        below = _fitted(small, responses, workers)[1]
        parts.append(2 * (above - below))
    statistics = np.concatenate(parts)
    statistics = statistics[np.isfinite(statistics)]
    failed = resamples - len(statistics)
    if not len(statistics) or not isfinite(observed):
        return BootstrapTest(observed, nan, nan, resamples, failed)
    # Ties by a hair count: where a search arrives, both likelihoods are exact to some 1e-7 only.
    count = int((statistics >= observed - 1e-6).sum())
    pvalue = (count + 1) / (len(statistics) + 1)
    error = sqrt(pvalue * (1 - pvalue) / (len(statistics) + 1))
    return BootstrapTest(observed, pvalue, error, resamples, failed)


def _responses(fit: Fit, resamples: int, seed: int, stream: int) -> Iterator[Floats | Ints]:
    """Simulate responses block by block, each a function of the seed and its place alone."""
    check_count("resamples", resamples)
    root = root_seed(seed)
    for block, begin in enumerate(range(0, resamples, BLOCK)):
        yield simulate(fit, min(BLOCK, resamples - begin), block_rng(root, stream, block))


def _fitted(fit: Fit, responses: Floats | Ints, workers: int) -> tuple[Floats, Floats]:
    """Return coefficients and log-likelihood of each response; NaN where its fit failed."""
    found = fit_many(fit, responses, workers=workers)
    values = np.where(found.converged[:, None], found.coefficients, nan)
    return values, np.where(found.converged, found.loglik, nan)
