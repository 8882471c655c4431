"""Bootstrap intervals for means: items on the last axis, whole batches at once.

Every study of a batch is resampled by the same draws, which the seed alone decides. Where
there is one item only, or no variation to resample, the interval is undefined (NaN).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels import bca
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.mean_interval import ROUNDING, cluster_deviations, mean_variance

Ends = tuple[Floats, Floats]
HELD = 10_000_000  # resampled sums held at one time
# Streams of their own: a caller may draw its studies from streams 0 and 1 of the same seed.
STREAM_B, STREAM_A = 101, 102


def percentile(values: Floats, level: float, *, seed: int, resamples: int) -> Ends:
    """Percentile interval for the mean."""
    return _by_slabs(values, resamples, lambda part: _mean(part, level, seed, resamples, False))


def bca_mean(values: Floats, level: float, *, seed: int, resamples: int) -> Ends:
    """BCa interval for the mean."""
    return _by_slabs(values, resamples, lambda part: _mean(part, level, seed, resamples, True))


def _mean(values: Floats, level: float, seed: int, resamples: int, corrected: bool) -> Ends:
    centre, variance = mean_variance(values)
    influence = (values - centre[:, None]) / values.shape[-1]
    draws = _sums(influence, resamples, seed, STREAM_B)
    low, high = _cut(draws, influence if corrected else None, level)
    return _defined(centre, low, high, variance > 0)


def studentised(values: Floats, level: float, *, seed: int, resamples: int) -> Ends:
    """Bootstrap-t interval for the mean: each resample's deviation in its own standard errors."""
    return _by_slabs(values, 2 * resamples, lambda part: _studentised(part, level, seed, resamples))


def _studentised(values: Floats, level: float, seed: int, resamples: int) -> Ends:
    n = values.shape[-1]
    centre, variance = mean_variance(values)
    deviations = values - centre[:, None]
    sums = _sums(np.concatenate([deviations, deviations**2]), resamples, seed, STREAM_B) / n
    mean, square = sums[: len(values)], sums[len(values) :]
    spread = square - mean**2
    # A resample of equal items has no spread but rounding: its score is infinite.
    spread = np.where(spread > ROUNDING * square, spread, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = mean / np.sqrt(spread / max(n - 1, 1))
    scores = np.sort(np.where(np.isnan(scores), 0.0, scores), axis=-1)
    error = np.sqrt(variance / n)
    tail = (1 - level) / 2
    with np.errstate(invalid="ignore"):
        low = -bca.quantile(scores, 1 - tail) * error
        high = -bca.quantile(scores, tail) * error
    return _defined(centre, low, high, variance > 0)


def clustered(values: Floats, cluster: Ints, level: float, *, seed: int, resamples: int) -> Ends:
    """Percentile interval for the mean over items when whole clusters are resampled.

    Sizes vary from resample to resample, so the mean is a ratio of two sums. No BCa here: with
    clusters of unequal size its acceleration, estimated from few clusters, makes the coverage
    worse.
    """

    def work(part: Floats) -> Ends:
        centre, sums, sizes = cluster_deviations(part, cluster)
        drawn = _sums(np.concatenate([sums, sizes[None]]), resamples, seed, STREAM_B)
        low, high = _cut(drawn[:-1] / drawn[-1], None, level)
        varies = (sums != 0).any(axis=-1) & (len(sizes) > 1)
        return _defined(centre, low, high, varies)

    return _by_slabs(values, resamples, work)


def unpaired(
    a: Floats, b: Floats, level: float, *, seed: int, resamples: int, corrected: bool
) -> Ends:
    """Interval for mean(b) - mean(a) when each group is resampled by itself."""
    n_a, n_b = a.shape[-1], b.shape[-1]

    def work(part: Floats) -> Ends:
        (centre_a, variance_a), (centre_b, variance_b) = (
            mean_variance(part[:, :n_a]),
            mean_variance(part[:, n_a:]),
        )
        of_a = (part[:, :n_a] - centre_a[:, None]) / -n_a
        of_b = (part[:, n_a:] - centre_b[:, None]) / n_b
        draws = _sums(of_b, resamples, seed, STREAM_B) + _sums(of_a, resamples, seed, STREAM_A)
        influence = np.concatenate([of_a, of_b], axis=-1) if corrected else None
        low, high = _cut(draws, influence, level)
        return _defined(centre_b - centre_a, low, high, variance_a + variance_b > 0)

    return _by_slabs(np.concatenate([a, b], axis=-1), 2 * resamples, work)


def _cut(draws: Floats, influence: Floats | None, level: float) -> Ends:
    """Return the ends of the draws' distances from the estimate: percentile, or BCa.

    `influence` is what each item adds to the estimate; with it, BCa.
    """
    draws = np.sort(draws, axis=-1)
    tail = (1 - level) / 2
    lower, upper = np.asarray(tail), np.asarray(1 - tail)
    if influence is not None:
        room = ROUNDING * np.abs(influence).sum(axis=-1)
        moved = bca.bias(draws, np.zeros(len(draws)), room)
        lower, upper = bca.shares(moved, bca.acceleration(influence), level)
    known = ~np.isnan(lower + upper)
    low = bca.quantile(draws, np.where(known, lower, 0.5))
    high = bca.quantile(draws, np.where(known, upper, 0.5))
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def _defined(centre: Floats, low: Floats, high: Floats, varies: NDArray[np.bool_]) -> Ends:
    """Return centre + low and centre + high where both are finite and something varies."""
    fine = varies & np.isfinite(low) & np.isfinite(high)
    return np.where(fine, centre + low, np.nan), np.where(fine, centre + high, np.nan)


def _sums(columns: Floats, resamples: int, seed: int, stream: int) -> Floats:
    from claimwise.kernels.resampled_sums import resampled_sums  # compiled: costs half a second

    return resampled_sums(columns, resamples, seed, stream)


def _by_slabs(values: Floats, per_study: int, work: Callable[[Floats], Ends]) -> Ends:
    """Work on as many studies at a time as memory allows; the cut changes no answer."""
    flat = values.reshape(-1, values.shape[-1])
    low, high = np.empty(len(flat)), np.empty(len(flat))
    size = max(1, HELD // per_study)
    for first in range(0, len(flat), size):
        here = slice(first, first + size)
        low[here], high[here] = work(flat[here])
    shape = values.shape[:-1]
    return low.reshape(shape), high.reshape(shape)
