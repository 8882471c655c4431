"""Accuracy: the share of items whose predicted label is the gold label."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import mean_score, means


def item_stats(gold: Sequence[str], predicted: Sequence[str]) -> Floats:
    """Return (right, 1) for each item."""
    right = np.asarray(gold, dtype=str) == np.asarray(predicted, dtype=str)
    return means(right)


@metric("accuracy", takes="label")
def accuracy(name: str) -> Metric:
    """Return the metric."""
    return Metric(name, "label", "higher", item_stats, mean_score, mean=True, limits=(0, 1))
