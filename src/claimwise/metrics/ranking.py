"""Rankings of documents: nDCG, reciprocal rank and average precision, each a mean over queries.

Gold names the relevant documents of a query, ``d1 d3`` or with grades ``d1:3 d3:1``; a grade of 0
is not relevant, and a document that is not named has none. A ranking names documents, best first.
Documents that were not retrieved add nothing.

With a cut-off, ``ndcg@10``, the first K of a ranking count. As in trec_eval, nDCG then compares to
the best ranking of K documents, while average precision divides by all relevant documents, also
where there are more than K.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite, log2
from typing import Any

from claimwise.core import check_one_of
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import BadItem, mean_score, means
from claimwise.metrics.options import depth

Value = Callable[[list[float], list[float]], float]  # grades as ranked, grades as best -> score


def item_stats(
    gold: Sequence[Any], predicted: Sequence[Any], *, value: Value, k: int | None
) -> Floats:
    """Return (score, 1) for each query."""
    found = []
    for place, (wanted, given) in enumerate(zip(gold, predicted, strict=True)):
        grades = _grades(wanted, place)
        ranked = _documents(given)
        if len(set(ranked)) < len(ranked):
            twice = next(name for name in ranked if ranked.count(name) > 1)
            raise BadItem(place, "each document once in a ranking", f"{twice} twice")
        best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
        if not best:
            raise BadItem(place, "a relevant document for each query", "none", gold=True)
        found.append(value([grades.get(name, 0.0) for name in ranked[:k]], best))
    return means(found)


def _documents(value: Any) -> list[str]:
    """Return the names of documents: the words of a text, or of several."""
    parts = [value] if isinstance(value, str) else list(value)
    return [name for part in parts for name in str(part).split()]


def _grades(value: Any, place: int) -> dict[str, float]:
    """Return the grade of each document of a gold answer."""
    found: dict[str, float] = {}
    for word in _documents(value):
        name, colon, tail = word.rpartition(":")
        try:
            grade = float(tail) if colon and name else 1.0
        except ValueError:  # the colon is part of a name
            name, grade = word, 1.0
        name = name or word
        if not isfinite(grade) or grade < 0:
            raise BadItem(place, "finite grades of at least 0", word, gold=True)
        if name in found:
            raise BadItem(place, "each relevant document once", f"{name} twice", gold=True)
        found[name] = grade
    return found


def discounted(grades: list[float], best: list[float], *, k: int | None, gain: str) -> float:
    """Return the gain of a ranking, discounted by log2(rank + 1), as a share of the best one's."""

    def total(values: list[float]) -> float:
        gains = values if gain == "linear" else [2**value - 1 for value in values]
        return sum(value / log2(rank + 1) for rank, value in enumerate(gains, 1))

    return total(grades) / total(best[:k])


def reciprocal(grades: list[float], best: list[float]) -> float:
    """Return 1 / rank of the first relevant document, 0 without one.

    >>> reciprocal([0, 0, 2, 1], [2, 1])
    0.3333333333333333
    """
    return next((1 / rank for rank, grade in enumerate(grades, 1) if grade > 0), 0.0)


def average_precision(grades: list[float], best: list[float]) -> float:
    """Return the mean, over all relevant documents, of the precision at their ranks.

    >>> average_precision([1, 0, 1], [1, 1])
    0.8333333333333333
    """
    ranks = [rank for rank, grade in enumerate(grades, 1) if grade > 0]
    return sum(found / rank for found, rank in enumerate(ranks, 1)) / len(best)


@metric("ndcg", takes="ranking")
def ndcg(name: str, *words: str, gain: str = "linear") -> Metric:
    """Return nDCG; ``gain=exp`` takes 2^grade - 1 for the gain of a document, not its grade."""
    k = depth(name, words)
    check_one_of("metric ndcg: gain", gain, ("linear", "exp"))
    value = partial(discounted, k=k, gain=gain)
    return _ranking(name, f"ndcg|gain:{gain}", value, k)


@metric("mrr", takes="ranking")
def mrr(name: str, *words: str) -> Metric:
    """Return the mean reciprocal rank of the first relevant document."""
    return _ranking(name, "mrr", reciprocal, depth(name, words))


@metric("map", takes="ranking")
def mean_average_precision(name: str, *words: str) -> Metric:
    """Return mean average precision."""
    return _ranking(name, "map", average_precision, depth(name, words))


def _ranking(name: str, signature: str, value: Value, k: int | None) -> Metric:
    return Metric(
        name,
        "ranking",
        "higher",
        partial(item_stats, value=value, k=k),
        mean_score,
        signature=f"{signature}|depth:{'all' if k is None else k}",
        mean=True,
        limits=(0, 1),
    )
