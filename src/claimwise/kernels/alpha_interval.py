"""A confidence interval for Krippendorff's alpha: BCa, from units drawn with replacement."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy import special

from claimwise.core import block_rng, check_count, check_share
from claimwise.kernels import bca
from claimwise.kernels.alpha import ROUNDING, STREAM, SUMS, Kinds, Sums, alphas, sort_units
from claimwise.kernels.arrays import Floats, Ints

HELD = 4_000_000  # numbers in one array of weights or resampled ratings
LEFT_OUT = 200  # units that the jackknife leaves out where there is no time for all


def krippendorff_interval(
    unit: Ints,
    rater: Ints,
    value: Floats,
    level: str,
    *,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> tuple[float, float]:
    """Return a confidence interval for alpha: BCa, from units drawn with replacement.

    The draws are cut farther out for few units, as t is wider than the normal [2]_. Raters are
    taken as they are: the interval says nothing of other raters. With four normal ratings or
    grades from 1 to 5 of each unit, 95% intervals covered in 89 to 94 of 100 studies of 10
    units, 92 to 96 of 20, and 94 to 96 of 60. Unfit where few units decide: the level interval
    on values with a long tail (84 to 90, and no better with 200 units; take ordinal or ratio),
    or a rare label (87 to 89 with 20 units).

    Undefined (NaN) where alpha is, where it is the same in all resamples, as for perfect
    agreement, and where too many resamples have no variation for an end to be told.

    References
    ----------
    .. [1] Efron (1987), J. Am. Stat. Assoc. 82, 171-185.
    .. [2] Hesterberg (2015), Am. Stat. 69, 371-386.
    .. [3] Zapf, Castell, Morawietz and Karch (2016), BMC Med. Res. Methodol. 16, 93.
    """
    check_share("confidence", confidence)
    check_count("resamples", resamples)
    kinds = sort_units(unit, rater, value, level)
    if kinds is None:
        return math.nan, math.nan
    sums = SUMS[level](kinds)
    estimate = float(alphas(kinds, sums, kinds.copies[None])[0])
    weights = _resampled(kinds, resamples, seed)
    draws = np.concatenate([alphas(kinds, sums, some) for some in weights])
    wider = _widened(confidence, int(kinds.copies.sum()))
    return _ends(draws, estimate, _acceleration(kinds, sums), wider)


def _resampled(kinds: Kinds, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield how often each kind is drawn, some resamples at a time, which changes no draw."""
    rng = block_rng(seed, STREAM, 0)
    copies = kinds.copies.astype(np.int64)
    units, number = int(copies.sum()), len(copies)
    which = np.repeat(np.arange(number), copies)
    at_once = max(1, HELD // max(units, len(kinds.kind)))
    for first in range(0, resamples, at_once):
        some = min(at_once, resamples - first)
        if 8 * number < units:  # a binomial draw takes as long as several units
            counts = rng.multinomial(units, kinds.copies / units, size=some)
        else:
            drawn = which[rng.integers(0, units, size=(some, units))]
            drawn += number * np.arange(some)[:, None]
            counts = np.bincount(drawn.ravel(), minlength=some * number).reshape(some, number)
        yield counts.astype(np.float64)


def _acceleration(kinds: Kinds, sums: Sums) -> float:
    """Return the acceleration of BCa, from alpha with one unit left out."""
    units = int(kinds.copies.sum())
    every = -(-units // max(LEFT_OUT, 10 * HELD // len(kinds.kind)))
    out = np.repeat(np.arange(len(kinds.copies)), kinds.copies.astype(np.int64))[::every]
    which, where = np.unique(out, return_inverse=True)
    found = np.empty(len(which))
    at_once = max(1, HELD // len(kinds.kind))
    for first in range(0, len(which), at_once):
        some = which[first : first + at_once]
        weights = np.repeat(kinds.copies[None], len(some), axis=0)
        weights[np.arange(len(some)), some] -= 1
        found[first : first + at_once] = alphas(kinds, sums, weights)
    without = found[where]
    sampled = math.sqrt(len(out) / units)
    return float(bca.acceleration(without.mean() - without)) * sampled


def _widened(confidence: float, units: int) -> float:
    """Return the confidence at which normal quantiles are what those of t should be."""
    if units < 2:
        return confidence
    t = special.stdtrit(units - 1, (1 + confidence) / 2) * math.sqrt(units / (units - 1))
    return min(float(1 - 2 * special.ndtr(-t)), 1 - 1e-12)  # of two units: all draws


def _ends(
    draws: Floats, estimate: float, acceleration: float, confidence: float
) -> tuple[float, float]:
    """Cut the draws; those that are undefined lie below the lower and above the upper end."""
    unknown = np.isnan(draws)
    if unknown.all() or np.ptp(draws[~unknown]) <= ROUNDING:
        return math.nan, math.nan
    moved = bca.bias(np.where(unknown, estimate, draws), estimate, ROUNDING)
    lower, upper = bca.shares(moved, np.asarray(acceleration), confidence)
    if np.isnan(lower + upper):
        return math.nan, math.nan
    low = float(bca.quantile(np.sort(np.where(unknown, -np.inf, draws)), lower))
    high = float(bca.quantile(np.sort(np.where(unknown, np.inf, draws)), upper))
    return (low, high) if math.isfinite(low) and math.isfinite(high) else (math.nan, math.nan)
