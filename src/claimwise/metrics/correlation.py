"""Numbers against gold numbers: AUROC, rank correlation and linear correlation.

The first two depend on the order of all items, so each resample is ranked anew. The last is a
function of sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.kernels.ranks import midranks
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import BadItem, numbers_of, ratio

LOST = 1e-13  # of the sum of squares: a variance below that is what rounding left of 0


def score_auroc(gold: Floats, predicted: Floats) -> Floats:
    """Return the share of pairs, one of each class, in which the positive item has more.

    Ties count half; NaN if there is one class alone.
    """
    is_positive = gold > 0
    positives = is_positive.sum(axis=-1).astype(np.float64)
    negatives = gold.shape[-1] - positives
    ranks = midranks(predicted, tie=0.0)[0]
    above = np.where(is_positive, ranks, 0.0).sum(axis=-1) - positives * (positives + 1) / 2
    return ratio(above, positives * negatives)


def score_spearman(gold: Floats, predicted: Floats) -> Floats:
    """Return the correlation of the ranks, tied values by their mean rank; NaN if all are tied."""
    middle = (gold.shape[-1] + 1) / 2
    x = midranks(gold, tie=0.0)[0] - middle
    y = midranks(predicted, tie=0.0)[0] - middle
    root = np.sqrt((x * x).sum(axis=-1)) * np.sqrt((y * y).sum(axis=-1))
    return ratio((x * y).sum(axis=-1), root)


def pearson_stats(gold: Sequence[Any], predicted: Sequence[Any], *, x: float) -> Floats:
    """Return 1, x, y and their squares and product for each item, x from its centre."""
    a, b = _numbers(gold, gold=True) - x, _numbers(predicted)
    return np.stack([np.ones(len(a)), a, b, a * a, b * b, a * b], axis=1)


def score_pearson(totals: Floats) -> Floats:
    """Return the linear correlation from sums; NaN if one of both does not vary."""
    n, x, y, xx, yy, xy = np.moveaxis(totals, -1, 0)
    var_x, var_y = xx - ratio(x * x, n), yy - ratio(y * y, n)
    varies = (var_x > LOST * xx) & (var_y > LOST * yy)
    root = np.sqrt(np.where(varies, var_x, 0.0)) * np.sqrt(np.where(varies, var_y, 0.0))
    return np.asarray(np.clip(ratio(xy - ratio(x * y, n), root), -1.0, 1.0))


@metric("auroc", takes="number")
def auroc(name: str) -> Metric:
    """Return the area under the ROC curve; gold is 0 or 1."""
    return replace(_auroc(name), bind=partial(_bind_auroc, name))


def _auroc(name: str) -> Metric:
    return Metric(name, "number", score_items=score_auroc, limits=(0, 1), prepare=ranked)


@metric("spearman", takes="number")
def spearman(name: str) -> Metric:
    """Return Spearman's rank correlation."""
    return Metric(name, "number", score_items=score_spearman, limits=(-1, 1), prepare=ranked)


@metric("pearson", takes="number")
def pearson(name: str) -> Metric:
    """Return Pearson's linear correlation."""
    return Metric(name, "number", bind=partial(_bind_pearson, name))


def _bind_auroc(name: str, gold: Sequence[Any], predicted: Mapping[str, Sequence[Any]]) -> Metric:
    """Refuse gold values other than 0 and 1."""
    for place, value in enumerate(_numbers(gold, gold=True)):
        if value not in (0, 1):
            raise BadItem(place, "0 or 1 as gold values", repr(gold[place]), gold=True)
    return _auroc(name)


def _bind_pearson(name: str, gold: Sequence[Any], predicted: Mapping[str, Sequence[Any]]) -> Metric:
    """Centre the numbers: the sums of squares of large numbers would drown their differences."""
    stats = partial(pearson_stats, x=_centre(_numbers(gold, gold=True)))
    return Metric(
        name, "number", "higher", stats, score_pearson, limits=(-1, 1), prepare=standardised
    )


def ranked(values: Sequence[Any]) -> Sequence[float]:
    """Return the ranks of a system's numbers, which may be on a scale of their own."""
    found: list[float] = midranks(_numbers(values), tie=0.0)[0].tolist()
    return found


def standardised(values: Sequence[Any]) -> Sequence[float]:
    """Return a system's numbers with mean 0 and variance 1; equal ones as 0."""
    numbers = _numbers(values)
    away = numbers - _centre(numbers)
    spread = float(away.std())
    found: list[float] = (away / spread if spread > 0 else away).tolist()
    return found


def _centre(values: Floats) -> float:
    """Return the mean; of equal values exactly that."""
    return float(values[0] if values.min() == values.max() else values.mean())


def _numbers(values: Sequence[Any], *, gold: bool = False) -> Floats:
    needs = f"finite numbers as {'gold values' if gold else 'outputs'}"
    try:
        pairs = enumerate(values)
        return np.array([numbers_of(value, place, needs, 1)[0] for place, value in pairs])
    except BadItem as bad:
        raise BadItem(bad.place, bad.needs, bad.found, gold=gold) from bad
