"""Categories: how an item's answers are distributed over them, and which is the most frequent.

The label of an item is the answer that was given most often. Where several were given equally
often, each counts for its share, as if a fair draw among them decided: with gold answers x, x, y,
y and system answers x, x, y the item is half right. No draw is made, so the score is the same
every time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from claimwise.core import check_one_of
from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics import f1
from claimwise.metrics.agreement import score_kappa, score_mcc
from claimwise.metrics.items import mean_score
from claimwise.metrics.responses.base import ResponseMetric, response_metric
from claimwise.metrics.responses.distances import rows_of
from claimwise.metrics.responses.errors import with_ones

LABELS = ("categorical", "ordinal")  # kinds of answers that repeat
AVERAGES = ("micro", "macro", "weighted")
TOTAL_VARIATION, SAME_MODE = 0, 1  # columns of the kernel


def _item_shares(answers: Answers, column: int) -> Floats:
    from claimwise.kernels import item_distances  # compiled

    found = []
    for one in (answers.a, answers.b):
        shape, rows = rows_of(answers.gold, one)
        found.append(item_distances.item_shares(*rows)[:, column].reshape(shape))
    return np.stack(found, axis=-2)


def total_variations(answers: Answers) -> Floats:
    """Return the total variation of A and of B from gold on each item: (..., 2, items)."""
    return _item_shares(answers, TOTAL_VARIATION)


@response_metric("mean-tv")
def mean_tv(name: str) -> ResponseMetric:
    """Return the mean over items of the total variation between gold and system answers.

    0 where the answers have the same shares, 1 where they have none in common.
    """
    return ResponseMetric(
        name,
        "lower",
        lambda answers: with_ones(total_variations(answers)),
        mean_score,
        kinds=LABELS,
        mean=True,
        limits=(0.0, 1.0),
    )


@response_metric("accuracy")
def accuracy(name: str) -> ResponseMetric:
    """Return the share of items whose most frequent answer is that of gold; ties share credit."""
    return ResponseMetric(
        name,
        "higher",
        lambda answers: with_ones(_item_shares(answers, SAME_MODE)),
        mean_score,
        kinds=LABELS,
        mean=True,
        limits=(0.0, 1.0),
    )


def mode_shares(values: Floats, levels: Floats) -> Floats:
    """Return the share of each level among an item's most frequent answers: (..., items, levels).

    NaN where the item has no answers.
    """
    counts = np.stack([(values == level).sum(axis=-1) for level in levels], axis=-1)
    most = counts.max(axis=-1, keepdims=True)
    modes = (counts == most).astype(np.float64)
    return np.where(most > 0, modes / modes.sum(axis=-1, keepdims=True), np.nan)


def class_stats(answers: Answers) -> Floats:
    """Return hits, gold and predicted of each class, by the items' labels: (..., 2, items, k)."""
    levels = _levels(answers)
    gold = mode_shares(answers.gold, levels)
    found = []
    for one in (answers.a, answers.b):
        said = mode_shares(one, levels)
        found.append(np.concatenate(np.broadcast_arrays(gold * said, gold, said), axis=-1))
    return np.stack(found, axis=-3)


def _levels(answers: Answers) -> Floats:
    """Return the values that there are; of categories those up to the highest, which is quick."""
    highest = max(float(np.nanmax(one, initial=0.0)) for one in answers)
    lowest = min(float(np.nanmin(one, initial=0.0)) for one in answers)
    codes = np.arange(min(highest, 255.0) + 1)
    if lowest == 0 and highest < 256 and all(_whole(one) for one in answers):
        return codes
    found = np.unique(np.concatenate([one.ravel() for one in answers]))
    return found[~np.isnan(found)]


def _whole(values: Floats) -> bool:
    return bool(((values == np.rint(values)) | np.isnan(values)).all())


def _by_class(name: str, score: Callable[[Floats], Floats], lowest: float) -> ResponseMetric:
    return ResponseMetric(name, "higher", class_stats, score, kinds=LABELS, limits=(lowest, 1.0))


def _averaged(name: str, kind: str, average: str) -> ResponseMetric:
    check_one_of(f"metric {name}: the average", average, AVERAGES)
    return _by_class(name, partial(f1.score, kind=kind, average=average), 0.0)


@response_metric("f1")
def f1_score(name: str, average: str = "macro") -> ResponseMetric:
    """Return F1 of the items' labels; the average is micro, macro or weighted."""
    return _averaged(name, "f1", average)


@response_metric("precision")
def precision(name: str, average: str = "macro") -> ResponseMetric:
    """Return precision of the items' labels; the average is micro, macro or weighted."""
    return _averaged(name, "precision", average)


@response_metric("recall")
def recall(name: str, average: str = "macro") -> ResponseMetric:
    """Return recall of the items' labels; the average is micro, macro or weighted."""
    return _averaged(name, "recall", average)


@response_metric("kappa")
def kappa(name: str) -> ResponseMetric:
    """Return Cohen's kappa of the items' labels."""
    return _by_class(name, score_kappa, -1.0)


@response_metric("mcc")
def mcc(name: str) -> ResponseMetric:
    """Return Matthews correlation coefficient of the items' labels."""
    return _by_class(name, score_mcc, -1.0)
