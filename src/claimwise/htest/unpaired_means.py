"""Two systems on different items: do their mean scores differ?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import NEAR_NORMAL, OTHER_ITEMS, Procedure
from claimwise.core.references import PITMAN, STUDENT, WELCH
from claimwise.data import IndependentScores
from claimwise.htest.base import RESAMPLES, htest
from claimwise.kernels import student

NULL = "A and B have the same mean score"


@htest(
    "t",
    paired=False,
    size="asymptotic",
    null=NULL,
    outcome="numeric",
    margin=True,
    says=Procedure(
        "the t test of two samples with equal variances",
        (STUDENT,),
        (OTHER_ITEMS, NEAR_NORMAL, "Scores of both systems vary equally."),
        short="unpaired Student t",
    ),
)
def pooled_t(
    data: IndependentScores, alternative: str, *, margin: float = 0.0
) -> NDArray[np.float64]:
    """Student's t test with one common variance.

    Fit for scores of equal spread, or groups of equal size. Unfit where the smaller group has
    the larger spread, which it takes for a difference: use welch. Not defined (NaN) where
    neither system's scores vary.
    """
    return student.pooled(data.a, data.b, margin, alternative)


@htest(
    "welch",
    paired=False,
    size="asymptotic",
    null=NULL,
    outcome="numeric",
    margin=True,
    says=Procedure(
        "Welch's t test of two samples",
        (WELCH,),
        (OTHER_ITEMS, NEAR_NORMAL),
        short="Welch t",
    ),
)
def welch(data: IndependentScores, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """Welch's t test: a variance for each system, degrees of freedom to match.

    Fit for means of independent items. Unfit for systems scored on the same items, where the
    pairing is lost: use paired-t. Not defined (NaN) with one item of a system, or where
    neither system's scores vary.
    """
    return student.welch(data.a, data.b, margin, alternative)


def _sampled(data: IndependentScores, resamples: int) -> NDArray[np.bool_]:
    from claimwise.kernels import shuffles

    shape = np.broadcast_shapes(data.a.shape[:-1], data.b.shape[:-1])
    return np.full(shape, shuffles.sampled(data.a.shape[-1], data.b.shape[-1]))


@htest(
    "unpaired-permutation",
    paired=False,
    size="at most alpha",
    null="the scores of A and B come from the same distribution",
    outcome="numeric",
    margin=True,
    resampled=True,
    sampled=_sampled,
    says=Procedure(
        "a permutation test of the difference of means, items shuffled between the systems",
        (PITMAN,),
        (OTHER_ITEMS,),
    ),
)
def unpaired_permutation(
    data: IndependentScores,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> NDArray[np.float64]:
    """Difference of the means under shuffled labels.

    Fit for any scores whose distributions differ, if at all, by a shift. Unfit where the
    spreads differ and the groups are of unequal size: use welch. Exact where there are at most
    20,000 ways to split the items, by random shuffles otherwise. Two-sided, the size of the
    difference counts; for groups of unequal size this is not twice the smaller tail.
    """
    from claimwise.kernels import shuffles

    shifted = data.shifted(margin)
    return shuffles.pvalue(shifted.a, shifted.b, alternative, resamples, seed)
