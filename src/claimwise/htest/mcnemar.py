"""McNemar's tests: two systems, one right/wrong verdict each on the same items.

All condition on the items where the systems disagree; there, under the null, each is the
right one with probability one half.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import SAME_ITEMS, Procedure
from claimwise.core.references import FAGERLAND, MCNEMAR
from claimwise.data import PairCounts
from claimwise.htest.base import Rejects, htest
from claimwise.kernels import discordant, unconditional

NULL = "A and B are right equally often"


@htest(
    "mcnemar-exact",
    paired=True,
    size="at most alpha",
    null=NULL,
    conditional=True,
    says=Procedure(
        "McNemar's exact test, given the number of items on which the systems disagree",
        (MCNEMAR, FAGERLAND),
        (SAME_ITEMS,),
        short="exact McNemar",
    ),
)
def mcnemar_exact(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Exact conditional test: never above alpha, often far below it."""
    return discordant.exact(data.wins, data.losses, alternative)


@htest(
    "mcnemar-midp",
    paired=True,
    size="near alpha",
    null=NULL,
    conditional=True,
    also=("mcnemar",),
    says=Procedure(
        "McNemar's test with the mid-p value, given the number of items on which the systems "
        "disagree",
        (MCNEMAR, FAGERLAND),
        (SAME_ITEMS,),
        short="McNemar mid-p",
    ),
)
def mcnemar_midp(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Mid-p test: keeps close to alpha; recommended by Fagerland et al., and the default."""
    return discordant.midp(data.wins, data.losses, alternative)


@htest(
    "mcnemar-asymptotic",
    paired=True,
    size="asymptotic",
    null=NULL,
    conditional=True,
    says=Procedure(
        "McNemar's chi-square test without continuity correction",
        (MCNEMAR,),
        (SAME_ITEMS,),
        short="McNemar",
    ),
)
def mcnemar_asymptotic(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Chi-square test without continuity correction."""
    return discordant.asymptotic(data.wins, data.losses, alternative)


@htest(
    "mcnemar-corrected",
    paired=True,
    size="asymptotic",
    null=NULL,
    conditional=True,
    says=Procedure(
        "McNemar's chi-square test with continuity correction",
        (MCNEMAR, "Edwards (1948), Psychometrika 13, 185-187"),
        (SAME_ITEMS,),
        short="McNemar with continuity correction",
    ),
)
def mcnemar_corrected(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Chi-square test with continuity correction (R's default)."""
    return discordant.corrected(data.wins, data.losses, alternative)


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
