"""How alike the order or the course of the answers is: correlations, cosine distance, AUROC."""

from __future__ import annotations

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.kernels.ranks import midranks
from claimwise.metrics.correlation import score_auroc, score_pearson
from claimwise.metrics.items import ratio
from claimwise.metrics.responses.base import ResponseMetric, item_means, response_metric


def score_spearman(gold: Floats, system: Floats) -> Floats:
    """Return the rank correlation of the item means, tied ones by their mean rank.

    Means that differ by rounding alone are tied. NaN if all are tied, or if one is missing.
    """
    of_gold, of_system = item_means(gold), item_means(system)
    gone = np.isnan(of_gold).any(axis=-1) | np.isnan(of_system).any(axis=-1)
    middle = (of_gold.shape[-1] + 1) / 2
    x, y = (midranks(one)[0] - middle for one in (of_gold, of_system))
    root = np.sqrt((x * x).sum(axis=-1)) * np.sqrt((y * y).sum(axis=-1))
    return np.where(gone, np.nan, ratio((x * y).sum(axis=-1), root))


@response_metric("spearman")
def spearman(name: str) -> ResponseMetric:
    """Return Spearman's rank correlation of the items' mean answers."""
    return ResponseMetric(
        name,
        "higher",
        score_answers=score_spearman,
        means=True,
        limits=(-1.0, 1.0),
        ordered="spearman",
    )


def pearson_stats(answers: Answers) -> Floats:
    """Return 1, x, y, their squares and product for each item, both from the mean of gold."""
    gold = item_means(answers.gold)
    centre = gold.mean(axis=-1, keepdims=True)
    x = gold - centre
    found = []
    for one in (answers.a, answers.b):
        y = item_means(one) - centre
        wide = np.broadcast_to(x, y.shape)
        found.append(np.stack([np.ones_like(y), wide, y, wide * wide, y * y, wide * y], axis=-1))
    return np.stack(found, axis=-3)


@response_metric("pearson")
def pearson(name: str) -> ResponseMetric:
    """Return Pearson's linear correlation of the items' mean answers."""
    return ResponseMetric(
        name, "higher", pearson_stats, score_pearson, means=True, limits=(-1.0, 1.0)
    )


def cosine_stats(answers: Answers) -> Floats:
    """Return the products gold x system, gold x gold, system x system, summed over answers."""
    gold = answers.gold
    found = []
    for one in (answers.a, answers.b):
        products = [np.einsum("...k,...k", *pair) for pair in ((gold, one), (gold, gold))]
        products.append(np.einsum("...k,...k", one, one))
        found.append(np.stack(np.broadcast_arrays(*products), axis=-1))
    return np.stack(found, axis=-3)


def score_cosine(sums: Floats) -> Floats:
    """Return 1 less the cosine of the angle; NaN where one of both is all zeros."""
    return 1.0 - ratio(sums[..., 0], np.sqrt(sums[..., 1]) * np.sqrt(sums[..., 2]))


@response_metric("cosine")
def cosine(name: str) -> ResponseMetric:
    """Return the cosine distance of all answers, place by place: 0 is the same direction."""
    return ResponseMetric(
        name, "lower", cosine_stats, score_cosine, aligned=True, limits=(0.0, 2.0)
    )


def _score_auroc(gold: Floats, system: Floats) -> Floats:
    of_gold, of_system = item_means(gold), item_means(system)
    fits = ((of_gold == 0) | (of_gold == 1)).all(axis=-1) & ~np.isnan(of_system).any(axis=-1)
    return np.where(fits, score_auroc(of_gold, of_system), np.nan)


@response_metric("auroc")
def auroc(name: str) -> ResponseMetric:
    """Return the area under the ROC curve of the items' mean answers.

    For gold answers of 0 or 1 that agree on each item; others are refused.
    """
    return ResponseMetric(
        name,
        "higher",
        score_answers=_score_auroc,
        means=True,
        limits=(0.0, 1.0),
        fits=_two_classes,
    )


def _two_classes(answers: Answers) -> str:
    """Say what is wrong with gold answers that do not name one of two classes for each item."""
    means = item_means(answers.gold)
    if ((means == 0) | (means == 1)).all():
        return ""
    return "gold answers of 0 or 1, the same to each item of every person"
