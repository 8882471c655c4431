"""Metrics: item -> sufficient statistics -> score. Each file of this room registers its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.metrics.base import (
        Metric,
        add_metric,
        find_metric,
        find_metrics,
        is_metric,
        metric,
    )
    from claimwise.metrics.corpus import Corpus, ItemCorpus, SumCorpus
    from claimwise.metrics.measure import measure

__all__ = [
    "Corpus",
    "ItemCorpus",
    "Metric",
    "SumCorpus",
    "add_metric",
    "find_metric",
    "find_metrics",
    "is_metric",
    "measure",
    "metric",
]

lazy(__name__)
