"""Metrics of systems that answer each item several times, against gold answers of several people.

Each file registers some of them; `find_response_metric` finds them by their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.metrics.responses.base import (
        ResponseMetric,
        find_response_metric,
        find_response_metrics,
        item_means,
        response_metric,
        scores,
    )
    from claimwise.metrics.responses.corpus import AnswersCorpus, as_metric, response_corpus
    from claimwise.metrics.responses.studies import ResponseStudies

__all__ = [
    "AnswersCorpus",
    "ResponseMetric",
    "ResponseStudies",
    "as_metric",
    "find_response_metric",
    "find_response_metrics",
    "item_means",
    "response_corpus",
    "response_metric",
    "scores",
]

lazy(__name__)
