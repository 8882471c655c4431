"""Metrics: item -> sufficient statistics -> score. Each file of this room registers its own."""

from claimwise.core import import_room
from claimwise.metrics.base import Metric, add_metric, find_metric, find_metrics, is_metric, metric
from claimwise.metrics.corpus import Corpus, ItemCorpus, SumCorpus
from claimwise.metrics.measure import measure

import_room(__name__, list(__path__))

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
