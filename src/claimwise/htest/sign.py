"""The sign test: of the judgements that prefer one system, how many prefer B?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.data import PairCounts
from claimwise.htest.base import htest
from claimwise.kernels import discordant


@htest(
    "sign",
    paired=True,
    size="at most alpha",
    null="B is preferred as often as A",
    conditional=True,
)
def sign(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Exact binomial test of wins against losses; ties do not count.

    To split ties between the systems instead, test ``data.split_ties()``.
    """
    return discordant.exact(data.wins, data.losses, alternative)
