"""Wins: on how many items is a system nearer to gold than the other?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from claimwise.core import check_one_of
from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.items import mean_score
from claimwise.metrics.responses.base import ResponseMetric, response_metric
from claimwise.metrics.responses.errors import absolute_errors, squared_errors, with_ones

# What is compared on each item, lower is better: answers -> (..., 2, items).
ITEM_ERRORS: dict[str, Callable[[Answers], Floats]] = {
    "mae": absolute_errors,
    "mse": squared_errors,
}


def won(errors: Floats) -> Floats:
    """Return 1 for the system with the smaller error on an item; nobody wins a tie."""
    first, second = errors[..., 0, :], errors[..., 1, :]
    return np.stack([first < second, second < first], axis=-2).astype(np.float64)


@response_metric("wins")
def wins(name: str, by: str = "mae") -> ResponseMetric:
    """Return the share of items that a system wins, by some error of an item."""
    errors = ITEM_ERRORS[check_one_of("wins by", by, ITEM_ERRORS)]
    return ResponseMetric(
        name,
        "higher",
        lambda answers: with_ones(won(errors(answers))),
        mean_score,
        means=by in ("mae", "mse"),
        mean=True,
        limits=(0.0, 1.0),
    )
