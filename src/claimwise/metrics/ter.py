"""Translation edit rate, from sacrebleu's counts of edits.

Edits and shifts of phrases per reference word, times 100: lower is better, and more than 100 is
possible.
"""

from __future__ import annotations

from math import inf

import numpy as np

from claimwise.core import Procedure
from claimwise.core.references import POST
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import ratio
from claimwise.metrics.options import flags
from claimwise.metrics.sacre import text_metric


@metric(
    "ter",
    takes="text",
    says=Procedure(
        "edits and shifts of phrases for each word of the references",
        ("Snover, Dorr, Schwartz, Micciulla and Makhoul (2006), Proc. AMTA, 223-231", POST),
    ),
)
def ter(
    name: str,
    *words: str,
    normalized: str = "no",
    no_punct: str = "no",
    asian_support: str = "no",
    case_sensitive: str = "no",
) -> Metric:
    """Return TER, with the options of sacrebleu and their defaults."""
    given = {
        "normalized": normalized,
        "no_punct": no_punct,
        "asian_support": asian_support,
        "case_sensitive": case_sensitive,
    }
    return text_metric(
        name, "TER", flags("metric ter", words, given), score, better="lower", highest=inf
    )


def score(totals: Floats) -> Floats:
    """Return TER from sums of edits and of reference words.

    Like sacrebleu, without any reference words 100 if there are edits and 0 if there are none.
    """
    edits, wanted = totals[..., 0], totals[..., 1]
    return np.asarray(100 * np.where(wanted > 0, ratio(edits, wanted), edits > 0))
