"""The paired permutation test: had A and B swapped places on some items, at random?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import SAME_ITEMS, SWAPPED, Procedure
from claimwise.core.references import FISHER, PITMAN
from claimwise.data import Differences
from claimwise.htest.base import RESAMPLES, htest


def _sampled(data: Differences, resamples: int) -> NDArray[np.bool_]:
    from claimwise.kernels import sign_flips

    return sign_flips.sampled(data.d, resamples)


@htest(
    "permutation",
    paired=True,
    size="at most alpha",
    null="on every item, A and B could as well have had each other's scores",
    outcome="numeric",
    meant=("paired-permutation", "sign-flip", "sign-flips"),
    margin=True,
    resampled=True,
    sampled=_sampled,
    says=Procedure(
        "a permutation test of the mean difference, the systems swapped on each item",
        (FISHER, PITMAN),
        (SAME_ITEMS, SWAPPED),
        short="permutation of items",
    ),
)
def permutation(
    data: Differences,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> NDArray[np.float64]:
    """Mean difference under random signs of the items' differences.

    Fit for any scores of independent items. Unfit for items in clusters, where it finds too
    much: use cluster-permutation. Exact for up to 16 items that differ, and, where it is
    quick, for differences that are whole multiples of a unit, such as counts, ratings and their
    means; by random signs otherwise, and then never 0 (Phipson and Smyth 2010, Stat. Appl.
    Genet. Mol. Biol. 9:39). With a margin the null is that differences lie symmetrically about it.
    """
    from claimwise.kernels import sign_flips

    return sign_flips.pvalue(data.shifted(margin).d, alternative, resamples, seed)
