"""The exact unconditional test: two systems, one right/wrong verdict each on the same items.

It looks at all items, where McNemar's tests condition on those on which the systems disagree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import SAME_ITEMS, Procedure
from claimwise.data import PairCounts
from claimwise.htest.base import Rejects, htest
from claimwise.htest.mcnemar import NULL
from claimwise.kernels import unconditional


def _region(n: int, alpha: float, alternative: str) -> Rejects:
    cutoff = unconditional.critical_score(n, alpha, alternative)

    def rejects(data: PairCounts) -> NDArray[np.bool_]:
        return unconditional.directed_score(data.wins, data.losses, alternative) >= cutoff

    return rejects


@htest(
    "mcnemar-unconditional",
    paired=True,
    size="at most alpha",
    null=NULL,
    region=_region,
    largest_n=50_000,
    quick_to=3_000,
    says=Procedure(
        "the exact unconditional test of paired verdicts, at the rate of disagreement that is "
        "least favourable",
        ("Suissa and Shuster (1991), Biometrics 47, 361-372",),
        (SAME_ITEMS,),
        short="unconditional exact test",
    ),
)
def mcnemar_unconditional(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Exact unconditional test of Suissa and Shuster: never above alpha, and powerful."""
    return unconditional.pvalue(data.wins, data.losses, data.n, alternative)
