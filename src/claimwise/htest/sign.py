"""The sign test: of the judgements that prefer one system, how many prefer B?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core.procedure import Procedure
from claimwise.core.references import DIXON
from claimwise.data import PairCounts
from claimwise.htest.base import htest
from claimwise.kernels import discordant


@htest(
    "sign",
    paired=True,
    size="at most alpha",
    null="B is preferred as often as A",
    conditional=True,
    says=Procedure(
        "the exact sign test of wins against losses",
        (DIXON,),
        ("The judgements or items are independent of each other.",),
        short="sign test",
    ),
)
def sign(data: PairCounts, alternative: str) -> NDArray[np.float64]:
    """Exact binomial test of wins against losses; ties do not count.

    To split ties between the systems instead, test ``data.split_ties()``.
    """
    return discordant.exact(data.wins, data.losses, alternative)
