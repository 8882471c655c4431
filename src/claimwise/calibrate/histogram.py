"""P-values by twentieths."""

from __future__ import annotations

import numpy as np

from claimwise.core import At, Row
from claimwise.kernels.arrays import Floats, Ints

BINS = 20


def bins_of(ps: Floats) -> Ints:
    """Return in which twentieth each p-value lies.

    A p-value on an edge counts below it, as it does where it is compared with alpha.

    >>> bins_of(np.array([0.01, 0.05, 0.051, 1.0])).tolist()
    [0, 0, 1, 19]
    """
    return np.clip(np.ceil(ps * BINS * (1 - 1e-12)).astype(np.int64) - 1, 0, BINS - 1)


def bin_rows(at: At, shares: Floats, items: int) -> list[Row]:
    """Return the share of p-values in each twentieth, such as ``p_histogram[..., 0.00-0.05]``."""
    return [
        Row(
            quantity="p_histogram",
            at={**at, "bin": f"{k / BINS:.2f}-{(k + 1) / BINS:.2f}"},
            estimate=float(share),
            n=items,
        )
        for k, share in enumerate(shares)
    ]
