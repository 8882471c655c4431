"""Perplexity: how many equally likely words a model chooses among, on average; lower is better."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import BadItem, numbers_of, ratio
from claimwise.metrics.options import at_most_one

NEEDS = "a log-likelihood and a count above 0, such as -12.3 7"
ROUNDING = 1e-6  # log-likelihoods of certain texts may be above 0 by as much


def item_stats(gold: Any, predicted: Sequence[Any]) -> Floats:
    """Return log-likelihood and count of words, tokens or bytes, for each item."""
    found = np.empty((len(predicted), 2))
    for place, value in enumerate(predicted):
        found[place] = numbers_of(value, place, NEEDS, 2)
        if found[place, 1] <= 0:
            raise BadItem(place, NEEDS, repr(value))
        if found[place, 0] > ROUNDING:
            raise BadItem(place, "log-likelihoods of at most 0, as natural logarithms", repr(value))
    return found


def score(totals: Floats, *, bits: bool) -> Floats:
    """Return exp(-log-likelihood / count), or bits per unit."""
    loss = -ratio(totals[..., 0], totals[..., 1])
    return np.asarray(loss / np.log(2) if bits else np.exp(loss))


@metric("perplexity", takes="likelihood")
@metric("word_perplexity", takes="likelihood")
@metric("byte_perplexity", takes="likelihood")
@metric("bits_per_byte", takes="likelihood")
def perplexity(name: str, *words: str) -> Metric:
    """Return perplexity per counted unit; ``bits`` returns bits per unit instead.

    The other names are those under which lm-eval logs the pairs.
    """
    bits = at_most_one(name, words, ("bits",)) == "bits" or name.startswith("bits_per_byte")
    return Metric(
        name, "likelihood", "lower", item_stats, partial(score, bits=bits), limits=(0, inf)
    )
