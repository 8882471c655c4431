"""Kendall's tau-b of many reweighted samples at once: sums over pairs, made once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from claimwise.kernels.arrays import Floats, Ints

ROWS = 512  # of the table of all pairs, at a time


@dataclass(frozen=True, slots=True, eq=False)
class PairSums:
    """What pairs of points do, summed for each two groups of points.

    `ordered` counts pairs in the same order less pairs in the other one, `in_x` and `in_y` those
    that differ there at all.
    """

    ordered: Floats
    in_x: Floats
    in_y: Floats

    @classmethod
    def of(cls, x: Floats, y: Floats, group: Ints) -> PairSums:
        """Count over all pairs of points; `group` numbers the group of each from 0 on."""
        groups = int(group.max()) + 1
        sums = [np.zeros((groups, groups)) for _ in range(3)]
        member = np.zeros((len(x), groups))
        member[np.arange(len(x)), group] = 1.0
        for start in range(0, len(x), ROWS):
            part = slice(start, start + ROWS)
            dx, dy = np.sign(x[part, None] - x), np.sign(y[part, None] - y)
            for total, pairs in zip(sums, (dx * dy, np.abs(dx), np.abs(dy)), strict=True):
                total += member[part].T @ (pairs @ member)
        return cls(*sums)

    def tau_b(self, weights: Floats) -> Floats:
        """Return tau-b of samples that hold each group so many times; NaN where undefined.

        >>> pairs = PairSums.of(np.array([1.0, 2, 3]), np.array([1.0, 3, 2]), np.arange(3))
        >>> pairs.tau_b(np.array([[1.0, 1, 1], [1, 0, 1]])).round(4).tolist()
        [0.3333, 1.0]
        """
        total, x, y = (
            np.einsum("rg,rg->r", weights @ sums, weights)
            for sums in (self.ordered, self.in_x, self.in_y)
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.where((x > 0) & (y > 0), total / np.sqrt(x * y), np.nan))
