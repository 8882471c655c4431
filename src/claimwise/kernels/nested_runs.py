"""Runs drawn anew within items drawn anew, compiled: import this file only when it is needed."""

from __future__ import annotations

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled


@compiled
def add_means(
    a: Floats, runs_a: Ints, b: Floats, runs_b: Ints, uniform: Floats, means: Floats
) -> None:
    """Fill in the mean difference of each study and resample.

    `a` and `b` have shape (studies, items, runs), an item's runs first; `uniform` has shape
    (resamples, items, 1 + runs of A + runs of B).
    """
    items, most_a = a.shape[1], a.shape[2]
    for study in range(a.shape[0]):
        for resample in range(uniform.shape[0]):
            total = 0.0
            for i in range(items):
                drawn = uniform[resample, i]
                item = int(drawn[0] * items)
                of_a, of_b = 0.0, 0.0
                for k in range(runs_a[study, item]):
                    of_a += a[study, item, int(drawn[1 + k] * runs_a[study, item])]
                for k in range(runs_b[study, item]):
                    of_b += b[study, item, int(drawn[1 + most_a + k] * runs_b[study, item])]
                total += of_b / runs_b[study, item] - of_a / runs_a[study, item]
            means[study, resample] = total / items
