"""Wins: on how many items is a system nearer to gold than the other?

Nobody wins a tie. Errors that differ by rounding alone are ties, as is common with answers on a
scale: by no more than 1e-12 of the largest number that they were computed from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeAlias

import numpy as np

from claimwise.core import check_one_of
from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.items import mean_score
from claimwise.metrics.responses.base import (
    NUMBERS,
    ItemStats,
    ResponseMetric,
    item_means,
    response_metric,
)
from claimwise.metrics.responses.distances import item_emds
from claimwise.metrics.responses.errors import with_ones
from claimwise.metrics.responses.labels import LABELS, total_variations

TIE = 1e-12

# Errors of A and of B, and the largest number on which they rest: each (..., items).
Errors: TypeAlias = tuple[Floats, Floats, Floats]


def _of_means(answers: Answers) -> Errors:
    return _distances(*(item_means(one) for one in answers))


def _distances(gold: Floats, a: Floats, b: Floats) -> Errors:
    largest = np.maximum(np.maximum(np.abs(a), np.abs(b)), np.abs(gold))
    return np.abs(a - gold), np.abs(b - gold), largest


def _of_emds(answers: Answers) -> Errors:
    emds = item_emds(answers)
    columns = (np.abs(one[..., k]) for one in answers for k in range(one.shape[-1]))
    largest = reduce(np.fmax, columns)  # of those that are there
    return emds[..., 0, :], emds[..., 1, :], largest


def _of_variations(answers: Answers) -> Errors:
    found = total_variations(answers)
    return found[..., 0, :], found[..., 1, :], np.ones(found.shape[-1])


# What is compared on each item. The order of squared errors is that of absolute ones.
ITEM_ERRORS: dict[str, Callable[[Answers], Errors]] = {
    "mae": _of_means,
    "mse": _of_means,
    "emd": _of_emds,
    "tv": _of_variations,
}


def won(a: Floats, b: Floats, largest: Floats) -> Floats:
    """Return 1 for the system with the smaller error, 0 for the other and in a tie, NaN if unknown.

    A's and then B's, (..., 2, items).
    """
    lead = b - a
    room = TIE * largest
    found = np.stack([lead > room, lead < -room], axis=-2).astype(np.float64)
    gone = np.isnan(lead)
    return np.where(gone[..., None, :], np.nan, found) if gone.any() else found


@response_metric("wins")
def wins(name: str, by: str = "mae") -> ResponseMetric:
    """Return the share of items that a system wins, by some error of an item."""
    errors = ITEM_ERRORS[check_one_of("wins by", by, ITEM_ERRORS)]
    return share_of_wins(
        name,
        lambda answers: with_ones(won(*errors(answers))),
        kinds=LABELS if by == "tv" else NUMBERS,
        means=by in ("mae", "mse"),
    )


def share_of_wins(name: str, item_stats: ItemStats, **more: Any) -> ResponseMetric:
    """Return a metric that is the share of what a system wins, whatever it wins."""
    return ResponseMetric(
        name,
        "higher",
        item_stats,
        mean_score,
        mean=True,
        limits=(0.0, 1.0),
        pairwise=True,
        **more,
    )


@response_metric("wins-vectorised")
def wins_vectorised(name: str) -> ResponseMetric:
    """Return the share of all answers, paired with gold by their places, that a system wins."""

    def item_stats(answers: Answers) -> Floats:
        found = won(*(one.reshape(*one.shape[:-2], -1) for one in _distances(*answers)))
        shape = (*found.shape[:-1], answers.items, answers.counts.gold)
        return with_ones(found.reshape(shape).mean(axis=-1))

    return share_of_wins(name, item_stats, aligned=True)
