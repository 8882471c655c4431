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
from claimwise.htest.base import htest
from claimwise.kernels import discordant

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
