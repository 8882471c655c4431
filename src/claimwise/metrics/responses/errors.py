"""Errors of the items' mean answers: mean absolute, mean squared, its root and its inverse."""

from __future__ import annotations

from math import inf

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.items import mean_score, ratio
from claimwise.metrics.responses.base import ResponseMetric, item_means, response_metric


def absolute_errors(answers: Answers) -> Floats:
    """Return how far the mean answers of A and B lie from those of gold: (..., 2, items)."""
    gold, a, b = (item_means(one) for one in answers)
    *studies, items = np.broadcast_shapes(gold.shape, a.shape, b.shape)
    found = np.empty((*studies, 2, items))  # filled in place: much memory that comes and goes costs
    np.subtract(a, gold, out=found[..., 0, :])
    np.subtract(b, gold, out=found[..., 1, :])
    return np.abs(found, out=found)


def squared_errors(answers: Answers) -> Floats:
    """Return the squares of `absolute_errors`."""
    return np.square(absolute_errors(answers))


def with_ones(values: Floats) -> Floats:
    """Return (value, 1) for each item, the statistics of a mean: (..., 2)."""
    return np.stack([values, np.ones_like(values)], axis=-1)


@response_metric("mae")
def mae(name: str) -> ResponseMetric:
    """Return the mean absolute error of the items' mean answers."""
    return ResponseMetric(
        name,
        "lower",
        lambda answers: with_ones(absolute_errors(answers)),
        mean_score,
        means=True,
        mean=True,
        limits=(0.0, inf),
    )


@response_metric("mse")
def mse(name: str) -> ResponseMetric:
    """Return the mean squared error of the items' mean answers."""
    return ResponseMetric(
        name,
        "lower",
        lambda answers: with_ones(squared_errors(answers)),
        mean_score,
        means=True,
        mean=True,
        limits=(0.0, inf),
    )


@response_metric("rmse")
def rmse(name: str) -> ResponseMetric:
    """Return the square root of the mean squared error of the items' mean answers."""
    return ResponseMetric(
        name,
        "lower",
        lambda answers: with_ones(squared_errors(answers)),
        lambda sums: np.sqrt(mean_score(sums)),
        means=True,
        limits=(0.0, inf),
    )


@response_metric("inverse-mse")
def inverse_mse(name: str) -> ResponseMetric:
    """Return one over the mean squared error: what Wein et al. (2023) call MSE."""
    return ResponseMetric(
        name,
        "higher",
        lambda answers: with_ones(squared_errors(answers)),
        lambda sums: ratio(sums[..., 1], sums[..., 0]),
        means=True,
        limits=(0.0, inf),
    )
