"""Tests by ranks and by signs: graded scores of which only the order is trusted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core import Note, dropped, meaning
from claimwise.core.procedure import OTHER_ITEMS, SAME_ITEMS, Procedure
from claimwise.core.references import DIXON, WILCOXON
from claimwise.data import Differences, IndependentScores
from claimwise.htest.base import htest
from claimwise.kernels import discordant, ranks

FEW = 13  # tied differences up to which all signs are tried


def _dropped(data: Differences) -> tuple[Note, ...]:
    if data.d.ndim > 1:
        return ()
    zeros = int((ranks.signs(data.d) == 0).sum())
    equal = dropped(f"{zeros:,} of {data.n:,} items are equal and do not count.")
    return (equal,) if zeros else ()


@htest(
    "sign-scores",
    paired=True,
    size="at most alpha",
    null="B scores above A on as many items as below",
    outcome="numeric",
    margin=True,
    remarks=_dropped,
    says=Procedure(
        "the sign test of the items' differences",
        (DIXON,),
        (SAME_ITEMS,),
    ),
)
def sign_scores(data: Differences, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """Exact binomial test of the items on which B is above A; equal items do not count.

    Fit for scores of which only better and worse means something. With a margin, items count as
    better where B is above A by more than it: a statement about the median.
    """
    sign = ranks.signs(data.shifted(margin).d)
    p = discordant.exact((sign > 0).sum(axis=-1), (sign < 0).sum(axis=-1), alternative)
    return np.asarray(np.maximum(ranks.TINY, p))


def _wilcoxon_notes(data: Differences) -> tuple[Note, ...]:
    if data.d.ndim > 1:
        return ()
    found = ranks.signed_ranks(data.d)
    exact = bool(ranks.untied_exact(found)) or int(found.n) <= FEW
    way = (
        "The p-value is exact."
        if exact
        else "The p-value is a normal approximation, corrected for ties but not for continuity."
    )
    return (*_dropped(data), meaning(way))


@htest(
    "wilcoxon",
    paired=True,
    size="near alpha",
    null="the differences between A and B lie symmetrically about 0",
    outcome="numeric",
    meant=("wilcoxon-signed-rank", "signed-rank"),
    margin=True,
    remarks=_wilcoxon_notes,
    says=Procedure(
        "Wilcoxon's signed-rank test",
        (WILCOXON,),
        (SAME_ITEMS, "Differences are spread symmetrically about their median."),
        short="Wilcoxon signed-rank",
    ),
)
def wilcoxon(data: Differences, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """Wilcoxon's signed-rank test.

    Fit for graded scores with outliers. Unfit as a test of the mean: it asks whether the
    differences lie symmetrically about 0 (or about the margin). Differences of 0 are left out
    first (Wilcoxon's way, R's and SciPy's default), tied sizes share their mean rank. Exact
    without ties up to 50 differences, and with ties up to 13, over all signs of the ranks;
    else normal, the variance corrected for ties, no continuity correction: SciPy's default in
    all this, R's with ``correct = FALSE``, except that both forgo the exact distribution where
    there are zeros.
    """
    d = data.shifted(margin).d
    found = ranks.signed_ranks(d.reshape(-1, data.n))
    p = ranks.signed_rank_normal(found, alternative)
    untied = ranks.untied_exact(found)
    few = ~untied & (found.n <= FEW)
    if untied.any():
        p[untied] = ranks.signed_rank_exact(found.n[untied], found.positive[untied], alternative)
    if few.any():
        from claimwise.kernels import sign_flips

        p[few] = sign_flips.pvalue(found.ranks[few], alternative, resamples=1, seed=0)
    return p.reshape(d.shape[:-1])


def _mann_whitney_notes(data: IndependentScores) -> tuple[Note, ...]:
    if data.a.ndim > 1 or data.b.ndim > 1:
        return ()
    from claimwise.kernels import shuffles

    n_a, n_b = len(data.a), len(data.b)
    tied = bool(ranks.midranks(np.concatenate([data.a, data.b]))[1] > 0)
    if not (shuffles.sampled(n_a, n_b) if tied else max(n_a, n_b) > ranks.LARGEST_EXACT):
        return (meaning("The p-value is exact."),)
    way = "The p-value is a normal approximation, corrected for ties and for continuity."
    return (meaning(way),)


@htest(
    "mann-whitney",
    paired=False,
    size="near alpha",
    null="the scores of A and B come from the same distribution",
    outcome="numeric",
    meant=("wilcoxon-rank-sum", "rank-sum"),
    margin=True,
    remarks=_mann_whitney_notes,
    says=Procedure(
        "the Mann-Whitney test of two samples",
        ("Mann and Whitney (1947), Ann. Math. Statist. 18, 50-60",),
        (OTHER_ITEMS,),
    ),
)
def mann_whitney(
    data: IndependentScores, alternative: str, *, margin: float = 0.0
) -> NDArray[np.float64]:
    """Mann and Whitney's U test (Wilcoxon's rank-sum test).

    Fit for graded scores of different items, with outliers. Unfit as a test of means or
    medians, unless the distributions differ by a shift alone. Exact without ties where neither
    system has more than 50 items, and with ties where there are at most 20,000 ways to split the
    items (two-sided by the distance from the expected ranks); else normal with tie and
    continuity corrections, as R and SciPy do by default.
    """
    a, b = data.a, data.shifted(margin).b
    n_a, n_b = a.shape[-1], b.shape[-1]
    shape = np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    both = [np.broadcast_to(a, (*shape, n_a)), np.broadcast_to(b, (*shape, n_b))]
    rank, ties = ranks.midranks(np.concatenate(both, axis=-1).reshape(-1, n_a + n_b))
    above = rank[:, n_a:].sum(axis=-1) - n_b * (n_b + 1) / 2
    p = ranks.mann_whitney_normal(above, ties, n_a, n_b, alternative)
    untied = ties == 0
    if untied.any() and max(n_a, n_b) <= ranks.LARGEST_EXACT:
        p[untied] = ranks.mann_whitney_exact(above[untied], n_a, n_b, alternative)
    if not untied.all():
        from claimwise.kernels import shuffles

        if not shuffles.sampled(n_a, n_b):
            of_a, of_b = rank[~untied, :n_a], rank[~untied, n_a:]
            p[~untied] = shuffles.pvalue(of_a, of_b, alternative, resamples=1, seed=0)
    return p.reshape(shape)
