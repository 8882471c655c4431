"""Accuracy: the share of items whose predicted label is the gold label."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric


def item_stats(gold: Sequence[str], predicted: Sequence[str]) -> Floats:
    """Return (right, 1) for each item."""
    right = np.asarray(gold, dtype=str) == np.asarray(predicted, dtype=str)
    return np.stack([right, np.ones(len(right))], axis=1).astype(np.float64)


def score(totals: Floats) -> Floats:
    """Return the share of right answers."""
    return np.asarray(totals[..., 0] / totals[..., 1])


@metric("accuracy", takes="label")
def accuracy(name: str) -> Metric:
    """Return the metric."""
    return Metric(name, "label", "higher", item_stats, score, mean=True)
