"""Student's paired t test: is the mean difference larger than its own scatter allows?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import NEAR_NORMAL, SAME_ITEMS, Procedure
from claimwise.core.references import STUDENT
from claimwise.data import Differences
from claimwise.htest.base import htest
from claimwise.kernels import student


@htest(
    "paired-t",
    paired=True,
    size="asymptotic",
    null="A and B have the same mean score",
    outcome="numeric",
    margin=True,
    meant=("ttest", "t-test", "paired-ttest", "student"),
    says=Procedure(
        "the paired t test",
        (STUDENT,),
        (SAME_ITEMS, NEAR_NORMAL),
        short="paired t",
    ),
)
def paired_t(data: Differences, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """T test of the items' differences.

    Fit for the mean of independent items: exact for normal differences, close for some tens of
    items without far outliers. Unfit for items in clusters, where it finds too much: use
    cluster-t. Not defined (NaN) for one item, or where all differences are equal.
    """
    return student.one_sample(data.d, margin, alternative)
