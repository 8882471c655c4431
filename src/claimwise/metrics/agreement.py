"""Agreement of labels beyond chance: Matthews correlation and Cohen's kappa.

Both are over all classes at once. With c right answers of s, and t and p the gold and predicted
counts of each class, the correlation is (c s - t.p) / sqrt((s^2 - p.p)(s^2 - t.t)), kappa
(c s - t.p) / (s^2 - t.p). They are NaN where that is 0/0: where a system predicts one class alone,
there is no correlation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.classes import counts, find_classes, item_stats, listing, signed
from claimwise.metrics.items import ratio
from claimwise.metrics.options import listed


@metric("mcc", takes="label")
def mcc(name: str, *, labels: str = "") -> Metric:
    """Return Matthews correlation coefficient, for any number of classes."""
    return Metric(name, "label", bind=partial(_bind, name, "mcc", listed(labels)))


@metric("kappa", takes="label")
def kappa(name: str, *, labels: str = "") -> Metric:
    """Return Cohen's kappa of predicted and gold labels."""
    return Metric(name, "label", bind=partial(_bind, name, "kappa", listed(labels)))


def _bind(
    name: str,
    kind: str,
    labels: tuple[str, ...],
    gold: Sequence[Any],
    predicted: Mapping[str, Sequence[Any]],
) -> Metric:
    """Return the metric for these labels: named ones must be all the gold ones."""
    named, _ = find_classes(name, gold, predicted, labels)
    golds = {str(label) for label in gold}
    if golds - set(named):
        missing = listing(sorted(golds - set(named)))
        raise DataError(f"metric {name}", "all gold labels in labels=", f"without {missing}")
    # Predictions that are never gold are classes of their own, as any disagreement is.
    answers = {str(label) for row in predicted.values() for label in row}
    classes = tuple(sorted(golds | answers))
    return Metric(
        name,
        "label",
        "higher",
        partial(item_stats, classes=classes),
        score_mcc if kind == "mcc" else score_kappa,
        signature=f"{kind}|classes:{signed(classes)}",
        limits=(-1, 1),
    )


def score_mcc(totals: Floats) -> Floats:
    """Return Matthews correlation from sums of the counts of each class."""
    hits, gold, predicted = counts(totals)
    items, chance = gold.sum(axis=-1), (gold * predicted).sum(axis=-1)
    spread_gold = items**2 - (gold**2).sum(axis=-1)
    spread_predicted = items**2 - (predicted**2).sum(axis=-1)
    root = np.sqrt(np.maximum(spread_gold, 0)) * np.sqrt(np.maximum(spread_predicted, 0))
    return ratio(hits.sum(axis=-1) * items - chance, root)


def score_kappa(totals: Floats) -> Floats:
    """Return Cohen's kappa from sums of the counts of each class."""
    hits, gold, predicted = counts(totals)
    items, chance = gold.sum(axis=-1), (gold * predicted).sum(axis=-1)
    return ratio(hits.sum(axis=-1) * items - chance, items**2 - chance)
