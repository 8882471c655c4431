"""Student's paired t test: is the mean difference larger than its own scatter allows?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
)
def paired_t(data: Differences, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """T test of the items' differences.

    Fit for the mean of independent items: exact for normal differences, close for some tens of
    items without far outliers. Unfit for items in clusters, where it finds too much: use
    cluster-t. Not defined (NaN) for one item, or where all differences are equal.

    References
    ----------
    Student (1908), Biometrika 6, 1-25.
    """
    return student.one_sample(data.d, margin, alternative)
