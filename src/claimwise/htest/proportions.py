"""Two systems on different items: is B right more often than A?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import OTHER_ITEMS, Procedure
from claimwise.data import IndependentCounts
from claimwise.htest.base import Rejects, htest
from claimwise.kernels import two_samples

NULL = "A and B are right equally often"


@htest(
    "z-pooled",
    paired=False,
    size="asymptotic",
    null=NULL,
    meant=("chi2", "chi-square", "chi-squared", "two-proportion-z"),
    says=Procedure(
        "the z test of two proportions with pooled variance",
        ("Fleiss, Levin and Paik (2003), Statistical methods for rates and proportions, 3rd ed.",),
        (OTHER_ITEMS,),
        short="pooled z",
    ),
)
def z_pooled(data: IndependentCounts, alternative: str) -> NDArray[np.float64]:
    """Two-proportion z test with pooled variance (the chi-square test, signed)."""
    return two_samples.pooled_z(data.a, data.n_a, data.b, data.n_b, alternative)


@htest(
    "fisher",
    paired=False,
    size="at most alpha",
    null=NULL,
    quick_to=50_000,
    says=Procedure(
        "Fisher's exact test, given the total of right answers",
        ("Fisher (1935), J. R. Statist. Soc. 98, 39-82",),
        (OTHER_ITEMS,),
        short="Fisher exact",
    ),
)
def fisher(data: IndependentCounts, alternative: str) -> NDArray[np.float64]:
    """Fisher's exact test: conditions on the total number right; never above alpha."""
    return two_samples.fisher(data.a, data.n_a, data.b, data.n_b, alternative)


def _region(n: int, alpha: float, alternative: str) -> Rejects:
    cutoff = two_samples.boschloo_cutoff(n, alpha, alternative) * two_samples.TIE

    def rejects(data: IndependentCounts) -> NDArray[np.bool_]:
        a, b = data.a, data.b  # groups of equal size
        if alternative == "less":
            a, b = b, a
        elif alternative == "two-sided":
            a, b = np.minimum(a, b), np.maximum(a, b)
        return np.asarray(two_samples.fisher(a, n, b, n, "greater") <= cutoff)

    return rejects


def _within(data: IndependentCounts, alternative: str, alpha: float) -> NDArray[np.bool_]:
    return two_samples.boschloo_within(data.a, data.n_a, data.b, data.n_b, alternative, alpha)


@htest(
    "boschloo",
    paired=False,
    size="at most alpha",
    null=NULL,
    region=_region,
    within=_within,
    largest_n=20_000,
    quick_to=2_000,
    says=Procedure(
        "Boschloo's exact unconditional test, with Fisher's p-value as its statistic",
        ("Boschloo (1970), Stat. Neerl. 24, 1-35",),
        (OTHER_ITEMS,),
        short="Boschloo exact",
    ),
)
def boschloo(data: IndependentCounts, alternative: str) -> NDArray[np.float64]:
    """Boschloo's exact unconditional test: never above alpha, more powerful than Fisher's."""
    return two_samples.boschloo(data.a, data.n_a, data.b, data.n_b, alternative)
