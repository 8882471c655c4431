"""Sums of hypergeometric probabilities, compiled: import this file only when it is needed."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled


@compiled
def upper_tail(b: Ints, n_b: Ints, a: Ints, n_a: Ints, first: Floats) -> Floats:
    """P(at least b of the a + b successes fall among n_b of the n_a + n_b items).

    `first` holds the probability of the first term: of b itself where b is above the mode,
    of b - 1 elsewhere. The sum runs away from the mode, where terms shrink; below the mode
    it is the other tail, and one minus it is returned.
    """
    tail = np.empty(len(b))
    for i in range(len(b)):
        total = a[i] + b[i]
        smallest, largest = max(0, total - n_a[i]), min(total, n_b[i])
        if b[i] <= smallest:
            tail[i] = 1.0
            continue
        if b[i] > largest:
            tail[i] = 0.0
            continue
        mode = (total + 1) * (n_b[i] + 1) // (n_a[i] + n_b[i] + 2)
        term = sum_ = first[i]
        if b[i] > mode:
            count = b[i]
            while count < largest and term > 1e-18 * sum_:
                left_a = n_a[i] - total + count + 1.0
                term *= (n_b[i] - count) * float(total - count) / ((count + 1) * left_a)
                count += 1
                sum_ += term
            tail[i] = min(1.0, sum_)
        else:
            count = b[i] - 1
            while count > smallest and term > 1e-18 * sum_:
                left_b = n_b[i] - count + 1.0
                term *= count * float(n_a[i] - total + count) / (left_b * (total - count + 1))
                count -= 1
                sum_ += term
            tail[i] = max(0.0, 1.0 - sum_)
    return tail
