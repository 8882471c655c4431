"""Several runs of each item: how much of the standard error would more runs take away?

Where runs are independent answers of one model, a test of the items' means is a test of several
runs: the means carry the noise of their runs, so that any paired test of them is honest about both.
What a run has in common over items they do not carry: see `kernels.crossed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

from claimwise.core import DataError
from claimwise.kernels.arrays import Floats
from claimwise.kernels.runs import item_stats, variance_terms

__all__ = ["RunBudget", "item_stats", "run_budget", "variance_terms"]


@dataclass(frozen=True, slots=True)
class RunBudget:
    """The variance of the items' mean differences, by what causes it, and n."""

    total: float
    items: float  # between items, which only more items reduce; may be below 0 by chance
    noise_a: float  # between runs of A; NaN where no item has two
    noise_b: float
    n: int

    @property
    def standard_error(self) -> float:
        """Of the mean difference, as observed."""
        return sqrt(self.total / self.n)

    @property
    def standard_error_of_items(self) -> float:
        """What would be left of it with unlimited runs; 0 where runs explain it all."""
        return sqrt(max(0.0, self.items) / self.n) if self.items == self.items else nan

    @property
    def share_of_runs(self) -> float:
        """The part of the squared standard error that more runs can remove, at most 1."""
        noise = self.noise_a + self.noise_b
        return min(1.0, noise / self.total) if self.total > 0 and noise == noise else nan


def run_budget(scores_a: Floats, scores_b: Floats) -> RunBudget:
    """Split the variance of a comparison into items and runs (Miller 2024, section 3).

    Parameters
    ----------
    scores_a, scores_b : arrays of shape (items, runs)
        Padded with NaN where an item has fewer runs; the systems may differ in number.

    Examples
    --------
    >>> import numpy as np
    >>> budget = run_budget(np.array([[0.0, 1], [1, 1], [0, 0]]), np.array([[1.0], [1], [0]]))
    >>> budget.n, round(budget.noise_a, 4), budget.noise_b
    (3, 0.0833, nan)
    """
    mean_a, runs_a, within_a = item_stats(scores_a)
    mean_b, runs_b, within_b = item_stats(scores_b)
    for name, runs in (("A", runs_a), ("B", runs_b)):
        if not runs.all():
            raise DataError(
                "run_budget",
                "at least one run of each item",
                f"none at item {int((runs == 0).argmax())} of {name}",
                "Leave that item out.",
            )
    if len(mean_a) != len(mean_b):
        raise DataError(
            "run_budget", "the same items for A and B", f"{len(mean_a)} and {len(mean_b)} items"
        )
    items, noise_a, noise_b = variance_terms(mean_a, mean_b, runs_a, runs_b, within_a, within_b)
    total = float((mean_b - mean_a).var(ddof=1)) if len(mean_a) > 1 else nan
    return RunBudget(total, float(items), float(noise_a), float(noise_b), len(mean_a))
