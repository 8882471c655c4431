"""Earth mover's distances and wins as Wein et al. (2023) computed them: for replication alone.

Their code makes a histogram of the answers on 0 to 1, and then takes the distance between the two
lists of counts as if the counts were answers. So it does not matter in which bin an answer lies:
gold answers of 0.1 and system answers of 0.9 are at distance 0. Use mean-emd, emd-means and
emd-responses instead.

Their wins compare errors as the computer has them. Of answers on a scale many errors are equal but
for rounding, and one system or the other wins these items, by the order in which answers were
added. Use wins and wins-vectorised instead, in which nobody wins a tie.
"""

from __future__ import annotations

from math import inf

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.items import mean_score
from claimwise.metrics.options import whole
from claimwise.metrics.responses.base import ResponseMetric, item_means, response_metric
from claimwise.metrics.responses.distances import rows_of
from claimwise.metrics.responses.errors import absolute_errors, with_ones
from claimwise.metrics.responses.wins import share_of_wins, won


def counts_apart(gold: Floats, system: Floats, bins: int) -> Floats:
    """Return the distance between the counts of equal bins from 0 to 1 as if they were answers.

    A bin has its lower edge, the last one both; values outside, and NaN, are in none.
    """
    from claimwise.kernels import binned  # compiled

    shape, (first, second) = rows_of(gold, system)
    return binned.counts_apart(first, second, np.linspace(0.0, 1.0, bins + 1)).reshape(shape)


@response_metric("mean-emd-published")
def mean_emd_published(name: str, *, bins: str = "5") -> ResponseMetric:
    """Return the mean over items of the distance of bin counts, which ignores where bins lie."""
    number = whole(f"metric {name}: bins", bins)

    def item_stats(answers: Answers) -> Floats:
        pair = [counts_apart(answers.gold, one, number) for one in (answers.a, answers.b)]
        return with_ones(np.stack(pair, axis=-2))

    return ResponseMetric(name, "lower", item_stats, mean_score, mean=True, limits=(0.0, inf))


@response_metric("emd-means-published")
def emd_means_published(name: str, *, bins: str = "50") -> ResponseMetric:
    """Return the distance of bin counts of the item means, which ignores where bins lie."""
    number = whole(f"metric {name}: bins", bins)

    def score_answers(gold: Floats, system: Floats) -> Floats:
        return counts_apart(item_means(gold), item_means(system), number)

    return ResponseMetric(name, "lower", score_answers=score_answers, means=True, limits=(0.0, inf))


@response_metric("emd-responses-published")
def emd_responses_published(name: str, *, bins: str = "50") -> ResponseMetric:
    """Return the distance of bin counts of all answers, which ignores where bins lie."""
    number = whole(f"metric {name}: bins", bins)

    def score_answers(gold: Floats, system: Floats) -> Floats:
        first, second = (one.reshape(*one.shape[:-2], -1) for one in (gold, system))
        return counts_apart(first, second, number)

    return ResponseMetric(name, "lower", score_answers=score_answers, limits=(0.0, inf))


def _won_by_rounding(errors: Floats) -> Floats:
    """Return who wins each item, (..., 2, items), where a difference in the last bit is one."""
    return won(errors[..., 0, :], errors[..., 1, :], np.zeros(errors.shape[-1]))


@response_metric("wins-published")
def wins_published(name: str) -> ResponseMetric:
    """Return the share of items that a system wins, ties broken by rounding."""

    def item_stats(answers: Answers) -> Floats:
        return with_ones(_won_by_rounding(absolute_errors(answers)))

    return share_of_wins(name, item_stats, means=True)


@response_metric("wins-vectorised-published")
def wins_vectorised_published(name: str) -> ResponseMetric:
    """Return the share of answers, paired by place, that a system wins, ties broken by rounding."""

    def item_stats(answers: Answers) -> Floats:
        flat = Answers(*(one.reshape(*one.shape[:-2], -1, 1) for one in answers))
        found = _won_by_rounding(absolute_errors(flat))
        shape = (*found.shape[:-1], answers.items, answers.counts.gold)
        return with_ones(found.reshape(shape).mean(axis=-1))

    return share_of_wins(name, item_stats, aligned=True)
