"""Scores that never vary cannot tell two systems apart."""

from __future__ import annotations

import numpy as np

from claimwise.assess.claims import Claim
from claimwise.assess.evidence import Evidence
from claimwise.core import DataError, as_words, option
from claimwise.data import Differences, Hits


def refuse_all_constant(parts: list[Evidence], claim: Claim) -> None:
    """Refuse one and the same score everywhere, unless the claim is that nothing was lost."""
    values = set().union(*(values_of(evidence) for evidence in parts))
    a, b = parts[0].names
    refuse_one_value(values, f"{a} and {b}", parts[0], claim)


def refuse_one_value(values: set[float], who: str, first: Evidence, claim: Claim) -> None:
    """Refuse systems that score one and the same, unless the claim is that nothing was lost."""
    binary_margin = first.binary and claim.kind in ("non-inferiority", "equivalence")
    if len(values) == 1 and not binary_margin:
        remedy = as_words("Check the metric and the score column")
        if claim.kind == "difference" and first.binary:  # of graded scores it is refused too
            lost = option("claim", "non-inferiority") + " and " + option("margin")
            remedy += "; to show that nothing was lost, use " + lost
        raise DataError(
            f"{who} score {min(values):g} on every item: nothing can be compared.",
            remedy + ".",
        )


def values_of(evidence: Evidence) -> set[float]:
    """Return the smallest and the largest score of both systems."""
    values: set[float] = set()
    for sample in evidence.alone:
        if isinstance(sample, Hits):
            right = int(sample.hits)
            values |= {0.0} if right == 0 else {1.0} if right == sample.n else {0.0, 1.0}
        elif isinstance(sample, Differences):
            values |= {float(np.min(sample.d)), float(np.max(sample.d))}
    return values
