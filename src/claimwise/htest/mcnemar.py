"""McNemar's tests: two systems, one right/wrong verdict each on the same items.

All condition on the items where the systems disagree; there, under the null, each is the
right one with probability one half. McNemar (1947), Psychometrika 12, 153-157.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.data import PairCounts
from claimwise.htest.base import Rejects, htest
from claimwise.kernels import discordant, unconditional

NULL = "A and B are right equally often"


@htest("mcnemar-exact", paired=True, size="at most alpha", null=NULL, conditional=True)
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
)
def mcnemar_midp(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Mid-p test: keeps close to alpha; the default.

    Recommended by Fagerland, Lydersen and Laake (2013), BMC Med. Res. Methodol. 13:91.
    """
    return discordant.midp(data.wins, data.losses, alternative)


@htest("mcnemar-asymptotic", paired=True, size="asymptotic", null=NULL, conditional=True)
def mcnemar_asymptotic(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Chi-square test without continuity correction."""
    return discordant.asymptotic(data.wins, data.losses, alternative)


@htest("mcnemar-corrected", paired=True, size="asymptotic", null=NULL, conditional=True)
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
)
def mcnemar_unconditional(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Exact unconditional test of Suissa and Shuster: never above alpha, and powerful."""
    return unconditional.pvalue(data.wins, data.losses, data.n, alternative)
