"""How far the answers of a system to an item lie from those of gold: many items at once.

Rows are items, columns their answers; NaN where there is none. Compiled: import this file late.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.kernels.compiled import compiled

FEW = 12  # answers that are put in order by comparing neighbours; more are left to the library


@compiled
def _ordered(values: Floats, kept: Floats) -> int:
    """Put the answers that are there into `kept`, in order, and return how many there are."""
    n = 0
    for value in values:
        kept[n] = value
        n += not np.isnan(value)
    if n > FEW:
        kept[:n].sort()
        return n
    for last in range(n - 1, 0, -1):  # no branches: the processor could not foresee them
        for i in range(last):
            one, two = kept[i], kept[i + 1]
            kept[i] = one if one < two else two
            kept[i + 1] = two if one < two else one
    return n


@compiled
def item_emds(gold: Floats, system: Floats) -> Floats:
    """Return the Wasserstein-1 distance of each row's two samples; NaN if one is empty."""
    rows = len(gold)
    x, y = np.empty(gold.shape[1]), np.empty(system.shape[1])
    found = np.empty(rows)
    for row in range(rows):
        n, m = _ordered(gold[row], x), _ordered(system[row], y)
        if n == 0 or m == 0:
            found[row] = np.nan
            continue
        total = 0.0
        if n == m:
            for i in range(n):
                total += abs(x[i] - y[i])
            found[row] = total / n
            continue
        # Along the shares: gold's i-th answer holds from i/n to (i+1)/n, in steps of 1/(n m).
        i = j = at = 0
        while i < n and j < m:
            until = min((i + 1) * m, (j + 1) * n)
            total += (until - at) * abs(x[i] - y[j])
            at = until
            if at == (i + 1) * m:
                i += 1
            if at == (j + 1) * n:
                j += 1
        found[row] = total / (n * m)
    return found


@compiled
def item_shares(gold: Floats, system: Floats) -> Floats:
    """Return, for each row, the total variation of two samples, and how far their modes agree.

    Total variation is half the sum of |share in one - share in the other| over the values. The
    modes agree as often as two fair draws would, one among the modes of each sample: 1 or 0
    where each has one mode. (rows, 2); NaN if a sample is empty.
    """
    rows = len(gold)
    x, y = np.empty(gold.shape[1]), np.empty(system.shape[1])
    found = np.empty((rows, 2))
    for row in range(rows):
        n, m = _ordered(gold[row], x), _ordered(system[row], y)
        if n == 0 or m == 0:
            found[row] = np.nan
            continue
        i = j = apart = 0
        most_x = most_y = modes_x = modes_y = both = 0
        while i < n or j < m:
            value = x[i] if j >= m or (i < n and x[i] <= y[j]) else y[j]
            of_x = of_y = 0
            while i < n and x[i] == value:
                of_x += 1
                i += 1
            while j < m and y[j] == value:
                of_y += 1
                j += 1
            apart += abs(of_x * m - of_y * n)
            if of_x > most_x:
                most_x, modes_x, both = of_x, 0, 0
            if of_y > most_y:
                most_y, modes_y, both = of_y, 0, 0
            modes_x += of_x == most_x
            modes_y += of_y == most_y
            both += of_x == most_x and of_y == most_y
        found[row, 0] = apart / (2.0 * n * m)
        found[row, 1] = both / (modes_x * modes_y)
    return found
