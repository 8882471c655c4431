"""The paired bootstrap: how far would the mean difference stray if items were drawn anew?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import SAME_ITEMS, Procedure
from claimwise.core.references import EFRON_TIBSHIRANI
from claimwise.data import Differences
from claimwise.htest.base import RESAMPLES, htest


@htest(
    "bootstrap",
    paired=True,
    size="asymptotic",
    null="A and B have the same mean score",
    outcome="numeric",
    margin=True,
    resampled=True,
    says=Procedure(
        "a bootstrap test of the mean difference, items resampled",
        (EFRON_TIBSHIRANI,),
        (SAME_ITEMS,),
        short="bootstrap",
        of_clusters="a bootstrap test of the mean difference, clusters resampled",
    ),
)
def bootstrap(
    data: Differences,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> NDArray[np.float64]:
    """Share of resampled means that stray from the observed mean by as much as it is from 0.

    Items are resampled, so that A and B stay paired; resampled means are centred first, and
    compared in size after that: the other order finds differences that are not there (Riezler
    and Maxwell 2005, Proc. ACL workshop on evaluation measures, 57-64). Fit for the mean of many
    independent items. Unfit for few: below some fifty it finds too much, and permutation does
    not. Not defined (NaN) where all differences are equal but not 0.
    """
    from claimwise.kernels import bootstrap_means

    return bootstrap_means.pvalue(data.shifted(margin).d, alternative, resamples, seed)
