"""Random splits of the answers of two systems, item by item. Compiled: import this file late."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled


@compiled
def random_splits(
    pool: Floats, n_a: Ints, n_b: Ints, uniform: Floats, a: Floats, b: Floats
) -> None:
    """Deal the answers to each item out to A and to B at random, as many to each as they gave.

    Parameters
    ----------
    pool : array (items, places)
        Answers of both, in the first n_a + n_b places of a row.
    n_a, n_b : arrays (items,)
    uniform : array (resamples, items, at least the most of n_a)
    a, b : arrays (resamples, items, K of their own)
        Filled here; NaN after the last answer.
    """
    resamples, items = uniform.shape[:2]
    row = np.empty(pool.shape[1])
    for resample in range(resamples):
        for item in range(items):
            first, second = n_a[item], n_b[item]
            both = first + second
            for i in range(both):
                row[i] = pool[item, i]
            for i in range(first):  # Fisher and Yates, as far as needed
                j = i + int(uniform[resample, item, i] * (both - i))
                row[i], row[j] = row[j], row[i]
                a[resample, item, i] = row[i]
            for i in range(second):
                b[resample, item, i] = row[first + i]
            for i in range(first, a.shape[2]):
                a[resample, item, i] = np.nan
            for i in range(second, b.shape[2]):
                b[resample, item, i] = np.nan


@compiled
def random_split_means(
    pool: Floats, n_a: Ints, n_b: Ints, uniform: Floats, a: Floats, b: Floats
) -> None:
    """Fill in the mean answers of A and of B to each item after the splits of `random_splits`.

    As there, but `a` and `b` are (resamples, items).
    """
    resamples, items = uniform.shape[:2]
    row = np.empty(pool.shape[1])
    for resample in range(resamples):
        for item in range(items):
            first, second = n_a[item], n_b[item]
            both = first + second
            for i in range(both):
                row[i] = pool[item, i]
            dealt = 0.0
            for i in range(first):
                j = i + int(uniform[resample, item, i] * (both - i))
                row[i], row[j] = row[j], row[i]
                dealt += row[i]
            rest = 0.0
            for i in range(first, both):
                rest += row[i]
            a[resample, item] = dealt / first
            b[resample, item] = rest / second
