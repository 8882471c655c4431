"""Score tests for right/wrong scores: is B better than A by more than a margin?

The variance is the one under the null hypothesis, at the most likely proportions among those
whose difference is the margin. At a margin of 0 these are McNemar's chi-square test and the
pooled z test.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core import ParameterError
from claimwise.core.procedure import OTHER_ITEMS, SAME_ITEMS, Procedure
from claimwise.core.references import FARRINGTON, TANGO
from claimwise.data import IndependentCounts, PairCounts
from claimwise.htest.base import htest
from claimwise.kernels import paired_proportions, unpaired_proportions
from claimwise.kernels.tails import of_normal

NULL = "A and B are right equally often, or differ by the margin given"


@htest(
    "tango",
    paired=True,
    size="asymptotic",
    null=NULL,
    margin=True,
    says=Procedure(
        "Tango's score test of paired proportions",
        (TANGO,),
        (SAME_ITEMS,),
        short="Tango score test",
    ),
)
def tango(data: PairCounts, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """Tango's score test of a difference of `margin` on the same items.

    It rejects exactly when the margin lies outside the interval ``tango``.
    """
    _check(margin)
    return of_normal(paired_proportions.score(data.wins, data.losses, data.n, margin), alternative)


@htest(
    "farrington-manning",
    paired=False,
    size="asymptotic",
    null=NULL,
    margin=True,
    says=Procedure(
        "Farrington and Manning's score test of two proportions",
        (FARRINGTON,),
        (OTHER_ITEMS,),
        short="Farrington-Manning score test",
    ),
)
def farrington_manning(
    data: IndependentCounts, alternative: str, *, margin: float = 0.0
) -> NDArray[np.float64]:
    """Score test of a difference of `margin` on different items.

    It rejects exactly when the margin lies outside the interval ``score``.
    """
    _check(margin)
    return of_normal(
        unpaired_proportions.score(data.a, data.n_a, data.b, data.n_b, margin), alternative
    )


def _check(margin: float) -> None:
    """Refuse a margin that no two proportions differ by; its sign is that of the claim."""
    size = abs(margin)
    if not size < 1:
        points = f"{size:g} percentage point{'' if size == 1 else 's'}"
        remedy = f"Write {size / 100:g} for {points}." if 1 <= size <= 100 else ""
        raise ParameterError("margin", "a size below 1", f"{size:g}", remedy)
