"""Tests for metrics of a whole corpus: systems swapped at random, items drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from claimwise.core import ParameterError, option
from claimwise.core.procedure import NEAR_NORMAL, SAME_ITEMS, SWAPPED, Procedure
from claimwise.core.references import EFRON_TIBSHIRANI, KOEHN, RIEZLER, TUKEY
from claimwise.htest.base import RESAMPLES, htest
from claimwise.kernels import jackknife
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics import Corpus
from claimwise.metrics.responses import ResponseStudies
from claimwise.metrics.studies import CorpusStudies, CountedStudies

Studies: TypeAlias = CorpusStudies | CountedStudies | ResponseStudies
TIE = 1e-11  # of the larger score: differences this close are equal but for rounding


@htest(
    "randomisation",
    paired=True,
    size="near alpha",
    outcome="corpus",
    null="A and B are exchangeable: on every item, each could have produced the other's output",
    resampled=True,
    says=Procedure(
        "the systems' outputs are swapped at random on each item, and the metric of the whole is "
        "computed again",
        ("Noreen (1989), Computer-intensive methods for testing hypotheses", RIEZLER),
        (SAME_ITEMS, SWAPPED),
        short="randomisation of outputs",
        of_clusters="the systems' outputs are swapped at random on each cluster as a whole, and "
        "the metric of the whole is computed again",
    ),
)
def randomisation(
    data: Corpus | Studies, alternative: str, *, seed: int = 0, resamples: int = RESAMPLES
) -> Floats:
    """Approximate randomisation: how often do random swaps of A and B differ as much?

    Whole items, or clusters of them, are swapped with probability one half, and the metric is
    computed anew for both systems. (count + 1) / (resamples + 1); exact where there are fewer swaps
    than resamples, as then every one is made. NaN where the observed difference is undefined; a
    resample without a defined difference counts as one that differs as much.
    """
    if not isinstance(data, Studies):
        return np.asarray(swap_pvalues(data, 0, [1], alternative, resamples, seed)[0])
    scores, found = data.scores(), np.empty(len(data))
    for here, null in data.swapped(resamples, seed):
        exact = null.shape[1] < resamples
        found[here] = tail_shares(scores[here, 0], scores[here, 1], null, alternative, exact=exact)
    return found


@htest(
    "paired-bootstrap",
    paired=True,
    size="asymptotic",
    outcome="corpus",
    null="A and B have the same score over all the items that these were drawn from",
    margin=True,
    resampled=True,
    says=Procedure(
        "a paired bootstrap test of the metric, items resampled and centred",
        (EFRON_TIBSHIRANI, RIEZLER),
        (SAME_ITEMS,),
        short="paired bootstrap",
        of_clusters="a paired bootstrap test of the metric, clusters resampled and centred",
    ),
)
def paired_bootstrap(
    data: Corpus | Studies,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Floats:
    """How often do resampled items move the difference by as much as it is away from the margin?

    The differences of resamples are moved to the null before they are compared, never after their
    sizes are taken. (count + 1) / (resamples + 1). NaN where the difference does not vary.
    """

    def one(corpus: Corpus, stream: int) -> float:
        draws = corpus.drawn(resamples, seed, stream)
        return draw_pvalue(corpus.scores(), draws, 0, 1, alternative, margin)

    return _each(one, data)


@htest(
    "jackknife-t",
    paired=True,
    size="asymptotic",
    outcome="corpus",
    null="A and B have the same score over all the items that these were drawn from",
    margin=True,
    says=Procedure(
        "a t test with the jackknife's standard error of the metric",
        (TUKEY,),
        (SAME_ITEMS, NEAR_NORMAL),
        short="jackknife t",
        of_clusters="a t test with the jackknife's standard error of the metric, clusters left out "
        "in turn",
    ),
)
def jackknife_t(data: Corpus | Studies, alternative: str, *, margin: float = 0.0) -> Floats:
    """How many standard errors is the difference away from the margin, by the jackknife?

    Student's t with one degree of freedom less than there are items or clusters; it decides as the
    interval `jackknife` does. NaN where the score without some item is undefined.
    """

    def one(corpus: Corpus, stream: int) -> float:
        return left_out_pvalue(corpus.scores(), *corpus.left_out(), 0, 1, alternative, margin)

    return _each(one, data)


def left_out_pvalue(
    scores: Floats,
    left: Floats,
    times: Ints,
    a: int,
    b: int,
    alternative: str,
    margin: float = 0.0,
) -> float:
    """Return the p-value from scores without each unit (systems, units)."""
    near = TIE * max(abs(scores[a]), abs(scores[b]))
    return jackknife.pvalue(
        float(scores[b] - scores[a]),
        left[b] - left[a],
        times,
        alternative,
        margin=margin,
        near=float(near),
    )


@htest(
    "moses-bootstrap",
    paired=True,
    size="above alpha",
    outcome="corpus",
    null="A and B have the same score over all the items that these were drawn from",
    resampled=True,
    says=Procedure(
        "the paired bootstrap as in Moses, whose false positives exceed alpha",
        (KOEHN,),
        (SAME_ITEMS,),
    ),
)
def moses_bootstrap(
    data: Corpus | Studies, alternative: str, *, seed: int = 0, resamples: int = RESAMPLES
) -> Floats:
    """Return the p-value that Moses and sacrebleu publish as that of a paired bootstrap.

    For replication alone: sizes are taken first, and their mean is subtracted then, so that it
    finds a difference in some 12% of studies without one where 5% are promised.
    """

    def one(corpus: Corpus, stream: int) -> float:
        return moses_pvalue(corpus.scores(), corpus.drawn(resamples, seed, stream), 0, 1)

    if alternative != "two-sided":
        raise ParameterError(
            option("test", "moses-bootstrap"), option("alternative", "two-sided"), alternative
        )
    return _each(one, data)


def _each(one: Callable[[Corpus, int], float], data: Corpus | Studies) -> Floats:
    """Return the p-value of a study, or of each of several with its own stream."""
    if isinstance(data, Studies):
        pairs = zip(data.corpora, data.streams, strict=True)
        return np.array([one(corpus, stream) for corpus, stream in pairs])
    return np.asarray(one(data, 0))


def swap_pvalues(
    corpus: Corpus,
    a: int,
    others: Sequence[int],
    alternative: str,
    resamples: int,
    seed: int,
    stream: int = 0,
) -> Floats:
    """Return the p-values of several systems against A, all by the same swaps."""
    null = corpus.swapped(a, others, resamples, seed, stream)
    return swap_shares(corpus.scores(), null, a, others, alternative, resamples)


def swap_shares(
    scores: Floats,
    null: Floats,
    a: int,
    others: Sequence[int],
    alternative: str,
    resamples: int,
) -> Floats:
    """Return p-values from swapped differences (others, resamples), or from every swap."""
    exact = null.shape[1] < resamples
    return tail_shares(scores[a], scores[list(others)], null, alternative, exact=exact)


def tail_shares(
    a: Floats, b: Floats, null: Floats, alternative: str, *, exact: bool = False
) -> Floats:
    """Return p-values of differences b - a (...), each with its null values (..., resamples).

    Of every swap, which is `exact`, the observed one is one of them; of random ones it is added.
    """
    observed = b - a
    near = TIE * np.maximum(np.abs(b), np.abs(a))[:, None]
    if alternative == "two-sided":
        extreme = np.abs(null) >= np.abs(observed)[:, None] - near
    elif alternative == "greater":
        extreme = null >= observed[:, None] - near
    else:
        extreme = null <= observed[:, None] + near
    count = (extreme | np.isnan(null)).sum(axis=1)
    p = count / null.shape[1] if exact else (count + 1.0) / (null.shape[1] + 1.0)
    return np.asarray(np.where(np.isnan(observed), np.nan, p))


def draw_pvalue(
    scores: Floats, draws: Floats, a: int, b: int, alternative: str, margin: float = 0.0
) -> float:
    """Return the p-value from scores of resampled items (systems, resamples)."""
    observed = scores[b] - scores[a]
    near = TIE * max(abs(scores[a]), abs(scores[b]))
    moved = draws[b] - draws[a] - observed
    if np.isnan(observed):
        return float("nan")
    if np.nanmax(np.abs(moved), initial=0.0) <= near:  # one and the same difference everywhere
        return 1.0 if bool(abs(observed - margin) <= near) else float("nan")
    distance = observed - margin
    if alternative == "two-sided":
        extreme = np.abs(moved) >= abs(distance) - near
    elif alternative == "greater":
        extreme = moved >= distance - near
    else:
        extreme = moved <= distance + near
    count = int((extreme | np.isnan(moved)).sum())
    return float((count + 1.0) / (draws.shape[1] + 1.0))


def moses_pvalue(scores: Floats, draws: Floats, a: int, b: int) -> float:
    """Return the p-value of Moses from scores of resampled items (systems, resamples)."""
    sizes = np.abs(draws[b] - draws[a])
    observed = abs(scores[b] - scores[a])
    if np.isnan(observed):
        return float("nan")
    beyond = sizes - np.nanmean(sizes) > observed
    return float((int((beyond | np.isnan(sizes)).sum()) + 1.0) / (draws.shape[1] + 1.0))
