"""The mean of scores that something else gave each item: COMET, ROUGE, a judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.core import check_one_of
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import BETTER, Metric, metric
from claimwise.metrics.items import mean_score, means, numbers_of


def item_stats(gold: Any, predicted: Sequence[Any]) -> Floats:
    """Return (score, 1) for each item."""
    pairs = enumerate(predicted)
    return means([numbers_of(value, place, "a finite score", 1)[0] for place, value in pairs])


@metric("mean", takes="score")
def mean(name: str, *, better: str = "higher") -> Metric:
    """Return the mean score; ``better=lower`` where lower scores are better."""
    check_one_of("metric mean: better", better, BETTER)
    return Metric(name, "score", better, item_stats, mean_score, mean=True)
